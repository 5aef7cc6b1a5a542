import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { useMemo, useState } from "preact/hooks";
import type { AdRef } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import { withBar } from "../cards/viewed";
import { ClickTable } from "../charts/Clicks";
import { formatDay } from "../charts/dates";
import { Overview } from "../charts/Overview";
import { Button, PlainButton } from "../controls/Button";
import { overBudget, type PaneProps } from "../panes";
import type { Results } from "../state/results";
import { adsText, plural } from "../words/phrases";
import { FailureAlert } from "./FailureAlert";
import { useLens } from "./useLens";

/** The loaded ads at a glance, by ads or by creatives, and where the clicks on them lead. */
export function LoadedOverview({ state, session, store, results }: PaneProps & { readonly results: Results }) {
  const { ads } = results;
  const { seen, of, failure } = useLens(session, ads, state);
  const [byCreative, setByCreative] = useState(false);
  const creatives = useMemo(
    () => seen && new Map(seen.groups.flatMap((group) => group.ads.map((key) => [key, group.id] as const))),
    [seen],
  );
  const about = plural(ads.length, {
    one: l10n.t("Counts the 1 ad loaded so far."),
    other: l10n.t("Counts the {0} ads loaded so far. Click a bar to see only its ads.", formatNumber(ads.length)),
  });
  const counting = byCreative && creatives && of === ads;
  return (
    <>
      <p class="loaded-about">{about}</p>
      <p class="loaded-about">{coverageText(results)}</p>
      {failure && <FailureAlert failure={failure} />}
      <div class="tools count-by" role="group" aria-label={l10n.t("What is counted")}>
        <PlainButton class="tool" label={l10n.t("By ads")} pressed={!byCreative} onPress={() => setByCreative(false)} />
        <PlainButton
          class="tool"
          label={l10n.t("By creatives")}
          pressed={byCreative}
          onPress={() => setByCreative(true)}
        />
      </div>
      <Overview
        ads={ads}
        creatives={counting ? creatives : undefined}
        filters={state.view.filters}
        onFilter={(bar) => store.dispatch({ type: "viewChanged", view: withBar(state.view, bar) })}
      />
      {seen && (
        <div class="overview clicks">
          <ClickTable {...seen} />
          {results.from === undefined && of === ads && <MoreDetails {...{ state, session }} {...seen.clicks} />}
        </div>
      )}
    </>
  );
}

interface MoreDetailsProps extends Pick<PaneProps, "state" | "session"> {
  readonly wanted: readonly AdRef[];
}

/** Offers the details that would tell most about where the clicks lead. */
function MoreDetails({ state, session, wanted }: MoreDetailsProps) {
  const [busy, setBusy] = useState(false);
  if (wanted.length === 0) return null;
  const credits = wanted.length * prices.adDetail;
  const why = overBudget(state, credits);
  const label = plural(wanted.length, {
    one: l10n.t("Details of 1 ad, {0} credits", formatNumber(credits)),
    other: l10n.t("Details of {0} ads, {1} credits", wanted.length, formatNumber(credits)),
  });
  const buy = async () => {
    setBusy(true);
    await session.buyDetails(wanted);
    setBusy(false);
  };
  return (
    <div class="more-details">
      <p class="loaded-about">
        {why ?? l10n.t("The details that would tell the most: one ad from each of the largest creatives.")}
      </p>
      <Button label={label} icon="file-text" disabled={why !== undefined} busy={busy} onPress={() => void buy()} />
    </div>
  );
}

/** What the figures stand on: of an archive search, its ads; of a search, its pages as well. */
function coverageText({ ads, pages }: Results): string {
  const days = [...new Set(ads.map(({ fetchedAt }) => fetchedAt).sort())];
  const [from, to] = [formatDay(days[0]), formatDay(days.at(-1))];
  const when = from === to ? from : l10n.t("{0} to {1}", from, to);
  const count = adsText(ads.length);
  if (pages.length === 0) return l10n.t("Of {0}, {1}.", count, when);
  const on = plural(pages.length, {
    one: l10n.t("1 page of 1 search"),
    other: l10n.t("{0} pages of 1 search", formatNumber(pages.length)),
  });
  return pages.at(-1)?.hasNextPage
    ? l10n.t("Of {0} on {1}, {2}; the search has more pages.", count, on, when)
    : l10n.t("Of {0} on {1}, {2}.", count, on, when);
}
