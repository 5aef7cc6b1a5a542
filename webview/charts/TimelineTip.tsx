import type { JSX } from "preact";
import { formatNumber } from "./numbers";
import type { Plot } from "./plot";
import type { Geometry } from "./timelineGeometry";
import type { Line } from "./TimelineDrawing";

export interface TimelineTipProps {
  readonly plot: Plot;
  readonly lines: readonly Line[];
  readonly geometry: Geometry;
  readonly width: number;
  readonly index: number;
}

/** The values of one moment in a small box next to it; the frame says the same to screen readers. */
export function TimelineTip({ plot, lines, geometry, width, index }: TimelineTipProps): JSX.Element {
  const at = geometry.x(index);
  const onLeft = at > width / 2;
  const place = onLeft ? { right: `${width - at + 10}px` } : { left: `${at + 10}px` };
  return (
    <div class="timeline-tip" aria-hidden="true" style={{ top: `${geometry.top}px`, ...place }}>
      <div class="tip-moment">{plot.moments[index]?.text}</div>
      {lines.map(({ label, values, color }) => (
        <div key={color} class={`tip-row chart-series-${color}`}>
          <span class="chart-swatch" />
          <bdi class="tip-label">{label}</bdi>
          <span class="bar-value">{formatNumber(values[index], plot.unit)}</span>
        </div>
      ))}
    </div>
  );
}
