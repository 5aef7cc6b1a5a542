import "./styles/icons.css";
import { render } from "preact";
import { afterPaint } from "./afterPaint";
import { comeAlive, shownIn } from "./comeAlive";
import { registerControls, warmControls } from "./controls/register";
import { DeferredLoader, PageFrame } from "./deferred";
import { Explorer } from "./explorer/Explorer";
import { connectHost, type Host } from "./host";
import { createSession } from "./session";
import { keepMemory } from "./keepMemory";
import { openArchivePanel, openComparison } from "./openOwned";
import { createStore, type PanelStore } from "./store";

const { first } = globalThis;
const root = document.getElementById("app");
if (!root) throw new Error("The page has no #app to draw in");

function openExplorer(app: HTMLElement, host: Host, deferred: DeferredLoader): void {
  const store = createStore();
  const session = createSession(host, store);
  let alive = !document.getElementById("painted")?.hasChildNodes();
  const draw = () => {
    render(
      <PageFrame deferred={deferred} mediaHosts={store.state.mediaHosts}>
        <Explorer state={store.state} session={session} store={store} />
      </PageFrame>,
      app,
    );
    return shownIn(store.state);
  };
  const drawWhenKnown = () => {
    if (alive) draw();
    // The painting stays until the answer has come, and whatever began on it has ended there.
    else if (store.state.phase !== "opening" && !first?.deeds.isUnderWay()) {
      alive = true;
      comeAlive(app, first?.deeds, draw);
    }
  };
  store.subscribe(drawWhenKnown);
  first?.deeds.onEnd(drawWhenKnown);
  keepMemory(host, store);
  // The question is sent first, so that drawing and preparing do not delay it.
  void session.open();
  if (alive) comeAlive(app, first?.deeds, draw);
  if (host.recall()?.shown) void deferred.prepare();
  else loadAfterForm(store, deferred);
  setTimeout(warmControls);
}

/** The first search is a click away, so the code that shows its ads is loaded as soon as the form is painted. */
function loadAfterForm(store: PanelStore, deferred: DeferredLoader): void {
  let begun = false;
  store.subscribe(({ phase }) => {
    if (begun || phase !== "ready") return;
    begun = true;
    afterPaint(() => void deferred.prepare());
  });
}

registerControls();
const deferred = new DeferredLoader();
const host = connectHost(first?.api, first?.frames, first?.isOpening);
// Only an explorer is painted: elsewhere there is nothing to replay.
if (root.dataset.panel !== "explorer") {
  first?.deeds.end();
  document.getElementById("painted")?.remove();
}
if (root.dataset.panel === "archive") openArchivePanel(root, host, deferred);
else if (root.dataset.panel === "comparison") openComparison(root, host, deferred);
else openExplorer(root, host, deferred);
