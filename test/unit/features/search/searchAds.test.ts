import assert from "node:assert/strict";
import { AdDetails } from "../../../../src/features/details";
import { checkPlatforms } from "../../../../src/features/connection";
import { SearchAds } from "../../../../src/features/search";
import { newestUnnamed, searchAct } from "../../../../src/features/search/frozenSearch";
import { startCountedLibrary } from "../../../support/countedLibrary";
import { changeFilters, usualChange } from "../../../support/changedFilters";
import { ok } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

describe("answers without a snapshot", () => {
  const folder = temporaryFolder();

  it("are each stored and read again", async () => {
    const library = await startCountedLibrary();
    const { search, close } = openStack(folder(), library.url, library.key);
    const frozen = await search.freeze({ platform: "native", choices: [] });
    const found: string[] = [];
    for (const id of [11, 12, 12]) {
      library.next(ok({ ads: [{ id, title: `Ad ${id}` }], has_next_page: true }));
      const page = await search.search(frozen, undefined, AbortSignal.timeout(60_000));
      found.push(...page.ads.map((ad) => ad.id ?? ""));
    }
    assert.deepEqual(found, ["11", "12", "12"]);
    const bought = await search.bought(frozen);
    for (const { lastHit } of bought) assert.match(lastHit, /^none-[0-9a-f]{12}$/);
    assert.equal(bought.length, 2);
    const kept = await Promise.all(bought.map(({ lastHit }) => search.boughtPages(frozen, lastHit)));
    assert.deepEqual(kept.flatMap((pages) => pages.flatMap(({ ads }) => ads.map(({ id }) => id))).sort(), ["11", "12"]);
    assert.equal(newestUnnamed(bought), bought[0]!.lastHit);
    assert.equal(library.paid().length, 3);
    await close();
    await library.close();
  });
});

describe("a search with nothing but the form's defaults", () => {
  const folder = temporaryFolder();

  it("is called all ads in the ledger and in the question, not by its body", async () => {
    const library = await startCountedLibrary();
    const { search, wallet, forms, close } = openStack(folder(), library.url, library.key);
    await forms.form("facebook");
    const frozen = await search.fromBody("facebook", { advanced_order: { orderby: "newest", order: "desc" } });
    const act = searchAct(await search.freeze(frozen));
    assert.equal(act.words, "Search on Facebook: all ads");
    await search.search(await search.freeze(frozen), undefined, AbortSignal.timeout(60_000));
    const { service } = await wallet.report();
    assert.deepEqual(
      service.labels.map(({ name, platform }) => [name, platform]),
      [["{}", "facebook"]],
    );
    await close();
    await library.close();
  });
});

describe("a search of another library", () => {
  const folder = temporaryFolder();

  it("is adapted as far as possible, with what was dropped, for 0 credits", async () => {
    const library = await startCountedLibrary();
    const { search, close } = openStack(folder(), library.url, library.key);
    const body = { search_field: [{ type: "text", text: "tea" }], hologram: [1], gender: ["of elsewhere"] };
    const { query, unfit = [] } = await search.ofBody({ platform: "native", body });
    assert.deepEqual(
      query.choices.map(({ filter }) => filter),
      ["search_field"],
    );
    assert.deepEqual(unfit.map(({ filter }) => filter).sort(), ["gender", "hologram"]);
    await assert.rejects(search.freeze(query), /invalidRequest/);
    assert.equal(library.paid().length, 0);
    await close();
    await library.close();
  });
});

