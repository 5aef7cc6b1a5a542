import assert from "node:assert/strict";
import type { ExportStart } from "../../../../src/features/export";
import { startOfFile, startOfSaved, startOfShown } from "../../../../src/features/export/exportStart";
import type { FrozenSearch } from "../../../../src/features/search";
import { useLibrary } from "../../../support/fixtures";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, useStack } from "../stack";

const never = new AbortController().signal;
const search = { platform: "native", body: {} } as const;

describe("an export starts from", () => {
  const folder = temporaryFolder();
  const library = useLibrary({ moments: true });
  const stack = useStack(() => openStack(folder(), library.url, library.key));
  let frozen: FrozenSearch;
  beforeEach(async () => {
    frozen = await stack.search.freeze({ platform: "native", choices: [] });
  });

  /** Buys pages of a new snapshot. */
  async function buy(pages: number): Promise<string> {
    await library.nextMoment();
    const { lastHit } = await stack.search.search(frozen, undefined, never);
    for (let page = 2; page <= pages; page += 1) await stack.search.search(frozen, { page, lastHit: lastHit! }, never);
    return lastHit!;
  }

  async function saved(lastHit?: string) {
    const { id } = await stack.saved.save("All", search);
    if (lastHit !== undefined) await stack.saved.markRun(id, { at: "2026-01-02T03:04:05.000Z", lastHit });
    const kept = await stack.saved.get(id);
    return kept!;
  }

  const told = ({ lastHit, bought, pages, wanted }: ExportStart) => ({
    ...{ lastHit, bought, wanted },
    pages: pages.map(({ page }) => page),
  });
  const nothing = { lastHit: undefined, bought: 0, pages: [] };

  it("a new snapshot if nothing is bought: one page of a file unless it says more", async () => {
    assert.deepEqual(told(await startOfFile(stack.search, search)), { ...nothing, wanted: 1 });
    assert.deepEqual(told(await startOfFile(stack.search, { ...search, pages: 7 })), { ...nothing, wanted: 7 });
    assert.deepEqual(told(await startOfSaved(stack.search, await saved())), { ...nothing, wanted: undefined });
  });

  it("a file's pinned snapshot if it is bought, else the newest bought one, for 0 credits", async () => {
    const earlier = await buy(2);
    const newest = await buy(1);
    const ofEarlier = { lastHit: earlier, bought: 2, pages: [1, 2], wanted: 1 };
    assert.deepEqual(told(await startOfFile(stack.search, { ...search, snapshot: earlier })), ofEarlier);
    const ofNewest = { lastHit: newest, bought: 1, pages: [1], wanted: 3 };
    assert.deepEqual(told(await startOfFile(stack.search, { ...search, pages: 3 })), ofNewest);
    await assert.rejects(startOfFile(stack.search, { ...search, snapshot: "12345" }), { code: "notFound" });
    assert.equal(library.paid().length, 3);
  });

  it("a saved search's last run, else the newest bought snapshot, for 0 credits", async () => {
    const earlier = await buy(2);
    const newest = await buy(1);
    const ofEarlier = { lastHit: earlier, bought: 2, pages: [1, 2], wanted: undefined };
    assert.deepEqual(told(await startOfSaved(stack.search, await saved(earlier))), ofEarlier);
    const ofNewest = { lastHit: newest, bought: 1, pages: [1], wanted: undefined };
    const inAnotherLibrary = await saved("12345");
    assert.deepEqual(told(await startOfSaved(stack.search, inAnotherLibrary)), ofNewest);
    assert.deepEqual(told(await startOfSaved(stack.search, await saved())), ofNewest);
    assert.equal(library.paid().length, 3);
  });

  it("the search on the screen: its loaded pages, and everything bought of its snapshot", async () => {
    const lastHit = await buy(3);
    await buy(1);
    const [first] = await stack.search.boughtPages(frozen, lastHit);
    const start = await startOfShown(stack.search, { frozen, lastHit, pages: [first!] });
    assert.deepEqual(told(start), { lastHit, bought: 3, pages: [1], wanted: undefined });
    const unnamed = await startOfShown(stack.search, { frozen, lastHit: undefined, pages: [first!] });
    assert.deepEqual([unnamed.lastHit, unnamed.bought], [undefined, 0]);
    const [page] = await stack.search.bought(frozen);
    assert.ok(unnamed.frozen.since >= page!.fetchedAt, "It would take the page on the screen for a new one.");
  });
});
