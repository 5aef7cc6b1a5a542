import * as l10n from "@vscode/l10n";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ComparisonStart } from "../../src/protocol/panel";
import { type AdState, adStates, type StateCounts } from "../../src/protocol/runs";
import { useOwnedCards } from "../cards/cardContext";
import { CardGrid } from "../cards/CardGrid";
import { Button } from "../controls/Button";
import { DetailRegion } from "../explorer/DetailRegion";
import { FailureAlert } from "../explorer/FailureAlert";
import type { OwnedPanelProps } from "../panes";
import { ChangeList } from "./ChangeList";
import { meaningOf, stateName } from "./stateWords";
import { useComparedAds } from "./useComparedAds";

interface ComparisonPanelProps extends OwnedPanelProps {
  readonly about: ComparisonStart;
}

/** Two runs of a search: what they covered, and the ads by state. 0 credits. */
export function ComparisonPanel(props: ComparisonPanelProps) {
  const { about, host, state } = props;
  const [wanted, setWanted] = useState<AdState>(() => about.compared.state ?? firstOf(about.counts));
  const openAd = state.open?.ad;
  useEffect(() => {
    const { draft } = state;
    const compared = { ...about.compared, state: wanted };
    host.remember({ platform: draft.platform, draft, compared, ...(openAd && { openAd }) });
  }, [about, wanted, openAd]);
  return (
    <main class={`explorer archive comparison ${state.open ? "with-detail" : ""}`}>
      <h1 class="unseen">{l10n.t("Run Comparison")}</h1>
      <section class="form-pane" aria-label={l10n.t("What was compared")}>
        <div class="form-scroll">
          <h2 class="comparison-name" dir="auto">
            {about.name}
          </h2>
          {about.coverage.map((words) => (
            <p key={words} class="comparison-coverage">
              {words}
            </p>
          ))}
          <States counts={about.counts} wanted={wanted} onWant={setWanted} />
        </div>
      </section>
      <StateAds {...props} wanted={wanted} />
    </main>
  );
}

/** The first state that has ads. */
const firstOf = (counts: StateCounts) => adStates.find((state) => counts[state] > 0) ?? "new";

interface StatesProps {
  readonly counts: StateCounts;
  readonly wanted: AdState;
  readonly onWant: (state: AdState) => void;
}

function States({ counts, wanted, onWant }: StatesProps) {
  return (
    <div class="comparison-states" role="group" aria-label={l10n.t("Show")}>
      {adStates.map((state) => (
        <button
          key={state}
          type="button"
          class="comparison-state"
          aria-pressed={state === wanted}
          onClick={() => {
            onWant(state);
          }}
        >
          <span>{stateName(state)}</span>
          <span class="comparison-count">{counts[state].toLocaleString()}</span>
        </button>
      ))}
    </div>
  );
}

interface StateAdsProps extends ComparisonPanelProps {
  readonly wanted: AdState;
}

function StateAds(props: StateAdsProps) {
  const { about, session, state, wanted, host, generation } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { found, more } = useComparedAds(host, wanted, generation);
  const { ads, busy, byKey, failure, ownedDetails } = found;
  const note = useCallback((key: string) => <ChangeList ad={byKey.get(key)} />, [byKey]);
  const context = useOwnedCards(props, ownedDetails, note);
  const grid = useMemo(() => <CardGrid ads={ads} pages={[]} scroller={scroller} context={context} />, [ads, context]);
  const count = about.counts[wanted];
  return (
    <>
      <section class="results-pane" aria-label={l10n.t("Results")} aria-busy={busy}>
        <div class="results-head">
          <p class="results-status" role="status">
            {count === 1 ? l10n.t("1 ad") : l10n.t("{0} ads", count.toLocaleString())}
          </p>
          <span class="results-meta">{meaningOf(wanted, about.counts)}</span>
        </div>
        <div ref={scroller} class="results-scroll" tabIndex={ads.length === 0 ? 0 : undefined}>
          {failure && <FailureAlert failure={failure} onCommand={session.run} />}
          {!failure && count === 0 && (
            <div class="empty">
              <h2>{l10n.t("No ads")}</h2>
            </div>
          )}
          {grid}
          {ads.length > 0 && found.asked < count && !failure && (
            <div class="results-foot">
              <Button icon="arrow-down" label={l10n.t("Show more, 0 credits")} busy={busy} onPress={more} />
            </div>
          )}
        </div>
      </section>
      {state.open && <DetailRegion {...props} open={state.open} ads={ads} ownedDetails={found.ownedDetails} />}
    </>
  );
}
