import * as l10n from "@vscode/l10n";
import type { AdCard, AdRef } from "../../src/protocol/ads";
import type { Params } from "../../src/protocol/envelope";
import type { CreativeDecision } from "../../src/protocol/lens";
import type { AdCriteria, AdOwner } from "../../src/protocol/bought";
import type {
  LinkName,
  PanelCommand,
  PanelMemory,
  PanelStart,
  ToldProblems,
  KnownSearch,
  Handover,
} from "../../src/protocol/panel";
import type { PlatformToken } from "../../src/protocol/platforms";
import type { SearchQuery } from "../../src/protocol/search";
import { type Host, AskFailed } from "../host";
import { sentOf } from "../../src/protocol/search";
import type { FreeAction } from "../state/panelState";
import type { PanelStore } from "../state";
import { chosenAds } from "../state/chosenAds";
import { adRef, isAd } from "../state/results";
import { failureOf } from "./failureOf";

/**
 * Actions that neither cost nor change what the panel shows. A failure is shown until an action of its kind succeeds.
 */
export function freeActions(host: Host, store: PanelStore) {
  const tell = (action: FreeAction, asked: Promise<unknown>): void =>
    void asked.then(
      () => store.dispatch({ type: "actionDone", action }),
      (error: unknown) => store.dispatch({ type: "actionFailed", action, failure: failureOf(error) }),
    );
  const decide = (asked: Promise<unknown>) =>
    tell(
      "command",
      asked.then(() => store.dispatch({ type: "decided" })),
    );
  const run = (command: PanelCommand, ads?: readonly AdRef[]) =>
    tell("command", host.ask("run", { command, ...(ads && { ads }) }));
  return {
    run,
    /** Adds an ad to a board, by its card key: with all that are selected, if it is one of them. Without, what is chosen. */
    addToBoard: (card?: string) => {
      const ads = chosenAds(store.state, card);
      if (ads.length > 0) run("addToBoard", ads);
    },
    openLink: (ad: AdRef, link: LinkName) => tell("link", host.ask("openLink", { ad, link })),
    copyLink: (ad: AdRef, link: LinkName) => tell("copy", host.ask("copyLink", { ad, link })),
    copyText: (text: Params<"copyText">["text"]) => tell("copy", host.ask("copyText", { text })),
    /** Opens the archive's panel with criteria. */
    findBought: (criteria: AdCriteria) => tell("command", host.ask("findBought", { criteria })),
    /** Opens a platform's form with an advertiser's name in it, or asks how to watch this search. */
    searchAdvertiser: (asked: Params<"searchAdvertiser">) => tell("command", host.ask("searchAdvertiser", asked)),
    /** Notes whether these are one advertiser, and shows what that changes. */
    joinAdvertisers: (owners: readonly AdOwner[], joined: boolean) =>
      decide(host.ask("joinAdvertisers", { owners, joined })),
    /** Writes a table of bought ads to a place that a person chooses. */
    saveTable: (table: Params<"saveTable">) => tell("command", host.ask("saveTable", table)),
    /** What the lens sees in ads, by their card keys. */
    lens: (ads: readonly string[], signal: AbortSignal) => host.ask("lens", { ads }, signal),
    /** Notes that ads are one creative, or no part of their group, or to be grouped by evidence again. */
    decideCreatives: (ads: readonly AdRef[], as: CreativeDecision) => decide(host.ask("decideCreatives", { ads, as })),
    /** The picture that was kept of an address, as a data URL; undefined if none can be shown. */
    keptPicture: (url: string) =>
      host.ask("keptPicture", { url }).then(
        ({ data }) => data,
        () => undefined,
      ),
    /** All fetches in which an ad was seen, oldest first. */
    adHistory: (ad: AdRef, from: string | undefined) => host.ask("adHistory", withLibrary(ad, from)),
    /** Has the bought details of these cards at hand, in the panel's state. */
    readDetails: (cards: readonly AdCard[]) => readDetails(host, store, cards),
    /** The bought answer as the service sent it, pretty-printed. `from` names its library, if another one is connected. */
    rawDetail: async (ad: AdRef, from: string | undefined) => (await host.ask("rawDetail", withLibrary(ad, from))).text,
  };
}

const withLibrary = (ad: AdRef, library: string | undefined) => ({ ad, ...(library !== undefined && { library }) });

