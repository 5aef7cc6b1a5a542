import { type Line, TimelineDrawing } from "./TimelineDrawing";
import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { plainLabel } from "./label";
import { formatNumber, isPercentage } from "./numbers";
import type { Plot } from "./plot";
import { steppedIndex } from "./steppedIndex";
import { timelineGeometry } from "./timelineGeometry";
import { TimelineTip } from "./TimelineTip";
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
