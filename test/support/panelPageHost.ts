import { EventEmitter, once } from "node:events";
import type { AnswerOf, AskFrame, HostFrame, Method, Params } from "../../src/protocol/envelope";
import type { Failure } from "../../src/protocol/failure";
import type { BoughtSearch, PanelStart } from "../../src/protocol/panel";
import type { StateCounts } from "../../src/protocol/runs";
import type { SearchQuery } from "../../src/protocol/search";
import { params } from "../../src/views/panel/params";
import { advertiserIn, detailOf, lensOf, pageOf } from "./panelPageAds";
import { testedVersion } from "./apiVersion";
import { formOf, formOfV1, remoteItems } from "./panelPageForm";
import { comparisonMemory } from "./panelMemories";

/** Thrown by a row of the host, it makes the question fail with this failure. */
export class HostFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** How the host answers each question. Tests replace single rows. */
export type HostRows = MethodRows & {
  /** What is bought of a query. It answers a search with `unlessBought`, for 0 credits. */
  bought: (query: SearchQuery) => readonly BoughtSearch[];
};

type MethodRows = {
  [M in Method]: (params: Params<M>, signal: AbortSignal) => AnswerOf<M> | Promise<AnswerOf<M>>;
};

export interface Asked {
  readonly method: Method;
  readonly params: unknown;
  /** Present for a search that was answered with what is bought. */
  free?: true;
}

/** The extension host as the panel sees it, with a record of what the panel asked. */
export interface PanelPageHost {
  /** Where the page and its pictures come from. */
  readonly origin: string;
  readonly rows: HostRows;
  readonly asked: Asked[];
  /** The methods of the questions that the panel has canceled. */
  readonly cancelled: Method[];
  /** Makes the next question by a method wait, until what this returns is called. */
  hold(method: Method): () => void;
  /** What the panel asked by a method, once it asked this often. */
  questions(method: Method, count: number): Promise<readonly unknown[]>;
  take(frame: AskFrame, post: (frame: HostFrame) => Promise<void>): Promise<void>;
}

/** The answer to `open` when the sample library is connected. */
export const sampleStart: PanelStart = {
  connection:
    testedVersion === "v1"
      ? { kind: "sample", hasKey: true, library: "sample: v1", apiVersion: testedVersion }
      : { kind: "sample", hasKey: true, library: "sample:" },
  platform: "facebook",
  loadMedia: "always",
  credits: { spent: 0, maybe: 0, sample: 300 },
  pages: [],
  boughtDetails: [],
};

/** Makes the form of the version that the tests run with. */
export const testedForm = testedVersion === "v1" ? formOfV1 : formOf;

const ofWomen = { filter: "gender", value: { kind: "items", items: [{ key: "1", label: "Women" }] } } as const;
const noStates: StateCounts = {
  ...{ launched: 0, firstSeen: 0, changed: 0, seen: 0, absent: 0, notCovered: 0 },
  ...{ stopped: 0, figures: 0, untimed: 0 },
};

