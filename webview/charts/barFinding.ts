import * as l10n from "@vscode/l10n";
import { labelInSentence } from "./label";
import { formatCompact, formatShare, isPercentage } from "./numbers";
import { type Bar, wholeOf } from "./shares";

type Known = Bar & { readonly value: number };

/** What a breakdown shows, in a sentence: who leads, and by how much. */
export function barFinding(bars: readonly Bar[], unit?: string): string {
  const known = bars.filter((bar): bar is Known => bar.value !== undefined).sort((a, b) => b.value - a.value);
  const [first, second] = known;
  const last = known.at(-1);
  if (!first || !last) return l10n.t("No values.");
  const show = (value: number) => formatCompact(value, unit);
  const leader = labelInSentence(first.label);
  if (!second) return l10n.t("Only {0}: {1}.", leader, show(first.value));
  if (first.value === last.value) return l10n.t("All {0} are at {1}.", known.length, show(first.value));
  if (first.value === second.value) {
    return l10n.t("{0} and {1} lead with {2} each.", leader, labelInSentence(second.label), show(first.value));
  }
  const whole = wholeOf(bars);
  if (whole === undefined) {
    const lowest = labelInSentence(last.label);
    return l10n.t(
      "{0} is highest with {1}; {2} is lowest with {3}.",
      leader,
      show(first.value),
      lowest,
      show(last.value),
    );
  }
  if (isPercentage(unit)) {
    const next = labelInSentence(second.label);
    return l10n.t("{0} leads with {1}, ahead of {2} with {3}.", leader, show(first.value), next, show(second.value));
  }
  return l10n.t("{0}: {1} of the total ({2}).", leader, formatShare(first.value / whole), show(first.value));
}
