import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { BarRows } from "./BarRows";
import { barFinding } from "./barFinding";
import { ChartFigure } from "./ChartFigure";
import { formatNumber } from "./numbers";
import type { Bar } from "./shares";
import { tableOfBars } from "./table";

export interface BarChartProps {
  readonly title: string;
  /** In the order in which they are drawn, top to bottom. */
  readonly bars: readonly Bar[];
  readonly unit?: string;
  /** Heads of the table twin: what the labels are, what the values are. */
  readonly head?: readonly [string, string];
  readonly finding?: string;
  /** What the shares are shares of; by default the sum of the bars. */
  readonly whole?: number;
  /** Bars drawn at first; the others on demand. */
  readonly first?: number;
  /** A remark below the bars. */
  readonly note?: string;
  readonly onCopyText: (text: string) => void;
  /** Makes every bar a button; called with its position in `bars`. */
  readonly onSelect?: (index: number) => void;
}

const barsAtMost = 200;

/** Horizontal bars with their values, the first few at once and the others on demand; a single bar is a sentence. */
export function BarChart(props: BarChartProps): JSX.Element {
  const { title, bars, unit, onCopyText, onSelect, whole, first = 10, note } = props;
  const [all, setAll] = useState(false);
  const head = props.head ?? [l10n.t("Label"), l10n.t("Value")];
  const shown = bars.slice(0, all ? barsAtMost : first);
  return (
    <ChartFigure
      title={title}
      finding={props.finding ?? barFinding(bars, unit)}
      table={tableOfBars(bars, head, unit, whole)}
      onCopyText={onCopyText}
    >
      {(bars.length > 1 || onSelect !== undefined) && (
        <BarRows
          bars={bars}
          shown={shown}
          label={title}
          {...(unit !== undefined && { unit })}
          {...(whole !== undefined && { whole })}
          {...(onSelect && { onSelect })}
        />
      )}
      {bars.length > first && (
        <button type="button" class="chart-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? l10n.t("Show fewer") : l10n.t("Show all {0}", formatNumber(bars.length))}
        </button>
      )}
      {all && bars.length > barsAtMost && (
        <p class="chart-note">
          {l10n.t("The chart shows the first {0}. The table has all.", formatNumber(barsAtMost))}
        </p>
      )}
      {note !== undefined && <p class="chart-note">{note}</p>}
    </ChartFigure>
  );
}
