import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { toFailure } from "../../features/failures";
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

function reasonWords({ limit, damagedLedger, notStored }: SpendingReasons): readonly string[] {
  return [
    ...(limit && limit.recent > 0
      ? [l10n.t("In the last ten minutes, {0} credits were spent without asking you.", limit.recent)]
      : []),
    ...(damagedLedger ? [damageWords(damagedLedger.missing)] : []),
    ...(notStored
      ? [
          l10n.t(
            "The last paid answer couldn't be stored, and this one may be lost too. {0}",
            toFailure(notStored.error).message,
          ),
        ]
      : []),
  ];
}

function damageWords(missing: number): string {
  const words = l10n.t(
    "The record of what you spent is damaged: entries are missing or were changed, so your daily budget may be off.",
  );
  return missing > 0 ? `${words} ${l10n.t("At least {0} credits are missing from it.", missing)}` : words;
}
