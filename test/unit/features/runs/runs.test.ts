import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { mock } from "node:test";
import type { SearchAddress } from "../../../../src/features/archive";
import { checkStopWords, fileOfOwner, fileOwner } from "../../../../src/features/runs";
import type { CheckWish } from "../../../../src/features/runs/checkForNew";
import type { FrozenSearch } from "../../../../src/features/search/frozenSearch";
import type { ComparedAd, Comparison, Run } from "../../../../src/protocol/runs";
import { type Fate, fateOf, runningOf } from "../../../../src/sample/moments";
import { platformProfiles } from "../../../../src/sample/world/platformProfiles";
import { testedVersion } from "../../../support/apiVersion";
import { useLibrary } from "../../../support/fixtures";
import { variants } from "../../../support/long";
import { okText } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { openStack, type Stack, useStack, useStacks } from "../stack";

const never = new AbortController().signal;
const profile = platformProfiles.findIndex(({ token }) => token === "facebook");

describe("runs", () => {
  const folder = temporaryFolder();
  const library = useLibrary({ moments: true });
  const stack = useStack(() => openStack(folder(), library.url, library.key, { apiVersion: testedVersion }));
  let frozen: FrozenSearch;
  beforeEach(async () => {
    frozen = await stack.search.freeze({ platform: "facebook", choices: [] });
  });

  const paid = () => library.paid().length;

  async function check(credits: number, more: Partial<CheckWish> = {}) {
    const gate = await stack.wallet.plan(credits, "test");
    return stack.runs.check(frozen, { gate: gate!, knownPages: 2, ...more }, () => undefined, never);
  }

  const runs = () => stack.runs.list(frozen.address);

  it("pay for page 1 of an interrupted check once, even if the service returns the same snapshot again", async () => {
    await check(100_000, { knownPages: 1000 });
    const before = paid();
    const gate = await stack.wallet.plan(100_000, "test");
    const stop = new AbortController();
    const wish = { gate: gate!, knownPages: 1000 };
    const interrupted = await stack.runs.check(frozen, wish, () => stop.abort(), stop.signal);
    assert.deepEqual([interrupted.stopped, paid()], ["cancelled", before + 1]);
    await check(100_000, { knownPages: 1 });
    assert.equal(paid(), before + 1);
  });

  it("begin anew if the one to continue has a stored page that can't be read, say so, and find what it found", async () => {
    await check(10_000);
    await library.nextMoment();
    const gate = await stack.wallet.plan(200, "test");
    const stop = new AbortController();
    const stopAt = ({ pages }: { readonly pages: number }) => (pages === 2 ? stop.abort() : undefined);
    const wish = { gate: gate!, knownPages: 1000 };
    const { lastHit, newAds } = await stack.runs.check(frozen, wish, stopAt, stop.signal);
    assert.ok(newAds > 0);
    const unreadable = { text: "<html>", receivedAt: new Date().toISOString() };
    await stack.archive.storePage(frozen.address, lastHit, 2, unreadable);
    await library.nextMoment();
    const before = paid();
    const anew = await check(200, { knownPages: 1000 });
    assert.deepEqual([anew.failure, anew.pages, anew.credits, paid() - before], [undefined, 2, 200, 2]);
    assert.deepEqual([anew.startedOver, anew.resumedFrom, anew.lastHit === lastHit], [true, undefined, false]);
    assert.ok(anew.newAds >= newAds);
    assert.match(
      checkStopWords(anew, 1000),
      /^A stored page of an unfinished check can't be read, so this check bought a new result\./,
    );
    await library.nextMoment();
    assert.equal((await check(100)).startedOver, undefined);
  });

  async function compareLast(): Promise<Comparison> {
    const [newer, earlier] = await runs();
    const { address } = frozen;
    return stack.runs.compare({ address, lastHit: earlier!.lastHit }, { address, lastHit: newer!.lastHit });
  }

  const indexOf = ({ ad }: Pick<ComparedAd, "ad">) =>
    (Number(ad.split(":")[1]) - platformProfiles[profile]!.idBase) / 613;
  const fates = (ads: readonly Pick<ComparedAd, "ad">[]) => new Set(ads.map((ad) => fateOf(indexOf(ad))));
  const of = ({ ads }: Comparison, state: ComparedAd["state"]) => ads.filter((ad) => ad.state === state);
  const fresh = (compared: Comparison) => [...of(compared, "launched"), ...of(compared, "firstSeen")];
  /** How many ads of the library have a fate. */
  const many = (fate: Fate, ads: readonly Pick<ComparedAd, "ad">[]) =>
    ads.filter((ad) => fateOf(indexOf(ad)) === fate).length;

  it("find the exact new, changed, and absent ads of two complete runs, whatever signatures and spelling, page by page", async () => {
    const first = await check(10_000);
    assert.deepEqual([first.first, first.newAds, first.stopped], [true, 0, "end"]);
    await library.nextMoment();
    const second = await check(10_000, { knownPages: 1000 });
    const [newer, earlier] = await runs();
    assert.deepEqual([newer!.ended, earlier!.ended, newer!.pages], [true, true, second.pages]);
    // Page by page, with other work in between.
    let [turns, going] = [0, true];
    const tick = () => {
      turns += 1;
      if (going) setImmediate(tick);
    };
    setImmediate(tick);
    const found = await compareLast();
    going = false;
    assert.ok(turns >= newer!.pages + earlier!.pages, `${turns} turns`);
    assert.deepEqual(fates(fresh(found)), new Set<Fate>(["appears"]));
    assert.deepEqual(fates(of(found, "absent")), new Set<Fate>(["vanishes"]));
    assert.deepEqual(fates(of(found, "changed")), new Set<Fate>(["changes", "grows"]));
    assert.deepEqual(fates(of(found, "seen")), new Set<Fate>(["stays", "isSpelledAnew"]));
    assert.deepEqual([fresh(found).length, found.counts.absent, found.counts.notCovered], [20, 20, 0]);
    assert.equal(many("appears", found.ads), 20);
    assert.equal(many("grows", of(found, "changed")), many("grows", found.ads));
    assert.equal(many("changes", of(found, "changed")), many("changes", found.ads));
    assert.equal(many("isSpelledAnew", found.ads), 1);
    assert.equal(second.newAds, 20);
    for (const { changes, ad } of of(found, "changed")) {
      const words = fateOf(indexOf({ ad })) === "changes";
      assert.ok(
        changes.every(({ field }) => (words ? /^(title|advertiser)$/.test(field) : field.startsWith("stat."))),
        JSON.stringify(changes),
      );
    }
    for (const { changes } of of(found, "changed"))
      for (const { from, to, kind } of changes.filter(({ field }) => field.startsWith("stat.")))
        assert.deepEqual([kind, to], ["figures", Number(from) + 1000]);
    // The running time comes from a bought detail if the card doesn't say it.
    const silent = fresh(found).find(({ daysRunning }) => daysRunning === undefined)!;
    const gate = await stack.wallet.plan(100, "test");
    const ad = { platform: "facebook", id: silent.ad.split(":")[1]! } as const;
    const days = Number((await stack.details.fetch(ad, never, gate!)).value.impression!.daysRunning);
    const again = fresh(await compareLast()).find((one) => one.ad === silent.ad)!;
    assert.deepEqual([again.daysRunning, again.state], [days, days <= 1 ? "launched" : "firstSeen"]);
  });

  /** What the labelled ads of the sample library must be called. */
  const wanted = (ads: readonly ComparedAd[], launched: readonly (number | undefined)[]) =>
    ads.map(({ ad }) => {
      const days = runningOf(indexOf({ ad }));
      return [ad, launched.includes(days) ? "launched" : "firstSeen", days];
    });
  const told = (ads: readonly ComparedAd[]) => ads.map(({ ad, state, daysRunning }) => [ad, state, daysRunning]);

  const since: readonly (readonly [what: string, days: number, launched: readonly number[]])[] = [
    ...([["three days", 3, [1]], ["four days", 4, [1, 5]]] as const), // prettier-ignore
    ...([["a minute", 0, [1]], ["a year", 365, [1, 5, 210]]] as const), // prettier-ignore
  ];
  for (const [what, days, launched] of variants(since.slice(0, 2), since))
    it(`call an ad launched only if it has not run longer than the time since the last look: ${what}`, async () => {
      await check(10_000);
      await library.nextMoment(days);
      const { found, newAds } = await check(10_000, { knownPages: 1000 });
      const compared = await compareLast();
      const ads = fresh(compared);
      assert.equal(ads.length, 20);
      assert.deepEqual(told(ads).sort(), wanted(ads, launched).sort());
      assert.deepEqual(
        found.map(({ ad, state, daysRunning }) => [ad, state, daysRunning]).sort(),
        told(ads).sort(),
        "the check says the same",
      );
      const { counts } = compared;
      assert.deepEqual([counts.launched + counts.firstSeen, counts.untimed], [newAds, 5]);
      const [newest] = await runs();
      assert.deepEqual((await stack.runs.changes(frozen.address, newest!.lastHit)).counts, counts);
      assert.deepEqual((await stack.runs.changesSince(frozen.address))!.counts, counts);
    });

  it("don't call an ad new that any earlier run has", async () => {
    await check(100);
    await library.nextMoment();
    const [first] = await runs();
    // A run that misses an ad of page 1, and one that has it again.
    const { text } = (await stack.search.boughtAnswer(frozen, first!.lastHit, 1))!;
    const id = /"id":(\d+),"is_bookmarked/.exec(text)![1]!;
    const without = text.replace(`"id":${id},"is_bookmarked`, `"id":99,"is_bookmarked`);
    const { archive } = stack;
    const at = (hour: number) => new Date(Date.now() + hour * 3_600_000).toISOString();
    await archive.storePage(frozen.address, "4000000000", 1, { text: without, receivedAt: at(1) });
    await archive.storePage(frozen.address, "4000000001", 1, { text, receivedAt: at(2) });
    const { ads } = await compareLast();
    assert.equal(ads.find(({ ad }) => ad === `facebook:${id}`)?.state, "seen");
  });

  it("end before a page that can't be read, and do without a detail that is another ad's", async () => {
    const first = await check(300, { knownPages: 1000 });
    await library.nextMoment();
    const { found, lastHit, newAds } = await check(300, { knownPages: 1000 });
    const silent = found.find(({ daysRunning }) => daysRunning === undefined)!;
    const receivedAt = new Date().toISOString();
    const { address } = frozen;
    const ad = { platform: "facebook", id: silent.ad.split(":")[1]! } as const;
    const others = okText({ id: 1 });
    await stack.archive.storeDetail(address.origin, address.version, ad, { text: others, receivedAt });
    const again = await stack.runs.check(frozen, { knownPages: 1000, lastHit: lastHit! }, () => undefined, never);
    assert.deepEqual([again.credits, again.newAds, again.pages], [0, newAds, 3]);
    await stack.archive.storePage(address, first.lastHit, 2, { text: "<html>", receivedAt });
    const { counts, ads } = await compareLast();
    assert.ok(counts.notCovered > 18);
    assert.ok(ads.some(({ state }) => state === "seen"));
    assert.equal((await runs()).length, 2);
  });

  it("do without an earlier run of which no page can be read", async () => {
    const { archive, runs: tested } = stack;
    const { address } = frozen;
    const unreadable = { text: "<html>", receivedAt: "2020-01-01T00:00:00.000Z" };
    await archive.storePage(address, "1500000000", 1, unreadable);
    const first = await check(1000, { firstPages: 1 });
    assert.deepEqual([first.first, first.stopped, first.credits, paid()], [true, "asked", 100, 1]);
    assert.equal((await tested.changes(address, first.lastHit!)).counts, undefined);
    assert.equal((await tested.changesSince(address))?.counts, undefined);
    const look = { fetchedAt: "2019-01-01T00:00:00.000Z" };
    const baseline = { pages: 1, ended: false, prints: new Map(), look, ...look, asOf: new Map() };
    const again = { knownPages: 2, lastHit: first.lastHit!, baseline };
    const compared = await tested.check(frozen, again, () => undefined, never);
    assert.deepEqual([compared.first, compared.newAds], [false, 18]);
    assert.equal((await tested.changes(address, first.lastHit!, baseline)).before, look.fetchedAt);
    // With a readable run before it, that one is compared with.
    await library.nextMoment();
    const second = await check(200, { knownPages: 1000 });
    await archive.storePage(address, String(Number(second.lastHit) - 1), 1, unreadable);
    const { before, counts } = await tested.changes(address, second.lastHit!);
    const since = await tested.changesSince(address);
    const { receivedAt } = (await archive.page(address, first.lastHit!, 1))!;
    assert.deepEqual([before, since?.before], [receivedAt, receivedAt]);
    assert.equal(counts!.launched + counts!.firstSeen, second.newAds);
    assert.deepEqual(since!.counts, counts);
  });

  it("call no ad new on pages that no earlier run covered", async () => {
    await check(200, { knownPages: 1000 });
    await library.nextMoment();
    const { newAds, beyond, ads, found } = await check(10_000, { knownPages: 1000 });
    assert.ok(found.every(({ page }) => page <= 2));
    assert.deepEqual(fates(found.filter((ad) => fateOf(indexOf(ad)) !== "stays")).has("vanishes"), false);
    assert.equal(fresh(await compareLast()).length, newAds);
    assert.ok(beyond > 0 && newAds + beyond < ads);
  });

  it("call nothing absent if the newer run stopped early, and refuse runs of different searches", async () => {
    await check(10_000);
    await library.nextMoment();
    const capped = await check(300, { knownPages: 1000 });
    assert.deepEqual([capped.stopped, capped.pages, capped.credits], ["cap", 3, 300]);
    const { counts } = await compareLast();
    assert.equal(counts.absent, 0);
    assert.ok(counts.notCovered > 300);
    const other = await stack.search.freeze({
      platform: "facebook",
      choices: [{ filter: "search_field", value: { kind: "texts", texts: [{ type: "text", text: "a" }] } }],
    });
    const page = await stack.search.search(other, undefined, never);
    const [newer] = await runs();
    const names = [
      { address: other.address, lastHit: page.lastHit! },
      { address: frozen.address, lastHit: newer!.lastHit },
    ] as const;
    await assert.rejects(stack.runs.compare(...names), { code: "notSameSearch" });
    const forced = await stack.runs.compare(...names, true);
    assert.deepEqual([forced.differs, fresh(forced).length, forced.counts.absent], [["body"], 0, 0]);
  });

  it("say what stopped a check, store it for the tree, and cost nothing on a bought snapshot", async () => {
    await check(10_000);
    await library.nextMoment();
    const before = paid();
    const second = await check(10_000, { knownPages: 1 });
    const last = await stack.runs.notes.last(frozen.address);
    assert.ok(second.stopped === "known" || second.stopped === "end");
    assert.deepEqual([last?.newAds, last?.stopped, last?.looked], [second.newAds, second.stopped, false]);
    assert.equal((paid() - before) * 100, second.credits);
    const again = await stack.runs.check(frozen, { knownPages: 1, lastHit: second.lastHit! }, () => undefined, never);
    assert.deepEqual([again.credits, again.newAds, again.pages], [0, second.newAds, second.pages]);
    assert.equal((paid() - before) * 100, second.credits);
    await stack.runs.notes.looked(frozen.address);
    assert.equal((await stack.runs.notes.last(frozen.address))?.looked, true);
  });

  it("say “stopped?” of ads missing from two complete runs, and keep as many runs as set", async () => {
    await check(10_000);
    for (const moment of [1, 2]) {
      await library.nextMoment();
      await check(10_000, { knownPages: 1000 });
      assert.equal((await runs()).length, moment + 1);
    }
    const [newest, , oldest] = await runs();
    const { address } = frozen;
    const found = await stack.runs.compare(
      { address, lastHit: oldest!.lastHit },
      { address, lastHit: newest!.lastHit },
    );
    assert.deepEqual([found.counts.absent, found.counts.stopped], [20, 20]);
    stack.set({ runsKept: 2 });
    await stack.runs.keep(address, "file /ads/one.adsearch.json");
    assert.equal((await runs()).length, 2);
    // Another run of it, by whoever: the newest two are kept, and the oldest is let go of.
    const { archive } = stack;
    const { text } = (await stack.search.boughtAnswer(frozen, newest!.lastHit, 1))!;
    await archive.storePage(address, "4000000000", 1, { text, receivedAt: "2090-01-01T00:00:00.000Z" });
    await stack.runs.ran(address);
    assert.deepEqual(valuesOf(await runs(), "lastHit"), ["4000000000", newest!.lastHit]);
    const pins = await archive.pins.reasons(address);
    assert.deepEqual(pins, [{ reason: "file /ads/one.adsearch.json", newest: "2090-01-01T00:00:00.000Z" }]);
  });
});

