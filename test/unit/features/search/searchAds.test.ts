import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { readBoard } from "../../../../src/features/boards";
import { checkPlatforms } from "../../../../src/features/connection";
import { AdDetails } from "../../../../src/features/details";
import { aboutLine } from "../../../../src/features/export/formats";
import { toFailure } from "../../../../src/features/failures";
import { readExportedRun } from "../../../../src/features/runs";
import { addressBody, SearchAds } from "../../../../src/features/search";
import { newestUnnamed, searchAct } from "../../../../src/features/search/frozenSearch";
import { RecentSearches } from "../../../../src/features/searches";
import { writeExact } from "../../../../src/protocol/exactJson";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { changeFilters, usualChange } from "../../../support/changedFilters";
import { startCountedLibrary } from "../../../support/countedLibrary";
import { useLibrary } from "../../../support/fixtures";
import { times } from "../../../support/long";
import { ok } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { about } from "../export/someAnswers";
import { type Stack, useStacks } from "../stack";

const item = fc.oneof(fc.string(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), fc.integer(), fc.boolean());
const list = fc.oneof(
  fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: writeExact }),
  fc.array(fc.record({ type: fc.string(), text: fc.string() }), { minLength: 1, maxLength: 3 }),
);
const bodies = fc.uniqueArray(fc.tuple(fc.oneof(fc.string({ minLength: 1 }), fc.constant("__proto__")), list), {
  selector: ([key]) => key,
  maxLength: 5,
});

