import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { sampleUrl } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import { creativeTable } from "../../src/protocol/lens";
import type { ColumnKey } from "../../src/protocol/panel";
import type { Cursor, PagingDoubt, SearchPage } from "../../src/protocol/search";
import { AdTable } from "../cards/AdTable";
import { CardGrid } from "../cards/CardGrid";
import type { CardContext } from "../cards/cardParts";
import { viewIn } from "../cards/tableColumns";
import { type NameActions, NameActionsContext, useNameActions } from "../cards/NameMenu";
import { creativeRows } from "../cards/creativeGroups";
import { filterOf, searchedOwner, viewed, withBar } from "../cards/viewed";
import { overviewLabel, ownerFilter } from "../charts/overviewGroups";
import { ComparedAds, comparedAtMost } from "../compare/ComparedAds";
import { Button, TextButton } from "../controls/Button";
import { ProgressRing } from "../controls/Icon";
import { Tool } from "../controls/Tool";
import { libraryLabel, type PaneProps, usePage } from "../panes";
import { wholeView } from "../state/panelState";
import { LoadedOverview } from "./LoadedOverview";
import type { Results, ShownAd } from "../state/results";
import { isNarrowed, tableLook } from "../state/view";
import { useLate } from "../timing";
import { adsText, plural } from "../words/phrases";
import { FailureAlert } from "./FailureAlert";
import { useLens } from "./useLens";

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
      <SearchedOwner {...props} />
      {ads.length === 0 && results.ads.length > 0 && (
        <p class="empty">{l10n.t("None of the loaded ads match. Change the filter above, or load more.")}</p>
      )}
      {state.layout === "creatives" && ads.length > 0 ? (
        <CreativeTable {...props} context={context} />
      ) : (
        <Ads {...props} context={context} />
      )}
      {foot}
    </div>
  );
}

/** How many of the ads are by the advertiser that was searched for, and the way to see only these. */
function SearchedOwner({ state: { form, view }, store, results }: LoadedAdsProps) {
  const found = useMemo(() => searchedOwner(results, form), [results, form]);
  const total = results.ads.length;
  if (!found || found.count === total || filterOf(view, "advertiser") !== undefined) return null;
  const filter = ownerFilter(found.owner);
  const [count, all, name] = [formatNumber(found.count), formatNumber(total), overviewLabel(filter)];
  return (
    <p class="searched-owner">
      {plural(found.count, {
        one: l10n.t("1 of {0} ads is by {1}.", all, name),
        other: l10n.t("{0} of {1} ads are by {2}.", count, all, name),
      })}{" "}
      <TextButton
        label={l10n.t("Show only ads by {0}, 0 credits", name)}
        text={l10n.t("Show only these")}
        onPress={() => store.dispatch({ type: "viewChanged", view: withBar(view, filter) })}
      />
    </p>
  );
}

function SideBySide({ state, session, results, ads, context }: LoadedAdsProps & { readonly context: CardContext }) {
  // In the order on the screen; those that a filter hides come last.
  const selectedAds = [...new Set([...ads, ...results.ads])].filter(({ card }) => state.selected.has(card.key));
  const { boughtDetails, details } = state;
  const unread = selectedAds
    .slice(0, comparedAtMost)
    .map(({ card }) => card)
    .filter(({ key }) => boughtDetails.has(key) && !details.has(key));
  useEffect(() => {
    if (unread.length > 0) void session.readDetails(unread);
  }, [session, unread.map(({ key }) => key).join("\n")]);
  return <ComparedAds ads={selectedAds} details={details} context={context} />;
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
  const { layout, place, view, open, wantedAd } = state;
  const compact = open !== undefined;
  const table = tableLook(state);
  const marked = viewIn(layout, view).sort === "service" && !isNarrowed(view);
  return useMemo(() => {
    const shared = { ads, scroller, startAt: place, wanted: wantedAd, context };
    if (layout === "cards")
      return <CardGrid {...shared} pages={marked && !compact ? results.pages : []} compact={compact} />;
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
  }, [ads, scroller, context, wantedAd, layout, compact, marked, results, view, table, usual, store]);
}

const creativeColumns: readonly ColumnKey[] = [
  ...(["ads", "reasons", "platform", "advertiser", "country", "firstSeen", "seen"] as const),
];

/** The ads as one row for each creative, which opens to its ads. */
function CreativeTable(props: LoadedAdsProps & { readonly context: CardContext }) {
  const { state, store, session, results, scroller, context } = props;
  const { view: chosen, place, wantedAd } = state;
  const { text, filters } = chosen;
  const view = useMemo(() => viewIn("creatives", chosen), [chosen]);
  // Another order doesn't change the groups.
  const ads = useMemo(() => viewed(results.ads, { ...wholeView, text, filters }), [results.ads, text, filters]);
  const { seen, of = ads, failure } = useLens(session, ads, state);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const groups = seen?.groups;
  const { creatives, rows } = useMemo(() => creativeRows(groups ?? [], of, view, open), [groups, of, view, open]);
  if (failure) return <FailureAlert failure={failure} />;
  if (!groups) return <Grouping />;
  return (
    <div aria-busy={of !== ads}>
      <div class="creatives-about spread">
        <p class="loaded-about" role="status">
          {aboutText(creatives.length, of.length)}
        </p>
        <Tool icon="copy" label={l10n.t("Copy as CSV")} onPress={() => session.copyText(creativeTexts(creatives))} />
      </div>
      <AdTable
        {...{ scroller, context, view, startAt: place, wanted: wantedAd, all: results.ads, ads: rows }}
        creatives={{
          rows: creatives,
          open,
          onToggle: (key) =>
            setOpen((before) => (before.has(key) ? withoutKey(before, key) : new Set([...before, key]))),
        }}
        usual={creativeColumns}
        onView={(next) => store.dispatch({ type: "viewChanged", view: next })}
        look={tableLook(state)}
        onLook={(next) => store.dispatch({ type: "tableChanged", table: next })}
      />
    </div>
  );
}

