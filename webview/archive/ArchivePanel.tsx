import * as l10n from "@vscode/l10n";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { AdCriteria } from "../../src/protocol/owned";
import type { ArchiveStart } from "../../src/protocol/panel";
import type { NameActions } from "../cards/NameMenu";
import { Button } from "../controls/Button";
import { DetailRegion } from "../explorer/DetailRegion";
import { FailureAlert } from "../explorer/FailureAlert";
import { KeyHelp } from "../explorer/KeyHelp";
import { LoadedAds } from "../explorer/LoadedAds";
import { LoadedFilters } from "../explorer/LoadedFilters";
import type { PaneProps } from "../panes";
import { ResultsTools } from "../explorer/ResultsHead";
import { SelectionBar } from "../explorer/SelectionBar";
import { useKeptScroll } from "../explorer/useKeptScroll";
import { useKeys } from "../explorer/useKeys";
import type { Host } from "../host";
import { isAd, type Results, type ShownAd } from "../state/results";
import { isNarrowed } from "../state/view";
import { viewed } from "../cards/viewed";
import { plural } from "../words/plural";
import { saveAds } from "./saveAds";
import { ArchiveSearch } from "./ArchiveSearch";
import { type OwnedAdsState, useOwnedAds } from "./useOwnedAds";

interface ArchivePanelProps extends PaneProps {
  readonly host: Pick<Host, "ask">;
  readonly about: Pick<ArchiveStart, "size" | "statNames">;
  /** Changes with the library, because its ads differ. */
  readonly generation: number;
}

const everything: AdCriteria = {};

/** Everything owned of the connected library: searched while typing, shown as in an explorer, for 0 credits. */
export function ArchivePanel(props: ArchivePanelProps) {
  const { host, about, generation, store } = props;
  const criteria = props.state.archive ?? everything;
  const { found, more, all } = useOwnedAds(host, criteria, generation);
  const { state, results } = useShown(props, found);
  const { view } = state;
  const ads = useMemo(() => viewed(results.ads, view), [results, view]);
  const [keysShown, showKeys] = useKeys();
  const ask = (next: AdCriteria) => store.dispatch({ type: "archiveAsked", criteria: next });
  const names = useMemo<NameActions>(
    () => ({ find: (kind, name) => store.dispatch({ type: "archiveAsked", criteria: { [kind]: name } }) }),
    [store],
  );
  const shared = { ...props, state, names, ads };
  return (
    <main class={`explorer archive ${state.open ? "with-detail" : ""}`}>
      <h1 class="unseen">{l10n.t("Ad Archive")}</h1>
      <ArchiveSearch criteria={criteria} statNames={about.statNames} open={state.open !== undefined} onChange={ask} />
      <FoundAds {...shared} results={results} found={found} onMore={more} onAll={all} />
      {keysShown && <KeyHelp onClose={() => showKeys(false)} />}
      {state.open && <DetailRegion {...shared} open={state.open} ownedDetails={state.ownedDetails} />}
    </main>
  );
}

/** The found ads as results for the explorer's components. */
function useShown({ state }: ArchivePanelProps, { ads, ownedDetails }: OwnedAdsState) {
  const { draft, open } = state;
  const results = useMemo<Results>(() => ({ query: draft, pages: [], ads, repeated: 0 }), [draft, ads]);
  const arrived = open?.owned && open.card?.key;
  const owned = useMemo(
    () => (arrived === undefined ? ownedDetails : new Set([...ownedDetails, arrived])),
    [ownedDetails, arrived],
  );
  const card = open && (open.card ?? ads.find((shown) => isAd(shown.card, open.ad))?.card);
  return { results, state: { ...state, ownedDetails: owned, ...(open && card && { open: { ...open, card } }) } };
}

interface FoundAdsProps extends ArchivePanelProps {
  readonly names: NameActions;
  readonly ads: readonly ShownAd[];
  readonly results: Results;
  readonly found: OwnedAdsState;
  readonly onMore: () => void;
  readonly onAll: () => void;
}

