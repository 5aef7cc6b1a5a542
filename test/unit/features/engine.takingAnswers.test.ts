import assert from "node:assert/strict";
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { localTarget } from "../../../src/features/export/localTarget";
import { toFailure } from "../../../src/features/failures/failures";
import type { SearchPage } from "../../../src/protocol/search";
import { searchHandlers } from "../../../src/views/panel/searchHandlers";
import { PanelSession } from "../../../src/views/panel/session";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { mountMemory, type Mounted } from "../../support/mounts";
import { skipBecause } from "../../support/skipping";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack, type Stack } from "./stack";

const never = new AbortController().signal;

/** Writes a file until its disk is full, whoever writes to that disk meanwhile. */
function fill(path: string): void {
  const file = openSync(path, "w");
  assert.throws(
    () => {
      for (;;) writeSync(file, Buffer.alloc(4096));
    },
    { code: "ENOSPC" },
  );
  closeSync(file);
}

describe("before anything is paid for", () => {
  let library: CountedLibrary;
  let stack: Stack;
  let mounted: Mounted | undefined;
  // Before the folder goes, what is mounted in it has to.
  afterEach(async () => {
    await stack.close();
    await mounted?.unmount();
    mounted = undefined;
    await library.close();
  });
  const folder = temporaryFolder();
  const at = (...names: string[]) => join(folder(), ...names);
  beforeEach(async () => {
    library = await startCountedLibrary();
  });
  const open = (place: string) => {
    mkdirSync(at(place), { recursive: true });
    stack = openStack(at(place), library.url, library.key);
  };

  const countries = ["us", "gb", "ca", "au"];
  async function search(which: number): Promise<SearchPage> {
    const query = await stack.search.fromBody("native", {
      countries: countries.slice(which % 4),
      os: [1 + (which % 5)],
    });
    return stack.search.search(await stack.search.freeze(query), undefined, never);
  }
  async function refused(work: Promise<unknown>) {
    const error = await work.then(() => assert.fail("It was not refused."), toFailure);
    assert.equal(error.charge, "none");
    return error;
  }
  const stored = async () => (await stack.archive.size()).pages;

  it("read-only storage gives what is owned, and says why nothing more is sent", async function () {
    mkdirSync(at("storage"));
    mounted = await mountMemory(at("storage"), "size=64m");
    if (!mounted) skipBecause(this, "nothing can be mounted here");
    open("storage");
    const bought = await search(1);
    await stack.archive.size();
    await stack.close();
    await mounted.again("ro");
    open("storage");
    const frozen = await stack.search.freeze(
      await stack.search.fromBody("native", { countries: countries.slice(1), os: [2] }),
    );
    const [owned] = await stack.search.owned(frozen);
    const pages = await stack.search.ownedPages(frozen, owned!.lastHit);
    assert.deepEqual(
      pages[0]!.ads.map(({ id }) => id),
      bought.ads.map(({ id }) => id),
    );
    assert.ok((await stack.archive.search({ text: "" })).hits.length > 0);
    const { message } = await refused(search(2));
    assert.match(message, /read-only/);
    assert.equal(library.paid().length, 1);
  });

  it("a full disk is noticed: what was on its way is stored, and nothing more is sent", async function () {
    mkdirSync(at("storage"));
    mounted = await mountMemory(at("storage"), "size=12m");
    if (!mounted) skipBecause(this, "nothing can be mounted here");
    mkdirSync(at("ledger"));
    symlinkSync(at("ledger"), at("storage", "ledger"));
    open("storage");
    await search(1);
    const held = library.hold();
    const onItsWay = search(2);
    await library.paidArrived(2);
    fill(at("storage", "filler"));
    await held.answer();
    await onItsWay;
    for (let which = 3; which < 9; which++) {
      const { code, message } = await refused(search(which));
      assert.equal(code, "notKept");
      assert.match(message, /nothing was sent or charged.*disk is full/);
    }
    assert.equal(library.paid().length, 2);
    assert.equal(await stored(), 2);
    assert.deepEqual(stack.notStored, []);
    writeFileSync(at("storage", "filler"), "");
    await search(3);
    assert.equal(await stored(), 3);
  });

  it("a locked archive is noticed: an answer is shown all the same, and stored before the next one is paid for", async () => {
    open("storage");
    await search(1);
    const held = library.hold();
    const onItsWay = search(2);
    await library.paidArrived(2);
    const other = new DatabaseSync(at("storage", "archive", "archive.db"), { timeout: 20_000 });
    other.exec("begin immediate");
    await held.answer();
    assert.ok((await onItsWay).ads.length > 0);
    assert.deepEqual(stack.notStored, []);
    for (const work of [search(3), stack.details.detail({ platform: "native", id: "1" }, false, never)]) {
      const { code, message } = await refused(work);
      assert.equal(code, "notKept");
      assert.match(message, /Another window or program/);
    }
    assert.equal(library.paid().length, 2);
    const booked = async () => (await stack.wallet.report()).service.total.received;
    assert.equal(await booked(), 1, "booked before it is stored");
    other.exec("rollback");
    other.close();
    await search(3);
    assert.equal(library.paid().length, 3);
    assert.equal(await stored(), 3);
    await stack.close();
    open("storage");
    assert.equal(await booked(), 3);
  });

  it("an export waits for a locked archive, and tells what it cost once that is booked", async () => {
    open("storage");
    await search(1);
    const query = await stack.search.fromBody("native", { countries: ["de"] });
    const frozen = await stack.search.freeze(query);
    const gate = await stack.wallet.plan(200, "test");
    const held = library.hold();
    const place = at("out.json");
    const wish = { format: "json", target: localTarget(place), place, to: 2, gate: gate! } as const;
    const exporting = stack.exports.run(frozen, wish, () => undefined, never);
    await library.paidArrived(2);
    const other = new DatabaseSync(at("storage", "archive", "archive.db"), { timeout: 20_000 });
    other.exec("begin immediate");
    await held.answer();
    // Longer than an answer is held back.
    const shown = search(2).catch(toFailure);
    assert.equal(((await shown) as { code?: string }).code, "notKept");
    other.exec("rollback");
    other.close();
    const { credits, uncertain, complete } = await exporting;
    assert.deepEqual([credits, uncertain, complete], [200, 0, true]);
    assert.match(readFileSync(place, "utf8"), /"credits":200,"credits_uncertain":0,/);
    assert.equal(await stored(), 3);
  });

  it("a window that must end while the archive is locked ends, and what it could not store may have been charged", async () => {
    open("storage");
    await search(1);
    const held = library.hold();
    const onItsWay = search(2);
    await library.paidArrived(2);
    const other = new DatabaseSync(at("storage", "archive", "archive.db"), { timeout: 20_000 });
    other.exec("begin immediate");
    await held.answer();
    await onItsWay;
    await stack.close(1, 50);
    const after = openStack(at("storage"), library.url, library.key);
    assert.deepEqual(await after.wallet.today(), { spent: 100, maybe: 100, sample: 0 });
    await after.wallet.dispose();
    other.exec("rollback");
    other.close();
  });

  it("an archive that cannot be read is not taken for an empty one", async () => {
    open("storage");
    await search(1);
    await stack.close();
    const newer = new DatabaseSync(at("storage", "archive", "archive.db"), { timeout: 20_000 });
    newer.exec("pragma user_version = 99");
    newer.close();
    open("storage");
    const session = new PanelSession("native");
    const query = await stack.search.fromBody("native", { countries: countries.slice(1), os: [2] });
    const panel = searchHandlers(
      { ...stack, library: () => stack.clients.formsName(), onPage: () => undefined },
      session,
    );
    const inPanel = await refused(Promise.resolve(panel.search({ query, unlessOwned: true }, never)));
    assert.equal(inPanel.code, "ownershipUnknown");
    assert.match(inPanel.message, /Update the extension/);
    const frozen = await stack.search.freeze(query);
    assert.equal(
      (await refused(stack.search.search(frozen, { page: 2, lastHit: "1" }, never))).code,
      "ownershipUnknown",
    );
    assert.equal((await refused(stack.search.search(frozen, undefined, never))).code, "notKept");
    const ad = { platform: "native", id: "1" } as const;
    assert.equal((await refused(stack.details.detail(ad, false, never))).code, "ownershipUnknown");
    assert.equal((await refused(stack.details.detail(ad, true, never))).code, "notKept");
    assert.equal(library.paid().length, 1);
  });

  it("answers that damage took are asked for once, with the price, before anything is bought", async () => {
    open("storage");
    await search(1);
    const lost = await search(2);
    await stack.close();
    const file = at("storage", "archive", "archive.db");
    const db = new DatabaseSync(file);
    db.exec("update page set payload = zeroblob(100) where id = 2");
    db.close();
    const head = readFileSync(file);
    head.fill(7, 0, 50);
    writeFileSync(file, head);
    const asked: [number, string, number | undefined][] = [];
    let answer = false;
    stack = openStack(at("storage"), library.url, library.key, {}, (credits, words, _sample, { lostAnswers }) => {
      asked.push([credits, words, lostAnswers]);
      return Promise.resolve(answer);
    });
    for (const work of [
      () => search(2),
      () => stack.details.detail({ platform: "native", id: lost.ads[0]!.id! }, false, never),
    ])
      assert.equal((await refused(work())).code, "declined");
    assert.deepEqual(
      stack.rescued.map((each) => [each.saved, each.lost]),
      [[1, 1]],
    );
    const [first, second] = asked.map(([, words]) => words);
    assert.match(first ?? "", /^Search on Native: “/);
    assert.equal(second, `Details of ad ${lost.ads[0]!.id!} on Native`);
    assert.deepEqual(
      asked.map(([credits, , answers]) => [credits, answers]),
      [
        [100, 1],
        [100, 1],
      ],
    );
    assert.equal(library.paid().length, 2);
    answer = true;
    await search(2);
    await search(3);
    assert.equal(asked.length, 3);
    assert.equal(library.paid().length, 4);
  });
});
