import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { Breakdown } from "../../src/protocol/ads";
import { BarChart, type BarChartProps, exactText } from "./BarChart";
import { ChartFigure } from "./ChartFigure";
import { type Bar, barFinding, barsOf, inReadingOrder, wholeOf } from "./bars";
import { formatCompact, formatShare, isPercentage } from "./numbers";
import { seriesColors } from "./seriesColors";
import { tableOfBars } from "./table";
import { useRovingFocus } from "./useRovingFocus";

interface BreakdownChartProps {
  readonly title: string;
  readonly breakdown: Breakdown;
}

/** A breakdown of the service: a divided bar if a few parts make one whole, else bars. */
export function BreakdownChart({ title, breakdown }: BreakdownChartProps): JSX.Element {
  const { unit, points } = breakdown;
  const bars = inReadingOrder(barsOf(points));
  const whole = wholeOf(bars);
  const parts = whole !== undefined && bars.length > 1 && bars.length <= 6;
  // Percentages that do not add up to a hundred overlap (an ad has several placements): not parts of one whole.
  const complete = !isPercentage(unit) || Math.abs((whole ?? 0) - 100) <= 2;
  const props = { title, bars, ...(unit !== undefined && { unit }) };
  return parts && complete ? <ShareChart {...props} /> : <BarChart {...props} />;
}

/** Parts of one whole as one divided bar, with every part named below it; none negative, at most six, largest first. */
function ShareChart({ title, bars, unit }: Pick<BarChartProps, "title" | "bars" | "unit">): JSX.Element {
  const head: [string, string] = [l10n.t("Label"), l10n.t("Value")];
  const whole = wholeOf(bars) ?? 1;
  const colors = seriesColors(bars.map(({ label }) => label));
  const parts = bars.map((bar, index) => ({
    bar,
    color: colors[index] ?? 0,
    part: (bar.value ?? 0) / whole,
    text: exactText(bar, unit),
  }));
  return (
    <ChartFigure title={title} finding={barFinding(bars, unit)} table={tableOfBars(bars, head, unit)}>
      <div class="share-bar" aria-hidden="true">
        {parts.map(({ part, text, color }, index) => (
          <span key={index} class={`share-part chart-series-${color}`} style={{ flexGrow: part }} title={text} />
        ))}
      </div>
      <ShareRows parts={parts} title={title} unit={unit} />
    </ChartFigure>
  );
}

interface ShareRowsProps {
  readonly parts: readonly {
    readonly bar: Bar;
    readonly color: number;
    readonly part: number;
    readonly text: string;
  }[];
  readonly title: string;
  readonly unit: string | undefined;
}

function ShareRows({ parts, title, unit }: ShareRowsProps): JSX.Element {
  const roving = useRovingFocus(parts.length);
  return (
    <ul class="share-rows" aria-label={title} onKeyDown={roving.onKeyDown} ref={roving.list}>
      {parts.map(({ bar, part, text, color }, index) => (
        <li
          key={index}
          data-stop
          class={`share-row chart-series-${color}`}
          tabIndex={roving.tabIndex(index)}
          onFocus={() => roving.onFocus(index)}
          title={text}
        >
          <span class="chart-swatch keeps-size" aria-hidden="true" />
          <span class="one-line" dir="auto">
            {bar.label}
          </span>
          <span class="bar-value">{formatCompact(bar.value, unit)}</span>
          {!isPercentage(unit) && <span class="share-percent muted">{formatShare(part)}</span>}
        </li>
      ))}
    </ul>
  );
}
