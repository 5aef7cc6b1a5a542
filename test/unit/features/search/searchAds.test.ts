import assert from "node:assert/strict";
import { AdDetails } from "../../../../src/features/details";
import { SearchAds } from "../../../../src/features/search";
import { newestUnnamed, searchAct } from "../../../../src/features/search/frozenSearch";
import { startCountedLibrary } from "../../../support/countedLibrary";
import { ok } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../stack";

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
    const owned = await search.owned(frozen);
    for (const { lastHit } of owned) assert.match(lastHit, /^none-[0-9a-f]{12}$/);
    assert.equal(owned.length, 2);
    const kept = await Promise.all(owned.map(({ lastHit }) => search.ownedPages(frozen, lastHit)));
    assert.deepEqual(kept.flatMap((pages) => pages.flatMap(({ ads }) => ads.map(({ id }) => id))).sort(), ["11", "12"]);
    assert.equal(newestUnnamed(owned), owned[0]!.lastHit);
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
    const { query, problems } = await search.fromBodyAsFar("native", body);
    assert.deepEqual(
      query.choices.map(({ filter }) => filter),
      ["search_field"],
    );
    assert.deepEqual(problems.map(({ filter }) => filter).sort(), ["gender", "hologram"]);
    assert.equal(library.paid().length, 0);
    await close();
    await library.close();
  });
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
      mayPay: () => wait.then(() => "owned" as const),
      now: () => new Date(),
    };
    const [late, lateDetails] = [new SearchAds(held), new AdDetails(held)];
    const ad = { platform: "native", id: first.ads[0]!.id! } as const;
    const waiting = Promise.all([late.search(frozen, cursor, signal), lateDetails.detail(ad, false, signal)]);
    const second = await search.search(frozen, cursor, signal);
    const detail = await details.detail(ad, false, signal);
    go();
    const [page, again] = await waiting;
    assert.deepEqual([page.owned, page.ads], [true, second.ads]);
    assert.deepEqual([again.owned, again.detail], [true, detail.detail]);
    assert.equal(library.paid().length, 3);
    await close();
    await library.close();
  });
});