function rowsFor(origin: string): HostRows {
  const paid = new Set<string>();
  let together = false;
  return {
    open: (asked) => {
      const { memory } = params.open.parse(asked);
      const platform = memory?.platform ?? sampleStart.platform;
      const pages = Array.from({ length: memory?.shown?.pages ?? 0 }, (_, at) => ({
        ...pageOf(platform, at + 1, origin),
        bought: true,
      }));
      const detail = memory?.openAd && { ...detailOf(memory.openAd, origin), bought: true };
      return {
        ...sampleStart,
        platform,
        form: testedForm(platform),
        pages,
        ...(memory && { memory }),
        ...(detail && { detail }),
      };
    },
    bought: () => [],
    keep: () => undefined,
    rejoin: () => {
      throw new HostFailure({ code: "nothingShown", charge: "none", message: "No search is on its way." });
    },
    rejoinAd: () => {
      throw new HostFailure({ code: "nothingShown", charge: "none", message: "No details are on their way." });
    },
    form: ({ platform }) => testedForm(platform),
    filterItems: ({ text }) =>
      remoteItems.filter(({ label }) => label?.toLowerCase().includes(text.toLowerCase())).slice(0, 50),
    preview: ({ query }) => ({ body: JSON.stringify({ page: 1, filters: query.choices.length }, undefined, 2) }),
    followed: () => undefined,
    boughtPages: ({ query }) => ({
      pages: [{ ...pageOf(query.platform, 1, origin), bought: true }],
      boughtDetails: [],
    }),
    boughtNow: () => ({ boughtDetails: [...paid] }),
    knownSearches: () => [
      {
        kind: "saved",
        id: "1",
        name: "Running shoes, newest",
        platform: "facebook",
        ranAt: "2026-11-20T08:00:00Z",
      },
      { kind: "recent", id: "2", platform: "native", ranAt: "2026-11-21T08:00:00Z" },
    ],
    readSearch: ({ kind }) =>
      kind === "saved"
        ? { query: { platform: "facebook", choices: [ofWomen] }, left: [] }
        : {
            query: { platform: "native", choices: [] },
            left: [{ filter: "os", code: "unknownFilter", message: "This platform has no filter “os”." }],
          },
    fit: ({ query }) => ({ query, left: [] }),
    search: ({ query, cursor }) => {
      const page = pageOf(query.platform, cursor?.page ?? 1, origin);
      return { page, boughtDetails: page.ads.map(({ key }) => key).filter((key) => paid.has(key)) };
    },
    adDetail: ({ ad }) => {
      paid.add(`${ad.platform}:${ad.id}`);
      return detailOf(ad, origin);
    },
    openArchive: (asked) => ({
      ...params.openArchive.parse(asked),
      panel: sampleStart,
      statNames: [],
      size: { bytes: 0, ads: 0, pages: 0, details: 0, removed: 0 },
    }),
    searchArchive: () => ({ ads: [], boughtDetails: [] }),
    decideCreatives: () => undefined,
    lens: ({ ads }) => lensOf(ads, origin),
    advertiser: ({ owner }) => advertiserIn(owner, origin, together),
    advertiserNews: () => ({ searches: 2, compared: 0, ads: [] }),
    joinAdvertisers: ({ joined }) => {
      together = joined;
    },
    searchAdvertiser: () => undefined,
    findBought: () => undefined,
    saveTable: () => undefined,
    adHistory: () => [],
    keptPicture: () => ({}),
    openComparison: (asked) => ({
      panel: sampleStart,
      memory: { ...comparisonMemory, ...params.openComparison.parse(asked).memory },
      name: "All ads",
      counts: noStates,
      coverage: [],
    }),
    comparedAds: () => ({ ads: [], boughtDetails: [] }),
    readDetails: ({ ads }) =>
      ads.filter((ad) => paid.has(`${ad.platform}:${ad.id}`)).map((ad) => ({ ...detailOf(ad, origin), bought: true })),
    rawDetail: ({ ad }) => ({ text: JSON.stringify({ id: ad.id }, undefined, 2) }),
    openLink: () => true,
    copyLink: () => true,
    copyText: () => undefined,
    openBoard: () => ({ panel: sampleStart, board: { name: "Shoes", columns: [], entries: [] } }),
    entryCards: () => [],
    editBoard: () => undefined,
    openSource: () => undefined,
    openAsText: () => undefined,
    run: () => undefined,
  };
}

async function answer<M extends Method>(rows: HostRows, method: M, params: unknown, signal: AbortSignal) {
  if (method === "search") {
    const { query, unlessBought } = params as Params<"search">;
    const bought = unlessBought ? rows.bought(query) : [];
    if (bought.length > 0) return { bought };
  }
  const answering: MethodRows = rows;
  return await answering[method](params as Params<M>, signal);
}

/** Makes a host that answers with made-up ads. */
export function createPanelPageHost(origin: string): PanelPageHost {
  const rows = rowsFor(origin);
  const asked: Asked[] = [];
  const cancelled: Method[] = [];
  const heard = new EventEmitter();
  const open = new Map<number, { method: Method; abort: AbortController }>();
  const held = new Map<Method, Promise<void>>();
  return {
    ...{ origin, rows, asked, cancelled },
    hold: (method) => {
      let release: () => void = () => undefined;
      held.set(method, new Promise((resolve) => (release = resolve)));
      return release;
    },
    questions: async (method, count) => {
      for (;;) {
        const found = asked.flatMap((one) => (one.method === method ? [one.params] : []));
        if (found.length >= count) return found;
        await once(heard, "question");
      }
    },
    take: async (frame, post) => {
      if (frame.kind === "cancel") {
        const question = open.get(frame.id);
        if (question) cancelled.push(question.method);
        // A signal tells only of its first abort.
        if (question?.abort.signal.aborted) question.abort.signal.dispatchEvent(new Event("abort"));
        question?.abort.abort();
        return;
      }
      const { id, method, params } = frame;
      // What the panel keeps for itself (`keep`) is no question of a person.
      const question: Asked = { method, params };
      if (method !== "keep") asked.push(question);
      heard.emit("question");
      const abort = new AbortController();
      open.set(id, { method, abort });
      const waiting = held.get(method);
      held.delete(method);
      if (waiting) await waiting;
      try {
        const value = await answer(rows, method, params, abort.signal);
        if (typeof value === "object" && "bought" in value && method === "search") question.free = true;
        await post({ kind: "answer", id, value });
      } catch (error) {
        if (!(error instanceof HostFailure)) throw error;
        await post({ kind: "failure", id, failure: error.failure });
      } finally {
        open.delete(id);
      }
    },
  };
}
