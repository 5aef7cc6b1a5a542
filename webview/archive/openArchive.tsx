import * as l10n from "@vscode/l10n";
import { render } from "preact";
import type { Failure } from "../../src/protocol/failure";
import type { ArchiveStart } from "../../src/protocol/panel";
import { Deferred, loadDeferred } from "../deferred";
import { ProgressRing } from "../controls/ProgressRing";
import { FailureAlert } from "../explorer/FailureAlert";
import type { Fact, Host } from "../host";
import { createSession, type Session } from "../session";
import { failureOf } from "../session/failureOf";
import { createStore } from "../store";

/** Draws the archive's panel: cards and details as in the explorer, over what is owned alone. */
export function openArchive(root: HTMLElement, host: Host): void {
  const store = createStore();
  let about: ArchiveStart | undefined;
  let generation = 0;
  // The session of an explorer would fetch another form where the library changes: here its ads are found anew.
  const session = createSession({ ...host, onFact: (listener) => host.onFact(creditsAndMedia(listener)) }, store);
  const open = async () => {
    const memory = generation === 0 ? host.recall() : undefined;
    try {
      about = await host.ask("openArchive", memory ? { memory } : {});
      generation += 1;
      store.dispatch({ type: "opened", start: about.panel });
    } catch (error) {
      store.dispatch({ type: "openFailed", failure: failureOf(error) });
    }
  };
  const draw = () => {
    const panel = { state: store.state, session, store, host, generation };
    const ready = store.state.phase === "ready" && about;
    const opening = <Opening failure={store.state.openFailure} onRetry={() => void open()} onRun={session.run} />;
    render(
      ready ? (
        <Deferred fallback={opening} onRun={session.run}>
          {({ ArchivePanel }) => <ArchivePanel {...panel} about={ready} />}
        </Deferred>
      ) : (
        opening
      ),
      root,
    );
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
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
  readonly onRun: Session["run"];
}

function Opening({ failure, onRetry, onRun }: OpeningProps) {
  return (
    <main class="opening">
      <h1 class="unseen">{l10n.t("Ad Archive")}</h1>
      {failure ? (
        <FailureAlert failure={failure} retryLabel={l10n.t("Open again")} onRetry={onRetry} onRun={onRun} />
      ) : (
        <ProgressRing label={l10n.t("Opening the archive")} />
      )}
    </main>
  );
}

function creditsAndMedia(listener: (fact: Fact) => void): (fact: Fact) => void {
  return (fact) => {
    if (fact.fact === "creditsChanged" || fact.fact === "loadMediaChanged") listener(fact);
  };
}
