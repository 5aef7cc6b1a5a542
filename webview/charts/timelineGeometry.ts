import { bisectCenter, max, min } from "d3-array";
import { scaleLinear, scaleUtc } from "d3-scale";
import { curveLinear, curveMonotoneX, area, line } from "d3-shape";
import { formatTick } from "./dates";
import { drawable, formatCompact } from "./numbers";
import { clipText } from "./label";
import type { Plot, Series } from "./plot";

export interface Tick {
  readonly at: number;
  readonly text: string;
  readonly anchor: "start" | "middle" | "end";
}

/** The positions of everything in a timeline chart, in pixels of a drawing of the given size. */
export type Geometry = ReturnType<typeof timelineGeometry>;

const characterWidth = 6.3;
const tickDistance = 88;

/** Lays a plot out on `width` x `height` pixels; zero is always on the value axis. */
export function timelineGeometry(plot: Plot, width: number, height: number) {
  const values = plot.series.flatMap(({ values }) => values.flatMap((v) => (v === undefined ? [] : [drawable(v)])));
  const top = 22;
  const bottom = height - 24;
  const low = Math.min(0, min(values) ?? 0);
  const high = Math.max(0, max(values) ?? 0);
  const y = scaleLinear()
    .domain(low === high ? [0, 1] : [low, high])
    .nice(4)
    .range([bottom, top]);
  const whole = values.every(Number.isInteger);
  const marks = y.ticks(4).filter((mark) => !whole || Number.isInteger(mark));
  const labels = marks.map((mark) => formatCompact(mark, plot.unit));
  const left = Math.min(width / 3, 10 + characterWidth * Math.max(1, ...labels.map(({ length }) => length)));
  const right = Math.max(left + 1, width - 12);
  const positions = positionsOf(plot, left, right);
  return {
    ...{ left, right, top, bottom, baseline: y(0) },
    xTicks: xTicksOf(plot, positions, left, right),
    yTicks: marks.map((mark, index): Tick => ({ at: y(mark), text: labels[index] ?? "", anchor: "end" })),
    x: (index: number) => positions[index] ?? left,
    y: (value: number) => y(drawable(value)),
    /** Index of the moment nearest to a horizontal position. */
    nearest: (at: number) => bisectCenter(positions, at),
  };
}

function timesOf({ moments }: Plot): readonly number[] | undefined {
  const times = moments.flatMap(({ time }) => (time === undefined ? [] : [time]));
  const spread = times.length === moments.length && times.length > 1 && times[0] !== times.at(-1);
  return spread ? times : undefined;
}

function positionsOf(plot: Plot, left: number, right: number): readonly number[] {
  const times = timesOf(plot);
  const count = plot.moments.length;
  if (!times) return plot.moments.map((_, index) => left + ((index + 0.5) / count) * (right - left));
  const scale = scaleLinear([times[0] ?? 0, times.at(-1) ?? 1], [left, right]);
  return times.map((time) => scale(time));
}

function anchored(at: number, text: string, left: number, right: number): Tick {
  const half = (text.length * characterWidth) / 2;
  return { at, text, anchor: at + half > right + 12 ? "end" : at - half < left - 20 ? "start" : "middle" };
}

function xTicksOf(plot: Plot, positions: readonly number[], left: number, right: number): readonly Tick[] {
  const room = Math.max(1, Math.floor((right - left) / tickDistance));
  const times = timesOf(plot);
  const dated = times ? dateTicks(times, room) : [];
  if (times && dated.length > 1) {
    const scale = scaleLinear([times[0] ?? 0, times.at(-1) ?? 1], [left, right]);
    return dated.map(({ time, text }) => anchored(scale(time), text, left, right));
  }
  const step = Math.ceil(plot.moments.length / room);
  return plot.moments.flatMap(({ text, time }, index) => {
    if (index % step !== 0) return [];
    const name = time === undefined ? clipText(text, 13) : formatTick(new Date(time), plot.grain, true);
    return [anchored(positions[index] ?? left, name, left, right)];
  });
}

function dateTicks(times: readonly number[], room: number): readonly { time: number; text: string }[] {
  const domain = [new Date(times[0] ?? 0), new Date(times.at(-1) ?? 0)];
  // The scale treats the count as a hint and may return nearly twice as many.
  const marks = scaleUtc(domain, [0, 1])
    .ticks(Math.max(2, room * 0.8))
    .filter((date) => date.getUTCHours() === 0);
  const thin = Math.ceil(marks.length / (room + 1));
  const kept = marks.filter((_, index) => index % thin === 0);
  const monthly = marks.every((date) => date.getUTCDate() === 1);
  const yearly = monthly && marks.every((date) => date.getUTCMonth() === 0);
  return kept.map((date, index) => {
    const grain = yearly ? "year" : monthly ? "month" : "day";
    const withYear = index === 0 || date.getUTCFullYear() !== kept[index - 1]?.getUTCFullYear();
    return { time: date.getTime(), text: formatTick(date, grain, withYear) };
  });
}

/** The paths of one series; `dots` are values with a gap on both sides, which a line cannot show. */
export function seriesShape(series: Series, { x, y, baseline }: Geometry) {
  const { values } = series;
  const curve = values.length > 120 ? curveLinear : curveMonotoneX;
  const has = (value: number | undefined): value is number => value !== undefined;
  const draw = line<number | undefined>()
    .curve(curve)
    .defined(has)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0));
  const fill = area<number | undefined>()
    .curve(curve)
    .defined(has)
    .x((_, index) => x(index))
    .y0(baseline)
    .y1((value) => y(value ?? 0));
  const alone = (index: number) =>
    has(values[index]) && values[index - 1] === undefined && values[index + 1] === undefined;
  const dots = values.flatMap((value, index) => (has(value) && alone(index) ? [{ x: x(index), y: y(value) }] : []));
  return { line: draw(values) ?? "", area: fill(values) ?? "", dots };
}
