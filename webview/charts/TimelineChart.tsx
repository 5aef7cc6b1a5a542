import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { ChartFigure } from "./ChartFigure";
import { type Line, TimelinePlot } from "./TimelinePlot";
import { magnitudesDiffer, type Plot, timelineFinding } from "./plot";
import { seriesColors } from "./seriesColors";
import { tableOfPlot } from "./table";

interface TimelineChartProps {
  readonly title: string;
  readonly plot: Plot;
}

const linesAtMost = 8;

function linesOf({ series }: Plot): readonly Line[] {
  const drawn = series.slice(0, linesAtMost);
  const colors = seriesColors(drawn.map(({ label }) => label));
  return drawn.map((one, index) => ({ ...one, color: colors[index] ?? 0 }));
}

/**
 * Values over time: an area for one metric, a line for each of several, which the legend shows and hides. Metrics that
 * one scale cannot show together are drawn one below the other at first; a single moment is a sentence.
 */
export function TimelineChart({ title, plot }: TimelineChartProps): JSX.Element {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => linesOf(plot), [plot]);
  const visible = useMemo(() => lines.filter(({ color }) => !hidden.has(color)), [lines, hidden]);
  const [apart, setApart] = useState(() => magnitudesDiffer(lines));
  function toggle(color: number): void {
    const next = new Set(hidden);
    if (!next.delete(color)) next.add(color);
    if (next.size < lines.length) setHidden(next);
  }
  const finding = timelineFinding({ ...plot, series: lines });
  const drawn = plot.moments.length > 1;
  return (
    <ChartFigure title={title} finding={finding} table={tableOfPlot(plot)}>
      {drawn && lines.length > 1 && (
        <Legend lines={lines} hidden={hidden} onToggle={toggle} apart={apart} onApart={setApart} />
      )}
      {drawn && <Plots plot={plot} lines={visible} title={title} apart={apart} />}
      {plot.series.length > linesAtMost && (
        <p class="chart-note">{l10n.t("The chart shows the first {0} metrics. The table has all.", linesAtMost)}</p>
      )}
    </ChartFigure>
  );
}

interface PlotsProps extends TimelineChartProps {
  readonly lines: readonly Line[];
  readonly apart: boolean;
}

/** All lines in one drawing, or each in a drawing with a scale of its own. */
function Plots({ plot, lines, title, apart }: PlotsProps): JSX.Element {
  if (!apart || lines.length < 2) return <TimelinePlot plot={plot} lines={lines} label={title} />;
  return (
    <div class="timeline-multiples">
      {lines.map((line) => (
        <TimelinePlot
          key={line.color}
          plot={plot}
          lines={[line]}
          label={l10n.t("{0}, {1}", title, line.label)}
          height={120}
        />
      ))}
    </div>
  );
}

interface LegendProps extends Pick<PlotsProps, "lines" | "apart"> {
  readonly hidden: ReadonlySet<number>;
  readonly onToggle: (color: number) => void;
  readonly onApart: (apart: boolean) => void;
}

function Legend({ lines, hidden, onToggle, apart, onApart }: LegendProps): JSX.Element {
  return (
    <div class="chart-legend wraps shrinks" role="group" aria-label={l10n.t("Lines shown")}>
      {lines.map(({ label, color }) => (
        <button
          key={color}
          type="button"
          class={`plain-button legend-entry chart-series-${color}`}
          aria-pressed={!hidden.has(color)}
          onClick={() => onToggle(color)}
        >
          <svg class="legend-line keeps-size" viewBox="0 0 18 4" aria-hidden="true">
            <path class="chart-line" d="M1 2H17" />
          </svg>
          <bdi class="one-line">{label}</bdi>
        </button>
      ))}
      <label class="legend-scale">
        <input
          type="checkbox"
          class="check-box"
          checked={apart}
          onChange={({ currentTarget }) => onApart(currentTarget.checked)}
        />
        {l10n.t("Separate scales")}
      </label>
    </div>
  );
}
