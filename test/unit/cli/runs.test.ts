import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { useCommandLine } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { failed } from "../../support/misbehavingReplies";

interface CheckLine {
  readonly newAds: number;
  readonly stopped: string;
  readonly pages: number;
  readonly credits: number;
  readonly lastHit: string;
  readonly first: boolean;
  readonly new: readonly { readonly id: string }[];
}

interface Compared {
  readonly about: { readonly counts: Record<string, number> };
  readonly ads: readonly { readonly ad: string; readonly state: string }[];
}

describe("the command line's runs", () => {
  let library: CountedLibrary;
  const { at, env, folder, line, run, paid } = useCommandLine(() => library);
  beforeEach(async () => {
    library = await startCountedLibrary({ moments: true, adsPerPlatform: 100 });
    write("ads", "facebook", { advanced_order: { orderby: "newest", order: "desc" } });
  });
  afterEach(() => library.close());

  const write = (name: string, platform: string, body: object, more = {}) =>
    writeFileSync(at(`${name}.adsearch.json`), JSON.stringify({ name, platform, body, ...more }));
  const check = async (...args: string[]) => {
    const ended = await run("check", "ads.adsearch.json", "--json", ...args);
    return { ...ended, told: ended.stdout === "" ? undefined : (JSON.parse(ended.stdout) as CheckLine) };
  };

  it("checks for new ads within the credits agreed to, says what stopped it, and tells it by the exit code", async () => {
    assert.equal((await check()).code, 2);
    assert.equal(paid(), 0);
    const first = await check("--max-credits", "1000");
    assert.deepEqual([first.code, first.told?.first, first.told?.stopped, first.told?.newAds], [0, true, "end", 0]);
    const refused = await run("check", "ads.adsearch.json", "--max-credits", "1000", "--daily-budget", "100");
    assert.equal(refused.code, 3, refused.stderr);
    await library.nextMoment();
    const before = paid();
    const capped = await check("--max-credits", "100", "--known-pages", "9");
    assert.deepEqual([capped.told?.stopped, capped.told?.pages, paid() - before], ["cap", 1, 1]);
    assert.equal(capped.code, capped.told!.newAds > 0 ? 6 : 3);
    await library.nextMoment();
    const found = await check("--max-credits", "1000", "--known-pages", "9");
    assert.deepEqual([found.code, found.told?.stopped], [6, "end"]);
    assert.equal(found.told!.newAds + capped.told!.newAds, 5);
    assert.equal(found.told!.new.length, found.told!.newAds);
    await library.nextMoment();
    const none = await check("--max-credits", "1000", "--known-pages", "1");
    assert.deepEqual([none.code, none.told?.stopped, none.told?.pages], [0, "known", 1]);
    library.next(failed(1009));
    assert.equal((await check("--max-credits", "1000")).code, 4);
  });

  it("checks the other files if one is being checked elsewhere, or if its platform is down", async () => {
    write("other", "native", {});
    const both = ["check", "ads.adsearch.json", "other.adsearch.json", "--max-credits", "100", "--json"];
    const checkedOther = ({ stdout }: { readonly stdout: string }) => {
      const { file, stopped } = JSON.parse(stdout) as CheckLine & { readonly file: string };
      assert.deepEqual([file, stopped], ["other.adsearch.json", "cap"]);
    };
    const held = library.hold();
    const elsewhere = check("--max-credits", "100");
    await library.paidArrived(1);
    const beside = await run(...both);
    await held.answer();
    assert.equal((await elsewhere).told?.pages, 1);
    checkedOther(beside);
    assert.equal(beside.code, 5);
    assert.match(
      beside.stderr,
      /ads\.adsearch\.json was not checked:\nAnother window or terminal is checking this search/,
    );
    library.behave((exchange) =>
      exchange.seen.target.includes("/facebook/") ? failed(1000, "down", 503)(exchange) : library.usual(exchange),
    );
    const down = await run(...both);
    checkedOther(down);
    assert.equal(down.code, 4);
    assert.match(down.stderr, /ads\.adsearch\.json was not checked:\n/);
    assert.equal(paid(), 3);
  });

  it("checks the other files if one is broken or can't be read", async () => {
    writeFileSync(at("broken.adsearch.json"), "{}");
    const files = ["broken.adsearch.json", "gone.adsearch.json", "ads.adsearch.json"];
    const { code, stdout, stderr } = await run("check", ...files, "--max-credits", "100", "--json");
    assert.equal((JSON.parse(stdout) as { readonly file: string }).file, "ads.adsearch.json");
    assert.match(stderr, /^broken\.adsearch\.json:1:1: error: /m);
    assert.match(stderr, /^gone\.adsearch\.json was not checked:\ngone\.adsearch\.json can't be read\.$/m);
    assert.deepEqual([code, paid()], [1, 1]);
  });

  it("keeps the runs of each file by its path", async () => {
    await check("--max-credits", "100");
    const exported = await run("run", "ads.adsearch.json", "--max-credits", "100");
    assert.match(exported.stderr, /: 18 ads from 1 page, 0 credits\.\n$/);
    const archive = new DatabaseSync(at("data/archive/archive.db"));
    const reasons = archive.prepare("select distinct reason from pin order by reason").all() as { reason: string }[];
    archive.close();
    assert.deepEqual(
      reasons.map(({ reason }) => reason),
      ["exported", `file ${at("ads.adsearch.json")}`],
    );
  });

  it("keeps as many runs as the editor, whose terminals say how many", async () => {
    write("ads", "facebook", { advanced_order: { orderby: "newest", order: "desc" } });
    const snapshots: number[] = [];
    for (const kept of ["7", "7", "7", "2"]) {
      const ofTerminal = { ...env(), AD_LIBRARY_RUNS_KEPT: kept };
      await line().run(folder(), ofTerminal, "check", "ads.adsearch.json", "--max-credits", "100");
      const listed = await line().run(folder(), ofTerminal, "runs", "ads.adsearch.json", "--json");
      snapshots.push((JSON.parse(listed.stdout) as { readonly runs: readonly unknown[] }).runs.length);
      await library.nextMoment();
    }
    assert.deepEqual(snapshots, [1, 2, 3, 2]);
  });

  it("checks an owned snapshot for nothing, and tells it as a summary", async () => {
    await check("--max-credits", "1000");
    await library.nextMoment();
    const found = await check("--max-credits", "1000", "--known-pages", "9");
    const before = paid();
    write(
      "ads",
      "facebook",
      { advanced_order: { orderby: "newest", order: "desc" } },
      { snapshot: found.told!.lastHit },
    );
    const again = await check("--known-pages", "9");
    assert.deepEqual([again.code, again.told?.newAds, again.told?.credits], [6, 5, 0], again.stderr);
    const summary = await run("check", "ads.adsearch.json", "--known-pages", "9", "--format", "markdown");
    assert.match(summary.stdout, /^## ads\n\n5 of 95 ads are new\. Checked 6 pages, to the end of the results\.\n/);
    assert.match(summary.stdout, /\n\| New ad \| Advertiser \|\n\| --- \| --- \|\n(\| .+ \| .+ \|\n){5}\n$/);
    assert.equal(paid(), before);
  });

  it("compares the runs of a file and exported files alike, for nothing and offline, in every format", async () => {
    await check("--max-credits", "1000");
    await run("run", "ads.adsearch.json", "--pages", "all", "--max-credits", "1000", "--out", "before.ndjson");
    await library.nextMoment();
    await check("--max-credits", "1000", "--known-pages", "9");
    await run("run", "ads.adsearch.json", "--pages", "all", "--max-credits", "1000", "--out", "after.json");
    const before = library.requests.length;
    const owned = await run("compare", "ads.adsearch.json", "--format", "json");
    const files = await run("compare", "before.ndjson", "after.json", "--format", "json");
    assert.deepEqual([owned.code, files.code], [0, 0], owned.stderr + files.stderr);
    const [one, other] = [JSON.parse(owned.stdout) as Compared, JSON.parse(files.stdout) as Compared];
    assert.deepEqual(one.about.counts, {
      new: 5,
      changed: 10,
      seen: 80,
      absent: 5,
      notCovered: 0,
      stopped: 0,
      figures: 5,
    });
    assert.deepEqual(other.ads, one.ads);
    const ndjson = (await run("compare", "ads.adsearch.json@2", "ads.adsearch.json@1", "--format", "ndjson")).stdout;
    assert.equal(ndjson.trimEnd().split("\n").length, 101);
    const csv = (await run("compare", "ads.adsearch.json", "--format", "csv")).stdout;
    assert.match(csv, /\r\nchanged,plat_social_a:\d+,.*New: .*,(title|advertiser),content,.*,New: /);
    const markdown = (await run("compare", "ads.adsearch.json")).stdout;
    assert.match(
      markdown,
      /\| New \| Changed \| Absent \| Unchanged \| Not covered \|\n.*\n\| 5 \| 10 \| 5 \| 80 \| 0 \|/,
    );
    const texts = await Promise.all(["@2", "@1"].map((name) => run("runs", `ads.adsearch.json${name}`, "--ads")));
    const lines = texts.map(({ stdout }) => stdout.trimEnd().split("\n"));
    assert.deepEqual(lines[1], [...lines[1]!].sort());
    // Lines that differ are the ads that are new, changed or absent, and no others.
    assert.equal(lines[1].filter((row) => !lines[0]!.includes(row)).length, 15);
    assert.doesNotMatch(texts[1]!.stdout, /Signature|ago/);
    const listed = JSON.parse((await run("runs", "ads.adsearch.json", "--json")).stdout) as {
      runs: { ended: boolean }[];
    };
    assert.deepEqual(
      listed.runs.map(({ ended }) => ended),
      [true, true],
    );
    assert.equal(library.requests.length, before);
  });

  it("says how to get the runs that a comparison lacks", async () => {
    const lacking = async () => {
      const { code, stderr } = await run("compare", "ads.adsearch.json");
      assert.equal(code, 1);
      return stderr;
    };
    const how = ", use ad-library check ads.adsearch.json --max-credits N.\n";
    assert.equal(await lacking(), `ads.adsearch.json has no run yet. To buy one${how}`);
    await check("--max-credits", "100");
    assert.equal(await lacking(), `ads.adsearch.json has only one run. To buy another one${how}`);
    assert.equal(paid(), 1);
  });

  it("refuses runs of different searches with the reason, and compares them when told to", async () => {
    write("other", "facebook", { search_field: [{ type: "text", text: "a" }] });
    for (const name of ["ads", "other"]) await run("check", `${name}.adsearch.json`, "--max-credits", "1000");
    const refused = await run("compare", "other.adsearch.json", "ads.adsearch.json");
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /not the same search\. The runs have different filters/);
    const forced = await run("compare", "other.adsearch.json", "ads.adsearch.json", "--force");
    assert.match(forced.stdout, /^These are different searches, so no ad can be called new or absent/);
  });
});
