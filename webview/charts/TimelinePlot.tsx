import { type Line, TimelineDrawing } from "./TimelineDrawing";
import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { plainLabel } from "./label";
import { formatNumber, isPercentage } from "./numbers";
import type { Plot } from "./plot";
import { timelineGeometry } from "./timelineGeometry";
import { TimelineTip } from "./TimelineTip";
import { useReadOut } from "./useReadOut";
import { useWidth } from "./useWidth";

export interface TimelinePlotProps {
  readonly plot: Plot;
  readonly lines: readonly Line[];
  readonly label: string;
  /** Height in px; by default based on the width. */
  readonly height?: number;
}

/** The drawing of a timeline, which reads out one moment at a time to pointer, keyboard and screen reader. */
export function TimelinePlot({ plot, lines, label, ...props }: TimelinePlotProps): JSX.Element {
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
