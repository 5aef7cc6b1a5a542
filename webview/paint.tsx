import { renderToString } from "preact-render-to-string";
import type { PaintedStart, PaintExplorer } from "../src/protocol/paint";
import { Explorer } from "./explorer/Explorer";
import { FormPane } from "./explorer/FormPane";
import { createSession } from "./session";
import { shownIn } from "./comeAlive";
import { blankState, reduce, type PanelState } from "./state";
import { createStore } from "./store";

/** Nothing is requested from within a painting: it has no listeners. */
const nobody = {
  ask: () => new Promise<never>(() => undefined),
  onFact: () => undefined,
  recall: () => undefined,
  remember: () => undefined,
};

function stateOf({ start, formComes }: PaintedStart): PanelState {
  const { memory, running } = start;
  const known = { ...start, pages: [], ownedDetails: [] };
  const state = reduce(blankState, { type: "opened", start: known, ...(memory && { memory }) });
  return { ...state, formLoading: formComes, ...(running && { running: { turn: 0, ...running, stopping: false } }) };
}

/** Draws an explorer as HTML, for the host: the same components as in the page, over plain controls. */
export const paintExplorer: PaintExplorer = (known) => {
  const store = createStore();
  const props = { state: stateOf(known), session: createSession(nobody, store), store };
  const html = renderToString(
    known.resultsCome ? (
      <main class="explorer">
        <FormPane {...props} />
        <section class="results-pane" />
      </main>
    ) : (
      <Explorer {...props} />
    ),
  );
  return { html, shows: shownIn(props.state) };
};
