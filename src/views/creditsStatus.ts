import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { AssistantCredits } from "../features/wallet";
import type { CreditsToday } from "../protocol/credits";

/** Today's spending in the status bar; a click opens the credits page. */
export class CreditsStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("adLibrary.credits", vscode.StatusBarAlignment.Right, 90);

  constructor() {
    this.item.name = l10n.t("Ad Library Credits");
    this.item.command = "adLibrary.showCredits";
  }

  /**
   * `onSample`: whether to show credits of the sample library, which is in use. `budget`: credits per day, 0 for none.
   */
  show(today: CreditsToday, onSample: boolean, budget: number, assistants: AssistantCredits): void {
    this.item.text = creditsText(today, onSample);
    this.item.tooltip = creditsTooltip(today, onSample, budget, assistants);
    this.item.accessibilityInformation = { label: creditsLabel(today, onSample) };
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** What today's credits were spent on, one line each. */
export function creditsTooltip(
  { spent, maybe, sample, others = 0 }: CreditsToday,
  onSample: boolean,
  budget: number,
  assistants: AssistantCredits,
): string {
  const left = Math.max(0, budget - spent - maybe - others);
  const elsewhere = onSample ? spent + maybe + others : others;
  return [
    onSample
      ? l10n.t("Spent today in the sample library, not charged: {0} credits", sample.toLocaleString())
      : l10n.t("Spent today in the connected library, on this machine: {0} credits", spent.toLocaleString()),
    ...(maybe > 0 && !onSample ? [l10n.t("May also have been charged: {0} credits", maybe.toLocaleString())] : []),
    ...(budget > 0
      ? [l10n.t("Remaining in your daily budget: {0} of {1} credits", left.toLocaleString(), budget.toLocaleString())]
      : []),
    ...(elsewhere > 0 ? [l10n.t("Other libraries: {0} credits", elsewhere.toLocaleString())] : []),
    ...(sample > 0 && !onSample ? [l10n.t("Sample library, not charged: {0} credits", sample.toLocaleString())] : []),
    ...assistantLines(assistants, onSample),
    l10n.t("Click to see all spending"),
  ].join("\n");
}

/** What the connected library charged today, and what it may have charged. */
export function creditsText({ spent, maybe, sample }: CreditsToday, onSample: boolean): string {
  if (onSample) return l10n.t("$(beaker) {0} sample credits spent today", sample.toLocaleString());
  const text = l10n.t("$(credit-card) {0} credits spent today", spent.toLocaleString());
  return maybe > 0 ? `${text} (+${maybe.toLocaleString()}?)` : text;
}

function creditsLabel(today: CreditsToday, onSample: boolean): string {
  const text = creditsText({ ...today, maybe: 0 }, onSample).replace(/\$\([a-z-]+\) /, "");
  if (onSample || today.maybe === 0) return text;
  return [text, l10n.t("{0} more may have been charged", today.maybe.toLocaleString())].join(", ");
}

/** Shown only if assistants may spend or were stopped. */
function assistantLines({ spent, sample, allowance, stopped }: AssistantCredits, onSample: boolean): readonly string[] {
  if (stopped) return [l10n.t("Assistants: stopped")];
  if (allowance === 0) return [];
  const used = (onSample ? sample : spent).toLocaleString();
  return [l10n.t("Assistants: {0} of {1} credits", used, allowance.toLocaleString())];
}
