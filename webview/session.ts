import type { ConnectionState, PanelAct } from "../src/protocol/panel";
import type { PlatformToken } from "../src/protocol/platforms";
import type { Fact, Host } from "./host";
import { detailActs, type DetailActs } from "./session/detailActs";
import { failureOf } from "./session/failureOf";
import { formActs, type FormActs } from "./session/formActs";
import { freeActs, type FreeActs } from "./session/freeActs";
import { searchActs, type SearchActs } from "./session/searchActs";
import type { Store } from "./store";

/** What a person can do in the panel. Each paid act starts at most once until it is answered. */
export interface Session extends SearchActs, DetailActs, FreeActs, Omit<FormActs, "openPanel" | "askForm"> {
  /** Asks for the first paint, and runs what a command handed over. */
  readonly open: () => Promise<void>;
  readonly switchPlatform: (platform: PlatformToken) => Promise<void>;
  /** Asks for the form again after a failure. */
  readonly reloadForm: () => Promise<void>;
}

/** The acts of a panel over its host and store. */
export function createSession(host: Host, store: Store): Session {
  const searches = searchActs(host, store);
  const details = detailActs(host, store);
  const { openPanel, askForm, ...forms } = formActs(host, store);
  const failed = (error: unknown) => {
    store.dispatch({ type: "actFailed", failure: failureOf(error) });
  };

  const open = async () => {
    const { act, openAd, running } = await openPanel();
    if (running && !act?.run) void searches.rejoin(running);
    if (act) await fulfil(searches, act);
    if (openAd) await details.openAd(openAd);
  };
  const follow = async (act: PanelAct) => {
    const { draft, form } = store.state;
    if (form && act.query.platform === draft.platform) store.dispatch({ type: "draftReplaced", draft: act.query });
    else await askForm(act.query.platform, act.query);
    await fulfil(searches, act);
  };
  host.onFact((fact) => {
    if (fact.fact === "act") void follow(fact.value);
    else if (fact.fact === "openAd") void details.openAd(fact.value);
    else if (fact.fact === "connectionChanged") void followConnection(store, fact.value, { open, askForm });
    else takeFact(store, fact);
  });

  return {
    ...searches,
    ...details,
    ...forms,
    ...freeActs(host, failed),
    open,
    switchPlatform: async (platform) => {
      if (platform !== store.state.draft.platform) await askForm(platform);
    },
    reloadForm: () => askForm(store.state.draft.platform, store.state.draft),
  };
}

/** Another library makes what is on the screen another library's; a new key may make the form available. */
async function followConnection(
  store: Store,
  connection: ConnectionState,
  { open, askForm }: { readonly open: () => Promise<void>; readonly askForm: FormActs["askForm"] },
): Promise<void> {
  const { connection: before, phase, draft } = store.state;
  store.dispatch({ type: "connectionChanged", connection });
  if (phase === "failed") return open();
  const { kind, origin, apiVersion } = connection;
  const other = before.kind !== kind || before.origin !== origin || before.apiVersion !== apiVersion;
  if (other) store.dispatch({ type: "libraryChanged" });
  const useful = connection.kind !== "none" && (other || before.hasKey !== connection.hasKey);
  if (phase === "ready" && useful) await askForm(draft.platform);
}

/** Does what a command wanted with the query that is in the form now. */
async function fulfil(searches: SearchActs, { query, run, showOwned }: PanelAct): Promise<void> {
  if (run) await searches.search(query);
  else if (showOwned !== undefined) await searches.showOwned(query, { lastHit: showOwned });
}

function takeFact(store: Store, fact: Exclude<Fact, { fact: "act" | "openAd" | "connectionChanged" }>): void {
  switch (fact.fact) {
    case "creditsChanged":
      store.dispatch({ type: "creditsChanged", credits: fact.value });
      return;
    case "loadMediaChanged":
      store.dispatch({ type: "loadMediaChanged", loadMedia: fact.value });
  }
}
