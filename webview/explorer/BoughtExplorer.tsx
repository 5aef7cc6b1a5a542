import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { adsTable } from "../../src/protocol/adFields";
import type { ColumnKey } from "../../src/protocol/panel";
import type { NameActions } from "../cards/NameMenu";
import { useKeptScroll } from "../cards/scrollPlace";
import { viewed } from "../cards/viewed";
import { Button } from "../controls/Button";
import { PickerPopups } from "../controls/picker/Picker";
import { PickerPopup } from "../controls/picker/PickerPopup";
import { type BoughtPanelProps, OtherLibrary } from "../panes";
import { adRef, isAd, type Results, type ShownAd } from "../state/results";
import { DetailRegion } from "./DetailRegion";
import { FailureAlert, Failures } from "./FailureAlert";
import { KeyHelp } from "./KeyHelp";
import { LoadedAds } from "./LoadedAds";
import { LoadedFilters } from "./LoadedFilters";
import { ResultsTools } from "./ResultsHead";
import { SelectionBar } from "./SelectionBar";
import { useKeys } from "./useKeys";
import type { FoundBought } from "./useBoughtAds";

interface BoughtExplorerProps extends BoughtPanelProps, FoundBought {
  readonly title: string;
  /** A class of its own in the style sheet. */
  readonly kind?: string;
  /** What chooses the ads. */
  readonly form: ComponentChildren;
  readonly toForm: Parameters<typeof useKeys>[0]["toForm"];
  /** Results of another choice are shown from the top. */
  readonly choice: unknown;
  /** How many ads there are, and what is said of them. */
  readonly status: string;
  readonly about: readonly string[];
  /** How many ads match, whether loaded or not; if absent, as many as are loaded. */
  readonly total?: number;
  /** At the end of the head. */
  readonly end?: string;
  /** Above the ads. */
  readonly above?: ComponentChildren;
  readonly empty: ComponentChildren;
  readonly usual: readonly ColumnKey[];
  readonly dated?: true;
  readonly names: NameActions;
  /** The library that the ads come from, if another one is connected. */
  readonly from?: string | undefined;
  /** The suggested name of a file with the ads. */
  readonly fileName: string;
  /** If present, an export has the whole list, loaded or not, and is called this. */
  readonly exportLabel?: string;
}

interface ShownProps extends BoughtExplorerProps {
  readonly results: Results;
  /** The loaded ads that the view shows, in its order. */
  readonly ads: readonly ShownAd[];
  readonly onExport: () => void;
}

/** Bought ads, shown as in an explorer, for 0 credits. */
export function BoughtExplorer(props: BoughtExplorerProps) {
  const { title, kind = "", form, toForm, from } = props;
  const { state, results } = useShown(props);
  const { view, open } = state;
  useLearnedDetails(props);
  const ads = useMemo(() => viewed(results.ads, view), [results, view]);
  const onExport = useExport(props, ads);
  const [keysShown, showKeys] = useKeys({
    toForm,
    toAds: () => props.store.dispatch({ type: "adWanted" }),
    exportAds: results.ads.length > 0 ? onExport : undefined,
    addToBoard: props.session.addToBoard,
  });
  const shared = { ...props, state, results, ads, onExport };
  return (
    <main class={`explorer archive ${kind} ${open ? "with-detail" : ""}`}>
      <h1 class="unseen">{title}</h1>
      {form}
      <OtherLibrary.Provider value={from}>
        <FoundAds {...shared} />
        {open && <DetailRegion {...shared} open={open} boughtDetails={state.boughtDetails} />}
      </OtherLibrary.Provider>
      {keysShown && <KeyHelp onClose={() => showKeys(false)} />}
    </main>
  );
}

