import * as l10n from "@vscode/l10n";
import type { AdCard, AdRef, AdSighting } from "../../src/protocol/ads";
import type { Params } from "../../src/protocol/envelope";
import type { FilterItem } from "../../src/protocol/filters";
import type { CreativeDecision, LensOfPanel } from "../../src/protocol/lens";
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

/** Actions that neither cost nor change what the panel shows. */
export interface FreeActions {
  readonly run: (command: PanelCommand, ads?: readonly AdRef[]) => void;
  /** Notes that ads are one creative, or no part of their group, or to be grouped by evidence again. */
  readonly decideCreatives: (ads: readonly AdRef[], as: CreativeDecision) => void;
  /** Adds an ad to a board, by its card key: with all that are selected, if it is one of them. Without, what is chosen. */
  readonly addToBoard: (card?: string) => void;
  readonly openLink: (ad: AdRef, link: LinkName) => void;
  readonly copyLink: (ad: AdRef, link: LinkName) => void;
  readonly copyText: (text: Params<"copyText">["text"]) => void;
  /** Opens the archive's panel with criteria. */
  readonly findBought: (criteria: AdCriteria) => void;
  /** Opens a platform's form with an advertiser's name in it, or asks how to watch this search. */
  readonly searchAdvertiser: (asked: Params<"searchAdvertiser">) => void;
  /** Notes whether these are one advertiser, and shows what that changes. */
  readonly joinAdvertisers: (owners: readonly AdOwner[], joined: boolean) => void;
  /** Writes a table of bought ads to a place that a person chooses. */
  readonly saveTable: (table: Params<"saveTable">) => void;
  /** What the lens sees in ads, by their card keys. */
  readonly lens: (ads: readonly string[], signal: AbortSignal) => Promise<LensOfPanel>;
  /** All fetches in which an ad was seen, oldest first. */
  readonly adHistory: (ad: AdRef, from: string | undefined) => Promise<readonly AdSighting[]>;
  /** The picture that was kept of an address, as a data URL; undefined if none can be shown. */
  readonly keptPicture: (url: string) => Promise<string | undefined>;
  /** Has the bought details of these cards at hand, in the panel's state. */
  readonly readDetails: (cards: readonly AdCard[]) => Promise<void>;
  /** The bought answer as the service sent it, pretty-printed. `from` names its library, if another one is connected. */
  readonly rawDetail: (ad: AdRef, from: string | undefined) => Promise<string>;
}

/** The free actions over a host. A failure is shown until an action of its kind succeeds. */
export function freeActions(host: Host, store: PanelStore): FreeActions {
  const tell = (action: FreeAction, asked: Promise<unknown>) =>
    void asked.then(
      () => store.dispatch({ type: "actionDone", action }),
      (error: unknown) => store.dispatch({ type: "actionFailed", action, failure: failureOf(error) }),
    );
  const run: FreeActions["run"] = (command, ads) => tell("command", host.ask("run", { command, ...(ads && { ads }) }));
  return {
    run,
    addToBoard: (card) => {
      const ads = chosenAds(store.state, card);
      if (ads.length > 0) run("addToBoard", ads);
    },
    openLink: (ad, link) => tell("link", host.ask("openLink", { ad, link })),
    copyLink: (ad, link) => tell("copy", host.ask("copyLink", { ad, link })),
    copyText: (text) => tell("copy", host.ask("copyText", { text })),
    findBought: (criteria) => tell("command", host.ask("findBought", { criteria })),
    searchAdvertiser: (asked) => tell("command", host.ask("searchAdvertiser", asked)),
    joinAdvertisers: (owners, joined) =>
      tell(
        "command",
        host.ask("joinAdvertisers", { owners, joined }).then(() => store.dispatch({ type: "decided" })),
      ),
    saveTable: (table) => tell("command", host.ask("saveTable", table)),
    lens: (ads, signal) => host.ask("lens", { ads }, signal),
    decideCreatives: (ads, as) =>
      tell(
        "command",
        host.ask("decideCreatives", { ads, as }).then(() => store.dispatch({ type: "decided" })),
      ),
    keptPicture: (url) =>
      host.ask("keptPicture", { url }).then(
        ({ data }) => data,
        () => undefined,
      ),
    adHistory: (ad, from) => host.ask("adHistory", withLibrary(ad, from)),
    readDetails: (cards) => readDetails(host, store, cards),
    rawDetail: async (ad, from) => (await host.ask("rawDetail", withLibrary(ad, from))).text,
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

/** The free actions around the form: opening, other platforms, items, preview, checks. */
export interface FormActions {
  /** Returns what a command handed over, if anything. */
  readonly openPanel: () => Promise<Pick<PanelStart, "handover" | "openAd" | "running" | "awaitedAd">>;
  /** Shows the form of a platform; `draft` fills it, otherwise the draft last left there, otherwise its defaults. */
  readonly askForm: (platform: PlatformToken, draft?: SearchQuery, left?: ToldProblems, anew?: true) => Promise<void>;
  readonly filterItems: (filter: string, text: string, signal: AbortSignal) => Promise<readonly FilterItem[]>;
  /** Has the host check the draft, and keeps the body that it would send or its problems. */
  readonly checkDraft: () => Promise<void>;
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

/** The form's actions over a host and a store. */
export function formActions(host: Host, store: PanelStore): FormActions {
  return {
    openPanel: async () => {
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
    askForm: async (platform, draft, left, anew) => {
      store.dispatch({ type: "formAsked", platform, ...(draft && { draft }), ...(left && { left }) });
      try {
        const form = await host.ask("form", { platform, ...(anew && { anew }) });
        store.dispatch({ type: "formArrived", form, exact: draft !== undefined });
      } catch (error) {
        store.dispatch({ type: "formFailed", platform, failure: failureOf(error) });
      }
    },
    filterItems: (filter, text, signal) =>
      host.ask("filterItems", { platform: store.state.draft.platform, filter, text }, signal),
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

/** Searches from elsewhere, for the form. */
export interface BeginActions {
  /** Fills a search into the form. Free. */
  readonly begin: (query: SearchQuery) => Promise<void>;
  /** Fills a known search into the form, as far as the connected library has its filters. Free. */
  readonly beginKnown: (search: KnownSearch) => Promise<void>;
  /** The searches to begin from. Free. */
  readonly knownSearches: () => Promise<readonly KnownSearch[]>;
  /** Fills the search of the results into the form, as far as the connected library has its filters. Free. */
  readonly searchHere: () => Promise<void>;
}

/** @param follow carries out a handover */
export function beginActions(
  host: Host,
  store: PanelStore,
  follow: (handover: Handover) => Promise<void>,
): BeginActions {
  return {
    begin: (query) => fillFrom(store, follow, () => host.ask("fit", { query })),
    beginKnown: ({ kind, id }) => fillFrom(store, follow, () => host.ask("readSearch", { kind, id })),
    knownSearches: () => host.ask("knownSearches", {}),
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
