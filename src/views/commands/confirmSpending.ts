import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { reasonWords } from "../../features/wallet/reasonWords";
import type { SpendingReasons } from "../../features/wallet/spendingCheck";

/** Asks before a spending that a limit, a damaged ledger, or a lost answer speaks against. Closing the question declines. */
export async function confirmSpending(
  credits: number,
  label: string,
  sample: boolean,
  reasons: SpendingReasons,
): Promise<boolean> {
  const spend = l10n.t("Spend {0} Credits", credits);
  const chosen = await vscode.window.showWarningMessage(
    sample ? l10n.t("Spend {0} sample credits? They are not charged.", credits) : l10n.t("Spend {0} credits?", credits),
    { modal: true, detail: [label, ...reasonWords(reasons)].filter(Boolean).join("\n\n") },
    spend,
  );
  return chosen === spend;
}
