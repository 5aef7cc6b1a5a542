import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/** Asks before a spending above the user's limit. Closing the question declines. */
export async function confirmSpending(credits: number, label: string, sample: boolean): Promise<boolean> {
  const spend = l10n.t("Spend {0} Credits", credits);
  const chosen = await vscode.window.showWarningMessage(
    sample ? l10n.t("Spend {0} sample credits? They are not charged.", credits) : l10n.t("Spend {0} credits?", credits),
    { modal: true, detail: label },
    spend,
  );
  return chosen === spend;
}
