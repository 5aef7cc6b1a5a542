import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useState, useId, useRef } from "preact/hooks";
import { ChartFigure } from "./ChartFigure";
import { plainLabel } from "./label";
import { formatNumber, isPercentage } from "./numbers";
import { magnitudesDiffer, type Plot, timelineFinding, type Series } from "./plot";
import { seriesColors } from "./seriesColors";
import { tableOfPlot } from "./table";
import { type Geometry, seriesShape, timelineGeometry } from "./timelineGeometry";
import { steppedIndex } from "./useRovingFocus";
import { useWidth } from "./useWidth";

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

interface TimelinePlotProps {
  readonly plot: Plot;
  readonly lines: readonly Line[];
  readonly label: string;
  /** Height in px; by default based on the width. */
  readonly height?: number;
}

/** The drawing of a timeline, which reads out one moment at a time to pointer, keyboard and screen reader. */
function TimelinePlot({ plot, lines, label, ...props }: TimelinePlotProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const height = props.height ?? (width < 420 ? 170 : 210);
  const geometry = useMemo(
    () => timelineGeometry({ ...plot, series: lines }, width, height),
    [plot, lines, width, height],
  );
  const { active, current, handlers } = useReadOut(plot.moments.length, geometry.nearest);
  return (
    <div
      class="timeline"
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={l10n.t("Values of {0}", plainLabel(label))}
      aria-valuemin={1}
      aria-valuemax={plot.moments.length}
      aria-valuenow={current + 1}
      aria-valuetext={momentText(plot, lines, current)}
      {...handlers}
    >
      {width > 0 && <TimelineDrawing {...{ geometry, lines, width, height, active }} axis={axisName(plot, lines)} />}
      {width > 0 && active !== undefined && <TimelineTip {...{ plot, lines, geometry, width }} index={active} />}
    </div>
  );
}

/** Which of `count` moments is read out: the one under the pointer, or the one that the keys reached. */
function useReadOut(count: number, nearest: (at: number) => number) {
  const [active, setActive] = useState<number>();
  const last = count - 1;
  const current = Math.min(active ?? last, last);
  const clear = () => setActive(undefined);
  const handlers = {
    onFocus: () => setActive(current),
    onBlur: clear,
    onPointerMove: (event: PointerEvent) => setActive(nearest(event.offsetX)),
    onPointerLeave: clear,
    onKeyDown(event: KeyboardEvent) {
      const target = steppedIndex(event.key, current, count);
      if (target === undefined && (event.key !== "Escape" || active === undefined)) return;
      event.preventDefault();
      setActive(target);
    },
  };
  return { active: active === undefined ? undefined : current, current, handlers };
}

function momentText({ moments, unit }: Plot, lines: readonly Line[], index: number): string {
  const values = lines.map(({ label, values }) => `${label} ${formatNumber(values[index], unit)}`);
  return `${moments[index]?.text ?? ""}: ${values.join(", ")}`;
}

function axisName({ unit }: Plot, lines: readonly Line[]): string {
  if (isPercentage(unit)) return l10n.t("Percent");
  if (unit !== undefined && !/^(number|integer|count)$/i.test(unit)) return plainLabel(unit, 24);
  const [only, ...others] = lines;
  return only && others.length === 0 ? plainLabel(only.label, 24) : l10n.t("Count");
}

interface TimelineTipProps extends Pick<TimelineDrawingProps, "lines" | "geometry" | "width"> {
  readonly plot: Plot;
  readonly index: number;
}

/** The values of one moment in a small box next to it; the frame says the same to screen readers. */
function TimelineTip({ plot, lines, geometry, width, index }: TimelineTipProps): JSX.Element {
  const at = geometry.x(index);
  const onLeft = at > width / 2;
  const place = onLeft ? { right: `${width - at + 10}px` } : { left: `${at + 10}px` };
  return (
    <div class="timeline-tip" aria-hidden="true" style={{ top: `${geometry.top}px`, ...place }}>
      <div class="tip-moment bold">{plot.moments[index]?.text}</div>
      {lines.map(({ label, values, color }) => (
        <div key={color} class={`tip-row row chart-series-${color}`}>
          <span class="chart-swatch keeps-size" />
          <bdi class="tip-label shrinks one-line">{label}</bdi>
          <span class="bar-value">{formatNumber(values[index], plot.unit)}</span>
        </div>
      ))}
    </div>
  );
}

/** A series with its color's index, which it keeps while others are hidden. */
interface Line extends Series {
  readonly color: number;
}

interface TimelineDrawingProps {
  readonly geometry: Geometry;
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
  /** What the value axis counts. */
  readonly axis: string;
  /** The moment that is read out. */
  readonly active: number | undefined;
}

/** Axes, lines and the mark of the moment that is read out; a picture, since its frame speaks for it. */
function TimelineDrawing({ geometry, lines, width, height, axis, active }: TimelineDrawingProps): JSX.Element {
  return (
    <svg class="timeline-drawing" width={width} height={height} aria-hidden="true">
      <Axes geometry={geometry} axis={axis} />
      {lines.map((line) => (
        <SeriesDrawing key={line.color} line={line} geometry={geometry} filled={lines.length === 1} />
      ))}
      {active !== undefined && <Mark geometry={geometry} lines={lines} index={active} />}
    </svg>
  );
}

function Axes({ geometry, axis }: { geometry: Geometry; axis: string }): JSX.Element {
  const { left, right, bottom, baseline, xTicks, yTicks } = geometry;
  return (
    <g class="timeline-axes">
      <text class="chart-tick" x={4} y={10}>
        {axis}
      </text>
      {yTicks.map(({ at, text }) => (
        <g key={text}>
          <path class={at === baseline ? "chart-zero" : "chart-grid"} d={`M${left} ${Math.round(at) + 0.5}H${right}`} />
          <text class="chart-tick" x={left - 6} y={at + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, text, anchor }) => (
        <g key={at}>
          <path class="chart-zero" d={`M${at} ${bottom}v4`} />
          <text class="chart-tick" x={at} y={bottom + 17} text-anchor={anchor}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

function SeriesDrawing({ line, geometry, filled }: { line: Line; geometry: Geometry; filled: boolean }): JSX.Element {
  const fade = useId();
  const shape = useMemo(() => seriesShape(line, geometry), [line, geometry]);
  return (
    <g class={`chart-series-${line.color}`}>
      {filled && (
        <>
          <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
            <stop class="chart-fade" offset="0" stop-opacity="0.32" />
            <stop class="chart-fade" offset="1" stop-opacity="0.04" />
          </linearGradient>
          <path class="chart-area" d={shape.area} fill={`url(#${fade})`} />
        </>
      )}
      <path class="chart-line" d={shape.line} />
      {shape.dots.map(({ x, y }) => (
        <circle key={x} class="chart-dot" cx={x} cy={y} r={3} />
      ))}
    </g>
  );
}

function Mark({ geometry, lines, index }: { geometry: Geometry; lines: readonly Line[]; index: number }): JSX.Element {
  const x = geometry.x(index);
  return (
    <g>
      <path class="chart-cursor" d={`M${x} ${geometry.top}V${geometry.bottom}`} />
      {lines.map(({ values, color }) => {
        const value = values[index];
        return value === undefined ? null : (
          <circle key={color} class={`chart-mark chart-series-${color}`} cx={x} cy={geometry.y(value)} r={4} />
        );
      })}
    </g>
  );
}