describe("A search", () => {
  const folder = temporaryFolder();
  const never = new AbortController().signal;
  const library = useLibrary();
  const open = useStacks();
  let stack: Stack;
  beforeEach(() => (stack = open(folder(), library.url, library.key)));

  it("stores each answer without a snapshot, and reads it again", async () => {
    const { search } = stack;
    const frozen = await search.freeze({ platform: "native", choices: [] });
    const found: string[] = [];
    for (const id of [11, 12, 12]) {
      library.next(ok({ ads: [{ id, title: `Ad ${id}` }], has_next_page: true }));
      const page = await search.search(frozen, undefined, never);
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
  });

  it("with nothing but the form's defaults is called all ads in the ledger and in the question, not by its body", async () => {
    const { search, wallet, forms } = stack;
    await forms.form("facebook");
    const frozen = await search.fromBody("facebook", { advanced_order: { orderby: "newest", order: "desc" } });
    const act = searchAct(await search.freeze(frozen));
    assert.equal(act.words, "Search on Facebook: all ads");
    await search.search(await search.freeze(frozen), undefined, never);
    const { service } = await wallet.report();
    assert.deepEqual(valuesOf(service.labels, "name", "platform"), ["{}", "facebook"]);
  });

  it("of another library is adapted as far as possible, with what was dropped, for 0 credits", async () => {
    const { search } = stack;
    const body = { search_field: [{ type: "text", text: "tea" }], hologram: [1], gender: ["of elsewhere"] };
    const { query, unfit = [] } = await search.ofBody({ platform: "native", body });
    assert.deepEqual(valuesOf(query.choices, "filter"), ["search_field"]);
    assert.deepEqual(unfit.map(({ filter }) => filter).sort(), ["gender", "hologram"]);
    await assert.rejects(search.freeze(query), /invalidRequest/);
    assert.equal(library.paid().length, 0);
  });

  const body = { os: [1], countries: ["us"], advanced_order: { orderby: "newest", order: "desc" } };

  it("that the platform's filters no longer fit is opened by its address, page by page, and neither priced nor sent", async () => {
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
  });

  it("that no longer fits is noticed before anything is paid, once its form is an hour old", async () => {
    let minutes = 0;
    const now = () => new Date(Date.UTC(2026, 10, 28) + minutes * 60_000);
    await stack.close();
    stack = open(folder(), library.url, library.key, {}, undefined, now);
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
  });

  it("is refused by forms that a check of all platforms fetched", async () => {
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
    assert.deepEqual(valuesOf(changes, "platform"), ["facebook"]);
    // What was fetched counts for searches as well.
    const broken = stack.search.fromBody("facebook", { os: [1] }).then((query) => stack.search.freeze(query));
    await assert.rejects(broken, /invalidRequest/);
    assert.equal(library.paid().length, 0);
  });

  it("that waits for an identical one gets its answer, and pays nothing", async () => {
    const { wallet, archive, clients, forms, search, details } = stack;
    const frozen = await search.freeze({ platform: "native", choices: [] });
    const first = await search.search(frozen, undefined, never);
    const cursor = { page: 2, lastHit: first.lastHit! };
    const told = Promise.withResolvers<"bought">();
    const held = {
      ...{ clients, forms, wallet, archive },
      onNotStored: (error: unknown) => assert.fail(String(error)),
      mayPay: () => told.promise,
      now: () => new Date(),
    };
    const [late, lateDetails] = [new SearchAds(held), new AdDetails(held)];
    const ad = { platform: "native", id: first.ads[0]!.id! } as const;
    const waiting = Promise.all([late.search(frozen, cursor, never), lateDetails.detail(ad, false, never)]);
    const second = await search.search(frozen, cursor, never);
    const detail = await details.detail(ad, false, never);
    told.resolve("bought");
    const [page, again] = await waiting;
    assert.deepEqual([page.bought, page.ads], [true, second.ads]);
    assert.deepEqual([again.bought, again.detail], [true, detail.detail]);
    assert.equal(library.paid().length, 3);
  });

  it("that is on its way when the connection changes is finished and stored, and nothing more is sent", async () => {
    const ad = { platform: "native", id: /"id":(\d+)/.exec(await library.answerOf("native"))![1]! } as const;
    const changes = {
      key: () => stack.connection.removeKey(library.url),
      library: () => (stack.set({ baseUrl: "https://elsewhere.example" }), stack.connection.state()),
    };
    for (const [name, change] of Object.entries(changes)) {
      await stack.close();
      stack = open(folder(name), library.url, library.key);
      const { search, details, wallet, archive } = stack;
      const frozen = await search.freeze({ platform: "native", choices: [] });
      const held = [library.hold(), library.hold()];
      const before = library.paid().length;
      const both = Promise.all([search.search(frozen, undefined, never), details.fetch(ad, never, wallet)]);
      await library.paidArrived(before + 2);
      await change();
      await Promise.all(held.map(({ answer }) => answer()));
      const [{ lastHit, ads }, detail] = await both;
      assert.deepEqual([(await archive.pages(frozen.address, lastHit!)).length, ads.length], [1, 18]);
      assert.equal((await details.bought(ad, frozen.address))?.detail.ad.id, detail.value.ad.id);
      const { service } = await wallet.report();
      assert.deepEqual([service.total.spent, service.total.maybe], [200, 0]);
    }
  });

  it("that a person is asked about is not sent if the key is removed meanwhile", async () => {
    const confirm = () => stack.connection.removeKey(library.url);
    await stack.close();
    stack = open(folder(), library.url, library.key, { confirmAbove: 50 }, confirm);
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    const failure = await stack.search.search(frozen, undefined, never).then(() => undefined, toFailure);
    assert.deepEqual([failure?.code, failure?.charge], ["cancelled", "none"]);
    assert.equal(library.paid().length, 0);
  });

  it("has one name at every door, however its body is written and whichever page it asks for", async () => {
    let round = 0;
    const property = fc.asyncProperty(bodies, async (members) => {
      const known = members.filter(([key]) => !["page", "last_hit", "api_key", "orderby"].includes(key));
      const one = Object.fromEntries(known);
      const written = known.map(([key, all]) => {
        const isSet = all.every((each) => typeof each !== "object" && !/^\d{4}-/.test(String(each)));
        return [key, all.length === 1 ? all[0] : isSet ? [...all, ...all].toReversed() : all] as const;
      });
      const other = Object.fromEntries([["page", 3], ["last_hit", 2n ** 60n], ...written.toReversed()]);
      round += 1;
      const names = async (body: object) => {
        const text = writeExact(body);
        const file = folder(`${round}.ndjson`);
        const totals = { pages: 1, ads: 0, details: 0, credits: 0, uncertain: 0, stopped: "end" } as const;
        writeFileSync(file, `{"about":${aboutLine({ ...about, body: text }, { ...totals, firstPage: 1 })}}\n`);
        const source = `{"library":"https://a.example","version":"v2","platform":"tiktok","body":${text},"last_hit":"9","page":1,"received":"2026-01-01T00:00:00.000Z"}`;
        const board = readBoard(
          `{"entries":[{"ad":"tiktok:1","source":${source},"sha256":"${"0".repeat(64)}"}]}`,
        ).board;
        return [
          addressBody(body),
          (await readExportedRun(file, defaultSegments)).address.body,
          board?.entries[0]?.source.search?.body,
        ];
      };
      const all = [...(await names(one)), ...(await names(other))];
      assert.deepEqual([...new Set(all)], [addressBody(one)]);
      const recent = new RecentSearches({
        folder: folder(String(round)),
        now: () => new Date(),
        onProblem: () => assert.fail(),
      });
      for (const body of [one, other]) await recent.add({ platform: "tiktok", body: { ...body } }, "a");
      assert.equal((await recent.list()).length, 1);
      recent.dispose();
    });
    await fc.assert(property, { numRuns: times(30, 500) });
  });

  it("opens without a connection in the library that it was bought from last, and nothing is sent", async () => {
    const other = await startCountedLibrary();
    const body = { search_field: [{ type: "text", text: "a" }] };
    const buy = async (of: Stack) =>
      (await of.search.search(await of.search.freeze(await of.search.fromBody("native", body)), undefined, never))
        .lastHit;
    await buy(stack);
    const lastHit = (await buy(open(folder(), other.url, other.key)))!;
    const { search, runs } = stack;
    stack.set({ baseUrl: "" });
    const frozen = await search.ofBody({ platform: "native", body });
    // The filters of that library were never seen, so the search is called what it sends.
    const words = '{"search_field":[{"text":"a","type":"text"}]}';
    assert.deepEqual([frozen.label, await search.label(frozen.query)], [words, words]);
    assert.equal(frozen.address.origin, other.url);
    assert.equal((await search.freezeBought(frozen.query)).address.origin, other.url);
    const [bought] = await search.bought(frozen);
    assert.equal(bought?.lastHit, lastHit);
    assert.equal((await search.boughtPages(frozen, lastHit))[0]?.ads.length, 18);
    assert.equal((await runs.list(await search.address({ platform: "native", body })))[0]?.lastHit, lastHit);
    const sent = [library.requests.length, other.requests.length];
    for (const paid of [
      () => search.freeze(frozen.query),
      () => search.search(frozen, undefined, never),
      () => search.search(frozen, { page: 2, lastHit }, never),
      () => search.ofBody({ platform: "native", body: {} }),
      () => search.address({ platform: "native", body: {} }),
    ])
      await assert.rejects(paid, /noConnection/);
    assert.deepEqual([library.requests.length, other.requests.length], sent);
    await other.close();
  });

  it("is addressed by what it sends, without asking the service", async () => {
    const words = { type: "text", text: "tea" };
    const sent = [
      [{ is_bookmarked: [false] }, "{}"],
      [{ search_field: [words, words] }, addressBody({ search_field: [words] })],
      [{ is_bookmarked: [true], search_field: [words] }, addressBody({ is_bookmarked: [true] })],
      [{ gone: [1] }, addressBody({ gone: [1] })],
    ] as const;
    for (const [body] of sent) {
      const { body: own } = await stack.search.address({ platform: "native", body });
      assert.equal(own, addressBody(body), "its own body, as no form was seen");
    }
    assert.equal(library.requests.length, 0);
    await stack.forms.form("native");
    const asked = library.requests.length;
    for (const [body, what] of sent) {
      const address = await stack.search.address({ platform: "native", body });
      assert.equal(address.body, what);
      assert.deepEqual(address, (await stack.search.ofBody({ platform: "native", body })).address);
    }
    assert.equal(library.requests.length, asked);
  });
});
