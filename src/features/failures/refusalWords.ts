import * as l10n from "@vscode/l10n";
import type { Told } from "./featureError";
import type { LimitRefusal } from "./featureError";

/** A limit refused. */
export function overBudget({ refusal, charge }: Told): string {
  if (refusal?.limit === "assistants") return overAllowance(refusal);
  if (refusal?.limit === "plan") return l10n.t("Stopped: the credits you agreed to are used up.");
  if (refusal && charge === "unknown") {
    return l10n.t(
      "Not tried again. Another attempt costs {0} credits, and your daily budget has {1} left.",
      refusal.credits.toLocaleString(),
      refusal.left.toLocaleString(),
    );
  }
  if (!refusal)
    return l10n.t(
      "Not sent, because it would exceed your daily budget. Raise the budget in Settings, or try again tomorrow.",
    );
  return l10n.t(
    "Not sent. It costs {0} credits, and your daily budget has {1} left. Raise the budget in Settings, or try again tomorrow.",
    refusal.credits.toLocaleString(),
    refusal.left.toLocaleString(),
  );
}

/** A limit's setting does not hold a number of credits. */
export function limitUnreadable({ specifics }: Told): string {
  return l10n.t(
    "Nothing was sent, because the setting {0} isn't a number of credits and can't limit spending. Correct it, then try again.",
    specifics ?? "–",
  );
}

/** A program wanted to spend, and no question was asked. `specifics`: until when the person refuses such requests. */
export function programRefused({ specifics }: Told): string {
  return specifics === undefined
    ? l10n.t(
        "A keybinding or another extension tried to spend credits while another request was waiting for your answer. Nothing was sent.",
      )
    : l10n.t(
        "A keybinding or another extension tried to spend credits. Nothing was sent, because you refuse such requests until {0}.",
        specifics,
      );
}

function overAllowance({ credits, left }: LimitRefusal): string {
  return l10n.t(
    "Not sent. It costs {0} credits, and assistants may spend {1} more today. Only a person can raise this limit: adLibrary.assistantAllowance in VS Code, or --max-credits of ad-library mcp.",
    credits,
    left,
  );
}

/** A person stopped all assistants, or did so after this was planned. */
export function assistantsStopped(): string {
  return l10n.t(
    "Not sent, because a person stopped assistants from spending and revoked all plans. To allow it again, that person runs “Ad Library: Allow Assistants to Spend Again” in VS Code. Then make a new plan.",
  );
}

/** A plan cannot be bought. `specifics`: why. */
export function planRefused({ specifics = l10n.t("This plan can't be bought.") }: Told): string {
  return l10n.t("Nothing was sent. {0}", specifics);
}

export function notRepeated(): string {
  return l10n.t("Not repeated. An assistant never repeats a request that may have been charged.");
}
