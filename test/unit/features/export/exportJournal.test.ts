import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { StorageError } from "../../../../src/features/disk/storageError";
import { ExportJournal } from "../../../../src/features/export/exportJournal";
import { exportListed } from "./exportListed";
import type { ExportedPage, ExportFormat } from "../../../../src/features/export/exportTypes";
import { localTarget } from "../../../../src/features/export/localTarget";
import { discardExport, unfinishedExports } from "../../../../src/features/export/unfinishedExports";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { about, aPage } from "./someAnswers";

describe("resumable export", () => {
  const folder = temporaryFolder();
  const journals = () => join(folder(), "journals");
  const path = (name: string) => join(folder(), name);
  const beginJournal = (format: ExportFormat, growing: string, target = path(`a.${format}`)) =>
    ExportJournal.begin(journals(), { format, about, target, growing, details: false });

  /** An export that ends after some pages as a kill would end it: journal and temporary file stay as they are. */
  async function killedAfter(count: number, format: ExportFormat = "ndjson"): Promise<string> {
    const growing = path(`.a.${format}.part`);
    const journal = await beginJournal(format, growing);
    const target = localTarget(path(`a.${format}`), growing);
    const snapshot = { part: "", journal: "" };
    const pages = function* (): Generator<ExportedPage> {
      for (let page = 1; page <= count; page++) yield aPage(page);
      snapshot.part = readFileSync(growing, "latin1");
      snapshot.journal = readFileSync(journal.path, "utf8");
    };
    const spent = () => ({ spent: 500, maybe: 100 });
    await exportListed(target, format, about, pages(), undefined, undefined, { journal, spent });
    rmSync(path(`a.${format}`));
    writeFileSync(growing, snapshot.part, "latin1");
    writeFileSync(journal.path, snapshot.journal);
    return growing;
  }

  it("goes on after the last page whose bytes are good", async () => {
    const growing = await killedAfter(5);
    const [found] = await unfinishedExports(journals());
    assert.deepEqual([found?.pages, found?.ads, found?.credits, found?.point?.page], [5, 90, 500, 5]);
    assert.deepEqual([found?.uncertain, found?.lostPages, found?.lostDetails], [100, [], []]);
    const good = readFileSync(growing);
    const cases: readonly (readonly [string, () => void, number | undefined])[] = [
      ["more than was noted", () => appendFileSync(growing, '{"torn'), 5],
      ["the last bytes gone", () => truncateSync(growing, good.length - 1), 4],
      ["a hole in page 3", () => writeFileSync(growing, Buffer.from(good).fill(0, holeAt(good), holeAt(good) + 9)), 2],
      ["all gone", () => rmSync(growing), undefined],
      ["an empty file", () => writeFileSync(growing, ""), undefined],
    ];
    for (const [name, damage, page] of cases) {
      writeFileSync(growing, good);
      damage();
      const [one] = await unfinishedExports(journals());
      assert.equal(one?.point?.page, page, name);
      assert.equal(one?.pages, 5, name);
    }
  });

  const holeAt = (bytes: Buffer) => bytes.indexOf('\\"3\\"') + 1;

  it("names a page that was asked for and never came", async () => {
    await killedAfter(2);
    const [file] = readdirSync(journals());
    appendFileSync(join(journals(), file!), '\n{"asked":3}\n');
    const lost = async () => (await unfinishedExports(journals()))[0]?.lostPages;
    assert.deepEqual(await lost(), [3]);
    appendFileSync(join(journals(), file!), '\n{"asked":3');
    assert.deepEqual(await lost(), [3]);
    appendFileSync(join(journals(), file!), '\n{"unsent":3}\n');
    assert.deepEqual(await lost(), []);
  });

  it("names the details that were asked for and never came, unless their page was written", async () => {
    await killedAfter(2);
    const [file] = readdirSync(journals());
    const journal = join(journals(), file!);
    const [first, ...others] = readFileSync(journal, "utf8").split('\n{"page":2');
    const asked = '\n{"asked":"native:7"}\n';
    const lost = async () => (await unfinishedExports(journals()))[0]?.lostDetails;
    writeFileSync(journal, [first + asked, ...others].join('\n{"page":2'));
    assert.deepEqual(await lost(), []);
    appendFileSync(journal, '\n{"asked":"native:8"}\n\n{"asked":"nowhere:9"}\n');
    assert.deepEqual(await lost(), [{ platform: "native", id: "8" }]);
  });

  it("is offered although its dead process's ID is in use again", async () => {
    await killedAfter(1);
    const [file] = readdirSync(journals());
    const holder = { holder: "x", pid: process.pid, host: hostname() };
    appendFileSync(join(journals(), file!), `\n${JSON.stringify(holder)}\n`);
    assert.equal((await unfinishedExports(journals())).length, 1);
  });

  it("resumes to a whole file, also where the temporary file is gone", async () => {
    for (const gone of [false, true]) {
      const growing = await killedAfter(3, "json");
      if (gone) rmSync(growing);
      const [found] = await unfinishedExports(journals());
      const journal = await ExportJournal.resume(found!.journal);
      const target = localTarget(path("a.json"), growing);
      const from = (found!.point?.page ?? 0) + 1;
      const pages = [1, 2, 3, 4].map((page) => aPage(page, undefined, page < 4)).slice(from - 1);
      const extras = { journal, ...(found!.point && { resume: found!.point }) };
      const summary = await exportListed(target, "json", about, pages, undefined, undefined, extras);
      assert.deepEqual([from, summary.pages, summary.ads, summary.complete], [gone ? 1 : 4, 4, 72, true]);
      assert.equal((JSON.parse(readFileSync(path("a.json"), "utf8")) as { ads: unknown[] }).ads.length, 72);
      assert.deepEqual(await unfinishedExports(journals()), []);
      assert.deepEqual(readdirSync(journals()), []);
    }
  });

  it("that was cancelled can be resumed; one that is whole cannot", async () => {
    const growing = path(".a.part");
    const journal = await beginJournal("json", growing);
    const abort = new AbortController();
    const pages = function* (): Generator<ExportedPage> {
      abort.abort();
      yield aPage(1);
      yield aPage(2);
    };
    const target = localTarget(path("a.json"), growing);
    assert.deepEqual(await unfinishedExports(journals()), []);
    await exportListed(target, "json", about, pages(), undefined, abort.signal, { journal });
    const [found] = await unfinishedExports(journals());
    assert.deepEqual([found?.pages, found?.point, found?.begun.target], [1, undefined, path("a.json")]);
    await discardExport(found!);
    assert.deepEqual(await unfinishedExports(journals()), []);
  });

  it("is taken over by one window only", async () => {
    await killedAfter(1);
    const [found] = await unfinishedExports(journals());
    const claims = await Promise.allSettled([1, 2, 3].map(() => ExportJournal.resume(found!.journal)));
    assert.equal(claims.filter(({ status }) => status === "fulfilled").length, 1);
    for (const claim of claims) {
      if (claim.status === "rejected")
        assert.equal(claim.reason instanceof StorageError && claim.reason.reason, "busy");
    }
    assert.deepEqual(await unfinishedExports(journals()), []);
  });

  it("that was renamed already is whole, although its journal is still there", async () => {
    for (const before of ["", '\n{"stopped":"cancelled"}\n']) {
      const growing = await killedAfter(1);
      const [file] = readdirSync(journals());
      rmSync(growing);
      appendFileSync(join(journals(), file!), `${before}\n{"finishing":true}\n`);
      assert.deepEqual(await unfinishedExports(journals()), []);
      assert.deepEqual(readdirSync(journals()), []);
    }
  });

  it("that was killed before its rename, and again after that of an incomplete file, is not whole", async () => {
    const growing = await killedAfter(2);
    const [file] = readdirSync(journals());
    appendFileSync(join(journals(), file!), '\n{"finishing":true}\n');
    const [found] = await unfinishedExports(journals());
    const journal = await ExportJournal.resume(found!.journal);
    const target = localTarget(path("a.ndjson"), growing);
    const killed = {
      ...target,
      place: async (complete: boolean) => {
        const placed = await target.place(complete);
        writeFileSync(path("killed.journal"), readFileSync(journal.path));
        return placed;
      },
    };
    const extras = { journal, resume: found!.point! };
    await exportListed(killed, "ndjson", about, [], undefined, AbortSignal.abort(), extras);
    assert.ok(!existsSync(growing));
    writeFileSync(journal.path, readFileSync(path("killed.journal")));
    assert.equal((await unfinishedExports(journals())).length, 1);
  });

  it("that could not be renamed is not whole", async () => {
    const growing = await killedAfter(1);
    const [file] = readdirSync(journals());
    rmSync(growing);
    appendFileSync(join(journals(), file!), '\n{"finishing":true}\n\n{"stopped":"failed"}\n');
    assert.equal((await unfinishedExports(journals())).length, 1);
  });

  it("ignores journals that are no journals", async () => {
    await killedAfter(1);
    for (const [index, text] of [
      "",
      "x",
      "{}",
      '{"version":2,"plan":{}}',
      "\u0000".repeat(99),
      "[".repeat(99999),
    ].entries()) {
      writeFileSync(join(journals(), `${index}.journal`), text);
    }
    assert.equal((await unfinishedExports(journals())).length, 1);
    assert.deepEqual(await unfinishedExports(path("nowhere")), []);
  });
});
