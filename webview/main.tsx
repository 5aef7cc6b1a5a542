import "./styles/icons.css";
import * as l10n from "@vscode/l10n";
import { render } from "preact";
import { afterPaint } from "./timing";
import { hydrate, shownIn } from "./hydrate";
import { registerControls, warmControls } from "./controls/register";
import { DeferredLoader, PageFrame } from "./deferred";
import { Explorer } from "./explorer/Explorer";
import { connectHost, type Host } from "./host";
import { keepFocus } from "./keepFocus";
import { createSession } from "./session";
import { keepMemory } from "./state/memory";
import { openArchivePanel, openBoard, openComparison } from "./openBought";
import { createStore, type PanelStore } from "./state";

const { first } = globalThis;
const root = document.getElementById("app");
const translation = document.getElementById("translation")?.textContent;
if (translation) l10n.config({ contents: translation });
if (!root || !first) throw new Error("The page has no #app to draw in, or webview-first.js has not run");

function openExplorer(app: HTMLElement, host: Host, deferred: DeferredLoader): void {
  const store = createStore();
  const session = createSession(host, store);
  let live = !document.getElementById("prerendered")?.hasChildNodes();
  const draw = () => {
    render(
      <PageFrame deferred={deferred} state={store.state} session={session}>
        <Explorer state={store.state} session={session} store={store} />
      </PageFrame>,
      app,
    );
    return shownIn(store.state);
  };
  const drawWhenKnown = () => {
    if (live) draw();
    // The pre-rendered form stays until the answer has come and every press that began there has ended.
    else if (store.state.phase !== "opening" && !first?.recording.isUnderWay()) {
      live = true;
      hydrate(app, first?.recording, draw);
    }
  };
  store.subscribe(drawWhenKnown);
  first?.recording.onEnd(drawWhenKnown);
  keepMemory(host, store);
  // The question is sent first, so that drawing and preparing do not delay it.
  void session.open();
  if (live) hydrate(app, first?.recording, draw);
  if (host.recall()?.shown) void deferred.prepare();
  else loadAfterForm(store, deferred);
  setTimeout(warmControls);
}

/** The first search is a click away, so the code that shows its ads is loaded once the form is visible. */
function loadAfterForm(store: PanelStore, deferred: DeferredLoader): void {
  let begun = false;
  store.subscribe(({ phase }) => {
    if (begun || phase !== "ready") return;
    begun = true;
    afterPaint(() => void deferred.prepare());
  });
}

registerControls();
keepFocus(root);
const deferred = new DeferredLoader();
const host = connectHost(first.api, first.frames, first.isOpening);
// Only an explorer is pre-rendered: elsewhere there is nothing to replay.
if (root.dataset.panel !== "explorer") {
  first.recording.end();
  document.getElementById("prerendered")?.remove();
}
if (root.dataset.panel === "archive") openArchivePanel(root, host, deferred);
else if (root.dataset.panel === "comparison") openComparison(root, host, deferred);
else if (root.dataset.panel === "board") openBoard(root, host, deferred);
else openExplorer(root, host, deferred);
