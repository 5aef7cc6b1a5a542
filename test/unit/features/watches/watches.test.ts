import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { mock } from "node:test";
import { fileOwner, savedOwner } from "../../../../src/features/runs";
import { newsCsv, newsMarkdown } from "../../../../src/features/watches";
import { nextDay } from "../../../../src/features/watches/schedule";
import type { CheckedWatch, News } from "../../../../src/features/watches";
import { toFailure } from "../../../../src/features/failures";
import type { SpendingReasons } from "../../../../src/features/wallet";
import { changeFilters } from "../../../support/changedFilters";
import { useCommandLine } from "../../../support/commandLine";
import { startCountedLibrary } from "../../../support/countedLibrary";
import { useLibrary } from "../../../support/fixtures";
import { times } from "../../../support/long";
import { failed, resetBeforeHeaders } from "../../../support/misbehavingReplies";
import { skipBecause } from "../../../support/skipping";
import { testedVersion } from "../../../support/apiVersion";
import { rowsOf, valuesOf } from "../../../support/valuesOf";
import { type Stack, useStacks } from "../stack";

const hour = 3_600_000;
const day = 24 * hour;
const { signal } = new AbortController();
const course = { agreed: true, signal };

describe("watches", () => {
  const library = useLibrary({ moments: true, adsPerPlatform: 60 });
  const openOne = useStacks();
  const { at, env, line, run, paid } = useCommandLine(library);
  let clock: number;
  let windows: readonly [Stack, Stack];
  /** The searches by their platforms, as owners of runs. */
  let owners: Readonly<Record<"facebook" | "tiktok" | "file", string>>;

  beforeEach(async () => {
    // A Wednesday, at half past ten on this machine's clock.
    clock = +new Date(2026, 7, 5, 10, 30);
    const open = () =>
      openOne(at("data"), library.url, library.key, { apiVersion: testedVersion }, undefined, () => new Date(clock));
    windows = [open(), open()];
    const { saved, clients } = windows[0];
    const save = async (platform: "facebook" | "tiktok") =>
      savedOwner((await saved.save(platform, { platform, body: {} }, clients.libraryName())).id);
    const file = at("pins.adsearch.json");
    await writeFile(file, JSON.stringify({ name: "Pins", platform: "pinterest", body: {}, pages: 2 }));
    owners = { facebook: await save("facebook"), tiktok: await save("tiktok"), file: fileOwner(file) };
  });

  const watch = (of: keyof typeof owners, every: "day" | "week" | "monday", credits = 100) =>
    windows[0].watches.set({ owner: owners[of], name: of, library: library.url, every, credits });
  const watched = async (of: keyof typeof owners) =>
    (await windows[0].watches.list()).find(({ owner }) => owner === owners[of])!;
  async function allow(of: keyof typeof owners) {
    await windows[0].watches.allow(owners[of], (await watched(of)).address!);
  }
  async function allowed(of: keyof typeof owners, ...more: [every: "day" | "monday", credits?: number]) {
    await watch(of, ...more);
    await allow(of);
  }
  /** What an open window does from time to time. */
  async function look({ watches }: Stack) {
    const checked = await watches.check(undefined, { agreed: "allowed", signal });
    const due = (await watches.due()).filter(({ isAllowed }) => !isAllowed);
    return { checked: checked ?? [], tells: await watches.tells(due), due: due.map(({ name }) => name) };
  }
  /** Lets the time go by, with both windows looking at the same moments. */
  async function pass(days: number) {
    const looks = [];
    for (const end = clock + days * day; clock < end;) {
      clock += times(3, 1) * hour;
      looks.push(...(await Promise.all(windows.map(look))));
    }
    return looks;
  }

  it("are due on the next day, weekday, or Monday of this machine's clock, whatever the time of day", () => {
    const next = (every: "day" | "week" | "monday", from: Date) => nextDay(every, from);
    assert.deepEqual(next("day", new Date(2026, 7, 5, 23, 59)), new Date(2026, 7, 6));
    assert.deepEqual(next("week", new Date(2026, 7, 5, 0, 0)), new Date(2026, 7, 12));
    for (const [from, to] of [
      [5, 10],
      [9, 10],
      [10, 17],
      [11, 17],
    ] as const)
      assert.deepEqual(next("monday", new Date(2026, 7, from, 12)), new Date(2026, 7, to));
  });

  it("cost nothing in a week of two windows and a terminal without a click, and are told once each", async () => {
    await watch("facebook", "day");
    await watch("tiktok", "monday", 300);
    await watch("file", "week", 500);
    const looks = await pass(8);
    const told = looks.filter(({ tells }) => tells).map(({ due }) => [...due].sort());
    assert.deepEqual(told, [["facebook"], ["facebook", "tiktok"], ["Pins", "facebook", "tiktok"]]);
    assert.deepEqual(looks.at(-1)!.due, ["facebook", "tiktok", "Pins"]);
    const news = await run("news");
    assert.match(news.stdout, /facebook +never/);
    assert.equal(library.requests.length, 0);
  });

  it("make exactly the allowed checks, each once, in two windows at the same moments", async () => {
    await allowed("facebook", "day");
    await allowed("tiktok", "monday", 300);
    await watch("file", "week", 500);
    const days = 7;
    const looks = await pass(days);
    const checked = looks.flatMap((each) => each.checked);
    assert.deepEqual(
      checked.filter(({ failure }) => failure !== undefined),
      [],
    );
    const many = (name: string) => checked.filter((each) => each.name === name).length;
    assert.deepEqual([many("facebook"), many("tiktok"), many("Pins")], [days, 1, 0]);
    const of = (platform: string) => library.paid().filter(({ target }) => target.includes(platform)).length;
    // The limits of one check: one page a day, and three pages once.
    assert.deepEqual([of("facebook"), of("tiktok"), of("pinterest")], [days, 3, 0]);
    assert.ok((await windows[1].saved.list()).every(({ lastRun }) => lastRun !== undefined));
  });

  it("are checked by a click once, whichever window or terminal is first, each within its limit", async () => {
    clock = Date.now() - 2 * day;
    await watch("facebook", "day", 200);
    await watch("file", "day", 1000);
    clock = Date.now();
    const checked = await run("check", "pins.adsearch.json", "--max-credits", "1000");
    assert.equal(checked.code, 0, checked.stderr);
    const before = paid();
    // It waits for the answer while the other window is clicked.
    const held = library.hold();
    const all = new Set(Object.values(owners));
    const first = windows[0].watches.check(all, course);
    await library.paidArrived(before + 1);
    assert.equal(await windows[1].watches.check(all, course), undefined);
    await held.answer();
    assert.deepEqual(
      (await first)!.map(({ name, result }) => [name, result?.credits]),
      [["facebook", 200]],
    );
    assert.deepEqual(await windows[1].watches.check(all, course), []);
    assert.equal(paid(), before + 2);
  });

  it("are checked by the terminal when they are due, as far as the agreed credits cover their limits", async () => {
    clock = Date.now() - 2 * day;
    await watch("facebook", "day", 200);
    await watch("tiktok", "day", 500);
    clock = Date.now();
    const price = await run("check", "--due");
    assert.deepEqual([price.code, paid()], [2, 0]);
    assert.match(price.stderr, /This costs up to 700 credits\. To agree, add --max-credits 700\./);
    const little = await run("check", "--due", "--max-credits", "100");
    assert.deepEqual([little.code, paid()], [3, 0]);
    assert.match(little.stderr, /tiktok was not checked: its limit of 500 credits is more than --max-credits covers\./);
    const some = await run("check", "--due", "--max-credits", "400", "--json");
    const lines = some.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(valuesOf(lines, "saved", "platform", "credits"), ["facebook", "facebook", 200]);
    assert.deepEqual([some.code, paid()], [0, 2]);
    const rest = await run("check", "--due", "--max-credits", "1000");
    assert.match(rest.stdout, /^tiktok: .*Checked \d pages/);
    const spent = paid();
    assert.match((await run("check", "--due", "--max-credits", "1000")).stderr, /^No watched search is due\.$/m);
    assert.deepEqual([(await run("check", "--due", "ads.adsearch.json")).code, (await run("check")).code], [2, 2]);
    for (const option of ["--baseline", "--known-pages"]) {
      const { code, stderr } = await run("check", "--due", option, "1", "--max-credits", "1000");
      assert.deepEqual([code, stderr], [2, `${option} has no effect with --due. Omit it.\n`]);
    }
    assert.equal(paid(), spent);
  });

  it("are named by the terminal if a failure kept their checks from being started", async () => {
    clock = Date.now() - 2 * day;
    for (const platform of ["facebook", "tiktok"] as const) await watch(platform, "day", 100);
    clock = Date.now();
    library.next(resetBeforeHeaders);
    const { code, stdout, stderr } = await run("check", "--due", "--max-credits", "200");
    assert.equal(code, 4);
    assert.match(stdout + stderr, /^facebook: .*may have been charged/m);
    assert.match(stderr, /^Not started: tiktok\.$/m);
    assert.equal(paid(), 1);
  });

  it("are told apart by the terminal if they have the same name", async () => {
    clock = Date.now() - 2 * day;
    const [window] = windows;
    const library = window.clients.libraryName();
    for (const platform of ["facebook", "tiktok", "pinterest"] as const) {
      const { id } = await window.saved.save("Shoes", { platform, body: {} }, library);
      const credits = platform === "pinterest" ? 500 : 100;
      await window.watches.set({ owner: savedOwner(id), name: "Shoes", library, every: "day", credits });
    }
    clock = Date.now();
    const { stdout, stderr } = await run("check", "--due", "--max-credits", "200", "--format", "markdown");
    assert.deepEqual(stdout.match(/^## .*$/gm), ["## Shoes", "## Shoes \\(2\\)"]);
    assert.match(stderr, /^Shoes \(3\) was not checked: its limit of 500 credits/m);
  });

  it("say what the terminal spent on them if their answer or their run can't be kept", async () => {
    for (const isStored of [false, true]) {
      clock = Date.now() - 2 * day;
      await watch("file", "day");
      clock = Date.now();
      library.next((exchange) => {
        const place = at("data", "archive", isStored ? "kept.json" : "answers");
        rmSync(place, { recursive: true, force: true });
        if (isStored) mkdirSync(place);
        else writeFileSync(place, "");
        return library.usual(exchange);
      });
      const { code, stdout } = await run("check", "--due", "--max-credits", "100", "--buy-again", "--json");
      const { credits, notKept } = JSON.parse(stdout) as { credits: number; notKept: number };
      assert.deepEqual([credits, notKept, code], [100, isStored ? 0 : 100, 5]);
      if (!isStored) rmSync(at("data", "archive", "answers"));
    }
  });

  it("are checked by what their search sends, and say so if changed filters make that something else", async () => {
    const { search } = windows[0];
    // Only bookmarked ads: the platform says that other filters don't count then.
    const query = { platform: "tiktok", body: { is_bookmarked: [true], gender: [1] } } as const;
    await writeFile(at("pins.adsearch.json"), JSON.stringify({ ...query, pages: 1 }));
    await search.ofBody(query);
    await allowed("file", "day");
    const [first] = (await pass(1)).flatMap(({ checked }) => checked);
    assert.deepEqual([first?.failure, first?.result?.pages], [undefined, 1]);
    if (testedVersion === "v1") return;
    await changeFilters(library, "tiktok", (filters) =>
      filters.map((filter) => (filter.key === "is_bookmarked" ? { ...filter, disable_other: null } : filter)),
    );
    const spent = paid();
    const [second] = (await pass(1)).flatMap(({ checked }) => checked);
    assert.match(
      toFailure(second?.failure).message,
      /has changed its filters, so this search now sends something else/,
    );
    assert.deepEqual([(await watched("file")).isAllowed, paid()], [false, spent]);
  });

  it("are checked for the first time as far as their file says, and in the snapshot that it pins", async () => {
    const write = (more: object) =>
      writeFile(at("pins.adsearch.json"), JSON.stringify({ platform: "pinterest", body: {}, ...more }));
    await write({});
    await allowed("file", "monday", 900);
    clock += 5 * day;
    const [first] = (await windows[0].watches.check(new Set([owners.file]), course))!;
    assert.deepEqual([first!.result!.pages, first!.result!.credits, paid()], [1, 100, 1]);
    await library.nextMoment();
    await write({ snapshot: first!.result!.lastHit });
    const looks = await pass(9);
    const pinned = looks.flatMap(({ checked }) => checked.map(({ result }) => [result?.lastHit, result?.credits]));
    assert.deepEqual(pinned, [[first!.result!.lastHit, 0]]);
    clock += 5 * day;
    assert.equal((await watched("file")).isDue, true);
    await windows[0].watches.check(new Set([owners.file]), course);
    assert.deepEqual([(await watched("file")).isDue, paid()], [false, 1]);
  });

  it("are not checked without a click if the search or its limit is another than was allowed, or it was revoked", async () => {
    await allowed("file", "day");
    assert.equal((await watched("file")).isAllowed, true);
    await writeFile(at("pins.adsearch.json"), JSON.stringify({ platform: "pinterest", body: { countries: ["us"] } }));
    await pass(2);
    assert.equal((await watched("file")).isAllowed, false);
    await allow("file");
    await watch("file", "day", 1000);
    await pass(2);
    await allow("file");
    await windows[1].watches.revoke(owners.file);
    const looks = await pass(2);
    assert.deepEqual(looks.at(-1)!.due, ["file"]);
    assert.equal(library.paid().length, 0);
  });

  it("obey what changed while another one was checked: the lower of both limits counts, and so does a revoked yes", async () => {
    const changes = [
      [() => watch("tiktok", "day", 900), 200],
      [() => watch("tiktok", "day", 100), 100],
      [() => windows[1].watches.revoke(owners.tiktok), undefined],
    ] as const;
    for (const [change, expected] of changes) {
      await allowed("facebook", "day");
      await allowed("tiktok", "day", 200);
      await library.nextMoment();
      clock += day;
      library.next(async (exchange) => {
        await change();
        await library.usual(exchange);
      });
      const all = expected === undefined ? undefined : new Set([owners.facebook, owners.tiktok]);
      const checked = (await windows[0].watches.check(all, { ...course, agreed: "allowed" }))!;
      const credits = checked.map(({ name, result }) => [name, result?.credits]);
      assert.deepEqual(credits, [["facebook", 100], ...(expected === undefined ? [] : [["tiktok", expected]])]);
    }
  });

  it("count nothing that a damaged file of watches says, and keep it", async () => {
    await allowed("facebook", "day");
    const file = at("data", "watches", "watches.json");
    // The limit is in there twice: what is allowed, and what is wanted.
    await writeFile(file, readFileSync(file, "utf8").replace(/"credits":\s*100/, '"credits":900'));
    assert.equal((await watched("facebook")).isAllowed, false);
    await writeFile(file, '{"watches":[{"owner":"saved x","allowed":true}]}');
    assert.deepEqual(await windows[0].watches.list(), []);
    await pass(1);
    assert.equal(library.requests.length, 0);
  });

  it("are tried once a day while the service is down, and then on the next day", async () => {
    await allowed("facebook", "day");
    await allowed("tiktok", "day");
    library.behave(failed(1001, "Down", 503));
    const looks = await pass(3);
    const failures = looks.flatMap(({ checked }) => checked);
    // One sentence a day, not one for each search.
    assert.equal(failures.length, 3);
    assert.ok(failures.every(({ failure }) => failure !== undefined));
    assert.ok(looks.every(({ tells }) => !tells));
    library.behave();
    assert.equal((await pass(1)).flatMap(({ checked }) => checked).length, 2);
  });

  it("stop at the daily budget with one refusal, and go on the next day", async () => {
    for (const of of ["facebook", "tiktok"] as const) await allowed(of, "monday", 200);
    for (const each of windows) each.set({ dailyBudget: 250 });
    const checked = (await pass(9)).flatMap((each) => each.checked);
    const codes = checked.map(({ name, failure }) => `${name} ${failure === undefined ? "" : toFailure(failure).code}`);
    assert.deepEqual(codes, ["facebook ", "tiktok overBudget", "tiktok "]);
    assert.equal(library.paid().length, 4);
  });

  it("are checked if what is left of the daily budget covers their limit, whatever else it doesn't cover", async () => {
    for (const each of windows) each.set({ dailyBudget: 250 });
    await allowed("facebook", "day", 900);
    clock += 60_000;
    await allowed("tiktok", "day");
    const checked = (await pass(2)).flatMap((each) => each.checked);
    const codes = checked.map(({ name, failure }) => `${name} ${failure === undefined ? "" : toFailure(failure).code}`);
    assert.deepEqual(codes, ["facebook overBudget", "tiktok ", "facebook overBudget", "tiktok "]);
    assert.equal(library.paid().length, 2);
  });

  it("spend no more on one due day than their limit, however often they fail after that", async () => {
    await allowed("facebook", "monday", 300);
    library.next(...Array.from({ length: 30 }, () => failed(1009, "server error")));
    const failures = (await pass(11)).flatMap(({ checked }) => checked);
    assert.deepEqual(
      failures.map(({ result }) => result?.uncertain),
      [100, 100, 100],
    );
    assert.equal((await watched("facebook")).next.getTime(), +new Date(2026, 7, 17));
    assert.equal(library.paid().length, 3);
    const later = (await pass(5)).flatMap(({ checked }) => checked);
    assert.deepEqual(
      later.map(({ result }) => result?.uncertain),
      [100, 100, 100],
    );
    assert.equal((await watched("facebook")).next.getTime(), +new Date(2026, 7, 24));
  });

  it("spend no more than their limit on one due day, even if an earlier check failed", async () => {
    await allowed("facebook", "day", 200);
    const used: unknown[] = [];
    for (const fails of [false, true, false]) {
      if (fails) library.next(failed(1009, "server error"));
      clock += day;
      const { checked } = await look(windows[0]);
      used.push(...checked.map(({ result }) => [result?.credits, result?.uncertain]));
      await library.nextMoment();
    }
    assert.deepEqual(used, [[200, 0], [0, 100], [100, 0]]); // prettier-ignore
  });

  it("have their whole limit again after the due day on which a failed request used it up, also by a click", async () => {
    await allowed("facebook", "day", 200);
    library.next(failed(1009, "server error"));
    const used = (checked: readonly CheckedWatch[] | undefined) =>
      checked?.map(({ result }) => [result?.credits, result?.uncertain]);
    const click = () => windows[1].watches.check(new Set([owners.facebook]), course);
    clock += day;
    assert.deepEqual(used((await look(windows[0])).checked), [[0, 100]]);
    // On the same day, a click spends what is left.
    assert.deepEqual(used(await click()), [[100, 0]]);
    await library.nextMoment();
    clock += day;
    assert.deepEqual(used(await click()), [[200, 0]]);
    await watch("facebook", "day");
    await allow("facebook");
    library.next(failed(1009, "server error"));
    clock += day;
    assert.deepEqual(used((await look(windows[0])).checked), [[0, 100]]);
    for (const check of [async () => (await look(windows[0])).checked, click]) {
      clock += day;
      assert.deepEqual(used(await check()), [[100, 0]]);
    }
  });

  it("stay due after a click whose limit is used up by attempts without an answer", async () => {
    await watch("facebook", "day");
    clock += day;
    const [, window] = windows;
    window.set({ paidRetry: "always" });
    const click = async () => (await window.watches.check(new Set([owners.facebook]), course))![0]?.result;
    library.next(failed(1000, "down", 503));
    const tried = await click();
    assert.deepEqual([tried?.stopped, tried?.pages, tried?.uncertain], ["cap", 0, 100]);
    assert.equal((await watched("facebook")).isDue, true);
    assert.deepEqual([(await click())?.pages, (await watched("facebook")).isDue], [1, false]);
  });

  it("may spend their whole limit with each click on it, also to go on with a check that failed", async () => {
    await watch("facebook", "day", 200);
    clock += day;
    library.next(library.usual, failed(1009, "server error"));
    const click = async () => (await windows[0].watches.check(new Set([owners.facebook]), course))![0]?.result;
    const results = [await click(), await click()];
    const figures = rowsOf(
      results.map((result) => result!),
      ...(["pages", "credits", "uncertain"] as const),
    );
    assert.deepEqual(figures, [
      [1, 100, 100],
      [3, 200, 0],
    ]);
    assert.equal((await watched("facebook")).isDue, false);
  });

  it("count toward the next question, and start no count over, if nobody was asked about them", async () => {
    clock = Date.now() - 2 * day;
    await allowed("facebook", "day");
    await watch("tiktok", "day");
    clock = Date.now();
    const asked: SpendingReasons[] = [];
    const settings = { apiVersion: testedVersion, confirmAbove: 500 };
    const window = openOne(at("data"), library.url, library.key, settings, (_credits, _label, _sample, reasons) => {
      asked.push(reasons);
      return Promise.resolve(true);
    });
    const frozen = await window.search.freeze({ platform: "native", choices: [] });
    const click = () => window.search.search(frozen, undefined, signal);
    for (let clicks = 0; clicks < 3; clicks += 1) await click();
    const [checked] = (await window.watches.check(undefined, { agreed: "allowed", signal }))!;
    assert.equal(checked!.result!.credits, 100);
    assert.equal((await run("check", "--due", "--max-credits", "100")).code, 0);
    assert.deepEqual([asked, paid()], [[], 5]);
    await click();
    assert.deepEqual(asked, [{ limit: { recent: 500 } }]);
  });

  it("are checked once after a long sleep, and neither twice nor never after the clock was set back", async () => {
    await allowed("facebook", "day");
    clock += 40 * day;
    assert.equal((await look(windows[0])).checked.length, 1);
    assert.equal((await look(windows[1])).checked.length, 0);
    clock -= 30 * day;
    assert.equal((await pass(0.5)).flatMap(({ checked }) => checked).length, 0);
    assert.equal((await pass(3)).flatMap(({ checked }) => checked).length, 3);
    assert.equal(library.paid().length, 4);
  });

  it("belong to their library, and wait while another one is connected", async () => {
    await allowed("facebook", "day");
    const other = await startCountedLibrary();
    for (const each of windows) each.set({ baseUrl: other.url });
    await pass(2);
    assert.deepEqual([other.requests.length, (await watched("facebook")).isDue], [0, false]);
    assert.equal((await windows[0].watches.news()).searches[0]!.state, "elsewhere");
    await other.close();
  });

  it("wait for nobody to write to a pipe that took the place of their file", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no named pipes in folders");
    await watch("file", "day");
    rmSync(at("pins.adsearch.json"));
    execFileSync("mkfifo", [at("pins.adsearch.json")]);
    // Only if somebody reads, which would otherwise never end.
    const writer = spawn("sh", ["-c", `echo '{"platform":"pinterest","body":{}}' > pins.adsearch.json`], { cwd: at() });
    const [found] = await windows[0].watches.list();
    writer.kill();
    assert.deepEqual([found?.name, found?.address], ["file", undefined]);
  });

  it("move with their file", async () => {
    await watch("file", "day");
    await windows[0].watches.moved(at("pins.adsearch.json"), at("other.adsearch.json"));
    assert.equal((await windows[0].watches.list())[0]!.owner, fileOwner(at("other.adsearch.json")));
    assert.equal((await windows[0].watches.news()).searches[0]!.state, "gone");
  });

  describe("tell what is new", () => {
    const all = () => new Set(Object.values(owners));
    const check = async () => {
      clock += day;
      return (await windows[0].watches.check(all(), course))!;
    };
    const states = ({ searches }: News) => searches.map(({ state }) => state);
    const ads = ({ searches }: News, state: string) =>
      searches.flatMap((one) => one.ads.filter((ad) => ad.state === state).map(({ ad }) => ad));

    const fresh = (news: News) => [...ads(news, "launched"), ...ads(news, "firstSeen")];

    it("since the last look, until another check has ended, and the same in the terminal", async () => {
      // The terminal has the clock of this machine.
      clock = Date.now() - 2 * day;
      await watch("facebook", "day", 1000);
      await watch("tiktok", "day", 1000);
      await check();
      const first = await windows[0].watches.news({ looks: true });
      assert.deepEqual(states(first), ["first", "first"]);
      // There was nothing to compare with.
      assert.doesNotMatch(newsMarkdown(first), /No ads are new/);
      await library.nextMoment();
      const found = (await check()).reduce((sum, { result }) => sum + result!.newAds, 0);
      assert.ok(found > 0);
      const news = await windows[1].watches.news({ looks: true });
      assert.equal(fresh(news).length, found);
      assert.ok(ads(news, "changed").length > 0 && ads(news, "absent").length > 0);
      assert.deepEqual(await windows[0].watches.news(), news);
      const counted = news.advertisers.reduce((sum, one) => sum + one.launched + one.firstSeen, 0);
      assert.equal(counted, found);
      assert.equal((await windows[0].runs.notes.last((await watched("facebook")).address!))!.looked, true);
      assert.deepEqual(JSON.parse((await run("news", "--json")).stdout), JSON.parse(JSON.stringify(news)));
      assert.equal((await run("news", "--md")).stdout, `${newsMarkdown(news)}\n`);
      assert.equal((await run("news", "--csv")).stdout, newsCsv(news, "comma"));
      assert.equal((await run("news", "--csv", "--semicolon")).stdout, newsCsv(news, "semicolon"));
      assert.match((await run("news")).stdout, new RegExp(`facebook .*\\n[^]*first seen, .* tiktok`));
      const german = await line().run(at(), { ...env(), AD_LIBRARY_LANG: "de_DE.UTF-8" }, "news", "--md");
      assert.match(german.stdout, /^# Neuigkeiten\n[^]*\| Suche \|/);
      const unknown = await line().run(at(), { ...env(), AD_LIBRARY_LANG: "tlh" }, "news");
      assert.equal(unknown.code, 2);
      assert.match(unknown.stderr, /AD_LIBRARY_LANG must be en, de, es, fr, ja, pt-br, zh-cn, not tlh\./);
      await library.nextMoment();
      await check();
      assert.deepEqual(fresh(await windows[0].watches.news()), []);
      const since = new Date(clock - 2 * day + hour).toISOString();
      const again = JSON.parse((await run("news", "--json", "--since", since)).stdout) as News;
      assert.deepEqual(fresh(again).sort(), fresh(news).sort());
      assert.equal((await run("news", "--since", "yesterday")).code, 2);
    });

    afterEach(() => mock.timers.reset());

    it("since the last look, also after the clock was set back", async () => {
      await watch("facebook", "day", 1000);
      for (const days of [0, -30, -60]) {
        mock.timers.reset();
        mock.timers.enable({ apis: ["Date"], now: Date.now() + days * day });
        const [{ result } = {}] = await check();
        const news = await windows[0].watches.news({ looks: true });
        assert.equal(fresh(news).length, result!.newAds);
        assert.equal(result!.newAds > 0, days === -30);
        await library.nextMoment(1);
      }
    });

    it("with what a check in between found, and nothing absent that the newest one did not look for", async () => {
      await watch("facebook", "day", 1000);
      await check();
      await windows[0].watches.news({ looks: true });
      await library.nextMoment();
      const [first] = await check();
      await watch("facebook", "day", 100);
      await library.nextMoment();
      await check();
      const news = await windows[0].watches.news();
      assert.equal(fresh(news).length, first!.result!.newAds);
      assert.deepEqual(ads(news, "absent"), []);
      assert.ok(ads(news, "notCovered").length > 0);
    });

    it("for search files as well, against the run before", async () => {
      await watch("file", "day", 1000);
      await check();
      await library.nextMoment();
      await check();
      const own = JSON.parse((await run("news", "--json", "pins.adsearch.json")).stdout) as News;
      assert.deepEqual(own.searches[0]!.ads, (await windows[0].watches.news()).searches[0]!.ads);
      assert.deepEqual(states(own), ["compared"]);
    });
  });
});
