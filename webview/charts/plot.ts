import type { Breakdown, Timeline } from "../../src/protocol/ads";
import { type Grain, formatDate, readDate } from "./dates";
import { plainLabel } from "./label";

/** One line of a timeline chart; a missing value is a gap, never a zero. */
export interface Series {
  readonly label: string;
  readonly values: readonly (number | undefined)[];
}

/** One position of the time axis. `time` (UTC milliseconds) only where the date could be read. */
export interface Moment {
  readonly text: string;
  readonly time?: number;
}

/** What a timeline chart draws: every series has one value for each moment, moments in order. */
export interface Plot {
  readonly unit?: string;
  readonly grain: Grain;
  readonly moments: readonly Moment[];
  readonly series: readonly Series[];
}

interface RawPoint {
  readonly date: string;
  readonly label?: string;
  readonly values: readonly (number | undefined)[];
}

const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : undefined);

function grainOf(dates: readonly (Date | undefined)[]): Grain {
  return dates.length > 1 && dates.every((date) => date?.getUTCDate() === 1) ? "month" : "day";
}

function plotOf(raw: readonly RawPoint[], labels: readonly string[], unit: string | undefined): Plot {
  const read = raw.map((point) => ({ point, date: readDate(point.date) }));
  const allRead = read.length > 0 && read.every(({ date }) => date !== undefined);
  // One unreadable date makes distances meaningless: then the points stay in their original order.
  if (allRead) read.sort((a, b) => (a.date?.getTime() ?? 0) - (b.date?.getTime() ?? 0));
  const grain = grainOf(read.map(({ date }) => date));
  const moments = read.map(({ point, date }) =>
    allRead && date
      ? { text: formatDate(date, grain), time: date.getTime() }
      : { text: plainLabel(point.label ?? point.date, 40) || "-" },
  );
  const series = labels.map((label, index) => ({
    label: plainLabel(label, 40),
    values: read.map(({ point }) => finite(point.values[index])),
  }));
  return { ...(unit !== undefined && { unit }), grain, moments, series };
}

/** Several metrics over the same dates, as the engagement timeline has them. */
export function plotOfTimeline({ unit, metrics, points }: Timeline): Plot {
  const labels = metrics.map(({ key, label }) => label || key);
  return plotOf(points, labels, unit);
}

/** One metric whose points carry their date in `key`, as domain and growth timelines do. */
export function plotOfBreakdown({ unit, points }: Breakdown, label: string): Plot {
  const raw = points.map((point) => ({ date: point.key ?? point.label, label: point.label, values: [point.value] }));
  return plotOf(raw, [label], unit);
}

/** The moments at which a series has a value, with that value. */
export function valuesOf(plot: Plot, series: Series): readonly { readonly moment: Moment; readonly value: number }[] {
  return plot.moments.flatMap((moment, index) => {
    const value = series.values[index];
    return value === undefined ? [] : [{ moment, value }];
  });
}

/** How many times larger a series must be to hide another on the same scale. */
const drowning = 100;

/** Whether some of the series are so much smaller than others that a shared scale would draw them as a flat line. */
export function magnitudesDiffer(series: readonly Series[]): boolean {
  const peaks = series
    .map(({ values }) => values.reduce<number>((peak, value) => Math.max(peak, Math.abs(value ?? 0)), 0))
    .filter((peak) => peak > 0);
  return peaks.length > 1 && Math.max(...peaks) >= drowning * Math.min(...peaks);
}
