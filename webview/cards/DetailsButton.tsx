import * as l10n from "@vscode/l10n";
import type { AdCard } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import { adRef } from "../state/results";

interface DetailsButtonProps {
  readonly card: AdCard;
  readonly owned: boolean;
  readonly tabIndex?: number;
  readonly onDetails: () => void;
}

/** Opens the details of an ad, with what that costs; where the service has none, says so. */
export function DetailsButton({ card, owned, tabIndex = 0, onDetails }: DetailsButtonProps) {
  if (!adRef(card)) return <span class="card-seen">{l10n.t("No details offered")}</span>;
  const label = owned ? l10n.t("Details, owned") : l10n.t("Details, {0} credits", prices.adDetail);
  return (
    <button type="button" class="plain-button details-button" title={label} tabIndex={tabIndex} onClick={onDetails}>
      <ShortLabel label={label} />
    </button>
  );
}

/** "Details, 100 credits" that reads "Details 100" where there is little room, and is heard whole. */
function ShortLabel({ label }: { readonly label: string }) {
  const [, before = label, comma = "", price = "", unit = ""] = /^(.*?)([,،、]\s*)(\S+)(.*)$/.exec(label) ?? [];
  return (
    <span>
      {before}
      <span class="unseen-text">{comma}</span>
      <span class="details-price">{price}</span>
      <span class="unseen-text">{unit}</span>
    </span>
  );
}
