import "@vscode/codicons/dist/codicon.css";
import "./styles/base.css";
import "./styles/form.css";
import "./styles/cards.css";
import "./styles/results.css";
import "./styles/states.css";
import { render } from "preact";
import { openArchive } from "./archive/openArchive";
import { registerControls } from "./controls/register";
import { Explorer } from "./explorer/Explorer";
import { connectHost, type Host } from "./host";
import { createSession } from "./session";
import { keepMemory } from "./keepMemory";
import { createStore } from "./store";

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
  draw();
  void session.open();
}

registerControls();
if (root.dataset.panel === "archive") openArchive(root, connectHost());
else openExplorer(root, connectHost());
