import assert from "node:assert/strict";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack, type Stack } from "./stack";

const never = new AbortController().signal;

describe("what ran", () => {
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

  it("is the first of the recent searches, once, whatever page came and whether it is owned", async () => {
    const { frozen, first } = await run("", 2);
    await run("tea");
    const owned = await stack.search.ownedPages(frozen, first.lastHit!);
    for (const page of owned) await stack.ran.note(frozen, page);
    assert.deepEqual(
      (await stack.recent.list()).map(({ label }) => label),
      ["tea", "native"],
    );
    assert.equal(await stack.recent.lastPlatform(), "native");
  });

  it("dates every saved search that asks the same, in whatever order its body stands", async () => {
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
      assert.equal(await stack.search.ownedPageCount(one.query, page.lastHit!), 1);
    }
    assert.equal((await stack.saved.get(three.id))?.lastRun, undefined);
  });

  it("tells whoever shows it, also of later pages", async () => {
    let told = 0;
    stack.ran.onChanged(() => (told += 1));
    await run("", 3);
    assert.equal(told, 3);
  });

  it("keeps the last run of a saved search beyond the size cap, until the search is deleted", async () => {
    const { frozen, first } = await run("");
    const saved = await stack.saved.save("All", stack.search.bodyQuery(frozen));
    const pins: string[] = [];
    const { archive } = stack;
    const [pin, unpin] = [archive.pin.bind(archive), archive.unpin.bind(archive)];
    archive.pin = (...args) => (pins.push(`+${args[1]}`), pin(...args));
    archive.unpin = (...args) => (pins.push(`-${args[1]}`), unpin(...args));
    await stack.ran.mark(saved, frozen, first);
    const marked = (await stack.saved.get(saved.id))!;
    await stack.ran.mark(marked, frozen, { ...first, lastHit: "7" });
    const later = (await stack.saved.get(saved.id))!;
    await stack.ran.keep(later, false);
    await stack.ran.keep(later, true);
    assert.deepEqual(pins, [`+${first.lastHit}`, `-${first.lastHit}`, "+7", "-7", "+7"]);
  });
});
