import * as l10n from "@vscode/l10n";
import { useContext } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import { OtherLibrary } from "../library";
import { adRef } from "../state/results";

interface DetailsButtonProps {
  readonly card: AdCard;
  readonly owned: boolean;
  readonly tabIndex?: number;
  readonly onDetails: () => void;
}

/** Opens the details of an ad, with what that costs; if the service has none, says so. */
export function DetailsButton({ card, owned, tabIndex = 0, onDetails }: DetailsButtonProps) {
  if (useContext(OtherLibrary) !== undefined) return null;
  if (!adRef(card)) return <span class="no-details">{l10n.t("No details offered")}</span>;
  return (
    <button type="button" class="plain-button details-button" tabIndex={tabIndex} onClick={onDetails}>
      {owned ? l10n.t("Details, owned") : l10n.t("Details, {0} credits", prices.adDetail)}
    </button>
  );
}