describe("a search that the platform's filters no longer fit", () => {
  const folder = temporaryFolder();
  const never = new AbortController().signal;
  const body = {
    os: [1],
    countries: ["us"],
    advanced_order: { orderby: "newest", order: "desc" },
  };

  it("is opened by its address, page by page, and neither priced nor sent", async () => {
    const library = await startCountedLibrary();
    const stack = openStack(folder(), library.url, library.key);
    const { search, forms } = stack;
    const frozen = await search.freeze(await search.fromBody("facebook", body));
    const first = await search.search(frozen, undefined, never);
    await search.search(frozen, { page: 2, lastHit: first.lastHit! }, never);
    assert.equal(library.paid().length, 2);

    await changeFilters(library, "facebook", usualChange);
    forms.forget("facebook");
    await forms.form("facebook");
    const found = await search.ofBody({ platform: "facebook", body });
    assert.deepEqual(found.address, frozen.address);
    assert.deepEqual(found.unfit?.map(({ filter }) => filter).sort(), ["advanced_order", "countries", "os"]);
    const [bought] = await search.bought(found);
    assert.deepEqual([bought?.lastHit, bought?.pages], [first.lastHit, 2]);
    const pages = await search.boughtPages(found, first.lastHit!);
    assert.deepEqual(pages[0]!.ads, first.ads);
    // The same from what a panel keeps: a query with its exact body, whatever became of its choices.
    const kept = { ...frozen.query, body: frozen.request.body };
    assert.deepEqual((await search.freezeBought(kept)).address, frozen.address);
    const owning = await search.search(await search.freezeBought(kept), { page: 2, lastHit: first.lastHit! }, never);
    assert.equal(owning.bought, true);

    for (const paid of [
      () => search.freeze(kept),
      () => search.freeze(found.query),
      () => search.search(found, undefined, never),
      () => search.search(found, { page: 3, lastHit: first.lastHit! }, never),
      // Frozen before the form changed.
      () => search.search(frozen, { page: 3, lastHit: first.lastHit! }, never),
      () => search.search(frozen, undefined, never),
    ])
      await assert.rejects(paid(), /invalidRequest/);
    assert.equal(library.paid().length, 2);
    await stack.close();
    await library.close();
  });

  it("is noticed before it is paid, once its form is an hour old", async () => {
    const library = await startCountedLibrary();
    let minutes = 0;
    const now = () => new Date(Date.UTC(2026, 10, 28) + minutes * 60_000);
    const stack = openStack(folder(), library.url, library.key, {}, undefined, now);
    const { search, filterChanges, forms } = stack;
    const frozen = await search.freeze(await search.fromBody("facebook", body));
    await search.search(frozen, undefined, never);
    const asked = () => library.requests.filter(({ target }) => target === "/v2/ads/facebook/filters").length;
    assert.equal(asked(), 1);
    minutes = 59;
    await search.search(frozen, undefined, never);
    assert.equal(asked(), 1);
    await changeFilters(library, "facebook", usualChange);
    const before = asked();
    minutes = 61;
    await assert.rejects(search.search(frozen, undefined, never), /invalidRequest/);
    assert.equal(asked(), before + 1);
    assert.equal(library.paid().length, 2);
    await forms.settled();
    const [change] = await filterChanges.list({ library: library.url, version: "v2" });
    assert.equal(change?.platform, "facebook");
    await stack.close();
    await library.close();
  });
});

describe("a check of all platforms", () => {
  const folder = temporaryFolder();

  it("compares the forms that it fetches", async () => {
    const library = await startCountedLibrary();
    const stack = openStack(folder(), library.url, library.key);
    const { forms, clients, filterChanges } = stack;
    const check = async () => {
      const client = await clients.current();
      const found = await checkPlatforms((platform) => forms.fetch(client, platform), clients.segments);
      assert.ok(found.every(({ works }) => works));
      await forms.settled();
    };
    await check();
    await changeFilters(library, "facebook", usualChange);
    await check();
    const changes = await filterChanges.list({ library: library.url, version: "v2" });
    assert.deepEqual(
      changes.map(({ platform }) => platform),
      ["facebook"],
    );
    // What was fetched counts for searches as well.
    await assert.rejects(search(stack), /invalidRequest/);
    assert.equal(library.paid().length, 0);
    await stack.close();
    await library.close();
  });

  const search = async ({ search }: Stack) => search.freeze(await search.fromBody("facebook", { os: [1] }));
});

describe("an act that waits for an identical one", () => {
  const folder = temporaryFolder();

  it("gets its answer, and pays nothing", async () => {
    const library = await startCountedLibrary();
    const { wallet, archive, clients, forms, search, details, close } = openStack(folder(), library.url, library.key);
    const signal = AbortSignal.timeout(60_000);
    const frozen = await search.freeze({ platform: "native", choices: [] });
    const first = await search.search(frozen, undefined, signal);
    const cursor = { page: 2, lastHit: first.lastHit! };
    let go: () => void = () => undefined;
    const wait = new Promise<void>((done) => (go = done));
    const held = {
      clients,
      forms,
      wallet,
      archive,
      onNotStored: (error: unknown) => assert.fail(String(error)),
      mayPay: () => wait.then(() => "bought" as const),
      now: () => new Date(),
    };
    const [late, lateDetails] = [new SearchAds(held), new AdDetails(held)];
    const ad = { platform: "native", id: first.ads[0]!.id! } as const;
    const waiting = Promise.all([late.search(frozen, cursor, signal), lateDetails.detail(ad, false, signal)]);
    const second = await search.search(frozen, cursor, signal);
    const detail = await details.detail(ad, false, signal);
    go();
    const [page, again] = await waiting;
    assert.deepEqual([page.bought, page.ads], [true, second.ads]);
    assert.deepEqual([again.bought, again.detail], [true, detail.detail]);
    assert.equal(library.paid().length, 3);
    await close();
    await library.close();
  });
});