describe("runs, after this machine's clock was set back,", () => {
  const folder = temporaryFolder();
  const began = Date.now();
  const at = (days: number) => began + days * 86_400_000;
  const library = useLibrary({ moments: true, adsPerPlatform: 60, now: () => began });
  const stack = useStack(() => openStack(folder(), library.url, library.key, { apiVersion: testedVersion }));
  let frozen: FrozenSearch;
  beforeEach(async () => {
    frozen = await stack.search.freeze({ platform: "facebook", choices: [] });
  });
  afterEach(() => mock.timers.reset());

  const setClock = (days: number) => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date"], now: at(days) });
  };
  /** Checks on a day of this machine's clock. */
  async function check(day: number, credits = 10_000, signal = never, progress = () => undefined as void) {
    setClock(day);
    const gate = await stack.wallet.plan(credits, "test");
    return stack.runs.check(frozen, { gate: gate!, knownPages: 1000 }, progress, signal);
  }
  const fresh = (counts?: Comparison["counts"]) => counts && counts.launched + counts.firstSeen;
  /** What is new since a time or a look. */
  const newSince = async (since: string) => fresh((await stack.runs.changesSince(frozen.address, since))?.counts);

  it("are in the order of the looks, and what is new since a look, since a day, and gone in between stays so", async () => {
    const { address } = frozen;
    const first = await check(0);
    await library.nextMoment(7);
    const second = await check(-23);
    await library.nextMoment(7);
    const third = await check(-46);
    assert.deepEqual([first.newAds, second.newAds, third.newAds], [0, 3, 0]);
    const runs = await stack.runs.list(address);
    assert.deepEqual(valuesOf(runs, "lastHit"), [third.lastHit, second.lastHit, first.lastHit]);
    const [newest, middle, oldest] = runs;
    const name = ({ lastHit }: Run) => ({ address, lastHit });
    const { counts } = await stack.runs.compare(name(oldest!), name(newest!));
    assert.deepEqual([fresh(counts), counts.absent, counts.stopped], [3, 3, 3]);
    const changes = await stack.runs.changes(address, newest!.lastHit);
    assert.deepEqual([changes.before, fresh(changes.counts)], [middle!.fetchedAt, 0]);
    assert.deepEqual([await newSince(oldest!.fetchedAt), await newSince(middle!.fetchedAt)], [3, 0]);
    // The clock was corrected, and a person names days of the calendar.
    setClock(15);
    const day = (days: number) => new Date(at(days)).toISOString();
    assert.deepEqual([await newSince(day(1)), await newSince(day(8)), await newSince(day(15))], [3, 0, undefined]);
  });

  for (const [what, clocks, days, state] of [
    ["launched, if it was set back between the looks", [0, -30, -30], 3650, "launched"],
    ["first seen, if it was right again for the second look", [-3650, 0, 0], 0, "firstSeen"],
    ["first seen, if the detail came before it was set back", [0, -3650, 1], 1, "firstSeen"],
  ] as const)
    it(`call an ad whose detail says how long it has run ${what}`, async () => {
      await check(clocks[0]);
      await library.nextMoment(days);
      const { found, lastHit } = await check(clocks[1]);
      const silent = found.find(({ daysRunning }) => daysRunning === undefined)!;
      const gate = await stack.wallet.plan(100, "test");
      const ad = { platform: "facebook", id: silent.ad.split(":")[1]! } as const;
      setClock(clocks[2]);
      const running = Number((await stack.details.fetch(ad, never, gate!)).value.impression!.daysRunning);
      assert.ok(running > 2 && running < 3650, String(running));
      const again = await stack.runs.check(frozen, { knownPages: 1000, lastHit: lastHit! }, () => undefined, never);
      const compared = (await stack.runs.changesSince(frozen.address))!.ads;
      for (const told of [again.found, compared]) assert.equal(told.find((one) => one.ad === silent.ad)?.state, state);
    });

  it("begin anew instead of going on with a check of nobody knows when", async () => {
    await check(0);
    await library.nextMoment(1);
    const stop = new AbortController();
    const begun = await check(1, 10_000, stop.signal, () => stop.abort());
    assert.equal(begun.stopped, "cancelled");
    await library.nextMoment(7);
    const later = await check(-22);
    assert.ok(later.resumedFrom === undefined && later.lastHit !== begun.lastHit);
  });
});

