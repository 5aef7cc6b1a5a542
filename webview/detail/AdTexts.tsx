import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdCard, AdDetail } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { ForeignText } from "./ForeignText";
import { type LinkActions, LinkRow, type LinkRowProps } from "./LinkRow";

export interface AdTextsProps extends LinkActions {
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
  if (!(subtitle ?? description ?? callToAction ?? detail.postUrl ?? card?.postUrl ?? card?.displayUrl)) return null;
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
  const postUrl = detail.postUrl ?? card?.postUrl;
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
