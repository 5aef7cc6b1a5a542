import type { Series } from "./plot";

/** How many times larger a series must be to hide another on the same scale. */
const drowning = 100;

/** Whether some of the series are so much smaller than others that a shared scale would draw them as a flat line. */
export function magnitudesDiffer(series: readonly Series[]): boolean {
  const peaks = series
    .map(({ values }) => values.reduce<number>((peak, value) => Math.max(peak, Math.abs(value ?? 0)), 0))
    .filter((peak) => peak > 0);
  return peaks.length > 1 && Math.max(...peaks) >= drowning * Math.min(...peaks);
}
