import * as l10n from "@vscode/l10n";
import { renderToString } from "preact-render-to-string";
import type { KnownStart, PrerenderExplorer } from "../src/protocol/prerender";
import { Explorer } from "./explorer/Explorer";
import { FormPane } from "./explorer/FormPane";
import { createSession } from "./session";
import { shownIn } from "./hydrate";
import { blankState, reduce, type PanelState, createStore } from "./state";

/** Pre-rendered HTML asks nothing: it has no listeners. */
const nobody = {
  ask: () => new Promise<never>(() => undefined),
  onFact: () => undefined,
  recall: () => undefined,
  remember: () => undefined,
};

function stateOf({ start, formComes }: KnownStart): PanelState {
  const { memory, running } = start;
  const known = { ...start, pages: [], boughtDetails: [] };
  const state = reduce(blankState, { type: "opened", start: known, ...(memory && { memory }) });
  return { ...state, formLoading: formComes, ...(running && { running: { request: 0, ...running } }) };
}

/** Draws an explorer as HTML, for the host: the same components as in the page, over plain controls. */
export const prerenderExplorer: PrerenderExplorer = (known, translation) => {
  if (translation) l10n.config({ contents: translation });
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
