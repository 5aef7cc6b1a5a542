import { sum } from "d3-array";
import { plainLabel } from "./label";

/** One labeled value of a bar or share chart; `value` is absent if it is not a number. */
export interface Bar {
  readonly label: string;
  readonly value?: number;
  /** Shown as chosen (bars that filter). */
  readonly pressed?: boolean;
}

/** The bars of labeled values: labels made safe and short, values that are no numbers left out. */
export function barsOf(points: readonly { readonly label: string; readonly value: number }[]): Bar[] {
  return points.map(({ label, value }) => ({
    label: plainLabel(label) || "-",
    ...(Number.isFinite(value) && { value }),
  }));
}

/** Largest first; labels that start with digits ("18-24") have an order of their own and keep it. */
export function inReadingOrder(bars: readonly Bar[]): readonly Bar[] {
  if (bars.length > 1 && bars.every(({ label }) => /^[<>≤≥]?\s*\d/.test(label))) return bars;
  return [...bars].sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
}

/** Sum of the values if each is a part of one whole; undefined otherwise. */
export function wholeOf(bars: readonly Bar[]): number | undefined {
  if (bars.some(({ value }) => value !== undefined && value < 0)) return undefined;
  const whole = sum(bars, ({ value }) => value ?? 0);
  return whole > 0 && Number.isFinite(whole) ? whole : undefined;
}
