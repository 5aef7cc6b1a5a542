import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../../../../src/features/disk/storageError";
import type { ExportProgress, ExportSummary } from "../../../../src/features/export/exportTypes";
import { localTarget } from "../../../../src/features/export/localTarget";
import { lostAnswers } from "../../../../src/features/export/restOfExport";
import type { ExportWish } from "../../../../src/features/export/exportSearch";
import { toFailure } from "../../../../src/features/failures/failures";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { resetBeforeHeaders } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";
import { jsonIssues } from "./schemas";

interface Written {
  readonly about: Record<string, unknown>;
  readonly ads: readonly { readonly id: number }[];
}

describe("An export that stops before its end", () => {
  const folder = temporaryFolder();
  const path = (...names: string[]) => join(folder(), ...names);
  let library: CountedLibrary;
  let stack: Stack;
  beforeEach(async () => {
    for (const name of ["place", "archive", "storage"]) mkdirSync(path(name));
    symlinkSync(path("archive"), path("storage", "archive"));
    library = await startCountedLibrary();
    stack = openStack(path("storage"), library.url, library.key);
  });
  afterEach(async () => {
    await stack.close();
    await library.close();
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
    const target = localTarget(file, wish.resume?.begun.growing);
    const gate = (await stack.wallet.plan(cap, "test"))!;
    const search = await frozen();
    return stack.exports.run(search, { format: "json", target, place: file, gate, ...wish }, progress, signal);
  }
  const left = async () => {
    const [unfinished] = await stack.exports.unfinished();
    return { unfinished, lost: unfinished && (await lostAnswers(stack, await frozen(), unfinished)) };
  };

  describe("at the credits agreed to", () => {
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
      assert.deepEqual([resumed.stopped, resumed.credits, library.paid().length], ["end", 2300, 23]);
      assert.deepEqual(files(), ["ads.json"]);
      const whole = written("ads.json");
      assert.deepEqual([whole.about.credits, whole.about.complete, whole.ads.length], [2300, true, 400]);
      assert.deepEqual(await credits(), [2300, 0]);
      assert.deepEqual(await stack.exports.unfinished(), []);
      assert.deepEqual(readdirSync(path("storage", "exports")), []);
    });

    it("again and again keeps one incomplete file, and none that a person changed is removed", async () => {
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

    it("is still there to be resumed when nothing more could be paid for", async () => {
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

  it("cancelled with requests on their way, tells what the ledger has, certain and uncertain apart", async () => {
    const stop = new AbortController();
    library.behave((exchange) => {
      if (library.paid().length < 8) return library.usual(exchange);
      // What is asked for from now on is never answered.
      stop.abort();
    });
    const wish = { ahead: 4 };
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
    assert.deepEqual([whole.credits, whole.uncertain], [2300, uncertain]);
    assert.deepEqual(await credits(), [2300, uncertain]);
  });

  it("while a detail was on its way, asks before that is paid for again", async () => {
    const requests = library.paid().length;
    let id = "";
    library.behave((exchange) => {
      if (library.paid().length - requests < 6) return library.usual(exchange);
      id = exchange.seen.target.split("/").at(-1)!;
      return resetBeforeHeaders(exchange);
    });
    const failed = await run(100_000, { withDetails: true, to: 1 });
    assert.deepEqual([failed.stopped, failed.credits, failed.uncertain, failed.file], ["failed", 500, 100, undefined]);
    library.behave();
    const { unfinished, lost } = await left();
    assert.deepEqual(lost, { pages: [], details: [{ platform: "native", id }], credits: 100 });
    const whole = await run(100_000, { withDetails: true, to: 1, resume: unfinished! });
    assert.deepEqual([whole.stopped, whole.credits, whole.uncertain], ["asked", 1900, 100]);
    assert.deepEqual(await credits(), [1900, 100]);
  });

  it("can be discarded: what was paid for stays, and so does its incomplete file", async () => {
    await run(200);
    const { unfinished } = await left();
    await stack.exports.discard(unfinished!);
    assert.deepEqual(await stack.exports.unfinished(), []);
    assert.deepEqual(readdirSync(path("storage", "exports")), []);
    assert.deepEqual(files(), ["ads.incomplete.json"]);
    const again = await run(0, { lastHit: (await stack.search.owned(await frozen()))[0]!.lastHit, to: 2 });
    assert.deepEqual([again.stopped, again.credits, library.paid().length], ["asked", 0, 2]);
    await assert.rejects(stack.exports.discard(unfinished!), { code: "nothingUnfinished" });
  });

  it("at its file, says that it is paid for again where the archive could not keep it", async () => {
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
    const { message } = toFailure(failure);
    assert.match(message, /couldn't keep everything/);
    assert.doesNotMatch(message, /without paying/);

    await stack.close();
    rmSync(path("storage", "archive"));
    symlinkSync(path("archive"), path("storage", "archive"));
    library.behave();
    stack = openStack(path("storage"), library.url, library.key);
    // The file that grew was the only copy: it stayed, and the export goes on after it.
    const { unfinished } = await left();
    assert.equal(unfinished?.point?.pages, 3);
    const whole = await run(100_000, { resume: unfinished });
    assert.deepEqual([whole.complete, whole.pages, library.paid().length], [true, 23, 23]);
  });

  it("because an owned page is gone, does not call itself whole", async () => {
    await run(300, { to: 3 });
    const owned = (await stack.search.owned(await frozen()))[0]!.lastHit;
    await stack.archive.clear();
    const file = path("place", "free.json");
    const wish = { format: "json", target: localTarget(file), place: file, lastHit: owned, to: 3 } as const;
    const free = await stack.exports.run(await frozen(), wish, () => undefined, new AbortController().signal);
    assert.deepEqual([free.stopped, free.complete, free.file], ["missing", false, undefined]);
  });
});
