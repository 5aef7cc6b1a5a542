import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import fc from "fast-check";
import { Dispatch, type Handlers } from "../../../src/views/panel/dispatch";
import { panelHandlers } from "../../../src/views/panel/handlers";
import { params } from "../../../src/views/panel/params";
import { PanelSession } from "../../../src/views/panel/session";
import { shareLibrary } from "../../support/fixtures";
import { recordingCalls } from "../../support/vscodeCalls";
import { usePanelBench } from "./panelBench";

const query = {
  platform: "native",
  choices: [{ filter: "countries", value: { kind: "items", items: [{ key: '"us"' }] } }],
};
const ad = { platform: "native", id: "5" };
/** One good question of each kind. */
const questions: Readonly<Record<keyof Handlers, unknown>> = {
  open: {},
  keep: { memory: { platform: "native", draft: query } },
  rejoin: {},
  rejoinAd: {},
  form: { platform: "native" },
  filterItems: { platform: "native", filter: "publishers", text: "a" },
  preview: { query, draft: query },
  followed: { what: "handover" },
  knownSearches: {},
  readSearch: { kind: "saved", id: "5" },
  fit: { query },
  boughtNow: { ads: [ad] },
  boughtPages: { query, lastHit: "5" },
  search: { query, cursor: { page: 2, lastHit: "5" } },
  adDetail: { ad, refresh: true },
  openArchive: {},
  searchArchive: { criteria: { text: "shoes" } },
  decideCreatives: { ads: [ad], as: "apart" },
  lens: { ads: ["native:5"] },
  advertiser: { owner: { platform: "native", id: "5", name: "Acme" } },
  advertiserNews: { owner: { platform: "native", name: "Acme" } },
  joinAdvertisers: { owners: [{ platform: "native", name: "Acme" }], joined: false },
  searchAdvertiser: { platform: "native", name: "Acme" },
  findBought: { criteria: { advertiser: "Acme" } },
  saveTable: { name: "ads.csv", rows: [["Ad"], [1]] },
  adHistory: { ad },
  keptPicture: { url: "https://pictures.example/a.png" },
  openComparison: {},
  comparedAds: { state: "launched", from: 0 },
  readDetails: { ads: [ad] },
  rawDetail: { ad },
  openLink: { ad, link: { of: "attachment", index: 0 } },
  copyLink: { ad, link: { of: "post" } },
  copyText: { text: "words" },
  run: { command: "connect", ads: [ad] },
};
const methods = Object.keys(questions) as readonly (keyof Handlers)[];

const strange = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    undefined,
    NaN,
    Infinity,
    -1,
    1.5,
    2 ** 53,
    "",
    "__proto__",
    "constructor",
    "toString",
    "../../../etc/passwd",
    "workbench.action.terminal.sendSequence",
    "native\u0000",
    "x".repeat(100_001),
    [],
    {},
    [[[[]]]],
    { toString: "no" },
    JSON.parse('{"__proto__":{"command":"connect"}}'),
  ),
  fc.anything(),
);

/** Every place within a value, as the keys that lead there. */
function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (value === null || typeof value !== "object") return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]))];
}

function changed(value: unknown, [first, ...rest]: readonly string[], to: unknown): unknown {
  if (first === undefined) return to;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...(value as unknown[])] as never)
    : { ...(value as object) };
  copy[first] = changed(copy[first], rest, to);
  return copy;
}

/** A good question with one place of it replaced, a foreign method, or no question at all. */
const message = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...methods), fc.nat(), strange).map(mutated) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.oneof(strange, fc.string()), fc.constantFrom(...methods)).map(([method, like]) => ({
      kind: "ask",
      method,
      params: questions[like],
    })),
  },
  { weight: 2, arbitrary: strange },
);

function mutated([method, at, to]: readonly [keyof Handlers, number, unknown]): unknown {
  const all = places(questions[method]);
  return { kind: "ask", method, params: changed(questions[method], all[at % all.length]!, to) };
}

/** Whether a message is a question that a page may ask: those are no attack and are left out. */
function isQuestion(given: unknown): boolean {
  const { method, params: asked } = (given ?? {}) as { method?: unknown; params?: unknown };
  const row =
    typeof method === "string" && Object.hasOwn(params, method) ? params[method as keyof typeof params] : undefined;
  return row?.safeParse(asked).success ?? false;
}