function FoundAds(props: FoundAdsProps) {
  const { about, found, results, state, session, store } = props;
  const { busy, failure } = found;
  const { view } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const onScroll = useKeptScroll(scroller, state, store);
  useTopOfOthers(scroller, state.archive);
  const none = results.ads.length === 0;
  return (
    <section class="results-pane" aria-label={l10n.t("Results")} aria-busy={busy}>
      <FoundHead {...props} />
      {!none && (state.filtering || isNarrowed(view)) && (
        <LoadedFilters
          results={results}
          view={view}
          onView={(next) => store.dispatch({ type: "viewChanged", view: next })}
        />
      )}
      <SelectionBar {...props} onExport={(chosen) => saveAds(session, chosen)} />
      <div ref={scroller} class="results-scroll" tabIndex={none ? 0 : undefined} onScroll={onScroll}>
        {failure && <FailureAlert failure={failure} onCommand={session.run} onCopy={session.copyText} />}
        {!busy && !failure && none && <Nothing {...about} />}
        {!none && (
          <LoadedAds
            {...props}
            dimmed={false}
            scroller={scroller}
            usual={archiveColumns}
            dated
            foot={<Foot {...props} />}
          />
        )}
      </div>
    </section>
  );
}

function Nothing({ size }: Pick<ArchiveStart, "size">) {
  return (
    <div class="empty">
      <h2>{size.ads === 0 ? l10n.t("The archive is empty") : l10n.t("No owned ads match")}</h2>
      <p>
        {size.ads === 0
          ? l10n.t("Everything you fetch from now on appears here.")
          : l10n.t("Try other keywords, or remove a filter.")}
      </p>
    </div>
  );
}

/** Shows the results of new criteria from the top. */
function useTopOfOthers(scroller: { readonly current: HTMLElement | null }, criteria: AdCriteria | undefined): void {
  const before = useRef(criteria);
  useEffect(() => {
    if (before.current !== criteria && scroller.current) scroller.current.scrollTop = 0;
    before.current = criteria;
  }, [criteria]);
}

const archiveColumns = ["fetched"] as const;

function FoundHead(props: FoundAdsProps) {
  const { about, found, ads, results, session } = props;
  // A failed search does not say that nothing is owned.
  const unknown = found.failure !== undefined && results.ads.length === 0;
  return (
    <div class="results-head">
      <p class="results-status" role="status">
        {!unknown && countText(found)}
      </p>
      <span class="results-meta">
        {!unknown && l10n.t("owned, 0 credits")}
        {ads.length < results.ads.length && ` · ${l10n.t("{0} shown", ads.length.toLocaleString())}`}
      </span>
      <span class="head-space" />
      {results.ads.length > 0 && <ResultsTools {...props} onExport={() => saveAds(session, ads)} />}
      <span class="results-meta">{sizeText(about.size)}</span>
    </div>
  );
}

function Foot({ found: { next, busy }, onMore, onAll }: FoundAdsProps) {
  if (next === undefined) return null;
  return (
    <div class="results-foot">
      <div class="alert-actions">
        <Button icon="arrow-down" label={l10n.t("Show more, 0 credits")} busy={busy} onPress={onMore} />
        <Button label={l10n.t("Show all, 0 credits")} busy={busy} onPress={onAll} />
      </div>
    </div>
  );
}

function countText({ ads, next, busy }: OwnedAdsState): string {
  if (busy && ads.length === 0) return l10n.t("Searching…");
  const count = ads.length.toLocaleString();
  if (next !== undefined) return l10n.t("The newest {0} ads", count);
  return ads.length === 1 ? l10n.t("1 ad") : l10n.t("{0} ads", count);
}

function sizeText({ bytes, ads, pages, details, removed }: ArchiveStart["size"]): string {
  const megabytes = (bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 });
  const counts = [
    plural(ads, { one: l10n.t("1 ad"), other: l10n.t("{0} ads", ads.toLocaleString()) }),
    plural(pages, { one: l10n.t("1 page"), other: l10n.t("{0} pages", pages.toLocaleString()) }),
    plural(details, { one: l10n.t("1 detail"), other: l10n.t("{0} details", details.toLocaleString()) }),
  ];
  const held = l10n.t("Archive: {0}, {1} MB", counts.join(", "), megabytes);
  if (removed === 0) return held;
  const gone = plural(removed, {
    one: l10n.t("1 older answer removed to stay within the size limit"),
    other: l10n.t("{0} older answers removed to stay within the size limit", removed.toLocaleString()),
  });
  return `${held} · ${gone}`;
}
