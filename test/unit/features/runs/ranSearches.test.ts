import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SearchAddress } from "../../../../src/features/archive";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

const never = new AbortController().signal;

describe("recent runs", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  beforeEach(async () => {
    library = await startCountedLibrary();
    stack = openStack(folder(), library.url, library.key);
  });
  afterEach(async () => {
    await stack.close();
    await library.close();
  });

  async function run(text: string, pages = 1) {
    const { search, ran } = stack;
    const query = await search.fromBody("native", text === "" ? {} : { search_field: [{ type: "text", text }] });
    const frozen = await search.freeze(query);
    const first = await search.search(frozen, undefined, never);
    await ran.note(frozen, first);
    for (let page = 2; page <= pages; page += 1) {
      await ran.note(frozen, await search.search(frozen, { page, lastHit: first.lastHit! }, never));
    }
    return { frozen, first };
  }

  it("come first among recent searches, once, whatever page and ownership", async () => {
    const { frozen, first } = await run("", 2);
    await run("tea");
    const bought = await stack.search.boughtPages(frozen, first.lastHit!);
    for (const page of bought) await stack.ran.note(frozen, page);
    assert.deepEqual(
      (await stack.recent.list()).map(({ label }) => label),
      ["tea", "native"],
    );
    assert.equal(await stack.recent.lastPlatform(), "native");
  });

  it("date every equal saved search, in whatever order its body is", async () => {
    const order = { orderby: "newest", order: "desc" };
    const words = [{ type: "text", text: "a" }];
    const one = await stack.saved.save("One", {
      platform: "native",
      body: { advanced_order: order, search_field: words },
    });
    const two = await stack.saved.save("Two", {
      platform: "native",
      body: { search_field: words, advanced_order: order },
    });
    const three = await stack.saved.save("Three", { platform: "native", body: { search_field: words } });
    const query = await stack.search.fromBody("native", one.query.body);
    const frozen = await stack.search.freeze(query);
    const page = await stack.search.search(frozen, undefined, never);
    await stack.ran.note(frozen, page);
    for (const { id } of [one, two]) {
      assert.deepEqual((await stack.saved.get(id))?.lastRun, { at: page.fetchedAt, lastHit: page.lastHit });
      assert.equal((await stack.search.boughtOf(one.query))[0]?.pages, 1);
    }
    assert.equal((await stack.saved.get(three.id))?.lastRun, undefined);
  });

  it("notify whoever shows them, also of later pages", async () => {
    let told = 0;
    stack.ran.onChanged(() => (told += 1));
    await run("", 3);
    assert.equal(told, 3);
  });

  it("keeps the newest runs of a saved search beyond the size cap, until the search is deleted", async () => {
    stack.set({ runsKept: 2 });
    const { frozen, first } = await run("");
    const saved = await stack.saved.save("All", stack.search.bodyQuery(frozen));
    await stack.ran.mark(saved, frozen, first);
    const { archive, runs } = stack;
    for (const [second, at] of [
      ["7", "2030-01-01T00:00:00.000Z"],
      ["8", "2030-01-02T00:00:00.000Z"],
    ] as const) {
      const { text } = (await stack.search.boughtAnswer(frozen, first.lastHit!, 1))!;
      await archive.storePage(frozen.address, second, 1, { text, receivedAt: at });
      await stack.ran.mark(saved, frozen, { lastHit: second, fetchedAt: at });
    }
    const kept = async () => (await runs.list(frozen.address)).map(({ lastHit }) => lastHit);
    assert.deepEqual(await kept(), ["8", "7"]);
    assert.deepEqual((await stack.saved.get(saved.id))?.lastRun, { at: "2030-01-02T00:00:00.000Z", lastHit: "8" });
    // One page of another search is stored last, which the cap spares whatever is pinned.
    await run("tea");
    stack.set({ archiveMaxSizeMb: 0.0001 });
    const owner = `saved ${saved.id}`;
    const pinned = await archive.pins.reasons();
    await stack.ran.keep(saved, false);
    assert.deepEqual(pinned, [{ reason: owner, newest: "2030-01-02T00:00:00.000Z" }]);
    assert.deepEqual(await archive.pins.reasons(), []);
    await stack.ran.keep(saved, true);
    assert.deepEqual(await archive.pins.reasons(frozen.address), pinned);
  });

  it("release only runs of searches and files that are gone for 90 days", async () => {
    const { archive, runs } = stack;
    const { frozen, first } = await run("");
    const saved = await stack.saved.save("All", stack.search.bodyQuery(frozen));
    await writeFile(join(folder(), "there.adsearch.json"), "{}");
    const { text } = (await stack.search.boughtAnswer(frozen, first.lastHit!, 1))!;
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    const bought = async (body: string, receivedAt: string) => {
      const address = { ...frozen.address, body };
      await archive.storePage(address, "7", 1, { text, receivedAt });
      return address;
    };
    const old = await bought("old", days(91));
    const recent = await bought("recent", days(89));
    const file = (name: string) => `file ${join(folder(), `${name}.adsearch.json`)}`;
    for (const owner of [`saved ${saved.id}`, "saved gone", file("there"), file("gone")]) await runs.keep(old, owner);
    for (const owner of ["saved gone lately", file("gone lately")]) await runs.keep(recent, owner);
    await archive.pins.pin(old, "7", "exported");
    // A new window lets go once it has run something.
    await stack.close();
    stack = openStack(folder(), library.url, library.key);
    await run("tea");
    const kept = (await stack.archive.pins.reasons()).map(({ reason }) => reason).sort();
    const stays = [`saved ${saved.id}`, file("there"), "saved gone lately", file("gone lately"), "exported"];
    assert.deepEqual(kept, stays.sort());
  });

  it("keeps the runs of what a file asks now, wherever the file is", async () => {
    const { archive, runs } = stack;
    const [one, two] = [(await run("a")).frozen.address, (await run("b")).frozen.address];
    await runs.keep(one, "file /ads/a.adsearch.json");
    await runs.keep(one, "file /ads/b.adsearch.json");
    await runs.keep(two, "file /ads/a.adsearch.json");
    const of = async (address: SearchAddress) => (await archive.pins.reasons(address)).map(({ reason }) => reason);
    assert.deepEqual([await of(one), await of(two)], [["file /ads/b.adsearch.json"], ["file /ads/a.adsearch.json"]]);
    await runs.moved("/ads", "/moved%");
    await runs.moved("/moved%/a.adsearch.json", "/moved%/c.adsearch.json");
    await runs.moved("/mov", "/other");
    assert.deepEqual(
      [await of(one), await of(two)],
      [["file /moved%/b.adsearch.json"], ["file /moved%/c.adsearch.json"]],
    );
    // The same file for another library: each keeps its own.
    const elsewhere = { ...one, origin: "https://other.example" };
    await archive.storePage(elsewhere, "7", 1, { text: "{}", receivedAt: "2030-01-01T00:00:00.000Z" });
    await runs.keep(elsewhere, "file /moved%/c.adsearch.json");
    assert.equal((await of(two)).length, 1);
    await runs.release("file /moved%/c.adsearch.json");
    assert.deepEqual([await of(two), await of(elsewhere), (await of(one)).length], [[], [], 1]);
  });
});
