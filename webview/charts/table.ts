import * as l10n from "@vscode/l10n";
import type { Plot } from "./plot";
import { type Bar, wholeOf } from "./bars";
import { isPercentage } from "./numbers";

/** The table twin of a chart: what is drawn, as text and exact numbers. */
export interface ChartTable {
  readonly head: readonly string[];
  /** First cell text, the others numbers, what was sent in place of one, or absent. */
  readonly rows: readonly (readonly (string | number | undefined)[])[];
  /** Unit of each numeric column, by position. */
  readonly units: readonly (string | undefined)[];
  /** Positions of further columns of text. */
  readonly texts?: readonly number[];
}

/** One row for each moment, one column for each metric. */
export function tableOfPlot({ moments, series, unit, grain }: Plot): ChartTable {
  const dates = moments.map(({ text, time }) =>
    time === undefined ? text : new Date(time).toISOString().slice(0, grain === "month" ? 7 : 10),
  );
  // Two moments on the same day are distinguished by their times.
  const plain = new Set(dates).size === dates.length;
  return {
    head: [grain === "month" ? l10n.t("Month") : l10n.t("Date"), ...series.map(({ label }) => label)],
    rows: moments.map(({ text }, index) => [
      plain ? dates[index] : text,
      ...series.map(({ values, sent }) => values[index] ?? sent?.[index]),
    ]),
    units: [undefined, ...series.map(() => unit)],
  };
}

/** One row for each bar; next to a count its share, if the values make one whole. */
export function tableOfBars(
  bars: readonly Bar[],
  head: readonly [string, string],
  unit?: string,
  total = wholeOf(bars),
): ChartTable {
  const whole = isPercentage(unit) ? undefined : total;
  if (whole === undefined) {
    return { head, rows: bars.map(({ label, value, sent }) => [label, value ?? sent]), units: [undefined, unit] };
  }
  return {
    head: [...head, l10n.t("Share")],
    rows: bars.map(({ label, value, sent }) => [
      label,
      value ?? sent,
      value === undefined ? undefined : Math.round((value / whole) * 1000) / 10,
    ]),
    units: [undefined, unit, "percentage"],
  };
}
