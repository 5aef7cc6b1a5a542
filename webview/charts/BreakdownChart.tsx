import type { JSX } from "preact";
import type { Breakdown } from "../../src/protocol/ads";
import { BarChart } from "./BarChart";
import { isPercentage } from "./numbers";
import { ShareChart } from "./ShareChart";
import { barsOf, inReadingOrder, wholeOf } from "./shares";

export interface BreakdownChartProps {
  readonly title: string;
  readonly breakdown: Breakdown;
  readonly onCopyText: (text: string) => void;
}

/** A breakdown of the service: a divided bar if a few parts make one whole, else bars. */
export function BreakdownChart({ title, breakdown, onCopyText }: BreakdownChartProps): JSX.Element {
  const { unit, points } = breakdown;
  const bars = inReadingOrder(barsOf(points));
  const whole = wholeOf(bars);
  const parts = whole !== undefined && bars.length > 1 && bars.length <= 6;
  // Percentages that do not add up to a hundred overlap (an ad has several placements): not parts of one whole.
  const complete = !isPercentage(unit) || Math.abs((whole ?? 0) - 100) <= 2;
  const props = { title, bars, onCopyText, ...(unit !== undefined && { unit }) };
  return parts && complete ? <ShareChart {...props} /> : <BarChart {...props} />;
}
