import type { AdSighting } from "../../src/protocol/ads";
import type { Plot } from "../charts/plot";
import { localTime } from "../explorer/time";

/** A number of an ad that moved between its fetches, as a chart draws it. */
export interface MovedStat {
  readonly name: string;
  readonly plot: Plot;
}

/** How an ad's numbers went over its fetches. */
export interface HistoryFindings {
  readonly moved: readonly MovedStat[];
  /** Names of the numbers that came more than once and were the same each time. */
  readonly same: readonly string[];
}

/** What moved and what did not; numbers that came once say nothing. Sightings are given oldest first. */
export function historyFindings(sightings: readonly AdSighting[]): HistoryFindings {
  const names = [...new Set(sightings.flatMap(({ stats }) => stats.map(({ name }) => name)))];
  const series = names.map((name) => ({ name, points: pointsOf(sightings, name) }));
  const repeated = series.filter(({ points }) => points.length > 1);
  const isSame = ({ points }: (typeof repeated)[number]) => points.every(({ value }) => value === points[0]?.value);
  return {
    moved: repeated.filter((each) => !isSame(each)).map(({ name, points }) => ({ name, plot: plotOf(name, points) })),
    same: repeated.filter(isSame).map(({ name }) => name),
  };
}

interface Point {
  readonly at: string;
  readonly value: number;
}

function pointsOf(sightings: readonly AdSighting[], name: string): readonly Point[] {
  return sightings.flatMap(({ fetchedAt, stats }) => {
    const value = Number(stats.find((stat) => stat.name === name)?.value);
    return Number.isFinite(value) ? [{ at: fetchedAt, value }] : [];
  });
}

function plotOf(label: string, points: readonly Point[]): Plot {
  return {
    grain: "day",
    moments: points.map(({ at }) => ({ text: localTime(at), time: Date.parse(at) })),
    series: [{ label, values: points.map(({ value }) => value) }],
  };
}
