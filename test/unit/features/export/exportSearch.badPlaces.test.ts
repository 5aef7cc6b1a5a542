import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { StorageError, type StorageReason } from "../../../../src/features/disk/storageError";
import type { ExportSummary } from "../../../../src/features/export/exportTypes";
import { localTarget } from "../../../../src/features/export/targets";
import type { UnfinishedExport } from "../../../../src/features/export/exportSearch";
import { toFailure } from "../../../../src/features/failures/failures";
import { skipBecause } from "../../../support/skipping";
import { useLibrary } from "../../../support/fixtures";
import { mountMemory, type Mounted } from "../../../support/mounts";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { type Stack, useStacks } from "../stack";

/** 400 ads of the counted library. */
const allPages = Math.ceil(400 / 18);
/** `resumable`: whether a person is told to resume it. */
const refusedAs = (reason: StorageReason, resumable: boolean) => (error: unknown) =>
  error instanceof StorageError &&
  error.reason === reason &&
  toFailure(error).message.includes("Resume Export") === resumable;

describe("An export to a failing place", () => {
  const library = useLibrary();
  const open = useStacks();
  let stack: Stack;
  let mounted: Mounted | undefined;
  // Before the folder goes, what is mounted in it has to.
  afterEach(async () => {
    await mounted?.unmount();
    mounted = undefined;
  });
  const at = temporaryFolder();
  beforeEach(async () => {
    mkdirSync(at("place"));
    stack = open(at("storage"), library.url, library.key);
    await stack.connection.current();
  });

  /** Exports everything, paid; `noticed` is told the pages so far. */
  async function run(
    file: string,
    resume?: UnfinishedExport,
    noticed: (pages: number) => void = () => undefined,
    ahead?: number,
  ): Promise<ExportSummary> {
    const { search, wallet, exports } = stack;
    const frozen = await search.freeze({ platform: "native", choices: [] });
    const gate = await wallet.plan(100_000, "test");
    const target = localTarget(file);
    const more = {
      ...(gate && { gate }),
      ...(resume && { resume, lastHit: resume.lastHit! }),
      ...(ahead !== undefined && { ahead }),
    };
    return exports.run(
      frozen,
      { format: "ndjson", target, place: file, ...more },
      ({ pages }) => noticed(pages),
      new AbortController().signal,
    );
  }

  const inPlace = () => readdirSync(at("place"));
  const bought = async () => {
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    return (await stack.search.bought(frozen))[0]?.pages ?? 0;
  };

  /** What was paid before the failure is bought, and a resumed export pays for the rest alone. */
  async function goesOn(file: string): Promise<void> {
    const before = library.paid().length;
    assert.equal(await bought(), before);
    const [unfinished] = await stack.exports.unfinished();
    const { complete, pages } = await run(file, unfinished);
    assert.deepEqual([complete, pages], [true, allPages]);
    assert.equal(library.paid().length, allPages);
    const [head = "", ...ads] = readFileSync(file, "utf8").trimEnd().split("\n");
    assert.match(head, /"complete":true/);
    assert.equal(ads.length, 400);
    assert.deepEqual(readdirSync(stack.exportPlans), []);
  }

  for (const ahead of [undefined, 4]) {
    it(`whose disk fills up: leaves no file, and loses no paid page${ahead ? ", also with requests ahead" : ""}`, async function () {
      mounted = await mountMemory(at("place"), "size=128k");
      if (!mounted) skipBecause(this, "this machine lets no test mount a file system");
      writeFileSync(at("place", "ads.ndjson"), "precious");
      await assert.rejects(run(at("place", "ads.ndjson"), undefined, undefined, ahead), refusedAs("full", true));
      assert.deepEqual(inPlace(), ["ads.ndjson"]);
      assert.equal(readFileSync(at("place", "ads.ndjson"), "utf8"), "precious");
      const paid = library.paid().length;
      assert.ok(paid > 1 && paid < allPages, `${paid} pages were paid for`);
      await mounted.again("size=9m");
      if (ahead === undefined) await goesOn(at("place", "ads.ndjson"));
    });
  }

  it("whose disk is already full: nothing is requested", async function () {
    mounted = await mountMemory(at("place"), "size=64k");
    if (!mounted) skipBecause(this, "this machine lets no test mount a file system");
    assert.throws(() => writeFileSync(at("place", "filler"), Buffer.alloc(200_000)), /ENOSPC/);
    await assert.rejects(run(at("place", "ads.ndjson")), refusedAs("full", false));
    assert.deepEqual(inPlace(), ["filler"]);
    assert.equal(library.paid().length, 0);
  });

  it("that is read-only: nothing is requested", async function () {
    mounted = await mountMemory(at("place"), "size=9m");
    if (!mounted) skipBecause(this, "this machine lets no test mount a file system");
    writeFileSync(at("place", "ads.ndjson"), "precious");
    await mounted.again("ro");
    await assert.rejects(run(at("place", "ads.ndjson")), refusedAs("readOnlyFile", false));
    await assert.rejects(run(at("place", "new.ndjson")), refusedAs("readOnly", false));
    assert.equal(library.paid().length, 0);
    assert.deepEqual(inPlace(), ["ads.ndjson"]);
    assert.equal(readFileSync(at("place", "ads.ndjson"), "utf8"), "precious");
  });

  it("whose folder vanishes: leaves no file, and loses no paid page", async () => {
    mkdirSync(at("place", "folder"));
    const gone = (pages: number) => {
      if (pages === 5) rmSync(at("place", "folder"), { recursive: true });
    };
    await assert.rejects(run(at("place", "folder", "ads.ndjson"), undefined, gone), refusedAs("missing", true));
    assert.deepEqual(inPlace(), []);
    mkdirSync(at("place", "folder"));
    await goesOn(at("place", "folder", "ads.ndjson"));
  });

  it("requests nothing if the archive's disk is full", async function () {
    mkdirSync(at("storage"), { recursive: true });
    mounted = await mountMemory(at("storage"), "size=400k");
    if (!mounted) skipBecause(this, "this machine lets no test mount a file system");
    for (const elsewhere of ["ledger", "exports"]) {
      mkdirSync(at(elsewhere));
      symlinkSync(at(elsewhere), at("storage", elsewhere));
    }
    const { stopped, failure } = await run(at("place", "ads.ndjson"));
    assert.deepEqual([stopped, toFailure(failure).code], ["failed", "notKept"]);
    assert.equal(library.paid().length, 0);
    assert.deepEqual(inPlace(), []);
  });
});
