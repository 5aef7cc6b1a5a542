import * as l10n from "@vscode/l10n";
import { useMemo, useRef, useState } from "preact/hooks";
import { prices } from "../../src/protocol/credits";
import { CardSkeletons } from "../cards/CardSkeletons";
import { Deferred } from "../deferred";
import { isNarrowed, viewed } from "../state/view";
import { FailureAlert } from "./FailureAlert";
import { LoadedAds } from "./LoadedAds";
import { OwnedOffer } from "./OwnedOffer";
import type { PaneProps } from "./panes";
import { ResultsHead } from "./ResultsHead";
import { SelectionBar } from "./SelectionBar";
import { useKeptScroll } from "./useKeptScroll";
import { Welcome } from "./Welcome";

/** The ads with their status, failures and the way on. */
export function ResultsPane(props: PaneProps) {
  const { state, session, store } = props;
  const { results, running, offer, failedSearch, view } = state;
  const [filtering, setFiltering] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const onScroll = useKeptScroll(scroller, state, store);
  const ads = useMemo(() => (results ? viewed(results.ads, view) : []), [results, view]);
  const firstPage = running !== undefined && running.cursor === undefined;
  const bare = !results && !running && !offer && !failedSearch;
  return (
    <section class="results-pane" aria-label={l10n.t("Results")} aria-busy={running !== undefined}>
      <ResultsHead {...props} shown={ads.length} filtering={filtering} onFiltering={setFiltering} />
      {running && <div class="progress-line" aria-hidden="true" />}
      {results && (filtering || isNarrowed(view)) && (
        <Deferred fallback={null} onRun={session.run}>
          {({ LoadedFilters }) => (
            <LoadedFilters
              results={results}
              view={view}
              onView={(next) => {
                store.dispatch({ type: "viewChanged", view: next });
              }}
            />
          )}
        </Deferred>
      )}
      <SelectionBar {...props} ads={ads} />
      <Failures {...props} />
      {offer && <OwnedOffer {...props} offer={offer} />}
      {/* Without cards, nothing inside takes the focus: the keyboard scrolls the box itself. */}
      <div ref={scroller} class="results-scroll" tabIndex={results ? undefined : 0} onScroll={onScroll}>
        {firstPage && !results && <CardSkeletons />}
        {bare && <Welcome {...props} />}
        {results && <LoadedAds {...props} results={results} ads={ads} dimmed={firstPage} scroller={scroller} />}
      </div>
    </section>
  );
}

/** Failures of searches and small acts: above the results wherever these are scrolled to, never instead of them. */
function Failures({ state, session, store }: PaneProps) {
  const { failedSearch, failedAct } = state;
  const dismiss = () => {
    store.dispatch({ type: "failureDismissed" });
  };
  const page = failedSearch?.cursor?.page;
  return (
    <>
      {failedSearch && (
        <FailureAlert
          failure={failedSearch.failure}
          retryLabel={
            page === undefined
              ? l10n.t("Try again, {0} credits", prices.search)
              : l10n.t("Try page {0} again, {1} credits", page, prices.search)
          }
          onRetry={() => void session.tryAgain()}
          onRun={session.run}
          onEditFilters={() => {
            document.querySelector(".filter-problem")?.scrollIntoView({ block: "center" });
          }}
          onDismiss={dismiss}
        />
      )}
      {failedAct && <FailureAlert failure={failedAct} onRun={session.run} onDismiss={dismiss} />}
    </>
  );
}