async function readDetails(host: Host, store: PanelStore, cards: readonly AdCard[]): Promise<void> {
  const { library } = store.state.connection;
  const ads = cards.flatMap((card) => adRef(card) ?? []);
  // What can't be read is missing in the comparison, as if it were not bought; opening it says why.
  const read = await host.ask("readDetails", { ads }).catch(() => []);
  if (store.state.connection.library !== library) return;
  const keyed = read.flatMap((bought) => {
    const card = cards.find((one) => isAd(one, bought.detail.ad));
    return card ? [[card.key, bought] as const] : [];
  });
  if (keyed.length > 0) store.dispatch({ type: "detailsRead", details: new Map(keyed) });
}

/** A memory that the host cannot read must not prevent the panel from opening. */
async function askOpen(host: Host, memory?: PanelMemory): Promise<PanelStart> {
  try {
    return await host.ask("open", memory ? { memory } : {});
  } catch (error) {
    if (memory && error instanceof AskFailed && error.failure.code === "invalidRequest") return host.ask("open", {});
    throw error;
  }
}

/** The free actions around the form: opening, other platforms, items, preview, checks. */
export function formActions(host: Host, store: PanelStore) {
  return {
    /** Returns what a command handed over, if anything. */
    openPanel: async (): Promise<Pick<PanelStart, "handover" | "openAd" | "running" | "awaitedAd">> => {
      try {
        // The host does not return what it could not read; only what it returns is fit to be shown.
        const start = await askOpen(host, host.recall());
        const { memory } = start;
        if (start.words) l10n.config({ contents: start.words });
        store.dispatch({ type: "opened", start, ...(memory && { memory }) });
        return start;
      } catch (error) {
        store.dispatch({ type: "openFailed", failure: failureOf(error) });
        return {};
      }
    },
    /** Shows the form of a platform; `draft` fills it, otherwise the draft last left there, otherwise its defaults. */
    askForm: async (platform: PlatformToken, draft?: SearchQuery, left?: ToldProblems, anew?: true) => {
      store.dispatch({ type: "formAsked", platform, ...(draft && { draft }), ...(left && { left }) });
      try {
        const form = await host.ask("form", { platform, ...(anew && { anew }) });
        store.dispatch({ type: "formArrived", form, exact: draft !== undefined });
      } catch (error) {
        store.dispatch({ type: "formFailed", platform, failure: failureOf(error) });
      }
    },
    filterItems: (filter: string, text: string, signal: AbortSignal) =>
      host.ask("filterItems", { platform: store.state.draft.platform, filter, text }, signal),
    /** Has the host check the draft, and keeps the body that it would send or its problems. */
    checkDraft: async () => {
      const { draft, form } = store.state;
      try {
        const query = sentOf(form, draft);
        const { body, bought } = await host.ask("preview", { query, ...(query !== draft && { draft }) });
        store.dispatch({ type: "draftChecked", draft, body, bought, problems: [] });
      } catch (error) {
        store.dispatch({ type: "draftChecked", draft, problems: failureOf(error).problems ?? [] });
      }
    },
  };
}

/**
 * Searches from elsewhere, for the form, as far as the connected library has their filters. Free.
 * @param follow carries out a handover
 */
export function beginActions(host: Host, store: PanelStore, follow: (handover: Handover) => Promise<void>) {
  return {
    begin: (query: SearchQuery) => fillFrom(store, follow, () => host.ask("fit", { query })),
    beginKnown: ({ kind, id }: KnownSearch) => fillFrom(store, follow, () => host.ask("readSearch", { kind, id })),
    /** The searches to begin from. */
    knownSearches: () => host.ask("knownSearches", {}),
    /** Fills in the search of the results. */
    searchHere: async () => {
      const query = store.state.results?.query;
      if (query) await fillFrom(store, follow, () => host.ask("fit", { query }));
    },
  };
}

/** Fills the form with the host's version of a search. */
async function fillFrom(
  store: PanelStore,
  follow: (handover: Handover) => Promise<void>,
  read: () => Promise<Pick<Handover, "query" | "left" | "showBought">>,
): Promise<void> {
  try {
    const { query, left = [], showBought } = await read();
    store.dispatch({ type: "actionDone", action: "command" });
    await follow({
      query,
      run: false,
      ...(left.length > 0 && { left }),
      ...(showBought !== undefined && { showBought }),
    });
  } catch (error) {
    store.dispatch({ type: "actionFailed", action: "command", failure: failureOf(error) });
  }
}