/** The found ads as results for the explorer's components. */
function useShown({ state, from, found: { ads } }: BoughtExplorerProps) {
  const { draft, open } = state;
  const marked = from === undefined ? {} : { from };
  const results = useMemo<Results>(
    () => ({ query: draft, pages: [], ads, repeated: 0, ...marked }),
    [draft, ads, from],
  );
  const card = open && (open.card ?? ads.find((shown) => isAd(shown.card, open.ad))?.card);
  const shown = open && { open: { ...open, ...(card && { card }), ...marked } };
  return { results, state: { ...state, ...shown } };
}

/** Updates the prices of the found ads after any window or command bought details or removed them. */
function useLearnedDetails({ changes, session, found }: BoughtExplorerProps): void {
  useEffect(() => {
    if (changes === 0) return;
    const end = new AbortController();
    void session.learnDetails(
      found.ads.flatMap(({ card }) => adRef(card) ?? []),
      end.signal,
    );
    return () => end.abort();
  }, [changes]);
}

/** Exports what the view shows; if the whole list is wanted, loads the rest of it first. */
function useExport(props: BoughtExplorerProps, ads: readonly ShownAd[]): () => void {
  const { found, all, exportLabel } = props;
  const { busy, next, failure } = found;
  const [waiting, wait] = useState(false);
  useEffect(() => {
    if (!waiting || busy) return;
    if (!failure && next !== undefined) return all();
    wait(false);
    if (!failure) saveAds(props, ads);
  }, [waiting, found]);
  return () => {
    if (exportLabel === undefined || (!busy && next === undefined)) return saveAds(props, ads);
    wait(true);
    if (!busy) all();
  };
}

/** Saves ads with the columns that every export has. */
function saveAds({ session, fileName }: BoughtExplorerProps, ads: readonly ShownAd[]): void {
  session.saveTable({ name: fileName, rows: adsTable(ads.map(({ card, fetchedAt }) => ({ card, fetchedAt }))) });
}

function FoundAds(props: ShownProps) {
  const { found, results, state, store, choice, above, empty } = props;
  const { busy, failure } = found;
  const scroller = useRef<HTMLDivElement>(null);
  const onScroll = useKeptScroll(scroller, state, store, choice);
  const none = results.ads.length === 0;
  return (
    <section class="results-pane" aria-label={l10n.t("Results")} aria-busy={busy}>
      <FoundHead {...props} />
      <PickerPopups.Provider value={PickerPopup}>{!none && <LoadedFilters {...props} />}</PickerPopups.Provider>
      <SelectionBar {...props} onExport={(chosen) => saveAds(props, chosen)} />
      <Failures {...props} />
      <div ref={scroller} class="results-scroll" tabIndex={none ? 0 : undefined} onScroll={onScroll}>
        {failure && <FailureAlert failure={failure} />}
        {above}
        {!busy && !failure && none && <div class="empty">{empty}</div>}
        {!none && <LoadedAds {...props} dimmed={false} scroller={scroller} foot={<Foot {...props} />} />}
      </div>
    </section>
  );
}

function FoundHead(props: ShownProps) {
  const { status, about, end, ads, results, found, total = results.ads.length } = props;
  const none = results.ads.length === 0;
  const part = !none && !found.busy && ads.length < total;
  const shown = part ? [...about, l10n.t("{0} shown", formatNumber(ads.length))] : about;
  return (
    <div class="results-head row wraps">
      <p class="results-status bold" role="status">
        {status}
      </p>
      <span class="muted small">{shown.join(" · ")}</span>
      <span class="head-space" />
      {!none && <ResultsTools {...props} />}
      {end !== undefined && <span class="muted small">{end}</span>}
    </div>
  );
}

function Foot({ found: { next, busy }, more, all }: ShownProps) {
  if (next === undefined) return null;
  return (
    <div class="results-foot column">
      <div class="alert-actions row wraps">
        <Button icon="arrow-down" label={l10n.t("Show more, 0 credits")} busy={busy} onPress={more} />
        <Button label={l10n.t("Show all, 0 credits")} busy={busy} onPress={all} />
      </div>
    </div>
  );
}
