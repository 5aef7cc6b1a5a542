import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AdCard, AdDetail } from "../../src/protocol/ads";
import { plainLabel, clipText } from "../charts/label";
import { formatNumber } from "../charts/numbers";
import { usePage } from "../panes";
import { LinkRow, type LinkRowProps } from "./links";

interface AdTextsProps {
  readonly detail: AdDetail;
  readonly card?: AdCard;
}

/** The words of the ad, its call to action, and where it leads. */
export function AdTexts(props: AdTextsProps): JSX.Element | null {
  const { detail, card } = props;
  const { subtitle, description, callToAction, title } = detail;
  // The heading clips the title; here it can be read in full.
  const longTitle = title !== undefined && title.length > 300;
  if (![longTitle, subtitle, description, callToAction, detail.postUrl, card?.displayUrl].some(Boolean)) return null;
  return (
    <div class="ad-texts shrinks">
      {longTitle && <ForeignText text={title} max={300} />}
      {subtitle && <ForeignText text={subtitle} />}
      {description && <ForeignText text={description} />}
      {callToAction && (
        <p class="ad-cta row wraps">
          <span class="muted">{l10n.t("Call to action")}</span>
          <bdi class="detail-mark">{plainLabel(callToAction, 60)}</bdi>
        </p>
      )}
      <AdLinks {...props} />
    </div>
  );
}

function AdLinks({ detail, card }: AdTextsProps): JSX.Element | null {
  const { ad, postUrl } = detail;
  const rows: LinkRowProps[] = [];
  if (card?.displayUrl) {
    rows.push({ ad, link: { of: "display" }, url: card.displayUrl, what: l10n.t("landing page") });
  }
  if (postUrl) rows.push({ ad, link: { of: "post" }, url: postUrl, what: l10n.t("post") });
  if (rows.length === 0) return null;
  return (
    <dl class="ad-links">
      {rows.map((row) => (
        <div key={row.link.of}>
          <dt class="muted">{row.link.of === "post" ? l10n.t("Post") : l10n.t("Landing page")}</dt>
          <dd class="shrinks">
            <LinkRow {...row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ForeignTextProps {
  readonly text: string;
  /** Characters shown at first. */
  readonly max?: number;
}

const charactersAtMost = 20_000;

/** Running text of an ad, isolated in its own direction; a long one opens on demand, a huge one can be copied whole. */
export function ForeignText({ text, max = 480 }: ForeignTextProps): JSX.Element {
  const { session } = usePage();
  const [open, setOpen] = useState(false);
  const short = clipText(text, max);
  const shown = open ? clipText(text, charactersAtMost) : short;
  return (
    <>
      <p class="foreign-text breaks-anywhere" dir="auto">
        {shown}
      </p>
      {short !== text && (
        <div class="detail-buttons wraps">
          <button type="button" class="plain-button details-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? l10n.t("Show less") : l10n.t("Show all ({0} characters)", formatNumber(text.length))}
          </button>
          {open && shown !== text && (
            <button type="button" class="plain-button details-button" onClick={() => session.copyText(text)}>
              {l10n.t("Copy the whole text")}
            </button>
          )}
        </div>
      )}
    </>
  );
}
