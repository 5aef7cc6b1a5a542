import * as l10n from "@vscode/l10n";
import type { AdCard } from "../../src/protocol/ads";
import { adName } from "./names";

interface SelectBoxProps {
  readonly card: AdCard;
  readonly selected: boolean;
  readonly tabIndex?: number;
  readonly onSelect: (key: string, selected: boolean) => void;
}

/** Selects an ad. */
export function SelectBox({ card, selected, tabIndex = 0, onSelect }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      class="check-box select-box"
      checked={selected}
      tabIndex={tabIndex}
      aria-label={l10n.t("Select {0}", adName(card))}
      onChange={({ currentTarget }) => {
        onSelect(card.key, currentTarget.checked);
      }}
    />
  );
}
