import type { ConnectionState, HandedFact, Handover, PanelFacts } from "../src/protocol/panel";
import type { PlatformToken } from "../src/protocol/platforms";
import { draftOf } from "../src/protocol/search";
import type { HostFact } from "../src/protocol/envelope";
import type { Host } from "./host";
import { beginActions, formActions, freeActions } from "./session/freeActions";
import { stillSearching } from "./session/failureOf";
import { detailActions, searchActions } from "./session/paidActions";
import type { PanelStore } from "./state";

/** What a person can do in the panel. Each paid act starts at most once until it is answered. */
export type PageSession = ReturnType<typeof createSession>;
type SearchActions = ReturnType<typeof searchActions>;
type AskForm = ReturnType<typeof formActions>["askForm"];

/** The actions of a panel over its host and store. */
export function createSession(host: Host, store: PanelStore) {
  const searches = searchActions(host, store);
  const details = detailActions(host, store);
  const { openPanel, askForm, ...forms } = formActions(host, store);
  const followBought = inTurn(async () => {
    await learnBought(host, store);
    if (store.state.form) await forms.checkDraft();
  });

  const open = async () => {
    const { handover, openAd, running, awaitedAd } = await aheadOfFacts(openPanel());
    if (running && !handover?.run) void searches.rejoin(running);
    if (handover) await fulfill(store, searches, handover);
    if (openAd) await details.openAd(openAd);
    else if (awaitedAd) await details.rejoinAd(awaitedAd);
  };
  const follow = async (handover: Handover, onFilled?: () => void) => {
    await fill(store, askForm, handover);
    onFilled?.();
    await fulfill(store, searches, handover);
  };
  const actions = freeActions(host, store);
  const followed = (what: HandedFact) => void host.ask("followed", { what }).catch(() => undefined);
  const aheadOfFacts = factsFollow(host, {
    handover: (handover) => void follow(handover, () => followed("handover")),
    openAd: (ad) => {
      followed("openAd");
      void details.openAd(ad);
    },
    archiveCriteria: (criteria) => {
      followed("archiveCriteria");
      store.dispatch({ type: "archiveAsked", criteria });
    },
    connectionChanged: (connection) => void followConnection(store, connection, { open, askForm }),
    creditsChanged: (credits) => store.dispatch({ type: "creditsChanged", credits }),
    loadMediaChanged: (loadMedia) => store.dispatch({ type: "loadMediaChanged", loadMedia }),
    mediaHostsChanged: (mediaHosts) => store.dispatch({ type: "mediaHostsChanged", mediaHosts }),
    boughtChanged: () => void followBought(),
    boardWanted: ({ ad }) => actions.addToBoard(ad),
    // Only a board's page is told, which has its own listener.
    boardChanged: () => undefined,
  });

  return {
    ...searches,
    ...details,
    ...forms,
    ...actions,
    /** Asks for the first paint, and runs what a command handed over. */
    open,
    switchPlatform: async (platform: PlatformToken) => {
      if (platform !== store.state.draft.platform) await askForm(platform);
    },
    ...beginActions(host, store, follow),
    /** Asks for the form again after a failure. */
    reloadForm: () => askForm(store.state.draft.platform, store.state.draft, undefined, true),
  };
}

type FactTakers = { readonly [F in keyof PanelFacts]: (value: PanelFacts[F]) => void };

/**
 * Delays each fact of the host until the promise last passed to the returned function has settled: the answer to `open`
 * is older, and replaces what the panel shows.
 */
function factsFollow(host: Host, takes: FactTakers): <T>(answer: Promise<T>) => Promise<T> {
  let first: Promise<unknown> = Promise.resolve();
  const take = <F extends keyof PanelFacts>(fact: HostFact<F>) => takes[fact.fact](fact.value);
  host.onFact((fact) => void first.then(() => take(fact)));
  return (answer) => {
    first = answer;
    return answer;
  };
}

/** Asks what is now bought of the results. */
async function learnBought(host: Host, store: PanelStore): Promise<void> {
  const { results } = store.state;
  if (results) store.dispatch({ type: "boughtLearned", results, bought: await host.ask("boughtNow", {}) });
}

/** Runs one at a time, and once more if requested meanwhile. A failure changes nothing. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await work().catch(() => undefined);
    } while (again);
    running = undefined;
  };
  return () => {
    again = true;
    return (running ??= run());
  };
}

/**
 * After a change of library, what is on the screen belongs to the former one; a new key may make the form available.
 */
async function followConnection(
  store: PanelStore,
  connection: ConnectionState,
  { open, askForm }: { readonly open: () => Promise<void>; readonly askForm: AskForm },
): Promise<void> {
  const { connection: before, phase, draft, formFailure } = store.state;
  store.dispatch({ type: "connectionChanged", connection });
  if (phase === "failed") return open();
  const other = before.library !== connection.library;
  if (other) store.dispatch({ type: "libraryChanged", before: before.library });
  // The key may have become known between the first answer's form and its connection.
  const useful = connection.kind !== "none" && (other || before.hasKey !== connection.hasKey || formFailure);
  if (phase === "ready" && useful) await askForm(draft.platform);
}

/** Shows a command's query in the form. */
async function fill(store: PanelStore, askForm: AskForm, { query, left }: Handover): Promise<void> {
  const { form } = store.state;
  const draft = draftOf(query);
  if (!form || query.platform !== store.state.draft.platform) await askForm(query.platform, draft, left);
  else store.dispatch({ type: "draftReplaced", draft, ...(left && { left }), handed: true });
}

/** Does what a command wanted with the query that is in the form now. */
async function fulfill(store: PanelStore, searches: SearchActions, handover: Handover): Promise<void> {
  const { query, run, showBought, pages = 1 } = handover;
  store.dispatch({ type: "pagesWanted", pages });
  if (run && store.state.running)
    store.dispatch({ type: "actionFailed", action: "command", failure: stillSearching() });
  else if (run) await searches.search(query);
  else if (showBought !== undefined) await searches.showBought(query, showBought);
}
