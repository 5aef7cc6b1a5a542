import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { ChartFigure } from "./ChartFigure";
import type { Plot } from "./plot";
import { tableOfPlot } from "./table";
import { timelineFinding } from "./timelineFinding";
import { type Line, TimelinePlot } from "./TimelinePlot";

export interface TimelineChartProps {
  readonly title: string;
  readonly plot: Plot;
  readonly onCopyText: (text: string) => void;
}

const linesAtMost = 8;

/** Values over time: an area for one metric, a line for each of several, which the legend shows and hides. */
export function TimelineChart({ title, plot, onCopyText }: TimelineChartProps): JSX.Element {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => plot.series.slice(0, linesAtMost).map((series, color) => ({ ...series, color })), [plot]);
  const visible = useMemo(() => lines.filter(({ color }) => !hidden.has(color)), [lines, hidden]);
  function toggle(color: number): void {
    const next = new Set(hidden);
    if (!next.delete(color)) next.add(color);
    if (next.size < lines.length) setHidden(next);
  }
  const finding = timelineFinding({ ...plot, series: lines });
  return (
    <ChartFigure title={title} finding={finding} table={tableOfPlot(plot)} onCopyText={onCopyText}>
      {lines.length > 1 && <Legend lines={lines} hidden={hidden} onToggle={toggle} />}
      <TimelinePlot plot={plot} lines={visible} label={title} />
      {plot.series.length > linesAtMost && (
        <p class="chart-note">{l10n.t("The first {0} metrics are drawn; the table has all.", linesAtMost)}</p>
      )}
    </ChartFigure>
  );
}

interface LegendProps {
  readonly lines: readonly Line[];
  readonly hidden: ReadonlySet<number>;
  readonly onToggle: (color: number) => void;
}

function Legend({ lines, hidden, onToggle }: LegendProps): JSX.Element {
  return (
    <div class="chart-legend" role="group" aria-label={l10n.t("Lines shown")}>
      {lines.map(({ label, color }) => (
        <button
          key={color}
          type="button"
          class={`legend-entry chart-series-${color}`}
          aria-pressed={!hidden.has(color)}
          onClick={() => onToggle(color)}
        >
          <svg class="legend-line" viewBox="0 0 18 4" aria-hidden="true">
            <path class="chart-line" d="M1 2H17" />
          </svg>
          <bdi>{label}</bdi>
        </button>
      ))}
    </div>
  );
}
