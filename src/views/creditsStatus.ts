import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { AssistantCredits } from "../features/wallet/assistantSpending";
import type { CreditsToday } from "../protocol/credits";

/** Today's spending in the status bar; a click opens the credits page. */
export class CreditsStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("adLibrary.credits", vscode.StatusBarAlignment.Right, 90);

  constructor() {
    this.item.name = l10n.t("Ad Library Credits");
    this.item.command = "adLibrary.showCredits";
  }

  /** `onSample`: which library is in use, and so whose credits count on the screen. `budget`: credits a day, 0 for none. */
  show({ spent, maybe, sample }: CreditsToday, onSample: boolean, budget: number, assistants: AssistantCredits): void {
    const credits = (onSample ? sample : spent).toLocaleString();
    const left = Math.max(0, budget - spent - maybe);
    this.item.text = onSample
      ? l10n.t("$(beaker) {0} sample credits", credits)
      : l10n.t("$(credit-card) {0} credits today", credits);
    this.item.tooltip = [
      l10n.t("Spent today on this machine: {0} credits", spent.toLocaleString()),
      ...(maybe > 0 ? [l10n.t("May have been charged as well: {0} credits", maybe.toLocaleString())] : []),
      ...(budget > 0
        ? [l10n.t("Left of the daily budget: {0} of {1} credits", left.toLocaleString(), budget.toLocaleString())]
        : []),
      ...(sample > 0 ? [l10n.t("Sample library, not charged: {0} credits", sample.toLocaleString())] : []),
      ...assistantLines(assistants, onSample),
      l10n.t("Click for all spending"),
    ].join("\n");
    this.item.accessibilityInformation = { label: this.item.text.replace(/\$\([a-z-]+\) /, "") };
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** Assistants are told of where they may spend, or were stopped. */
function assistantLines({ spent, sample, allowance, stopped }: AssistantCredits, onSample: boolean): readonly string[] {
  if (stopped) return [l10n.t("Assistants: stopped")];
  if (allowance === 0) return [];
  const used = (onSample ? sample : spent).toLocaleString();
  return [l10n.t("Assistants: {0} of {1} credits", used, allowance.toLocaleString())];
}
