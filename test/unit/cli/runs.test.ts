import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mock } from "node:test";
import * as z from "zod";
import { changeFilters, usualChange } from "../../support/changedFilters";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { body, failed } from "../../support/misbehavingReplies";

interface CheckLine {
  readonly stopped: string;
  readonly pages: number;
  readonly file: string;
  readonly credits: number;
  readonly uncertain: number;
  readonly lastHit: string;
  readonly first: boolean;
  readonly counts?: Record<"launched" | "firstSeen" | "untimed" | "changed" | "absent" | "notCovered", number>;
  readonly found: readonly { readonly id: string; readonly state: string; readonly daysRunning?: number }[];
}

interface Compared {
  readonly about: { readonly counts: Record<string, number> };
  readonly ads: readonly { readonly ad: string; readonly state: string }[];
}

describe("the command line's runs", () => {
  // On another day, other ads are on the first page.
  const now = () => Date.parse("2026-11-26T18:00:00Z");
  const library = useLibrary({ moments: true, adsPerPlatform: 100, now });
  const { at, env, folder, line, ends, play, run, paid } = useCommandLine(library);
  beforeEach(() => write("ads", "facebook", newest, { pages: 9 }));
  afterEach(() => {
    mock.timers.reset();
  });

  const newest = { advanced_order: { orderby: "newest", order: "desc" } };
  const write = (name: string, platform: string, body: object, more = {}) =>
    writeFileSync(at(`${name}.adsearch.json`), JSON.stringify({ name, platform, body, ...more }));
  const check = async (...args: string[]) => {
    const ended = await play("check", "ads.adsearch.json", "--json", ...args);
    return { ...ended, told: ended.stdout === "" ? undefined : (JSON.parse(ended.stdout) as CheckLine) };
  };

  it("checks for new ads within the agreed credits, and reports what stopped it, also by exit code", async () => {
    assert.equal((await check()).code, 2);
    assert.equal(paid(), 0);
    const first = await check("--max-credits", "1000");
    assert.deepEqual([first.code, first.told?.first, first.told?.stopped, first.told?.found], [0, true, "end", []]);
    await ends("check ads.adsearch.json --max-credits 1000 --daily-budget 100", { code: 3 });
    await library.nextMoment();
    const before = paid();
    const capped = await check("--max-credits", "100", "--known-pages", "9");
    assert.deepEqual([capped.told?.stopped, capped.told?.pages, paid() - before], ["cap", 1, 1]);
    assert.equal(capped.code, capped.told!.found.length > 0 ? 6 : 0);
    await library.nextMoment();
    const found = await check("--max-credits", "1000", "--known-pages", "9");
    const told = JSON.stringify([capped, found].map((one) => ({ ...one.told, found: undefined })));
    assert.deepEqual([found.code, found.told?.stopped], [6, "end"], told);
    assert.equal(found.told!.found.length + capped.told!.found.length, 5);
    await library.nextMoment();
    const none = await check("--max-credits", "1000", "--known-pages", "1");
    assert.deepEqual([none.code, none.told?.stopped, none.told?.pages], [0, "known", 1]);
    library.next(failed(1009));
    assert.equal((await check("--max-credits", "1000")).code, 4);
  });

  it("isn't kept from a later check by an answer that couldn't be read, but from the same one and from a search", async () => {
    let ahead = 0;
    const hours = (count: number) => {
      mock.timers.reset();
      ahead += count * 3_600_000;
      mock.timers.enable({ apis: ["Date"], now: Date.now() + ahead });
    };
    const agreed = ["--max-credits", "100"];
    // Without a run, then with one.
    for (let times = 0; times < 2; times += 1) {
      hours(24);
      library.next(body("<br />Down for maintenance"));
      const { stderr } = await check(...agreed);
      assert.match(stderr, /sent a response that can't be read\. It is kept as it came/);
      assert.doesNotMatch(stderr, /once an update can read it/);
      const spent = paid();
      hours(11);
      const same = await check(...agreed);
      assert.deepEqual([same.code, paid()], [3, spent]);
      assert.match(same.stderr, /^The last response to this can't be read\..*Continuing buys it again\.$/m);
      hours(2);
      assert.equal((await play("run", "ads.adsearch.json", "--fresh", ...agreed)).code, 3);
      const later = await check(...agreed);
      assert.deepEqual([later.told?.stopped, later.told?.credits, paid()], ["cap", 100, spent + 1]);
    }
  });

  it("continues with other files if one is checked elsewhere or its platform is down", async () => {
    write("other", "native", {});
    const both = ["check", "ads.adsearch.json", "other.adsearch.json", "--max-credits", "100", "--json"];
    const checkedOther = ({ stdout }: { readonly stdout: string }, why: string) => {
      const { file, stopped } = JSON.parse(stdout) as CheckLine & { readonly file: string };
      assert.deepEqual([file, stopped], ["other.adsearch.json", why]);
    };
    const held = library.hold();
    const elsewhere = run("check", "ads.adsearch.json", "--max-credits", "100", "--json");
    await library.paidArrived(1);
    const beside = await play(...both);
    const alone = await play("check", "ads.adsearch.json", "--max-credits", "100");
    await held.answer();
    const why =
      "Another window or terminal is checking this search, so this check was not started or charged. Wait until that one is done, then try again.";
    assert.deepEqual([alone.code, alone.stderr], [5, `${why}\n`]);
    assert.equal((JSON.parse((await elsewhere).stdout) as CheckLine).pages, 1);
    checkedOther(beside, "asked");
    assert.equal(beside.code, 5);
    assert.ok(beside.stderr.includes(`ads.adsearch.json was not checked:\n${why}\n`), beside.stderr);
    library.behave((exchange) =>
      exchange.seen.target.includes("/facebook/") ? failed(1000, "down", 503)(exchange) : library.usual(exchange),
    );
    const down = await play(...both);
    checkedOther(down, "cap");
    assert.equal(down.code, 4);
    assert.match(down.stderr, /ads\.adsearch\.json was not checked:\n/);
    assert.equal(paid(), 3);
  });

  it("reports new ads although the daily budget refused the rest", async () => {
    write("other", "native", {}, { pages: 1 });
    for (const file of ["ads.adsearch.json", "other.adsearch.json"])
      assert.equal((await play("check", file, "--max-credits", "1000")).code, 0);
    await library.nextMoment(3);
    const before = paid();
    const budget = String(100 * before + 200);
    const held = library.hold();
    const limits = ["--max-credits", "200", "--daily-budget", budget];
    const both = run("check", "ads.adsearch.json", "other.adsearch.json", ...limits);
    await library.paidArrived(before + 1);
    // Another terminal spends what is left.
    assert.equal((await play("run", "other.adsearch.json", "--fresh", "--max-credits", "100")).code, 0);
    await held.answer();
    const { code, stdout, stderr } = await both;
    assert.match(stderr, /^Not sent\. It costs 100 credits, and 0 of your daily budget/);
    assert.match(stdout, /launched since the last run/);
    assert.deepEqual([code, paid()], [6, before + 2], stdout + stderr);
  });

  it("continues with other files if one is broken or unreadable", async () => {
    writeFileSync(at("broken.adsearch.json"), "{}");
    const files = ["broken.adsearch.json", "gone.adsearch.json", "ads.adsearch.json"];
    const { code, stdout, stderr } = await play("check", ...files, "--max-credits", "100", "--json");
    assert.equal((JSON.parse(stdout) as { readonly file: string }).file, "ads.adsearch.json");
    assert.match(stderr, /^broken\.adsearch\.json:1:1: error: /m);
    assert.match(stderr, /^gone\.adsearch\.json was not checked:\ngone\.adsearch\.json doesn't exist\.$/m);
    assert.deepEqual([code, paid()], [1, 1]);
  });

  it("keeps the runs of each file by its path", async () => {
    await check("--max-credits", "100");
    await ends("run ads.adsearch.json --pages 1", { err: /: 18 ads from 1 page, 0 credits\.\n$/ });
    const { pins } = JSON.parse(readFileSync(at("data/archive/kept.json"), "utf8")) as { pins: Record<string, object> };
    const reasons = Object.values(pins).flatMap((each) => Object.keys(each));
    assert.deepEqual(reasons.sort(), ["exported", `file ${at("ads.adsearch.json")}`]);
  });

  it("keeps as many runs as the editor's setting says", async () => {
    const snapshots: number[] = [];
    for (const kept of ["7", "7", "7", "2"]) {
      const ofTerminal = { ...env(), AD_LIBRARY_RUNS_KEPT: kept };
      await line().play(folder(), ofTerminal, "check", "ads.adsearch.json", "--max-credits", "100");
      const listed = await line().play(folder(), ofTerminal, "runs", "ads.adsearch.json", "--json");
      snapshots.push((JSON.parse(listed.stdout) as { readonly runs: readonly unknown[] }).runs.length);
      await library.nextMoment();
    }
    assert.deepEqual(snapshots, [1, 2, 3, 2]);
  });

  it("checks a bought snapshot for 0 credits, and prints a summary", async () => {
    await check("--max-credits", "1000");
    await library.nextMoment();
    const found = await check("--max-credits", "1000", "--known-pages", "9");
    const before = paid();
    write("ads", "facebook", newest, { snapshot: found.told!.lastHit });
    const again = await check("--known-pages", "9");
    assert.deepEqual([again.code, again.told?.found.length, again.told?.credits], [6, 5, 0], again.stderr);
    const summary = await ends("check ads.adsearch.json --known-pages 9 --format markdown", {
      out: /^# 1 of 1 search checked, 0 of 0 credits\n[^]*\n## ads\n\nOf 95 ads: 1 launched since the last run, 4 first seen\. Running time not provided: 1\. Checked 6 pages, to the end of the results\. Spent 0 credits\.\n/,
    });
    assert.match(
      summary.stdout,
      /\n\| Ad \| Advertiser \| New because \|\n\| --- \| --- \| --- \|\n(\| .+ \| .+ \| .+ \|\n){5}\n$/,
    );
    assert.equal(paid(), before);
  });

  it("requests nothing for a pinned snapshot that isn't bought, and says why", async () => {
    write("ads", "facebook", newest, { pages: 2, snapshot: "1600000000" });
    const refused = async (command: string, ...args: string[]) => {
      const before = paid();
      const { code, stdout, stderr } = await play(command, "ads.adsearch.json", ...args);
      assert.match(stderr, /^(ads\.adsearch\.json: )?Snapshot 1600000000 isn't in the archive and can't be bought/);
      assert.deepEqual([code, stdout, paid()], [1, "", before]);
    };
    await refused("check", "--max-credits", "200");
    await refused("check");
    await refused("run", "--max-credits", "200");
    await ends("run ads.adsearch.json --max-credits 200 --fresh", { code: 0, paid: 2 });
    await refused("run", "--max-credits", "200");
    await refused("plan");
    write("other", "facebook", newest, { pages: 1, snapshot: "1600000001" });
    write("bought", "facebook", newest, { pages: 1 });
    const names = /^ads\.adsearch\.json: Snapshot 1600000000 .*\nother\.adsearch\.json: Snapshot 1600000001 /;
    await ends("run ads.adsearch.json other.adsearch.json bought.adsearch.json", { code: 1, out: "", err: names });
    const priced = /^bought\.adsearch\.json +1 page +0 credits/;
    await ends("plan ads.adsearch.json other.adsearch.json bought.adsearch.json", { code: 1, out: priced, err: names });
  });

  it("reports uncertain charges besides certain ones, also in a check", async () => {
    await check("--max-credits", "1000");
    await library.nextMoment();
    library.next(library.usual, failed(1009));
    const stopped = await check("--max-credits", "1000", "--known-pages", "9");
    assert.deepEqual([stopped.told?.stopped, stopped.told?.credits, stopped.told?.uncertain], ["failed", 100, 100]);
    await library.nextMoment();
    library.next(failed(1009));
    const words = await play("check", "ads.adsearch.json", "--max-credits", "1000", "--known-pages", "9");
    assert.match(words.stdout, /Spent 0 credits\. 100 more may have been charged\./);
    write("other", "native", {});
    const printed: unknown[] = [];
    for (const args of [
      ["plan", "ads.adsearch.json", "other.adsearch.json"],
      ["run", "ads.adsearch.json", "--max-credits", "1000", "--pages", "2"],
      ["run", "other.adsearch.json", "--max-credits", "100", "--pages", "2"],
      ["resume"],
      ["check", "ads.adsearch.json", "--max-credits", "100"],
      ["runs", "ads.adsearch.json"],
      ["details", "facebook", stopped.told!.found[0]?.id ?? "1", "--max-credits", "100"],
      ["credits"],
    ]) {
      const { stdout, stderr } = await play(...args, "--json");
      assert.notEqual(stdout, "", stderr);
      for (const row of stdout.trimEnd().split("\n")) printed.push(JSON.parse(row));
    }
    const spent: object[] = [];
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      if ("credits" in value || "uncertain" in value) spent.push(value);
      Object.values(value).forEach(visit);
    };
    visit(printed);
    assert.ok(spent.length > 8);
    const shape = z.looseObject({ credits: z.int().nonnegative(), uncertain: z.int().nonnegative() });
    for (const each of spent) shape.parse(each);
  });

  it("buys a result shared by several files once", async () => {
    write("again", "facebook", { advanced_order: [{ orderby: "newest", order: "desc" }] });
    write("other", "native", {});
    const names = ["ads", "again", "other", "again"].map((name) => `${name}.adsearch.json`);
    const { stdout, stderr } = await play("check", ...names, "--max-credits", "2000", "--json");
    const told = stdout
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row) as CheckLine);
    assert.deepEqual(
      told.map(({ file, credits }) => [file, credits > 0]),
      names.slice(0, 3).map((name, at) => [name, at !== 1]),
      stderr,
    );
    assert.equal(
      told.reduce((sum, { credits }) => sum + credits, 0),
      paid() * 100,
    );
    for (const name of names) {
      const listed = JSON.parse((await play("runs", name, "--json")).stdout) as { readonly runs: readonly unknown[] };
      assert.equal(listed.runs.length, 1, name);
    }
  });

  it("compares a file's runs and exported files offline, in every format, for 0 credits", async () => {
    await check("--max-credits", "1000");
    await play("run", "ads.adsearch.json", "--pages", "all", "--max-credits", "1000", "--out", "before.ndjson");
    await library.nextMoment();
    await check("--max-credits", "1000", "--known-pages", "9");
    await play("run", "ads.adsearch.json", "--pages", "all", "--max-credits", "1000", "--out", "after.json");
    const before = library.requests.length;
    const bought = await play("compare", "ads.adsearch.json", "--format", "json");
    const files = await play("compare", "before.ndjson", "after.json", "--format", "json");
    assert.deepEqual([bought.code, files.code], [0, 0], bought.stderr + files.stderr);
    const [one, other] = [JSON.parse(bought.stdout) as Compared, JSON.parse(files.stdout) as Compared];
    assert.deepEqual(one.about.counts, {
      ...{ launched: 1, firstSeen: 4, changed: 10, seen: 80, absent: 5, notCovered: 0 },
      ...{ stopped: 0, figures: 5, untimed: 1 },
    });
    assert.deepEqual(other.ads, one.ads);
    const mixed = await ends("compare before.ndjson ads.adsearch.json --format json", { code: 0 });
    assert.deepEqual((JSON.parse(mixed.stdout) as Compared).ads, one.ads);
    const ndjson = (await play("compare", "ads.adsearch.json@2", "ads.adsearch.json@1", "--format", "ndjson")).stdout;
    assert.equal(ndjson.trimEnd().split("\n").length, 101);
    const csv = (await play("compare", "ads.adsearch.json", "--format", "csv")).stdout;
    assert.match(
      csv,
      /^\uFEFFstate,note,days_running,key,title,advertiser,.*,stat\.\w+,.*,page,field,kind,from,to\r\n/,
    );
    assert.match(csv, /\r\nchanged,,,facebook:\d+,.*New: .*,(title|advertiser),content,.*,New: /);
    const semicolons = (await play("compare", "ads.adsearch.json", "--format", "csv", "--semicolon")).stdout;
    assert.match(semicolons, /^\uFEFFstate;note;days_running;[^]*\r\nlaunched;/);
    const markdown = (await play("compare", "ads.adsearch.json")).stdout;
    assert.match(
      markdown,
      /\| Launched \| First seen \| Changed \| Unchanged \| Absent \| Not covered \|\n.*\n\| 1 \| 4 \| 10 \| 80 \| 5 \| 0 \|/,
    );
    const texts = await Promise.all(["@2", "@1"].map((name) => play("runs", `ads.adsearch.json${name}`, "--ads")));
    const lines = texts.map(({ stdout }) => stdout.trimEnd().split("\n"));
    assert.deepEqual(lines[1], [...lines[1]!].sort());
    // Lines that differ are the ads that are new, changed or absent, and no others.
    assert.equal(lines[1].filter((row) => !lines[0]!.includes(row)).length, 15);
    assert.doesNotMatch(texts[1]!.stdout, /Signature|ago/);
    const listed = JSON.parse((await play("runs", "ads.adsearch.json", "--json")).stdout) as {
      runs: { ended: boolean }[];
    };
    assert.deepEqual(
      listed.runs.map(({ ended }) => ended),
      [true, true],
    );
    assert.equal(library.requests.length, before);
  });

  it("finds what is bought of a search by what it sends, however its file is written", async () => {
    const words = { type: "text", text: "a" };
    for (const [name, body] of [
      ["off", { is_bookmarked: [false] }],
      ["twice", { search_field: [words, words] }],
      ["displaced", { is_bookmarked: [true], search_field: [words] }],
    ] as const) {
      write(name, "native", body, { pages: 1 });
      const file = `${name}.adsearch.json`;
      await ends(["run", file, "--max-credits", "100"], { code: 0 });
      const { stdout } = await play("runs", file, "--json");
      assert.equal((JSON.parse(stdout) as { readonly runs: readonly object[] }).runs.length, 1, name);
      const packed = await play("pack", "--search", file, "--out", `${name}.zip`, "--json");
      assert.equal((JSON.parse(packed.stdout) as { readonly pages: number }).pages, 1, name);
    }
    assert.equal(paid(), 3);
  });

  it("opens what is bought of a search that no longer fits the filters, and buys no more of it", async () => {
    write("phones", "facebook", { os: [1] }, { pages: 1 });
    const file = "phones.adsearch.json";
    for (let round = 0; round < 2; round += 1) {
      assert.equal((await play("run", file, "--fresh", "--max-credits", "100")).code, 0);
      await library.nextMoment();
    }
    await changeFilters(library, "facebook", usualChange);
    await ends(["lint", file], { out: /This platform has no filter “os”/ });
    for (const args of [
      ["runs", file],
      ["runs", `${file}@2`, "--ads"],
      ["compare", file],
      ["lens", "groups", file],
      ["news", file],
      ["pack", "--search", file, "--out", "phones.zip"],
    ]) {
      const { stdout } = await ends(args, { code: 0 });
      assert.ok(stdout.includes("facebook") || stdout.includes("phones"), stdout);
    }
    for (const refused of [["run", "--fresh"], ["run", "--pages", "2"], ["run", "--details"], ["check"]])
      assert.equal((await play(refused[0]!, file, ...refused.slice(1), "--max-credits", "900")).code, 1);
    const bought = await play("run", file);
    assert.match(bought.stderr, /has no filter “os”.*\n.*phones\.ndjson: 18 ads from 1 page, 0 credits\.\n$/);
    assert.deepEqual([bought.code, paid()], [0, 2]);
  });

  it("takes the name of a run as it lists it, also of one without a snapshot ID", async () => {
    const answer = await library.answerOf("native");
    library.next(body(answer.replace(/,"last_hit":\d+|"last_hit":\d+,/, "")));
    write("unnamed", "native", {}, { pages: 1 });
    const file = "unnamed.adsearch.json";
    for (let round = 0; round < 2; round += 1)
      assert.equal((await play("run", file, "--fresh", "--max-credits", "100")).code, 0);
    const name = /none-\w+/.exec((await play("runs", file)).stdout)?.[0] ?? "";
    for (const args of [
      ["runs", `${file}@${name}`, "--ads"],
      ["compare", `${file}@${name}`],
      ["lens", "groups", `${file}@${name}`],
    ]) {
      await ends(args, { code: 0 });
    }
    assert.equal(
      (await play("runs", `${file}@${name}`, "--ads")).stdout,
      (await play("runs", `${file}@2`, "--ads")).stdout,
    );
  });

  it("says how to get missing runs", async () => {
    const lacking = async () => {
      const { stderr } = await ends("compare ads.adsearch.json", { code: 1 });
      return stderr;
    };
    const how = ", use ad-library check ads.adsearch.json --max-credits N.\n";
    assert.equal(await lacking(), `ads.adsearch.json has no run yet. To buy one${how}`);
    await check("--max-credits", "100");
    assert.equal(await lacking(), `ads.adsearch.json has only one run. To buy another one${how}`);
    assert.equal(paid(), 1);
  });

  it("refuses runs of different searches with the reason, and compares them if forced", async () => {
    write("other", "facebook", { search_field: [{ type: "text", text: "a" }] });
    for (const name of ["ads", "other"]) await play("check", `${name}.adsearch.json`, "--max-credits", "1000");
    const refused = await play("compare", "other.adsearch.json", "ads.adsearch.json");
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /not the same search\. The runs have different filters/);
    const forced = await play("compare", "other.adsearch.json", "ads.adsearch.json", "--force");
    assert.match(forced.stdout, /^These are different searches, so no ad can be called new or absent/);
  });
});