describe("a hostile webview", () => {
  const library = shareLibrary();
  const { folder, bench } = usePanelBench(library);

  const idOf = (frame: unknown) => (frame as { readonly id: number }).id;
  const names = async () => (await readdir(folder(), { recursive: true })).sort();

  it("gets at most one failure for each of 1,000 invalid messages, and nothing else happens", async () => {
    const { services, ran, kept } = bench();
    const heard: unknown[] = [];
    const dispatch = new Dispatch(
      panelHandlers(services, new PanelSession("native"), () => undefined),
      (frame) => heard.push(frame),
      () => undefined,
      () => undefined,
    );
    const messages = fc.sample(
      message.filter((given) => !isQuestion(given)),
      { numRuns: 1000, seed: 42 },
    );
    const before = [await names(), library.requests.length] as const;
    const known = new Set<number>();
    const done = await recordingCalls(async (calls) => {
      messages.forEach((given, id) => {
        const frame = given !== null && typeof given === "object" && !Array.isArray(given) ? { id, ...given } : given;
        const { kind, method } = (frame ?? {}) as { kind?: unknown; method?: unknown };
        if (kind === "ask" && methods.some((name) => name === method)) known.add(id);
        dispatch.receive(frame);
      });
      dispatch.receive({ kind: "ask", id: 1000, method: "keep", params: questions.keep });
      // Wrong questions are refused before anything is awaited: the answer to a good one comes last.
      while (!heard.some((frame) => idOf(frame) === 1000)) await new Promise(setImmediate);
      return calls;
    });
    assert.deepEqual(
      heard.map(idOf).sort((a, b) => a - b),
      [...known, 1000],
    );
    assert.ok(known.size > 400, `${known.size} reached a handler's door`);
    assert.ok(
      heard.every((frame) => (frame as { kind: string }).kind === (idOf(frame) === 1000 ? "answer" : "failure")),
    );
    assert.deepEqual(done, []);
    assert.deepEqual([await names(), library.requests.length, ran, kept.size], [before[0], before[1], [], 1]);
  });

  it("gets one answer per valid question, whatever else it sends with the same ID", async () => {
    const { services } = bench();
    const heard: unknown[] = [];
    const dispatch = new Dispatch(
      panelHandlers(services, new PanelSession("native"), () => undefined),
      (frame) => heard.push(frame),
      () => undefined,
      () => undefined,
    );
    const paid = library.paid().length;
    // Both ways to pick up an answer fail at once here, so that their numbers are free again: another question of that
    // number is a new one.
    const free = methods.filter(
      (name) =>
        !["rejoin", "rejoinAd", "open", "openArchive", "openComparison", "search", "adDetail", "run"].includes(name),
    );
    const dialogs = await recordingCalls(async (calls) => {
      free.forEach((method, id) => {
        for (let times = 0; times < 10; times += 1)
          dispatch.receive({ kind: "ask", id, method, params: questions[method] });
        dispatch.receive({ kind: "ask", id, method: "run", params: questions.run });
      });
      while (heard.length < free.length) await new Promise(setImmediate);
      return calls.filter(([name]) => name === "showSaveDialog");
    });
    // Where a table goes is for a person to say.
    assert.equal(dialogs.length, 1);
    assert.deepEqual(
      heard.map(idOf).sort((a, b) => a - b),
      free.map((_, id) => id),
    );
    assert.equal(library.paid().length, paid);
  });

  it("opens and copies only links that the service sent", async () => {
    const { services } = bench();
    const handlers = panelHandlers(services, new PanelSession("native"), () => undefined);
    const done = await recordingCalls(async (calls) => {
      for (const of of ["post", "display"] as const) {
        assert.equal(
          await handlers.openLink({ ad: { platform: "native", id: "5" }, link: { of } }, new AbortController().signal),
          false,
        );
        assert.equal(
          await handlers.copyLink({ ad: { platform: "native", id: "5" }, link: { of } }, new AbortController().signal),
          false,
        );
      }
      return calls;
    });
    assert.deepEqual(done, []);
  });
});
