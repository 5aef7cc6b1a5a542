import * as l10n from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { prices } from "../../src/protocol/credits";
import { CardSkeletons } from "./CardSkeletons";
import { Deferred, useParts } from "../deferred";
import type { FreeAction } from "../state/panelState";
import { nextCursor, type ShownAd } from "../state/results";
import { isNarrowed } from "../state/view";
import { FailureAlert } from "./FailureAlert";
import type { LoadedAdsProps } from "./LoadedAds";
import { OwnedOffer } from "./OwnedOffer";
import type { PaneProps } from "../panes";
import { priceRemark } from "./price";
import { FromElsewhere, ResultsHead } from "./ResultsHead";
import { editFilters } from "./useKeys";
import { useKeptScroll } from "./useKeptScroll";
import { Welcome } from "./Welcome";

interface ResultsPaneProps extends PaneProps {
  /** The loaded ads that the view shows, in its order. */
  readonly ads: readonly ShownAd[];
}

/** The ads with their status, failures and the way to continue. */
export function ResultsPane(props: ResultsPaneProps) {
  const { state, session, store, ads } = props;
  const { results, running, offer, failedSearch, view, filtering } = state;
  const parts = useParts(results !== undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const onScroll = useKeptScroll(scroller, state, store);
  const firstPage = running !== undefined && running.cursor === undefined;
  const bare = !results && !running && !offer && !failedSearch;
  return (
    <section class="results-pane" aria-label={l10n.t("Results")} aria-busy={running !== undefined}>
      <ResultsHead {...props} shown={ads.length} />
      <FromElsewhere {...props} />
      {running && <div class="progress-line" aria-hidden="true" />}
      {results && (filtering || isNarrowed(view)) && (
        <Deferred fallback={null} onCommand={session.run}>
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
      {parts && results && <parts.SelectionBar {...props} results={results} />}
      <Failures {...props} />
      {offer && <OwnedOffer {...props} offer={offer} />}
      {/* Without cards, nothing inside takes the focus: the keyboard scrolls the box itself. */}
      <div ref={scroller} class="results-scroll" tabIndex={results ? undefined : 0} onScroll={onScroll}>
        {firstPage && !results && <CardSkeletons />}
        {bare && <Welcome {...props} />}
        {results && <Loaded {...props} results={results} dimmed={firstPage} scroller={scroller} />}
      </div>
    </section>
  );
}

type LoadedProps = Pick<LoadedAdsProps, "results" | "dimmed" | "scroller"> & ResultsPaneProps;

function Loaded(props: LoadedProps) {
  const { state, session, results } = props;
  const remark = priceRemark(state.connection);
  return (
    <Deferred fallback={<CardSkeletons />} onCommand={session.run}>
      {({ LoadedAds, ResultsFoot }) => (
        <LoadedAds
          {...props}
          foot={
            <ResultsFoot
              results={results}
              cursor={nextCursor(results)}
              nextOwned={state.nextOwned}
              busy={state.running !== undefined}
              {...(remark !== undefined && { remark })}
              onMore={() => void session.loadNextPage()}
            />
          }
        />
      )}
    </Deferred>
  );
}

const actionName: Readonly<Record<FreeAction, () => string>> = {
  command: () => l10n.t("Command"),
  link: () => l10n.t("Link"),
  copy: () => l10n.t("Copy"),
  owned: () => l10n.t("Owned pages"),
};

/** Failures of searches and small actions: above the results, however these are scrolled, and never instead of them. */
function Failures({ state, session, store }: PaneProps) {
  const { failedSearch, failedAction } = state;
  const dismiss = (of: "search" | "action") => () => {
    store.dispatch({ type: "failureDismissed", of });
  };
  const page = failedSearch?.cursor?.page;
  return (
    <>
      {failedSearch && (
        <FailureAlert
          what={page === undefined ? l10n.t("Search") : l10n.t("Page {0}", page)}
          failure={failedSearch.failure}
          retryLabel={
            page === undefined
              ? l10n.t("Try the search again, {0} credits", prices.search)
              : l10n.t("Try page {0} again, {1} credits", page, prices.search)
          }
          onRetry={() => void session.tryAgain()}
          onCommand={session.run}
          onCopy={session.copyText}
          onEditFilters={editFilters}
          onDismiss={dismiss("search")}
        />
      )}
      {failedAction && (
        <FailureAlert
          what={actionName[failedAction.action]()}
          failure={failedAction.failure}
          onCommand={session.run}
          onCopy={session.copyText}
          onDismiss={dismiss("action")}
        />
      )}
    </>
  );
}
