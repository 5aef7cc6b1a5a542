import * as l10n from "@vscode/l10n";
import { toFailure } from "../failures";
import type { SpendingReasons } from "./spendingCheck";

/** Why a person is asked before credits are spent, one or two sentences per reason. */
export function reasonWords({
  assistant,
  limit,
  damagedLedger,
  notStored,
  lostAnswers,
}: SpendingReasons): readonly string[] {
  return [
    ...(assistant === undefined ? [] : [l10n.t("An assistant ({0}) wants to spend them.", assistant)]),
    ...(limit && limit.recent > 0
      ? [
          l10n.t(
            "In the last ten minutes, up to {0} credits were spent without asking you.",
            limit.recent.toLocaleString(),
          ),
        ]
      : []),
    ...(damagedLedger ? [damageWords(damagedLedger.missing)] : []),
    ...(lostAnswers !== undefined
      ? [
          l10n.t(
            "The archive was damaged or missing, and at least {0} of its answers may be lost. You may already have paid for this one. If you go on, you won't be asked about these again.",
            lostAnswers,
          ),
        ]
      : []),
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
  return missing > 0
    ? `${words} ${l10n.t("At least {0} credits are missing from it.", missing.toLocaleString())}`
    : words;
}
