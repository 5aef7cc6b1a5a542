import * as l10n from "@vscode/l10n";
import { maxIndex, minIndex, sum } from "d3-array";
import { labelInSentence } from "./label";
import { formatCompact } from "./numbers";
import { type Moment, type Plot, type Series, valuesOf } from "./plot";

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
  return sentences.length > 0 ? sentences.join(" ") : l10n.t("No values.");
}

/** All values of a timeline with only one moment. */
function momentFinding(plot: Plot, series: readonly Series[]): string {
  const values = series.map(({ label, values: [value] }) =>
    l10n.t("{0} {1}", labelInSentence(label), formatCompact(value, plot.unit)),
  );
  if (values.length === 0) return l10n.t("No values.");
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
  if (highest.value === lowest.value) return l10n.t("{0} stayed at {1}.", name, show(first.value));
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
