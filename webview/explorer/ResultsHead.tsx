import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { Tool } from "../controls/Tool";
import type { PaneProps } from "../panes";
import { sentOf } from "../../src/protocol/search";
import { sameQuery } from "../state/query";
import { isNarrowed } from "../state/view";
import type { Results } from "../state/results";
import type { PanelState } from "../state";
import { CancelButton, stoppingText, CreditsNote } from "./spending";
import { adsText, ago, localTime, pagesText } from "../words/phrases";

interface ResultsHeadProps extends PaneProps {
  /** How many of the loaded ads the view shows. */
  readonly shown: number;
}

/** The status of the results, and how they are shown. */
export function ResultsHead(props: ResultsHeadProps) {
  const { state, session } = props;
  const { results, running, form, draft } = state;
  const edited = results && results.from === undefined && !sameQuery(sentOf(form, results.query), sentOf(form, draft));
  const about = results && (
    <>
      <Provenance {...props} results={results} />
      {edited && <span class="badge">{l10n.t("Edited, not applied yet")}</span>}
    </>
  );
  return (
    <div class="results-head row wraps">
      <div class="head-now">
        <div class="head-line row wraps">
          <p class="results-status bold" role="status">
            {running ? progressText(running) : results && statusText(results)}
          </p>
          {running && <CancelButton stopping={running.stopping} onPress={session.cancelSearch} />}
          {!running && about}
        </div>
        {running && results && (
          <div class="head-line head-kept row wraps">
            <span class="results-status bold">{statusText(results)}</span>
            {about}
          </div>
        )}
      </div>
      <div class="head-end row wraps">
        {results && results.ads.length > 0 && (
          <ResultsTools
            {...props}
            onSave={() => session.run("saveSearch")}
            onExport={() => session.run("exportResults")}
          />
        )}
        <CreditsNote {...props} />
      </div>
    </div>
  );
}

/** What the panel says about its results: "18 ads, 1 page". */
function statusText(results: Results): string {
  const count = results.ads.length;
  const pages = pagesText(results.pages.length);
  if (results.pages.some(({ adsInAnswer }) => adsInAnswer !== undefined)) {
    const all = results.pages.reduce((sum, { ads, adsInAnswer }) => sum + (adsInAnswer ?? ads.length), 0);
    return l10n.t(
      "{0} of {1} ads shown, {2}. The answer is too large to show in full. Export it to get everything.",
      ...[formatNumber(count), formatNumber(all), pages],
    );
  }
  return [adsText(count), pages].join(", ");
}

function progressText({ stopping, cursor }: NonNullable<PanelState["running"]>): string {
  if (stopping) return stoppingText(stopping);
  return cursor ? l10n.t("Loading page {0}…", cursor.page) : l10n.t("Searching…");
}

function Provenance({ state, results, shown }: ResultsHeadProps & { readonly results: Results }) {
  const first = results.pages[0];
  if (!first) return null;
  const { fetchedAt, bought } = first;
  return (
    <span class="muted small" title={localTime(fetchedAt)}>
      {bought ? l10n.t("bought, fetched {0}", ago(fetchedAt)) : l10n.t("fetched {0}", ago(fetchedAt))}
      {isNarrowed(state.view) && shown < results.ads.length && ` · ${l10n.t("{0} shown", formatNumber(shown))}`}
    </span>
  );
}

interface ResultsToolsProps extends PaneProps {
  readonly onSave?: (() => void) | undefined;
  readonly onExport: () => void;
  readonly exportLabel?: string;
}

/** How loaded ads are shown, and what can be done with all of them. */
export function ResultsTools({ state, store, onSave, onExport, exportLabel }: ResultsToolsProps) {
  const { showing, layout, filtering } = state;
  const look = (next: PanelState["layout"]) => () => {
    store.dispatch({ type: "layoutChosen", layout: next });
  };
  const overview = () =>
    store.dispatch({ type: "showingChosen", showing: showing === "overview" ? "ads" : "overview" });
  const filter = () => store.dispatch({ type: "filteringChosen", open: !filtering });
  const ads = showing === "ads";
  const filterLabel = l10n.t("Filter and sort loaded ads, 0 credits");
  const overviewLabel = l10n.t("Overview of loaded ads, 0 credits");
  return (
    <div class="tools" role="group" aria-label={l10n.t("Layout of the results")}>
      <Tool icon="filter" text={l10n.t("Filter")} label={filterLabel} pressed={filtering} onPress={filter} />
      <Tool icon="layout" text={l10n.t("Cards")} pressed={ads && layout === "cards"} onPress={look("cards")} />
      <Tool icon="list-flat" text={l10n.t("Table")} pressed={ads && layout === "table"} onPress={look("table")} />
      <Tool
        icon="files"
        text={l10n.t("Creatives")}
        label={l10n.t("Group into creatives, 0 credits")}
        pressed={ads && layout === "creatives"}
        onPress={look("creatives")}
      />
      <Tool
        icon="graph"
        text={l10n.t("Overview")}
        label={overviewLabel}
        pressed={showing === "overview"}
        onPress={overview}
      />
      {onSave && <Tool icon="bookmark" text={l10n.t("Save")} label={l10n.t("Save this search…")} onPress={onSave} />}
      <Tool
        icon="export"
        text={l10n.t("Export")}
        label={exportLabel ?? l10n.t("Export loaded ads, 0 credits…")}
        onPress={onExport}
      />
    </div>
  );
}
