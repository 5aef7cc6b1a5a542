import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ChartFigure, ShowMore } from "./ChartFigure";
import { type Bar, barFinding, type BarScale, barScale, wholeOf } from "./bars";
import { formatCompact, formatNumber, formatShare, isPercentage } from "./numbers";
import { tableOfBars } from "./table";
import { useRovingFocus } from "./useRovingFocus";

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
  /** Makes every bar a button; called with its position in `bars`. */
  readonly onSelect?: (index: number) => void;
}

const barsAtMost = 200;

/** Horizontal bars with their values, the first few at once and the others on demand; a single bar is a sentence. */
export function BarChart(props: BarChartProps): JSX.Element {
  const { title, bars, unit, onSelect, whole, first = 10, note } = props;
  const [all, setAll] = useState(false);
  const head = props.head ?? [l10n.t("Label"), l10n.t("Value")];
  const shown = bars.slice(0, all ? barsAtMost : first);
  return (
    <ChartFigure
      title={title}
      finding={props.finding ?? barFinding(bars, unit)}
      table={tableOfBars(bars, head, unit, whole)}
    >
      {(bars.length > 1 || bars[0]?.sent !== undefined || onSelect !== undefined) && (
        <BarRows {...props} shown={shown} />
      )}
      <ShowMore count={bars.length} first={first} open={all} onToggle={() => setAll(!all)} />
      {all && bars.length > barsAtMost && (
        <p class="chart-note">
          {l10n.t("The chart shows the first {0}. The table has all.", formatNumber(barsAtMost))}
        </p>
      )}
      {note !== undefined && <p class="chart-note">{note}</p>}
    </ChartFigure>
  );
}

interface BarRowsProps extends BarChartProps {
  /** The bars that are drawn, from the first on; all of them determine the scale and the whole. */
  readonly shown: readonly Bar[];
}

/** The rows of a bar chart over shared grid lines; one tab stop, arrows move from bar to bar. */
function BarRows({ bars, shown, title, unit, onSelect, ...props }: BarRowsProps): JSX.Element {
  const scale = barScale(bars, unit);
  const whole = isPercentage(unit) ? undefined : (props.whole ?? wholeOf(bars));
  const roving = useRovingFocus(shown.length);
  return (
    <div class="bar-chart">
      <Grid scale={scale} rows={shown.length} />
      <ul class="bar-rows" aria-label={title} onKeyDown={roving.onKeyDown} ref={roving.list}>
        {shown.map((bar, index) => {
          const focus = { "data-stop": true, tabIndex: roving.tabIndex(index), onFocus: () => roving.onFocus(index) };
          const text = exactText(bar, unit, whole);
          const content = <BarRow bar={bar} scale={scale} {...(unit && { unit })} />;
          return onSelect ? (
            <li key={index} class="bar-item">
              <button
                {...focus}
                type="button"
                class="bar-row bar-button bare-button"
                title={text}
                aria-pressed={bar.pressed ?? false}
                onClick={() => onSelect(index)}
              >
                {content}
              </button>
            </li>
          ) : (
            <li {...focus} key={index} class="bar-item bar-row" title={text}>
              {content}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A bar in words, with its share if it is a part of a `whole`. */
export function exactText({ label, value, sent }: Bar, unit: string | undefined, whole?: number): string {
  const share = whole === undefined || value === undefined ? "" : ` (${formatShare(value / whole)})`;
  return `${label}: ${sent ?? formatNumber(value, unit)}${share}`;
}

function BarRow({ bar, scale, unit }: { bar: Bar; scale: BarScale; unit?: string }): JSX.Element {
  const { from, width } = scale.span(bar.value ?? 0);
  const style = { insetInlineStart: `${from}%`, inlineSize: `${width}%` };
  return (
    <>
      <span class="bar-label one-line" dir="auto">
        {bar.label}
      </span>
      <span class="bar-track" aria-hidden="true">
        <span class={(bar.value ?? 0) < 0 ? "bar-fill bar-negative" : "bar-fill"} style={style} />
      </span>
      <span class="bar-value">{bar.sent ?? formatCompact(bar.value, unit)}</span>
    </>
  );
}

function Grid({ scale, rows }: { scale: BarScale; rows: number }): JSX.Element {
  return (
    <div class="bar-grid" aria-hidden="true" style={{ gridRow: `1 / span ${rows + 1}` }}>
      {scale.ticks.map(({ at, text }) => (
        <span
          key={text}
          class={at === scale.zero ? "bar-line bar-zero" : "bar-line"}
          style={{ insetInlineStart: `${at}%` }}
        >
          <span class="bar-tick muted">{text}</span>
        </span>
      ))}
    </div>
  );
}
