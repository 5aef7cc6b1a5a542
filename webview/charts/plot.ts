import * as l10n from "@vscode/l10n";
import { maxIndex, minIndex, sum } from "d3-array";
import type { Breakdown, Count, Timeline } from "../../src/protocol/ads";
import { formatDate, type Grain, readDate } from "./dates";
import { labelInSentence, plainLabel } from "./label";
import { countValue, formatCompact, noValues, sentText } from "./numbers";

/** One line of a timeline chart; a missing value is a gap, never a zero. */
export interface Series {
  readonly label: string;
  readonly values: readonly (number | undefined)[];
  /** What was sent in place of numbers, if any was. */
  readonly sent?: readonly (string | undefined)[];
}

/** One position of the time axis. `time` (UTC milliseconds) only where the date could be read. */
interface Moment {
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
  readonly values: readonly (Count | undefined)[];
}

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
  const series = labels.map((label, index) => {
    const counts = read.map(({ point }) => point.values[index]);
    const sent = counts.map(sentText);
    const isRead = sent.every((text) => text === undefined);
    return { label: plainLabel(label, 40), values: counts.map(countValue), ...(!isRead && { sent }) };
  });
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
function valuesOf(plot: Plot, series: Series): readonly { readonly moment: Moment; readonly value: number }[] {
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

/** What a timeline shows, as a sentence for each of its two largest metrics. */
export function timelineFinding(plot: Plot): string {
  const ranked = plot.series
    .map((series) => ({ series, total: sum(series.values, (value) => Math.abs(value ?? 0)) }))
    .filter(({ series }) => series.values.some((value) => value !== undefined))
    .sort((a, b) => b.total - a.total);
  if (plot.moments.length === 1)
    return momentFinding(
      plot,
      ranked.map(({ series }) => series),
    );
  const sentences = ranked.slice(0, 2).map(({ series }) => seriesFinding(plot, series));
  return sentences.length > 0 ? sentences.join(" ") : noValues(wereSent(plot));
}

const wereSent = ({ series }: Plot) => series.some(({ sent }) => sent !== undefined);

/** All values of a timeline with only one moment. */
function momentFinding(plot: Plot, series: readonly Series[]): string {
  const values = series.map(({ label, values: [value] }) =>
    l10n.t("{0} {1}", labelInSentence(label), formatCompact(value, plot.unit)),
  );
  if (values.length === 0) return noValues(wereSent(plot));
  return l10n.t("{0}: {1}.", plot.moments[0]?.text ?? "", values.join(", "));
}

function seriesFinding(plot: Plot, series: Series): string {
  const points = valuesOf(plot, series);
  const name = labelInSentence(series.label);
  const show = (value: number) => formatCompact(value, plot.unit);
  const values = points.map(({ value }) => value);
  const first = points[0];
  const last = points.at(-1);
  const highest = points[maxIndex(values)];
  const lowest = points[minIndex(values)];
  if (!first || !last || !highest || !lowest) return l10n.t("No values.");
  if (points.length === 1) return at(plot, first.moment, name, show(first.value), "only");
  // As far as the shown digits tell.
  if (show(highest.value) === show(lowest.value)) return l10n.t("{0} stayed at {1}.", name, show(first.value));
  const span = [show(first.value), show(last.value), first.moment.text, last.moment.text];
  if (highest === last && lowest === first) {
    return l10n.t("{0} rose from {1} to {2} between {3} and {4}.", name, ...span);
  }
  if (highest === first && lowest === last) {
    return l10n.t("{0} fell from {1} to {2} between {3} and {4}.", name, ...span);
  }
  return at(plot, highest.moment, name, show(highest.value), "peak");
}

// Whole sentences, so that a translation can put "in May" and "on 3 May" wherever its language needs them.
function at(plot: Plot, { text, time }: Moment, name: string, value: string, kind: "only" | "peak"): string {
  if (kind === "only") return l10n.t("{0}: {1} ({2}).", name, value, text);
  if (time === undefined) return l10n.t("{0} peaked at {1} ({2}).", name, value, text);
  return plot.grain === "month"
    ? l10n.t("{0} peaked at {1} in {2}.", name, value, text)
    : l10n.t("{0} peaked at {1} on {2}.", name, value, text);
}
