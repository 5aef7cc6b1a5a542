import "@vscode/codicons/dist/codicon.css";
import "./styles/index.css";
import { render } from "preact";
import { afterPaint } from "./afterPaint";
import { openArchive } from "./archive/openArchive";
import { openComparison } from "./runs/openComparison";
import { registerControls, warmControls } from "./controls/register";
import { loadDeferred, prepareDeferred } from "./deferred";
import { Explorer } from "./explorer/Explorer";
import { connectHost, type Host } from "./host";
import { createSession } from "./session";
import { keepMemory } from "./keepMemory";
import { createStore, type Store } from "./store";

const root = document.getElementById("app");
if (!root) throw new Error("The page has no #app to draw in");

function openExplorer(app: HTMLElement, host: Host): void {
  const store = createStore();
  const session = createSession(host, store);
  const draw = () => {
    render(<Explorer state={store.state} session={session} store={store} />, app);
  };
  store.subscribe(draw);
  keepMemory(host, store);
  // The question leaves first: what is drawn and made ready meanwhile must not hold it up.
  void session.open();
  draw();
  if (host.recall()?.shown) void loadDeferred();
  else loadAfterForm(store);
  setTimeout(warmControls);
}

/** The first search is a click away: what shows its ads comes as soon as the form is painted. */
function loadAfterForm(store: Store): void {
  let begun = false;
  store.subscribe(({ phase }) => {
    if (begun || phase !== "ready") return;
    begun = true;
    afterPaint(() => void prepareDeferred());
  });
}

registerControls();
if (root.dataset.panel === "archive") openArchive(root, connectHost());
else if (root.dataset.panel === "comparison") openComparison(root, connectHost());
else openExplorer(root, connectHost());
