import type { BoughtPanelProps } from "./panes";
import * as l10n from "@vscode/l10n";
import { type ComponentChildren, render } from "preact";
import type { Failure } from "../src/protocol/failure";
import type { PanelMemory, PanelStart } from "../src/protocol/panel";
import { ProgressRing } from "./controls/Icon";
import { Deferred, type DeferredLoader, type DeferredParts, PageFrame } from "./deferred";
import { FailureAlert } from "./explorer/FailureAlert";
import type { HostFact } from "../src/protocol/envelope";
import type { Host } from "./host";
import { createSession } from "./session";
import { failureOf } from "./session/failureOf";
import { keepMemory } from "./state/memory";
import { createStore } from "./state";

interface BoughtPanel<T> {
  readonly title: string;
  readonly opening: string;
  /** Whether its content outlives it. */
  readonly kept: boolean;
  /** Whether its host runs commands and copies texts. */
  readonly acts: boolean;
  /** Asks for everything of the first paint. */
  readonly ask: (memory: { readonly memory?: PanelMemory }) => Promise<T>;
  readonly draw: (parts: DeferredParts, about: T, panel: BoughtPanelProps) => ComponentChildren;
}

/** Draws the archive's panel. */
export function openArchivePanel(root: HTMLElement, host: Host, deferred: DeferredLoader): void {
  openBought(root, host, deferred, {
    title: l10n.t("Ad Archive"),
    kept: true,
    acts: true,
    opening: l10n.t("Opening the archive"),
    ask: (memory) => host.ask("openArchive", memory),
    // The ads of another library are gone at once.
    draw: ({ ArchivePanel }, about, panel) => (
      <ArchivePanel key={panel.state.connection.library} {...panel} about={about} />
    ),
  });
}

/** Draws the panel of two runs that are compared. */
export function openComparison(root: HTMLElement, host: Host, deferred: DeferredLoader): void {
  openBought(root, host, deferred, {
    title: l10n.t("Run Comparison"),
    kept: false,
    acts: true,
    opening: l10n.t("Comparing the runs"),
    ask: (memory) => host.ask("openComparison", memory),
    draw: ({ ComparisonPanel }, about, panel) => <ComparisonPanel {...panel} about={about} />,
  });
}

/** Draws a board in the editor of its document. */
export function openBoard(root: HTMLElement, host: Host, deferred: DeferredLoader): void {
  openBought(root, host, deferred, {
    title: l10n.t("Board"),
    kept: false,
    acts: false,
    opening: l10n.t("Opening the board"),
    ask: () => host.ask("openBoard", {}),
    draw: ({ BoardPanel }, about, panel) => <BoardPanel {...panel} about={about} />,
  });
}

/** Draws a panel on bought data only: cards and details as in the explorer, without its form. */
function openBought<T extends { readonly panel: PanelStart; readonly memory?: PanelMemory }>(
  root: HTMLElement,
  host: Host,
  deferred: DeferredLoader,
  kind: BoughtPanel<T>,
): void {
  const store = createStore();
  let about: T | undefined;
  let generation = 0;
  let changes = 0;
  // An explorer's session would fetch another form when the library changes; here the ads are searched again.
  const session = createSession({ ...host, onFact: (listener) => host.onFact(creditsAndMedia(listener)) }, store);
  const open = async () => {
    const memory = generation === 0 ? host.recall() : undefined;
    const { library: before } = store.state.connection;
    try {
      about = await kind.ask(memory ? { memory } : {});
      const { memory: start, panel } = about;
      generation += 1;
      store.dispatch({ type: "opened", start: panel, ...(start && generation === 1 && { memory: start }) });
      if (panel.awaitedAd && generation === 1) void session.rejoinAd(panel.awaitedAd);
      const { archive, connection } = store.state;
      const isOther = generation > 1 && connection.library !== before;
      if (kind.kept && (!archive || isOther)) store.dispatch({ type: "archiveAsked", criteria: archive ?? {} });
    } catch (error) {
      store.dispatch({ type: "openFailed", failure: failureOf(error) });
    }
  };
  const draw = () => {
    const panel = { state: store.state, session, store, host, generation, changes };
    const failure = store.state.openFailure;
    const opening = <Opening {...kind} failure={failure} onRetry={() => void open()} />;
    const { state } = store;
    const known = state.phase === "ready" ? about : undefined;
    const drawn = known ? <Deferred fallback={opening}>{(parts) => kind.draw(parts, known, panel)}</Deferred> : opening;
    render(<PageFrame {...{ deferred, state, session }}>{drawn}</PageFrame>, root);
  };
  host.onFact(({ fact }) => {
    if (fact === "connectionChanged") void open();
    if (fact !== "boughtChanged") return;
    changes += 1;
    draw();
  });
  keepMemory(host, store, kind.kept);
  store.subscribe(draw);
  draw();
  void deferred.load();
  void open();
}

interface OpeningProps extends Pick<BoughtPanel<unknown>, "title" | "opening" | "acts"> {
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
}

function Opening({ title, opening, acts, failure, onRetry }: OpeningProps) {
  return (
    <main class="opening row">
      <h1 class="unseen">{title}</h1>
      {failure ? (
        <FailureAlert failure={failure} acts={acts} retryLabel={l10n.t("Open again")} onRetry={onRetry} />
      ) : (
        <ProgressRing label={opening} />
      )}
    </main>
  );
}

const wanted: readonly HostFact["fact"][] = [
  "creditsChanged",
  "loadMediaChanged",
  "mediaHostsChanged",
  "archiveCriteria",
  "boardWanted",
];

function creditsAndMedia(listener: (fact: HostFact) => void): (fact: HostFact) => void {
  return (fact) => {
    if (wanted.includes(fact.fact)) listener(fact);
  };
}
