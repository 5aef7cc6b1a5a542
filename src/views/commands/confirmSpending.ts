import * as l10n from "@vscode/l10n";
import { reasonWords, type SpendingReasons } from "../../features/wallet";
import { agrees } from "./agrees";

/**
 * Asks before spending if a limit, a damaged ledger or a lost answer gives reason to. Closing the question declines.
 */
export function confirmSpending(
  credits: number,
  label: string,
  sample: boolean,
  reasons: SpendingReasons,
): Promise<boolean> {
  return agrees({
    words: sample
      ? l10n.t("Spend {0} sample credits? You won't be charged.", credits.toLocaleString())
      : l10n.t("Spend {0} credits?", credits.toLocaleString()),
    detail: [label, ...reasonWords(reasons)].filter(Boolean).join("\n\n"),
    yes: l10n.t("Spend {0} Credits", credits.toLocaleString()),
    no: l10n.t("Don't Spend"),
  });
}
