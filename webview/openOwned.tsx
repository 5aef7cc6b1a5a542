import * as l10n from "@vscode/l10n";
import { type ComponentChildren, render } from "preact";
import type { Failure } from "../src/protocol/failure";
import type { PanelMemory, PanelStart } from "../src/protocol/panel";
import { ProgressRing } from "./controls/ProgressRing";
import { loadDeferred } from "./deferred";
import { FailureAlert } from "./explorer/FailureAlert";
import type { PaneProps } from "./explorer/panes";
import type { Fact, Host } from "./host";
import { createSession, type Session } from "./session";
import { failureOf } from "./session/failureOf";
import { createStore } from "./store";

/** What a panel of owned ads is drawn with. */
export interface OwnedPanelProps extends PaneProps {
  readonly host: Host;
  /** Changes with the library, whose ads are others. */
  readonly generation: number;
}

interface OwnedPanel<T> {
  readonly title: string;
  readonly opening: string;
  /** Asks for everything of the first paint. */
  readonly ask: (memory: { readonly memory?: PanelMemory }) => Promise<T>;
  readonly draw: (about: T, panel: OwnedPanelProps, opening: ComponentChildren) => ComponentChildren;
}

/** Draws a panel over what is owned alone: cards and details as in the explorer, without its form. */
export function openOwned<T extends { readonly panel: PanelStart }>(
  root: HTMLElement,
  host: Host,
  kind: OwnedPanel<T>,
): void {
  const store = createStore();
  let about: T | undefined;
  let generation = 0;
  // The session of an explorer would fetch another form where the library changes: here its ads are found anew.
  const session = createSession({ ...host, onFact: (listener) => host.onFact(creditsAndMedia(listener)) }, store);
  const open = async () => {
    const memory = generation === 0 ? host.recall() : undefined;
    try {
      about = await kind.ask(memory ? { memory } : {});
      generation += 1;
      store.dispatch({ type: "opened", start: about.panel });
    } catch (error) {
      store.dispatch({ type: "openFailed", failure: failureOf(error) });
    }
  };
  const draw = () => {
    const panel = { state: store.state, session, store, host, generation };
    const failure = store.state.openFailure;
    const opening = <Opening {...kind} failure={failure} onRetry={() => void open()} onRun={session.run} />;
    render(store.state.phase === "ready" && about ? kind.draw(about, panel, opening) : opening, root);
  };
  host.onFact(({ fact }) => {
    if (fact === "connectionChanged") void open();
  });
  store.subscribe(draw);
  draw();
  void loadDeferred();
  void open();
}

interface OpeningProps {
  readonly title: string;
  readonly opening: string;
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
  readonly onRun: Session["run"];
}

function Opening({ title, opening, failure, onRetry, onRun }: OpeningProps) {
  return (
    <main class="opening">
      <h1 class="unseen">{title}</h1>
      {failure ? (
        <FailureAlert failure={failure} retryLabel={l10n.t("Open again")} onRetry={onRetry} onRun={onRun} />
      ) : (
        <ProgressRing label={opening} />
      )}
    </main>
  );
}

function creditsAndMedia(listener: (fact: Fact) => void): (fact: Fact) => void {
  return (fact) => {
    if (fact.fact === "creditsChanged" || fact.fact === "loadMediaChanged") listener(fact);
  };
}
