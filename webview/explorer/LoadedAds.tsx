import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { CardContext } from "../cards/cardActs";
import { CardSkeletons } from "../cards/CardSkeletons";
import { Deferred } from "../deferred";
import { nextCursor, type Results, type ShownAd } from "../state/results";
import { isNarrowed, withBar } from "../state/view";
import type { PaneProps } from "./panes";
import { priceRemark } from "./price";
import { ResultsFoot } from "./ResultsFoot";

interface LoadedAdsProps extends PaneProps {
  readonly results: Results;
  /** The loaded ads that the view shows, in its order. */
  readonly ads: readonly ShownAd[];
  /** A new first page is on its way. */
  readonly dimmed: boolean;
  readonly scroller: { readonly current: HTMLElement | null };
}

/** The loaded ads as the person wants to see them. */
export function LoadedAds(props: LoadedAdsProps) {
  const { state, session, results, ads, dimmed } = props;
  const context = useCardContext(props);
  if (state.showing === "overview") return <LoadedOverview {...props} />;
  if (state.showing === "compared") return <SideBySide {...props} context={context} />;
  const remark = priceRemark(state.connection);
  return (
    <div class={dimmed ? "dimmed" : ""}>
      {ads.length === 0 && results.ads.length > 0 && (
        <p class="empty">{l10n.t("None of the loaded ads match. Loosen the filter above, or load more.")}</p>
      )}
      <Ads {...props} context={context} />
      <ResultsFoot
        results={results}
        cursor={nextCursor(results)}
        nextOwned={state.nextOwned}
        busy={state.running !== undefined}
        {...(remark !== undefined && { remark })}
        onMore={() => void session.loadNextPage()}
      />
    </div>
  );
}

function LoadedOverview({ state, session, store, results }: LoadedAdsProps) {
  const cards = useMemo(() => results.ads.map(({ card }) => card), [results]);
  const count = cards.length.toLocaleString();
  return (
    <>
      <p class="loaded-about">
        {l10n.t("Counted over the {0} ads loaded so far. Choose a bar to see only its ads.", count)}
      </p>
      <Deferred fallback={<CardSkeletons />} onRun={session.run}>
        {({ Overview }) => (
          <Overview
            cards={cards}
            filters={state.view.filters}
            onFilter={(bar) => {
              store.dispatch({ type: "viewChanged", view: withBar(state.view, bar) });
            }}
            onCopyText={session.copyText}
          />
        )}
      </Deferred>
    </>
  );
}

function SideBySide({ state, session, results, context }: LoadedAdsProps & { readonly context: CardContext }) {
  return (
    <Deferred fallback={<CardSkeletons />} onRun={session.run}>
      {({ ComparedAds }) => (
        <ComparedAds
          ads={results.ads.filter(({ card }) => state.selected.has(card.key))}
          details={state.details}
          context={context}
          onCopyText={session.copyText}
        />
      )}
    </Deferred>
  );
}

/** Drawn anew only when something that the ads show changed: typing in the form does not touch them. */
function Ads({
  state,
  session,
  store,
  results,
  ads,
  scroller,
  context,
}: LoadedAdsProps & { readonly context: CardContext }) {
  const { layout, place, view } = state;
  const marked = view.sort === "service" && !isNarrowed(view);
  return useMemo(() => {
    const shared = { ads, scroller, startAt: place, context };
    const pages = marked ? results.pages : [];
    return (
      <Deferred fallback={<CardSkeletons />} onRun={session.run}>
        {({ AdTable, CardGrid }) =>
          layout === "table" ? (
            <AdTable {...shared} view={view} onView={(next) => store.dispatch({ type: "viewChanged", view: next })} />
          ) : (
            <CardGrid {...shared} pages={pages} />
          )
        }
      </Deferred>
    );
    // The place to begin at matters once: later the list itself knows.
  }, [ads, scroller, context, layout, marked, results, session, view, store]);
}

function useCardContext({ state, session, store }: PaneProps): CardContext {
  const { ownedDetails, selected, open, loadMedia } = state;
  const openKey = open?.card?.key;
  return useMemo(
    () => ({
      ownedDetails,
      selected,
      openKey,
      loadMedia,
      onDetails: (card) => void session.openDetail(card),
      onSelect: (key, on) => {
        store.dispatch({ type: "selected", keys: [key], on });
      },
    }),
    [ownedDetails, selected, openKey, loadMedia, session, store],
  );
}
