import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdSighting } from "../../src/protocol/ads";
import type { Plot, Series } from "../charts/plot";
import { TimelineChart } from "../charts/TimelineChart";
import { useAnswer } from "../session/useAnswer";
import { localTime } from "../words/phrases";
import { Section } from "./parts";

interface AdHistoryProps {
  readonly onHistory: () => Promise<readonly AdSighting[]>;
}

/** How the ad's numbers changed from fetch to fetch, from what is bought. */
export function AdHistory({ onHistory }: AdHistoryProps): JSX.Element | null {
  // The details are redrawn with each fetch; what is bought of the ad does not change earlier.
  const { value: sightings = [] } = useAnswer(onHistory, []);
  const first = sightings[0];
  const last = sightings.at(-1);
  if (!first || !last) return null;
  const { moved, same } = historyFindings(sightings);
  return (
    <Section title={l10n.t("Fetch history")}>
      <p>{timesText(sightings.length, first, last)}</p>
      {moved.map(({ from, plot }) => (
        <TimelineChart key={from} title={titles[from]()} plot={plot} />
      ))}
      {same.length > 0 && <p>{l10n.t("Unchanged: {0}.", same.map(labelOfStat).join(", "))}</p>}
    </Section>
  );
}

const titles: Readonly<Record<AdSighting["from"], () => string>> = {
  card: () => l10n.t("Numbers from each search"),
  detail: () => l10n.t("Numbers from each fetch of its details"),
};

function timesText(times: number, first: AdSighting, last: AdSighting): string {
  const since = localTime(first.fetchedAt);
  if (times === 1) return l10n.t("Fetched once, {0}.", since);
  return l10n.t("Fetched {0} times, from {1} to {2}.", times, since, localTime(last.fetchedAt));
}

/** Numbers of an ad that changed, over the times at which searches showed it or its details were fetched. */
interface MovedStats {
  readonly from: AdSighting["from"];
  readonly plot: Plot;
}

/** How an ad's numbers developed over its sightings. */
interface HistoryFindings {
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

const labels: ReadonlyMap<string, () => string> = new Map([
  ["timesObserved", () => l10n.t("Times observed")],
  ["daysRunning", () => l10n.t("Days running")],
  ["engagementScore", () => l10n.t("Engagement score")],
  ["monthlyVisits", () => l10n.t("Monthly visits to the domain")],
]);

/** The name of a number: those of details have ours, those of cards the service's own. */
export function labelOfStat(name: string): string {
  return labels.get(name)?.() ?? name;
}