describe("the owner of a search file's runs", () => {
  it("is the same for the editor and a terminal, which write the letter of a drive differently", () => {
    assert.equal(fileOwner("C:\\Ads\\a.adsearch.json"), fileOwner("c:\\Ads\\a.adsearch.json"));
    assert.equal(fileOfOwner(fileOwner("/Ads/C:/a.adsearch.json")), "/Ads/C:/a.adsearch.json");
  });
});

describe("recent runs", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  let stack: Stack;
  beforeEach(() => (stack = open(folder(), library.url, library.key)));

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

  it("come first among recent searches, once, whatever page and ownership, and notify whoever shows them of each page", async () => {
    let told = 0;
    stack.ran.onChanged(() => (told += 1));
    const { frozen, first } = await run("", 2);
    await run("tea");
    assert.equal(told, 3);
    const bought = await stack.search.boughtPages(frozen, first.lastHit!);
    for (const page of bought) await stack.ran.note(frozen, page);
    assert.deepEqual(valuesOf(await stack.recent.list(), "label"), ["tea", "native"]);
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
    await writeFile(folder("there.adsearch.json"), "{}");
    const { text } = (await stack.search.boughtAnswer(frozen, first.lastHit!, 1))!;
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    const bought = async (body: string, receivedAt: string) => {
      const address = { ...frozen.address, body };
      await archive.storePage(address, "7", 1, { text, receivedAt });
      return address;
    };
    const old = await bought("old", days(91));
    const recent = await bought("recent", days(89));
    const file = (name: string) => `file ${folder(`${name}.adsearch.json`)}`;
    for (const owner of [`saved ${saved.id}`, "saved gone", file("there"), file("gone")]) await runs.keep(old, owner);
    for (const owner of ["saved gone lately", file("gone lately")]) await runs.keep(recent, owner);
    await archive.pins.pin(old, "7", "exported");
    // A new window lets go once it has run something.
    await stack.close();
    stack = open(folder(), library.url, library.key);
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
