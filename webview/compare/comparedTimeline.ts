import { sum } from "d3-array";
import { adName } from "../cards/names";
import type { Plot } from "../charts/plot";
import { plotOfTimeline } from "../charts/plot";
import type { AdToCompare } from "./comparedRows";

/** All engagement of each ad over its lifetime, one line for each ad that has a timeline; absent for fewer than two. */
export function comparedTimeline(ads: readonly AdToCompare[]): Plot | undefined {
  const totals = ads.flatMap(({ shown, owned }) => {
    const timeline = owned?.detail.engagement?.lifetime?.timeline;
    if (!timeline) return [];
    const points = timeline.points.map(({ date, values }) => ({ date, total: totalOf(values) }));
    return [{ label: adName(shown.card), byDate: new Map(points.map(({ date, total }) => [date, total])) }];
  });
  if (totals.length < 2) return undefined;
  const dates = [...new Set(totals.flatMap(({ byDate }) => [...byDate.keys()]))];
  return plotOfTimeline({
    metrics: totals.map(({ label }, index) => ({ key: String(index), label })),
    points: dates.map((date) => ({ date, values: totals.map(({ byDate }) => byDate.get(date)) })),
  });
}

function totalOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined && Number.isFinite(value));
  return known.length > 0 ? sum(known) : undefined;
}
