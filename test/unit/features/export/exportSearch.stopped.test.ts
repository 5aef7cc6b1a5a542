import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { StorageError } from "../../../../src/features/disk/storageError";
import { HeldPlan } from "../../../../src/features/export/exportPlan";
import type { ExportProgress, ExportSummary, ExportTarget } from "../../../../src/features/export/exportTypes";
import { localTarget } from "../../../../src/features/export/targets";
import type { ExportWish } from "../../../../src/features/export/exportSearch";
import { toFailure } from "../../../../src/features/failures/failures";
import { abortedBy } from "../../../../src/features/wallet/gate";
import { startCountedLibrary } from "../../../support/countedLibrary";
import { useLibrary } from "../../../support/fixtures";
import { failed, resetBeforeHeaders } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { type Stack, useStacks } from "../stack";
import { jsonIssues } from "./schemas";

interface Written {
  readonly about: Record<string, unknown>;
  readonly ads: readonly { readonly id: number }[];
}

const ads = 220;
const allPages = Math.ceil(ads / 18);
const price = allPages * 100;

describe("An export that stops before its end", () => {
  const path = temporaryFolder();
  const library = useLibrary({ adsPerPlatform: ads });
  const open = useStacks();
  let stack: Stack;
  beforeEach(() => {
    for (const name of ["place", "archive", "storage"]) mkdirSync(path(name));
    symlinkSync(path("archive"), path("storage", "archive"));
    stack = open(path("storage"), library.url, library.key);
  });

  const frozen = () => stack.search.freeze({ platform: "native", choices: [] });
  const files = () => readdirSync(path("place")).sort();
  const credits = () => stack.wallet.report().then(({ service }) => [service.total.spent, service.total.maybe]);
  const written = (name: string) => {
    const text = JSON.parse(readFileSync(path("place", name), "utf8")) as Written;
    assert.deepEqual(jsonIssues("export-json", text), []);
    return text;
  };

  /** Exports to `ads.json` for at most `cap` credits, from the beginning or where it was left. */
  async function run(
    cap: number,
    wish: Partial<ExportWish> = {},
    progress: (progress: ExportProgress) => void = () => undefined,
    signal = new AbortController().signal,
  ): Promise<ExportSummary> {
    const file = path("place", "ads.json");
    const target = localTarget(file);
    const lastHit = wish.resume?.lastHit;
    const gate = (await stack.wallet.plan(cap, "test"))!;
    const search = await frozen();
    return stack.exports.run(
      search,
      { format: "json", target, place: file, gate, ...(lastHit !== undefined && { lastHit }), ...wish },
      progress,
      signal,
    );
  }
  const left = async () => {
    const [unfinished] = await stack.exports.unfinished();
    return { unfinished, lost: unfinished && (await stack.exports.rest(unfinished)).lost };
  };

  describe("at the agreed credits", () => {
    it("says so, loses nothing, and counts all its credits when it is resumed", async () => {
      const capped = await run(300);
      assert.deepEqual([capped.stopped, capped.failure, capped.pages], ["cap", undefined, 3]);
      assert.deepEqual(files(), ["ads.incomplete.json"]);
      const { about } = written("ads.incomplete.json");
      assert.deepEqual([about.stopped, about.credits, about.credits_uncertain], ["cap", 300, 0]);

      const { unfinished, lost } = await left();
      assert.deepEqual(lost, { pages: [], details: [], credits: 0 });
      assert.deepEqual([unfinished?.credits, unfinished?.uncertain], [300, 0]);
      const resumed = await run(100_000, { resume: unfinished! });
      assert.deepEqual([resumed.stopped, resumed.credits, library.paid().length], ["end", price, allPages]);
      assert.deepEqual(files(), ["ads.json"]);
      const whole = written("ads.json");
      assert.deepEqual([whole.about.credits, whole.about.complete, whole.ads.length], [price, true, ads]);
      assert.deepEqual(await credits(), [price, 0]);
      assert.deepEqual(await stack.exports.unfinished(), []);
      assert.deepEqual(readdirSync(path("storage", "exports")), []);
    });

    it("keeps one incomplete file after repeated stops, and never removes a changed one", async () => {
      await run(200);
      await run(100, { resume: (await left()).unfinished! });
      assert.deepEqual(files(), ["ads.incomplete.json"]);
      assert.equal(written("ads.incomplete.json").about.pages, 3);
      appendFileSync(path("place", "ads.incomplete.json"), "\n");
      await run(100, { resume: (await left()).unfinished! });
      assert.deepEqual(files(), ["ads.incomplete-2.json", "ads.incomplete.json"]);
      await run(100_000, { resume: (await left()).unfinished! });
      assert.deepEqual(files(), ["ads.incomplete.json", "ads.json"]);
    });

    it("is forgotten with its file once another one to the same place is complete and has all that it wanted", async () => {
      await run(200);
      const [{ lastHit } = { lastHit: "" }] = await stack.search.bought(await frozen());
      await run(0, { lastHit, to: 2, only: new Set() });
      assert.equal((await left()).unfinished?.pages, 2);
      const whole = await run(100_000, { lastHit });
      assert.deepEqual([whole.complete, files(), await stack.exports.unfinished()], [true, ["ads.json"], []]);
    });

    it("can still be resumed if nothing more could be paid", async () => {
      await run(200);
      const nothing = await run(0, { resume: (await left()).unfinished! });
      assert.deepEqual([nothing.stopped, nothing.credits, nothing.pages], ["cap", 200, 2]);
      const stopped = new AbortController();
      stopped.abort();
      const { unfinished } = await left();
      const cancelled = await run(100, { resume: unfinished! }, undefined, stopped.signal);
      assert.deepEqual([cancelled.stopped, cancelled.file, cancelled.credits], ["cancelled", undefined, 200]);
      assert.deepEqual(files(), ["ads.incomplete.json"]);
      await run(100_000, { resume: (await left()).unfinished! });
      assert.deepEqual(files(), ["ads.json"]);
    });
  });

  for (const ahead of [undefined, 4])
    it(`stores the pending page when canceled, and pays for none again (${ahead ?? 1} at once)`, async () => {
      const stop = new AbortController();
      library.behave((exchange) => {
        if (library.paid().length === 7) stop.abort();
        return library.usual(exchange);
      });
      const { stopped, pages, credits: spent } = await run(100_000, ahead ? { ahead } : {}, undefined, stop.signal);
      const sent = library.paid().length;
      assert.deepEqual([stopped, spent], ["cancelled", sent * 100]);
      // Of several requested at once, the one that looks ahead may come without those before it.
      assert.ok(ahead ? pages >= 4 : pages === sent, `${pages} of ${sent} pages`);
      const { unfinished, lost } = await left();
      assert.deepEqual(lost, { pages: [], details: [], credits: 0 });
      const whole = await run(100_000, { resume: unfinished! });
      assert.deepEqual([whole.stopped, whole.credits, library.paid().length], ["end", price, allPages]);
    });

  it("reports certain and uncertain credits when aborted with pending requests", async () => {
    const stop = new AbortController();
    library.behave((exchange) => {
      if (library.paid().length < 8) return library.usual(exchange);
      // What is asked for from now on is never answered.
      stop.abort();
    });
    const gate = abortedBy((await stack.wallet.plan(100_000, "test"))!, stop.signal);
    const wish = { ahead: 4, gate };
    const { stopped, credits: certain, uncertain, file, notKept } = await run(100_000, wish, undefined, stop.signal);
    assert.deepEqual([stopped, notKept], ["cancelled", 0]);
    assert.deepEqual(await credits(), [certain, uncertain]);
    assert.ok(uncertain >= 100 && certain + uncertain >= library.paid().length * 100);
    const { about } = written(file!.split("/").at(-1)!);
    assert.deepEqual([about.credits, about.credits_uncertain], [certain, uncertain]);
    library.behave();
    const { unfinished, lost } = await left();
    assert.deepEqual([unfinished?.credits, unfinished?.uncertain, lost?.credits], [certain, uncertain, uncertain]);
    const whole = await run(100_000, { resume: unfinished! });
    assert.deepEqual([whole.credits, whole.uncertain], [price, uncertain]);
    assert.deepEqual(await credits(), [price, uncertain]);
  });

  it("writes the page that is paid for when it is canceled among its details", async () => {
    const stop = new AbortController();
    library.behave((exchange) => {
      if (library.paid().length === 4) stop.abort();
      return library.usual(exchange);
    });
    const canceled = await run(100_000, { withDetails: true, to: 1 }, undefined, stop.signal);
    assert.deepEqual([canceled.stopped, canceled.credits, canceled.ads], ["cancelled", 400, 18]);
    const { about } = written("ads.incomplete.json");
    assert.deepEqual([about.details, about.complete], [3, false]);
    library.behave();
    const whole = await run(100_000, { withDetails: true, to: 1, resume: (await left()).unfinished! });
    assert.deepEqual([whole.stopped, whole.credits, files()], ["asked", 1900, ["ads.json"]]);
  });

  it("asks before a detail pending at the stop is bought again", async () => {
    const requests = library.paid().length;
    let id = "";
    library.behave((exchange) => {
      if (library.paid().length - requests < 6) return library.usual(exchange);
      id = exchange.seen.target.split("/").at(-1)!;
      return resetBeforeHeaders(exchange);
    });
    const failed = await run(100_000, { withDetails: true, to: 1 });
    assert.deepEqual([failed.stopped, failed.credits, failed.uncertain, failed.ads], ["failed", 500, 100, 18]);
    assert.equal(written("ads.incomplete.json").about.details, 4);
    library.behave();
    const { unfinished, lost } = await left();
    assert.deepEqual(lost, { pages: [], details: [{ platform: "native", id }], credits: 100 });
    const whole = await run(100_000, { withDetails: true, to: 1, resume: unfinished! });
    assert.deepEqual([whole.stopped, whole.credits, whole.uncertain], ["asked", 1900, 100]);
    assert.deepEqual(await credits(), [1900, 100]);
  });

  describe("if the service refuses details", () => {
    /** IDs of ads whose details are refused, in the order of the page, and those requested so far. */
    let refused: readonly string[] = [];
    const requested = (id: string) => library.requests.filter(({ target }) => target.endsWith(`/${id}`)).length;
    const wish = { withDetails: true, to: 1 };
    const refuse = async (places: readonly number[], code = 1004) => {
      await run(100, { to: 1 });
      const { lastHit } = (await stack.search.bought(await frozen()))[0]!;
      const ids = written("ads.json").ads.map(({ id }) => String(id));
      refused = places.map((place) => ids[place]!);
      library.behave((exchange) => {
        const isRefused = refused.some((id) => exchange.seen.target.endsWith(`/${id}`));
        return isRefused ? failed(code, "No such ad.")(exchange) : library.usual(exchange);
      });
      return lastHit;
    };
    const native = (ids: readonly string[]) => ids.map((id) => ({ platform: "native", id }));

    it("of some ads, is complete without them, names them, and doesn't ask for them again", async () => {
      const lastHit = await refuse([1, 4, 5]);
      const capped = await run(500, { ...wish, lastHit });
      assert.deepEqual([capped.stopped, capped.uncertain, capped.details], ["cap", 200, 3]);
      const { unfinished, lost } = await left();
      assert.deepEqual(lost?.details, native(refused.slice(1, 2)), "the last one may be about more than its ad");
      const { price: rest } = await stack.exports.rest(unfinished!);
      assert.equal(rest, 1400);
      const whole = await run(1400, { ...wish, resume: unfinished! });
      assert.deepEqual([whole.stopped, whole.complete, whole.details], ["asked", true, 15]);
      assert.deepEqual(whole.refused, native(refused));
      assert.deepEqual(refused.map(requested), [1, 2, 1]);
      assert.deepEqual(await stack.exports.unfinished(), []);
    });

    it("of ads in a row, stops soon, and goes on behind them when it is resumed", async () => {
      const lastHit = await refuse([0, 1, 2, 3, 17]);
      const first = await run(100_000, { ...wish, lastHit });
      assert.deepEqual([first.stopped, first.uncertain, first.refused], ["failed", 300, undefined]);
      assert.deepEqual(first.failedAd, native(refused)[2]);
      assert.match(toFailure(first.failure).message, /No such ad/);
      const second = await run(100_000, { ...wish, resume: (await left()).unfinished! });
      assert.deepEqual([second.stopped, second.details, second.failedAd], ["failed", 13, native(refused)[4]]);
      const third = await run(100_000, { ...wish, resume: (await left()).unfinished! });
      assert.deepEqual([third.stopped, third.refused], ["asked", native(refused)]);
      assert.deepEqual(refused.map(requested), [2, 2, 2, 1, 2]);
    });

    it("with a server error, stops and asks once more when it is resumed", async () => {
      const lastHit = await refuse([2], 1009);
      const first = await run(100_000, { ...wish, lastHit });
      assert.deepEqual([first.stopped, first.details, first.failedAd], ["failed", 2, native(refused)[0]]);
      const second = await run(100_000, { ...wish, resume: (await left()).unfinished! });
      assert.deepEqual([second.stopped, second.details, second.refused], ["asked", 17, native(refused)]);
      assert.deepEqual(refused.map(requested), [2]);
    });
  });

  it("takes no details of the connected library for another one's ads", async () => {
    await run(100_000, { withDetails: true, to: 1 });
    const search = await frozen();
    const [{ lastHit } = { lastHit: "" }] = await stack.archive.snapshots(search.address);
    const page = await stack.archive.page(search.address, lastHit, 1);
    const address = { ...search.address, origin: "https://other.example" };
    await stack.archive.storePage(address, lastHit, 1, page!);
    const place = path("place", "other.json");
    const wish = { format: "json", target: localTarget(place), place, withDetails: true, lastHit, to: 1 } as const;
    it("says of its last request only that it wasn't charged, because pages before it were", async () => {
      const elsewhere = await run(100, {}, () => stack.set({ baseUrl: "https://other.example" }));
      const other = "A different library is connected now, so the request was not sent or charged. ";
      assert.deepEqual([elsewhere.credits, toFailure(elsewhere.failure).message.slice(0, other.length)], [100, other]);
      stack.set({ baseUrl: library.url });
      const keyless = await run(200, {}, () => void stack.connection.removeKey(library.url));
      assert.equal(keyless.credits, 100);
      assert.match(toFailure(keyless.failure).message, /^No API key .* The request was not charged\.$/);
    });

    const never = new AbortController().signal;
    const { pages, details } = await stack.exports.run({ ...search, address }, wish, () => undefined, never);
    assert.deepEqual([pages, details], [1, 0]);
  });

  describe("resumed", () => {
    for (const [does, newer, time] of [
      ["replaces the file that was there when it began"],
      ["keeps a newer file of its name", "newer and whole"],
      ["keeps a newer file of its name and size", "as large"],
      ["keeps another file of its name and time", "of the same second", 1e9],
    ] as const)
      it(does, async () => {
        writeFileSync(path("place", "ads.json"), "precious");
        utimesSync(path("place", "ads.json"), 1e9, 1e9);
        await run(200);
        if (newer) writeFileSync(path("place", "ads.json"), newer);
        if (time) utimesSync(path("place", "ads.json"), time, time);
        const { file, kept, complete } = await run(100_000, { resume: (await left()).unfinished! });
        const names = newer ? ["ads-2.json", "ads.json"] : ["ads.json"];
        assert.deepEqual([complete, files()], [true, names]);
        assert.deepEqual([file, kept], [path("place", names[0]!), newer ? path("place", "ads.json") : undefined]);
        assert.equal(written(names[0]!).ads.length, ads);
        if (newer) assert.equal(readFileSync(path("place", "ads.json"), "utf8"), newer);
      });

    /** The plan as it was before the file got its name. */
    async function killedAtTheEnd() {
      await run(200);
      const [name = ""] = readdirSync(path("storage", "exports")).filter((one) => one.endsWith(".json"));
      const file = localTarget(path("place", "ads.json"));
      const target: ExportTarget = {
        ...file,
        place: (complete, placing) =>
          file.place(complete, {
            ...placing,
            noted: async (placed) => {
              await placing?.noted?.(placed);
              assert.ok(!files().includes("ads.json"));
              writeFileSync(path("plan"), readFileSync(path("storage", "exports", name)));
            },
          }),
      };
      const whole = await run(100_000, { resume: (await left()).unfinished!, target });
      assert.deepEqual([whole.complete, readdirSync(path("storage", "exports"))], [true, []]);
      writeFileSync(path("storage", "exports", name), readFileSync(path("plan")));
    }

    it("is done if it was killed right after placing its file", async () => {
      await killedAtTheEnd();
      assert.deepEqual(await stack.exports.unfinished(), []);
      assert.deepEqual(readdirSync(path("storage", "exports")), []);
      assert.equal(written("ads.json").ads.length, ads);
    });

    for (const names of [["ads.json"], ["ads-2.json", "ads.json"]])
      it(
        names.length === 1 ? "continues if that file is gone" : "continues beside that file if it has changed",
        async () => {
          await killedAtTheEnd();
          if (names.length === 1) rmSync(path("place", "ads.json"));
          else appendFileSync(path("place", "ads.json"), " ");
          const whole = await run(0, { resume: (await left()).unfinished! });
          assert.deepEqual([whole.complete, whole.credits, files()], [true, price, names]);
          assert.equal(library.paid().length, allPages);
        },
      );

    it("is refused while another library or version is connected", async () => {
      await run(200);
      const { unfinished } = await left();
      const other = await startCountedLibrary();
      other.accept(library.key);
      for (const change of [{ baseUrl: other.url }, { apiVersion: "v1" }] as const) {
        stack.set(change);
        const specifics = `this export is from ${library.url}, V2. Connect to it first.`;
        await assert.rejects(stack.exports.rest(unfinished!), { code: "invalidRequest", more: { specifics } });
        stack.set({ baseUrl: library.url });
      }
      await other.close();
    });

    it("is taken over by one window only, none once it is discarded, and leaves other files alone", async () => {
      await run(200);
      for (const [index, text] of ["", "x", "{}", "\u0000".repeat(99), "[".repeat(99_999)].entries())
        writeFileSync(path("storage", "exports", `${index}.json`), text);
      const { unfinished } = await left();
      const claims = await Promise.allSettled([1, 2, 3].map(() => HeldPlan.resume(unfinished!)));
      const failures = claims.flatMap((claim) => (claim.status === "rejected" ? [claim.reason as StorageError] : []));
      assert.deepEqual(valuesOf(failures, "reason"), ["busy", "busy"]);
      assert.deepEqual(await stack.exports.unfinished(), []);
      for (const claim of claims) if (claim.status === "fulfilled") claim.value.release();
      assert.equal((await stack.exports.unfinished()).length, 1);
      await stack.exports.discard(unfinished!);
      await assert.rejects(stack.exports.discard(unfinished!), { code: "nothingUnfinished" });
    });
  });

  it("says what is paid for again if the archive couldn't store it", async () => {
    // While page 3 is on its way, the archive's folder goes.
    library.behave((exchange) => {
      if (library.paid().length === 3) {
        rmSync(path("storage", "archive"));
        writeFileSync(path("storage", "archive"), "");
      }
      return library.usual(exchange);
    });
    const failure = await run(100_000, {}, ({ pages }) => {
      if (pages === 3) throw new StorageError("full", "no room");
    }).catch((error: unknown) => error);
    assert.ok(failure instanceof StorageError);
    assert.deepEqual([failure.resumable, stack.notStored.length], ["partly", 1]);
    // The file that grew was the only copy, so it stayed.
    assert.deepEqual(files(), ["ads.incomplete.json"]);
    assert.equal(readFileSync(path("place", "ads.incomplete.json"), "utf8").match(/^\{"id"/gm)?.length, 3 * 18);
    const { message } = toFailure(failure);
    assert.match(message, /couldn't keep everything/);
    assert.doesNotMatch(message, /without paying/);

    await stack.close();
    rmSync(path("storage", "archive"));
    symlinkSync(path("archive"), path("storage", "archive"));
    library.behave();
    let asked = 0;
    stack = open(path("storage"), library.url, library.key, {}, (_credits, _words, _sample, { again }) => {
      asked += 1;
      return Promise.resolve(again?.state === "gone");
    });
    const { unfinished, lost } = await left();
    assert.deepEqual(lost, { pages: [3], details: [], credits: 100 });
    const whole = await run(100_000, { resume: unfinished! });
    assert.deepEqual([whole.complete, whole.pages, library.paid().length, asked], [true, allPages, allPages + 1, 1]);
    assert.deepEqual(files(), ["ads.json"]);
  });

  describe("whose incomplete file has the only copy of a page", () => {
    /** Continues after the archive's folder went while the next page was on its way. */
    async function unkept(wish: Partial<ExportWish> = {}) {
      const last = library.paid().length + (wish.resume ? 1 : 3);
      library.behave((exchange) => {
        if (library.paid().length === last) {
          rmSync(path("storage", "archive"));
          writeFileSync(path("storage", "archive"), "");
        }
        return library.usual(exchange);
      });
      const { pages, stopped, notKept } = await run(100_000, wish);
      assert.deepEqual([stopped, notKept, library.paid().length], ["failed", 100, last]);
      library.behave();
      await stack.close();
      rmSync(path("storage", "archive"));
      symlinkSync(path("archive"), path("storage", "archive"));
      return pages;
    }
    const reopen = (agrees: boolean) =>
      (stack = open(path("storage"), library.url, library.key, {}, () => Promise.resolve(agrees)));

    it("keeps that file if it is resumed and gets less far, until one gets as far", async () => {
      assert.equal(await unkept(), 3);
      const before = readFileSync(path("place", "ads.incomplete.json"), "utf8");
      reopen(false);
      const refused = await run(100_000, { resume: (await left()).unfinished! });
      assert.deepEqual([refused.failure instanceof Error, refused.stopped], [true, "failed"]);
      assert.deepEqual([refused.file, refused.pages, refused.ads], [path("place", "ads.incomplete.json"), 3, 54]);
      assert.deepEqual([refused.bytes, refused.resumable], [Buffer.byteLength(before), true]);
      assert.deepEqual(files(), ["ads.incomplete.json"]);
      assert.equal(readFileSync(path("place", "ads.incomplete.json"), "utf8"), before);

      await stack.close();
      reopen(true);
      const capped = await run(100, { resume: (await left()).unfinished! });
      assert.deepEqual([capped.stopped, capped.pages, files()], ["cap", 3, ["ads.incomplete.json"]]);
      await run(100_000, { resume: (await left()).unfinished! });
      assert.deepEqual(files(), ["ads.json"]);
    });

    it("keeps both files if each has such a page", async () => {
      await unkept();
      const answers = readdirSync(path("archive", "answers"), { recursive: true, encoding: "utf8" });
      rmSync(
        path(
          "archive",
          "answers",
          answers.find((name) => name.includes("0002."))!,
        ),
      );
      reopen(true);
      assert.equal(await unkept({ resume: (await left()).unfinished! }), 2);
      assert.deepEqual(files(), ["ads.incomplete-2.json", "ads.incomplete.json"]);
      assert.deepEqual(
        files().map((name) => written(name).about.pages),
        [2, 3],
      );
      reopen(true);
    });

    it("writes what it can if that file is gone", async () => {
      await unkept();
      rmSync(path("place", "ads.incomplete.json"));
      reopen(false);
      const refused = await run(100_000, { resume: (await left()).unfinished! });
      assert.deepEqual(
        [refused.pages, files(), written("ads.incomplete.json").about.pages],
        [2, ["ads.incomplete.json"], 2],
      );
    });
  });

  it("is incomplete if a bought page is gone", async () => {
    await run(300, { to: 3 });
    const bought = (await stack.search.bought(await frozen()))[0]!.lastHit;
    await stack.archive.clear();
    const file = path("place", "free.json");
    const wish = { format: "json", target: localTarget(file), place: file, lastHit: bought, to: 3 } as const;
    const free = await stack.exports.run(await frozen(), wish, () => undefined, new AbortController().signal);
    assert.deepEqual([free.stopped, free.complete, free.file], ["missing", false, undefined]);
  });
});
