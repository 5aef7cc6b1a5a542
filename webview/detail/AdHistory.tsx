import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AdSighting } from "../../src/protocol/ads";
import { TimelineChart } from "../charts/TimelineChart";
import { localTime } from "../words/time";
import { historyFindings } from "./historyFindings";
import { labelOfStat } from "./labelOfStat";
import { Section } from "./Section";

interface AdHistoryProps {
  readonly onHistory: () => Promise<readonly AdSighting[]>;
  readonly onCopyText: (text: string) => void;
}

/** How the ad's numbers changed from fetch to fetch, from what is owned. */
export function AdHistory({ onHistory, onCopyText }: AdHistoryProps): JSX.Element | null {
  const [sightings, setSightings] = useState<readonly AdSighting[]>([]);
  useEffect(() => {
    let gone = false;
    onHistory().then(
      (found) => gone || setSightings(found),
      () => undefined,
    );
    return () => {
      gone = true;
    };
    // The details are redrawn with each fetch; what is owned of the ad does not change earlier.
  }, []);
  const first = sightings[0];
  const last = sightings.at(-1);
  if (!first || !last) return null;
  const { moved, same } = historyFindings(sightings);
  return (
    <Section title={l10n.t("Fetch history")}>
      <p>{timesText(sightings.length, first, last)}</p>
      {moved.map(({ from, plot }) => (
        <TimelineChart key={from} title={titles[from]()} plot={plot} onCopyText={onCopyText} />
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
