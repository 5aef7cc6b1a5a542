import * as l10n from "@vscode/l10n";
import { max, min, sum } from "d3-array";
import { scaleLinear } from "d3-scale";
import { labelInSentence, plainLabel } from "./label";
import type { Count } from "../../src/protocol/ads";
import { countValue, drawable, formatCompact, formatShare, isPercentage, noValues, sentText } from "./numbers";

/** One labeled value of a bar or share chart; `value` is absent if it is not a number. */
export interface Bar {
  readonly label: string;
  readonly value?: number;
  /** What was sent in place of a number. */
  readonly sent?: string;
  /** Shown as chosen (bars that filter). */
  readonly pressed?: boolean;
}

/** The bars of labeled values: labels made safe and short, values that are no numbers as they were sent. */
export function barsOf(points: readonly { readonly label: string; readonly value: Count }[]): Bar[] {
  return points.map(({ label, value }) => {
    const [number, sent] = [countValue(value), sentText(value)];
    const shown = number === undefined ? sent !== undefined && { sent } : { value: number };
    return { label: plainLabel(label) || "-", ...shown };
  });
}

/** Largest first; labels that start with digits ("18-24") have an order of their own and keep it. */
export function inReadingOrder(bars: readonly Bar[]): readonly Bar[] {
  if (bars.length > 1 && bars.every(({ label }) => /^[<>≤≥]?\s*\d/.test(label))) return bars;
  return [...bars].sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
}

/** Sum of the values if each is a part of one whole; undefined otherwise. */
export function wholeOf(bars: readonly Bar[]): number | undefined {
  if (bars.some(({ value, sent }) => sent !== undefined || (value !== undefined && value < 0))) return undefined;
  const whole = sum(bars, ({ value }) => value ?? 0);
  return whole > 0 && Number.isFinite(whole) ? whole : undefined;
}

/** Bars and grid lines as percentages of the width of the drawing. */
export type BarScale = ReturnType<typeof barScale>;

/** The common scale of all bars; it always includes zero, even if every value is negative. */
export function barScale(bars: readonly Bar[], unit?: string) {
  const values = bars.flatMap(({ value }) => (value === undefined ? [] : [drawable(value)]));
  const low = Math.min(0, min(values) ?? 0);
  const high = Math.max(0, max(values) ?? 0);
  const scale = scaleLinear(low === high ? [0, 1] : [low, high], [0, 100]).nice(3);
  const whole = values.every(Number.isInteger);
  const ticks = scale.ticks(3).filter((mark) => !whole || Number.isInteger(mark));
  // The scale treats the count as a hint; labels need room.
  const marks = ticks.length > 4 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
  const zero = scale(0);
  return {
    ticks: marks.map((mark) => ({ at: scale(mark), text: formatCompact(mark, unit) })),
    zero,
    span: (value: number) => {
      const end = scale(drawable(value));
      return { from: Math.min(zero, end), width: Math.abs(end - zero) };
    },
  };
}

type Known = Bar & { readonly value: number };

/** What a breakdown shows, in a sentence: who leads, and by how much. */
export function barFinding(bars: readonly Bar[], unit?: string): string {
  const known = bars.filter((bar): bar is Known => bar.value !== undefined).sort((a, b) => b.value - a.value);
  const [first, second] = known;
  const last = known.at(-1);
  if (!first || !last) return noValues(bars.some(({ sent }) => sent !== undefined));
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
