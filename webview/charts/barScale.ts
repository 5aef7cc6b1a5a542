import { max, min } from "d3-array";
import { scaleLinear } from "d3-scale";
import { drawable } from "./drawable";
import { formatCompact } from "./numbers";
import type { Bar } from "./shares";

/** Bars and grid lines as percentages of the width of the drawing. */
export interface BarScale {
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly zero: number;
  readonly span: (value: number) => { readonly from: number; readonly width: number };
}

/** The common scale of all bars; it always includes zero, even if every value is negative. */
export function barScale(bars: readonly Bar[], unit?: string): BarScale {
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
    span(value) {
      const end = scale(drawable(value));
      return { from: Math.min(zero, end), width: Math.abs(end - zero) };
    },
  };
}
