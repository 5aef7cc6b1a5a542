import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { prices } from "../../src/protocol/credits";
import type { PanelCommand } from "../../src/protocol/panel";
import { useKeptScroll } from "../cards/scrollPlace";
import { Button } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { Deferred, useParts } from "../deferred";
import { overBudget, type PaneProps } from "../panes";
import type { PanelState } from "../state";
import { nextCursor, type ShownAd } from "../state/results";
import { useLate } from "../timing";
import { ago, localTime } from "../words/phrases";
import { Failures } from "./FailureAlert";
import type { LoadedAdsProps } from "./LoadedAds";
import { againLabel, BudgetNote, priceRemark } from "./spending";
import { ResultsHead } from "./ResultsHead";

interface ResultsPaneProps extends PaneProps {
  /** The loaded ads that the view shows, in its order. */
  readonly ads: readonly ShownAd[];
}

/** The ads with their status, failures and the way to continue. */
export function ResultsPane(props: ResultsPaneProps) {
  const { state, store, ads } = props;
  const { results, running, offer, failedSearch } = state;
  const parts = useParts(results !== undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const onScroll = useKeptScroll(scroller, state, store);
  const firstPage = running !== undefined && running.cursor === undefined;
  const bare = !results && !running && !offer && !failedSearch;
  return (
    <section class="results-pane" aria-label={l10n.t("Results")} aria-busy={running !== undefined}>
      <ResultsHead {...props} shown={ads.length} />
      {parts && <parts.FromElsewhere {...props} />}
      {running && <div class="progress-line" aria-hidden="true" />}
      {parts && results && <parts.LoadedFilters {...props} results={results} />}
      {parts && results && <parts.SelectionBar {...props} results={results} />}
      <Failures {...props} />
      {offer && <BoughtOffer {...props} offer={offer} />}
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
    <Deferred fallback={<CardSkeletons />}>
      {({ LoadedAds, ResultsFoot }) => (
        <LoadedAds
          {...props}
          foot={
            <ResultsFoot
              results={results}
              cursor={nextCursor(results)}
              nextBought={state.nextBought}
              busy={state.running !== undefined}
              {...(remark !== undefined && { remark })}
              budget={<BudgetNote why={overBudget(state, prices.search)} />}
              onMore={() => void session.loadNextPage()}
            />
          }
        />
      )}
    </Deferred>
  );
}

/** Placeholders for cards, shown if they take long to come. */
function CardSkeletons() {
  const late = useLate();
  if (!late) return null;
  return (
    <div class="grid skeletons" aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        <div class="card card-skeleton column shrinks" key={index}>
          <div class="card-creative bone row" />
          <div class="card-body column">
            <div class="bone bone-short" />
            <div class="bone" />
            <div class="bone bone-half" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** What is already bought of the search, offered before anything is paid again. */
function BoughtOffer({ state, session, store, offer }: PaneProps & { offer: NonNullable<PanelState["offer"]> }) {
  const newest = offer.bought[0];
  if (!newest) return null;
  const remark = priceRemark(state.connection);
  const pages = newest.pages === 1 ? l10n.t("1 page") : l10n.t("{0} pages", newest.pages);
  return (
    <div class="offer" role="group" aria-label={l10n.t("You already bought this search")}>
      <Icon name="archive" />
      <div class="offer-body shrinks breaks-anywhere">
        <p>
          <strong>{l10n.t("You already bought this search")}</strong>
        </p>
        <p title={localTime(newest.fetchedAt)}>{l10n.t("{0}, fetched {1}.", pages, ago(newest.fetchedAt))}</p>
        <div class="alert-actions row wraps">
          <Button
            look="primary"
            label={l10n.t("Show bought results, 0 credits")}
            onPress={() => void session.showBought(offer.query, newest.lastHit)}
          />
          <Button
            label={againLabel(state.pages)}
            disabled={overBudget(state, (state.pages ?? 1) * prices.search) !== undefined}
            onPress={() => void session.searchAgain(offer.query, state.pages)}
          />
          {remark !== undefined && <span class="price-remark muted smaller">{remark}</span>}
        </div>
      </div>
      <Button
        look="icon"
        icon="close"
        label={l10n.t("Dismiss")}
        onPress={() => store.dispatch({ type: "offerClosed" })}
      />
    </div>
  );
}

/** Before the first search: what to do, and how to connect if that is missing. */
function Welcome(props: PaneProps) {
  const { state, session } = props;
  const { connection, lost } = state;
  const parts = useParts(false);
  const commandButton = (command: PanelCommand, label: string, look: "primary" | "secondary") => (
    <Button look={look} label={label} onPress={() => session.run(command)} />
  );
  if (connection.kind === "none") {
    const text = l10n.t("Explore the sample library, which needs no key and charges nothing, or connect your own.");
    return (
      <Empty icon="plug" title={l10n.t("Not connected to a library")} text={text}>
        {commandButton("useSampleLibrary", l10n.t("Explore the sample library"), "primary")}
        {commandButton("connect", l10n.t("Connect…"), "secondary")}
      </Empty>
    );
  }
  if (connection.kind === "service" && !connection.hasKey) {
    const text = l10n.t("Enter the key for {0} once. VS Code keeps it in its secret storage.", connection.origin ?? "");
    return (
      <>
        <Empty icon="key" title={l10n.t("No API key for this library")} text={text}>
          {commandButton("setApiKey", l10n.t("Set API key…"), "primary")}
          {commandButton("useSampleLibrary", l10n.t("Explore the sample library"), "secondary")}
        </Empty>
        {/* What is bought of them opens without a key. */}
        {parts && <parts.Beginnings {...props} />}
      </>
    );
  }
  const title = lost ? l10n.t("The ads of your last search are no longer in the archive") : l10n.t("Find ads");
  return (
    <>
      <Empty icon="search" title={title} text={howToSearch(state)} />
      {parts && !lost && <parts.Beginnings {...props} />}
    </>
  );
}

const howToSearch = ({ formFailure }: PanelState) =>
  formFailure
    ? l10n.t("The filters of this platform aren't available. The form says why.")
    : l10n.t("Fill in as much of the form as you like, then search. A page has up to 18 ads.");

interface EmptyProps {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div class="alert-actions row wraps">{children}</div>}
    </div>
  );
}
