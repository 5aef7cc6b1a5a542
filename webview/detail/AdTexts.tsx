import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AdCard, AdDetail } from "../../src/protocol/ads";
import { plainLabel, clipText } from "../charts/label";
import { formatNumber } from "../charts/numbers";
import { type LinkActions, LinkRow, type LinkRowProps } from "./links";

interface AdTextsProps extends LinkActions {
  readonly detail: AdDetail;
  readonly card?: AdCard;
  readonly onCopyText: (text: string) => void;
}

/** The words of the ad, its call to action, and where it leads. */
export function AdTexts(props: AdTextsProps): JSX.Element | null {
  const { detail, card, onCopyText } = props;
  const { subtitle, description, callToAction, title } = detail;
  // The heading clips the title; here it can be read in full.
  const longTitle = title !== undefined && title.length > 300;
  if (![longTitle, subtitle, description, callToAction, detail.postUrl, card?.displayUrl].some(Boolean)) return null;
  return (
    <div class="ad-texts">
      {longTitle && <ForeignText text={title} max={300} onCopyText={onCopyText} />}
      {subtitle && <ForeignText text={subtitle} onCopyText={onCopyText} />}
      {description && <ForeignText text={description} onCopyText={onCopyText} />}
      {callToAction && (
        <p class="ad-cta">
          <span class="ad-cta-label">{l10n.t("Call to action")}</span>
          <bdi class="detail-mark">{plainLabel(callToAction, 60)}</bdi>
        </p>
      )}
      <AdLinks {...props} />
    </div>
  );
}

function AdLinks({ detail, card, onLink, onCopyLink }: AdTextsProps): JSX.Element | null {
  const { postUrl } = detail;
  const rows: LinkRowProps[] = [];
  const actions = { onLink, onCopyLink };
  if (card?.displayUrl) {
    rows.push({ link: { of: "display" }, url: card.displayUrl, what: l10n.t("landing page"), ...actions });
  }
  if (postUrl) rows.push({ link: { of: "post" }, url: postUrl, what: l10n.t("post"), ...actions });
  if (rows.length === 0) return null;
  return (
    <dl class="ad-links">
      {rows.map((row) => (
        <div key={row.link.of}>
          <dt>{row.link.of === "post" ? l10n.t("Post") : l10n.t("Landing page")}</dt>
          <dd>
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
  readonly onCopyText: (text: string) => void;
}

const charactersAtMost = 20_000;

/** Running text of an ad, isolated in its own direction; a long one opens on demand, a huge one can be copied whole. */
export function ForeignText({ text, max = 480, onCopyText }: ForeignTextProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const short = clipText(text, max);
  const shown = open ? clipText(text, charactersAtMost) : short;
  return (
    <>
      <p class="foreign-text" dir="auto">
        {shown}
      </p>
      {short !== text && (
        <div class="detail-buttons">
          <button type="button" class="plain-button details-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? l10n.t("Show less") : l10n.t("Show all ({0} characters)", formatNumber(text.length))}
          </button>
          {open && shown !== text && (
            <button type="button" class="plain-button details-button" onClick={() => onCopyText(text)}>
              {l10n.t("Copy the whole text")}
            </button>
          )}
        </div>
      )}
    </>
  );
}
