import * as l10n from "@vscode/l10n";
import { useContext } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import { libraryLabel, OtherLibrary, usePage } from "../panes";
import { adRef } from "../state/results";
import { adName } from "./adTexts";

/** What the cards and rows of a list share. */
export interface CardContext {
  readonly boughtDetails: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly openKey: string | undefined;
  /** Whether to show the day even for a fresh sighting. */
  readonly dated?: boolean;
  readonly onDetails: (card: AdCard) => void;
  readonly onSelect: (keys: readonly string[], selected: boolean) => void;
}

/** Offers the commands on an ad in VS Code's own context menu, which opens with the right button or Shift+F10. */
export const adContext = (key: string) => JSON.stringify({ webviewSection: "ad", adLibraryAd: key });

interface DetailsButtonProps {
  readonly card: AdCard;
  readonly bought: boolean;
  readonly tabIndex?: number;
  readonly onDetails: () => void;
}

/** Opens the details of an ad, with what that costs; if the service has none, says so. */
export function DetailsButton({ card, bought, tabIndex = 0, onDetails }: DetailsButtonProps) {
  const other = useContext(OtherLibrary);
  const { noBudget: why } = usePage();
  if (other !== undefined)
    return (
      <span class="no-details muted smaller">
        {bought
          ? l10n.t("Details bought. Connect {0} to open them.", libraryLabel(other))
          : l10n.t("Connect {0} for details.", libraryLabel(other))}
      </span>
    );
  if (!adRef(card)) return <span class="no-details muted smaller">{l10n.t("No details offered")}</span>;
  if (!bought && why !== undefined)
    return (
      <span class="no-details muted smaller" title={why}>
        {l10n.t("Details over budget")}
      </span>
    );
  return (
    <button type="button" class="plain-button details-button" tabIndex={tabIndex} onClick={onDetails}>
      {bought ? l10n.t("Details, bought") : l10n.t("Details, {0} credits", prices.adDetail)}
    </button>
  );
}

interface SelectBoxProps {
  readonly card: AdCard;
  readonly selected: boolean;
  readonly tabIndex?: number;
  /** Only some of several are selected. */
  readonly mixed?: boolean;
  readonly onSelect: (selected: boolean) => void;
}

/** Selects an ad, or all of a creative. */
export function SelectBox({ card, selected, mixed = false, tabIndex = 0, onSelect }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      class="check-box select-box"
      checked={selected}
      indeterminate={mixed}
      tabIndex={tabIndex}
      aria-label={l10n.t("Select {0}", adName(card))}
      onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
    />
  );
}

/** Opens what is bought; if it would cost credits, only moves to the button with the price. */
export function openOrShowPrice(adElement: HTMLElement, card: AdCard, { boughtDetails, onDetails }: CardContext): void {
  const button = adElement.querySelector<HTMLElement>(".details-button");
  if (button && boughtDetails.has(card.key)) onDetails(card);
  else button?.focus();
}
