/** A value at a time; without a value, the line is broken there. */
export interface Point {
  readonly at: number;
  readonly value: number | undefined;
}

const [width, height, edge] = [240, 72, 6];

/**
 * A line through values in order of their times, as SVG without texts and styles: the page has them. `label` says what
 * it shows, as HTML. The same values make the same text everywhere.
 */
export function lineChart(points: readonly Point[], label: string): string {
  const known = points.flatMap(({ at, value }) => (value === undefined ? [] : [{ at, value }]));
  const x = scale(known.map(({ at }) => at), edge, width - edge); // prettier-ignore
  const y = scale(known.map(({ value }) => value), height - edge, edge); // prettier-ignore
  const runs = runsOf(points).map((run) => run.map(({ at, value }) => `${x(at)},${y(value)}`));
  const lines = runs.filter((run) => run.length > 1).map((run) => `<polyline points="${run.join(" ")}"/>`);
  const dots = known.map(({ at, value }) => `<circle cx="${x(at)}" cy="${y(value)}" r="3"/>`);
  const view = `viewBox="0 0 ${width} ${height}"`;
  return `<svg class="line" ${view} role="img" aria-label="${label}">${[...lines, ...dots].join("")}</svg>`;
}

/** Places values between two bounds, to a tenth; all in the middle if they are the same. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const part = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  return (value) => Math.round((from + part(value) * (to - from)) * 10) / 10;
}

/** The points up to each gap. */
function runsOf(points: readonly Point[]): readonly (readonly { readonly at: number; readonly value: number }[])[] {
  const runs: { at: number; value: number }[][] = [[]];
  for (const { at, value } of points)
    if (value === undefined) runs.push([]);
    else runs.at(-1)?.push({ at, value });
  return runs;
}