/** The creatives in the order on the screen, as the command line has them. */
function creativeTexts(creatives: ReturnType<typeof creativeRows>["creatives"]) {
  const { head, rows } = creativeTable(creatives.flatMap(({ group }) => group ?? []));
  return [head, ...rows];
}

const withoutKey = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((one) => one !== key));

function aboutText(creatives: number, ads: number): string {
  const count = formatNumber(creatives);
  return plural(creatives, {
    one: l10n.t("1 creative in {0}.", adsText(ads)),
    other: l10n.t(
      "{0} creatives in {1}. Numbers are sums; below each is the highest number of a single ad.",
      count,
      adsText(ads),
    ),
  });
}

function Grouping() {
  const late = useLate();
  return late ? <ProgressRing label={l10n.t("Grouping the ads")} /> : null;
}

function useCardContext({ state, session, store, dated }: LoadedAdsProps): CardContext {
  const { boughtDetails, selected, open } = state;
  const openKey = open?.card?.key;
  return useMemo(
    () => ({
      boughtDetails,
      selected,
      openKey,
      ...(dated && { dated }),
      onDetails: (card) => void session.openDetail(card),
      onSelect: (keys, on) => store.dispatch({ type: "selected", keys, on }),
    }),
    [boughtDetails, selected, openKey, dated, session, store],
  );
}

interface ResultsFootProps {
  readonly results: Results;
  readonly cursor: Cursor | undefined;
  /** The next page is bought: it costs nothing. */
  readonly nextBought: boolean;
  readonly busy: boolean;
  /** The remark next to the price. */
  readonly remark?: string;
  /** What is said instead of a price that can't be paid today. */
  readonly budget: ComponentChildren;
  readonly onMore: () => void;
}

const doubtTexts = (): Readonly<Record<PagingDoubt, string>> => ({
  noSnapshot: l10n.t("The service returned no snapshot ID, so later pages can't be requested."),
  unclearNextPage: l10n.t("The service didn't clearly say whether there are more pages."),
  otherPageReturned: l10n.t("The service returned a different page than the one requested."),
  snapshotChanged: l10n.t("The service changed its snapshot between two pages."),
});

/** Below the last ad: the next page with its price, or why there is none. */
export function ResultsFoot({ results, cursor, nextBought, busy, remark, budget, onMore }: ResultsFootProps) {
  const { noBudget: why } = usePage();
  const last = results.pages.at(-1);
  const isSample = results.from === undefined ? remark !== undefined : results.from.startsWith(sampleUrl);
  if (results.ads.length === 0 && !cursor) {
    return (
      <div class="empty">
        <h2>{l10n.t("No ads match")}</h2>
        <p>{chargeText(isSample)}</p>
        <p>{l10n.t("Remove a filter, or try other keywords.")}</p>
      </div>
    );
  }
  return (
    <div class="results-foot column">
      {last && results.withoutNewAds && <p class="results-end">{nothingNewText(last, isSample)}</p>}
      {cursor && results.unfit && !nextBought ? null : cursor && why !== undefined && !nextBought ? (
        budget
      ) : cursor ? (
        <>
          <Button
            icon="arrow-down"
            label={l10n.t("Load next page, {0} credits", nextBought ? 0 : prices.search)}
            busy={busy}
            onPress={onMore}
          />
          {remark !== undefined && !nextBought && <span class="price-remark muted smaller">{remark}</span>}
        </>
      ) : (
        <p class="results-end">
          {last && last.doubts.length > 0
            ? last.doubts.map((doubt) => doubtTexts()[doubt]).join(" ")
            : results.from !== undefined && last?.hasNextPage
              ? l10n.t("Connect to {0} again to load more pages.", libraryLabel(results.from))
              : l10n.t("End of results. The service has no more pages for this search.")}
        </p>
      )}
      {results.repeated > 0 && <p class="results-end">{repeatedText(results.repeated)}</p>}
    </div>
  );
}

function nothingNewText({ page, ads, bought }: SearchPage, sample: boolean): string {
  const what =
    ads.length === 0
      ? l10n.t("Page {0} has no ads.", formatNumber(page))
      : l10n.t("All ads of page {0} are also on earlier pages.", formatNumber(page));
  return bought ? what : `${what} ${chargeText(sample)}`;
}

const chargeText = (sample: boolean) =>
  sample
    ? l10n.t(
        "This page used sample credits, which aren't charged. A search costs the same whether it finds ads or not.",
      )
    : l10n.t("This page was charged. A search costs the same whether it finds ads or not.");

const repeatedText = (count: number) =>
  count === 1
    ? l10n.t("1 repeated ad is shown once.")
    : l10n.t("{0} repeated ads are shown once.", formatNumber(count));
