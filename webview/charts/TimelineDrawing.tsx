import type { JSX } from "preact";
import { useMemo, useId } from "preact/hooks";
import type { Series } from "./plot";
import { type Geometry, seriesShape } from "./timelineGeometry";

/** A series with its color's index, which it keeps while others are hidden. */
export interface Line extends Series {
  readonly color: number;
}

export interface TimelineDrawingProps {
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
export function TimelineDrawing({ geometry, lines, width, height, axis, active }: TimelineDrawingProps): JSX.Element {
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

interface SeriesDrawingProps {
  readonly line: Line;
  readonly geometry: Geometry;
  readonly filled: boolean;
}

function SeriesDrawing({ line, geometry, filled }: SeriesDrawingProps): JSX.Element {
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
