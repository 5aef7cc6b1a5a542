import * as l10n from "@vscode/l10n";
import type { Told } from "./failureWords";
import type { Refusal } from "./wallet/walletError";

/** A limit refused. */
export function overBudget({ refusal, charge }: Told): string {
  if (refusal?.limit === "assistants") return overAllowance(refusal);
  if (refusal?.limit === "plan") return l10n.t("Stopped: the credits that you agreed to are used up.");
  if (refusal && charge === "unknown") {
    return l10n.t(
      "Not tried again: another attempt costs {0} credits, and {1} are left of your daily budget.",
      refusal.credits,
      refusal.left,
    );
  }
  if (!refusal) return l10n.t("Not sent: it would exceed the daily budget of credits that you set.");
  return l10n.t(
    "Not sent: it costs {0} credits, and {1} are left of the daily budget that you set.",
    refusal.credits,
    refusal.left,
  );
}

/** The setting of a limit holds no number of credits. */
export function limitUnreadable({ detail }: Told): string {
  return l10n.t(
    "Nothing was sent: the setting {0} isn't a number of credits, so it can't limit anything. Correct it, then try again.",
    detail ?? "–",
  );
}

/** A program wanted to spend, and nobody was asked. `detail`: until when the person refuses that. */
export function programRefused({ detail }: Told): string {
  return detail === undefined
    ? l10n.t(
        "A keybinding or another extension tried to spend credits while a question was already open. Nothing was sent.",
      )
    : l10n.t(
        "A keybinding or another extension tried to spend credits. You refused all such requests until {0}.",
        detail,
      );
}

function overAllowance({ credits, left }: Refusal): string {
  return l10n.t(
    "Not sent: it costs {0} credits, and {1} are left of what assistants may spend today. Only a person can raise that: the setting adLibrary.assistantAllowance in VS Code, or --max-credits of ad-library mcp.",
    credits,
    left,
  );
}

/** A person stopped all assistants, or did so after this was planned. */
export function assistantsStopped(): string {
  return l10n.t(
    "Not sent: a person stopped what assistants spend, and with it everything planned before. In VS Code, “Ad Library: Allow Assistants to Spend Again” ends that; then plan anew.",
  );
}

/** A plan cannot be bought. `detail`: why. */
export function planRefused({ detail = l10n.t("This plan can't be bought.") }: Told): string {
  return l10n.t("Nothing was sent. {0}", detail);
}

export function notRepeated(): string {
  return l10n.t("Not repeated, because an assistant repeats nothing that may have been charged.");
}
