import type { AdSighting } from "../../src/protocol/ads";
import type { Plot, Series } from "../charts/plot";
import { localTime } from "../words/time";
import { labelOfStat } from "./labelOfStat";

/** Numbers of an ad that changed, over the times at which searches showed it or its details were fetched. */
export interface MovedStats {
  readonly from: AdSighting["from"];
  readonly plot: Plot;
}

/** How an ad's numbers developed over its sightings. */
export interface HistoryFindings {
  readonly moved: readonly MovedStats[];
  /** Names of the numbers that came more than once and were the same each time. */
  readonly same: readonly string[];
}

type Values = Series["values"];

/**
 * What changed and what did not; numbers that came only once are ignored. Sightings are given oldest first. Cards and
 * details have numbers of their own: each is drawn over its own times, and a time at which it was not provided is a
 * gap.
 */
export function historyFindings(sightings: readonly AdSighting[]): HistoryFindings {
  const same: string[] = [];
  const moved = (["card", "detail"] as const).flatMap((from) => {
    const own = sightings.filter((sighting) => sighting.from === from);
    const names = [...new Set(own.flatMap(({ stats }) => stats.map(({ name }) => name)))];
    const repeated = names
      .map((name) => ({ name, values: valuesOf(own, name) }))
      .filter(({ values }) => isRepeated(values));
    same.push(...repeated.filter(({ values }) => !isMoved(values)).map(({ name }) => name));
    const series = repeated.filter(({ values }) => isMoved(values));
    return series.length > 0 ? [{ from, plot: plotOf(own, series) }] : [];
  });
  return { moved, same };
}

const given = (values: Values) => values.filter((value) => value !== undefined);
const isRepeated = (values: Values) => given(values).length > 1;
const isMoved = (values: Values) => new Set(given(values)).size > 1;

function valuesOf(sightings: readonly AdSighting[], name: string): Values {
  return sightings.map(({ stats }) => {
    const value = Number(stats.find((stat) => stat.name === name)?.value);
    return Number.isFinite(value) ? value : undefined;
  });
}

function plotOf(
  sightings: readonly AdSighting[],
  series: readonly { readonly name: string; readonly values: Values }[],
): Plot {
  return {
    grain: "day",
    moments: sightings.map(({ fetchedAt }) => ({ text: localTime(fetchedAt), time: Date.parse(fetchedAt) })),
    series: series.map(({ name, values }) => ({ label: labelOfStat(name), values })),
  };
}
