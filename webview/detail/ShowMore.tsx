import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { formatNumber } from "../charts/numbers";

export interface ShowMoreProps {
  /** How many there are, and how many are shown while closed. */
  readonly count: number;
  readonly first: number;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** Opens the rest of a long list; nothing if all of it is already shown. */
export function ShowMore({ count, first, open, onToggle }: ShowMoreProps): JSX.Element | null {
  if (count <= first) return null;
  return (
    <button type="button" class="detail-more" aria-expanded={open} onClick={onToggle}>
      {open ? l10n.t("Show fewer") : l10n.t("Show all {0}", formatNumber(count))}
    </button>
  );
}
