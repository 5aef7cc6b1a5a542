import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { ColumnKey } from "../../src/protocol/panel";
import type { CardContext } from "../cards/cardContext";
import { type NameActions, NameActionsContext } from "../cards/NameMenu";
import { AdTable } from "../cards/AdTable";
import { CardGrid } from "../cards/CardGrid";
import { Overview } from "../charts/Overview";
import { ComparedAds } from "../compare/ComparedAds";
import type { Results, ShownAd } from "../state/results";
import { isNarrowed } from "../state/view";
import { withBar } from "../cards/viewed";
import type { PaneProps } from "../panes";
import { plural } from "../words/plural";
import { useNameActions } from "./useNameActions";

export interface LoadedAdsProps extends PaneProps {
  readonly results: Results;
  /** The loaded ads that the view shows, in its order. */
  readonly ads: readonly ShownAd[];
  /** A new first page is on its way. */
  readonly dimmed: boolean;
  readonly scroller: { readonly current: HTMLElement | null };
  /** Columns that the table shows here in addition to the usual ones. */
  readonly usual?: readonly ColumnKey[];
  /** What can be done with a name, if different from an explorer. */
  readonly names?: NameActions;
  /** Whether to show the day even for a fresh sighting. */
  readonly dated?: true;
  /** Below the last ad. */
  readonly foot: ComponentChildren;
}

/** The loaded ads as the person wants to see them. */
export function LoadedAds(props: LoadedAdsProps) {
  const ofExplorer = useNameActions(props);
  return (
    <NameActionsContext.Provider value={props.names ?? ofExplorer}>
      <Looked {...props} />
    </NameActionsContext.Provider>
  );
}

function Looked(props: LoadedAdsProps) {
  const { state, results, ads, dimmed, foot } = props;
  const context = useCardContext(props);
  if (state.showing === "overview") return <LoadedOverview {...props} />;
  if (state.showing === "compared") return <SideBySide {...props} context={context} />;
  return (
    <div class={dimmed ? "dimmed" : ""}>
      {ads.length === 0 && results.ads.length > 0 && (
        <p class="empty">{l10n.t("None of the loaded ads match. Change the filter above, or load more.")}</p>
      )}
      <Ads {...props} context={context} />
      {foot}
    </div>
  );
}

function LoadedOverview({ state, session, store, results }: LoadedAdsProps) {
  const cards = useMemo(() => results.ads.map(({ card }) => card), [results]);
  const about = plural(cards.length, {
    one: l10n.t("Counts the 1 ad loaded so far."),
    other: l10n.t("Counts the {0} ads loaded so far. Click a bar to see only its ads.", cards.length.toLocaleString()),
  });
  return (
    <>
      <p class="loaded-about">{about}</p>
      <Overview
        cards={cards}
        filters={state.view.filters}
        onFilter={(bar) => {
          store.dispatch({ type: "viewChanged", view: withBar(state.view, bar) });
        }}
        onCopyText={session.copyText}
      />
    </>
  );
}

function SideBySide({ state, session, results, context }: LoadedAdsProps & { readonly context: CardContext }) {
  return (
    <ComparedAds
      ads={results.ads.filter(({ card }) => state.selected.has(card.key))}
      details={state.details}
      context={context}
      onCopyText={session.copyText}
    />
  );
}

/** Redrawn only when something that the ads show changed: typing in the form does not touch them. */
function Ads({
  state,
  store,
  results,
  ads,
  scroller,
  usual,
  context,
}: LoadedAdsProps & { readonly context: CardContext }) {
  const { layout, place, view, table } = state;
  const marked = view.sort === "service" && !isNarrowed(view);
  return useMemo(() => {
    const shared = { ads, scroller, startAt: place, context };
    if (layout === "cards") return <CardGrid {...shared} pages={marked ? results.pages : []} />;
    return (
      <AdTable
        {...shared}
        all={results.ads}
        usual={usual}
        view={view}
        onView={(next) => store.dispatch({ type: "viewChanged", view: next })}
        look={table}
        onLook={(next) => store.dispatch({ type: "tableChanged", table: next })}
      />
    );
    // The starting place matters only once; later the list itself knows.
  }, [ads, scroller, context, layout, marked, results, view, table, usual, store]);
}

function useCardContext({ state, session, store, dated }: LoadedAdsProps): CardContext {
  const { ownedDetails, selected, open, loadMedia } = state;
  const openKey = open?.card?.key;
  return useMemo(
    () => ({
      ownedDetails,
      selected,
      openKey,
      loadMedia,
      ...(dated && { dated }),
      onDetails: (card) => void session.openDetail(card),
      onSelect: (key, on) => {
        store.dispatch({ type: "selected", keys: [key], on });
      },
    }),
    [ownedDetails, selected, openKey, loadMedia, dated, session, store],
  );
}
