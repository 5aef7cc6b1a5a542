import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { queries } from "../../../src/features/dataset/texts";
import type { News } from "../../../src/features/watches";
import { type Comparison, type StateCounts, toldStates } from "../../../src/protocol/runs";
import { CommandLine, ended } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { times, variants } from "../../support/long";
import { body, failed } from "../../support/misbehavingReplies";
import { startProxy } from "../../support/proxy";
import { temporaryFolder } from "../../support/temporaryFolder";
import { askedInSql } from "../features/dataset/filledArchive";
import { openStack } from "../features/stack";

const step = z.object({
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
const action = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() })),
    outputs: z.record(z.string(), z.object({ value: z.string() })),
    runs: z.object({ steps: z.array(step) }),
  })
  .parse(parse(readFileSync("action.yml", "utf8")));
const { steps } = action.runs;

const outputsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([^=\n]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value] as const),
  );

/** Moves a process's clock ahead. */
const clock = `
const Real = Date;
const ahead = Number(process.env.CLOCK_AHEAD);
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + ahead])); }
  static now() { return Real.now() + ahead; }
};`;
const weekMs = 7 * 86_400_000;

describe("the GitHub action", () => {
  const folder = temporaryFolder();
  const at = (...path: string[]) => join(folder(), ...path);
  let line: CommandLine;
  let library: CountedLibrary;
  before(async () => (line = await CommandLine.build()));
  after(() => line.dispose());
  beforeEach(async () => {
    // On another day, other ads are on the first page.
    const now = () => Date.parse("2026-11-26T18:00:00Z");
    library = await startCountedLibrary({ moments: true, adsPerPlatform: 60, now });
    writeFileSync(at("clock.cjs"), clock);
  });
  afterEach(() => library.close());

  const write = (name: string, platform: string, more: object = {}) =>
    writeFileSync(at(`${name}.adsearch.json`), JSON.stringify({ name, platform, body: {}, ...more }));

  /** Runs the step, some weeks from now. */
  const run = async (more: Readonly<Record<string, string>> = {}, weeks = 0) => {
    for (const name of ["summary", "output"]) writeFileSync(at(name), "");
    const env = {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      ...{ ...line.compiled, HOME: at("home"), CLI: join(line.folder, "cli.js"), AD_LIBRARY_DATA: at("data") },
      ...{ GITHUB_STEP_SUMMARY: at("summary"), GITHUB_OUTPUT: at("output") },
      ...{ SUMMARY: at("whole.md"), ARTIFACT: "ad-library-summary" },
      ...{ AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key, FILES: "*.adsearch.json" },
      ...{ LINT: "false", STRICT: "", CREDITS: "1000", KNOWN: "9", THUMBNAILS: "false", FOLDER: "" },
      ...{ CLOCK_AHEAD: String(weeks * weekMs), NODE_OPTIONS: `--require "${at("clock.cjs")}"`, ...more },
    };
    const child = spawn(process.execPath, [resolve("action/check.mjs")], { cwd: folder(), env });
    const { code, stdout, stderr } = await ended(child);
    const [summary = "", output = ""] = ["summary", "output"].map((name) => readFileSync(at(name), "utf8"));
    return { code, said: stdout + stderr, summary, output, outputs: outputsIn(output) };
  };

  it("runs the same scripts on every system, puts no input into one, and pins what it uses", () => {
    const scripts = steps.flatMap(({ run }) => run ?? []);
    assert.equal(scripts.length, 6);
    for (const script of scripts) {
      const [, file = ""] =
        /^exec node "\$GITHUB_ACTION_PATH\/(action\/\w+\.mjs)"( \w+)?( "\$[A-Z]+")?$/.exec(script) ?? [];
      assert.ok(existsSync(file), script);
    }
    for (const { uses } of steps) if (uses !== undefined) assert.match(uses, /^actions\/[\w/-]+@[0-9a-f]{40}$/);
  });

  it("reaches each of five searches at least every second week with 300 credits, and never fails without a reason", async () => {
    const platforms = ["facebook", "native", "pinterest", "reddit", "tiktok"];
    platforms.forEach((platform, index) => write(platform, platform, { pages: index + 1 }));
    const reached: (readonly string[])[] = [];
    const week = async (credits: string) => {
      const before = library.paid().length;
      const ran = await run({ CREDITS: credits, KNOWN: "2", FOLDER: "ads" }, reached.length);
      await library.nextMoment();
      const bought = library.paid().slice(before);
      const first = bought.filter(({ body }) => !/"page":(?!1\b)/.test(body));
      reached.push(first.map(({ target }) => target.split("/")[3]!));
      return { ...ran, credits: bought.length * 100 };
    };
    const weeks = times(3, 6);
    for (let at = 0; at < weeks; at += 1) {
      const { code, said, summary, outputs, credits } = await week("300");
      assert.equal(code, 0, said);
      assert.match(outputs.result!, /^(new|none)$/);
      assert.deepEqual([outputs.credits, outputs.uncertain], ["300", "0"]);
      assert.match(summary, /^# 3 of 5 searches checked, 300 of 300 credits\n\n\| Search \|/);
      assert.equal(credits, 300);
      assert.doesNotMatch(said, /::(error|warning)/);
    }
    for (let at = 1; at < weeks; at += 1)
      assert.deepEqual([...new Set([...reached[at - 1]!, ...reached[at]!])].sort(), platforms, `week ${at}`);
    assert.equal(readdirSync(at("ads")).length, 5);
    // With too few credits, the searches that were not reached three times in a row are named.
    await week("100");
    await week("100");
    const { code, said, summary } = await week("100");
    assert.equal(code, 0, said);
    const warnings = said.split("\n").filter((row) => row.startsWith("::warning file="));
    assert.equal(warnings.length, 2, said);
    assert.match(warnings[0]!, /was not reached by the last 3 checks, because the credits were used up\./);
    assert.match(summary, /\| no, the credits were used up \| last checked: \d{4}-\d\d-\d\d \d\d:\d\d UTC \|/);
  });

  it("stops a first check at the pages of its file, and shares the remaining credits page by page", async () => {
    write("deep", "facebook", { pages: 3 });
    write("flat", "native");
    const first = await run();
    assert.equal(first.code, 0, first.said);
    assert.equal(library.paid().length, 4);
    assert.match(first.summary, /^# 2 of 2 searches checked, 400 of 1000 credits\n/);
    await library.nextMoment();
    const asked = () =>
      library
        .paid()
        .slice(4)
        .map(({ target }) => target.split("/")[3]);
    await run({ CREDITS: "500" }, 1);
    assert.deepEqual(
      asked(),
      ["deep", "flat", "deep", "flat", "deep"].map((name) => (name === "deep" ? "facebook" : "native")),
    );
  });

  it("begins with the search that was looked at the longest time ago, also after the clock was set back", async () => {
    write("all", "facebook");
    write("other", "native");
    await run({ FILES: "all.adsearch.json" });
    await library.nextMoment();
    await run({ FILES: "other.adsearch.json" }, -4);
    await library.nextMoment();
    const { code, said } = await run({ CREDITS: "100" }, -3);
    assert.equal(code, 0, said);
    assert.match(library.paid().at(-1)!.target, /facebook/);
  });

  it("buys lost answers again only if told to", async () => {
    write("all", "facebook");
    const env = { AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key };
    const bought = await line.play(folder(), env, "check", "all.adsearch.json", "--max-credits", "1000");
    assert.equal(bought.code, 0, bought.stderr);
    rmSync(at("data", "archive"), { recursive: true });
    const before = library.paid().length;
    const refused = await run();
    assert.notEqual(refused.code, 0);
    assert.match(refused.said, /in the GitHub action, buy-again: true/);
    assert.equal(library.paid().length, before);
    assert.equal((await run({ AGAIN: "true" })).code, 0);
    assert.ok(library.paid().length > before);
  });

  it("says what is new, changed, absent, and not covered, and compares with the committed ads if the archive is lost", async () => {
    write("all", "facebook", { pages: 9 });
    const first = await run({ FOLDER: "ads" });
    assert.deepEqual([first.code, first.outputs.result, first.outputs.changed], [0, "none", "0"], first.said);
    assert.match(first.summary, /\| all \| \d{4}-\d\d-\d\d \d\d:\d\d UTC \| first run \| 57 \|/);
    const lines = () => readFileSync(at("ads", "all.ndjson"), "utf8").trimEnd().split("\n");
    const [head, ...ads] = lines();
    assert.match(
      head!,
      /^\{"about":\{"search":"[0-9a-f]{16}","platform":"facebook",.*"ended":true,"ads":57,"notCovered":0\}\}$/,
    );
    assert.deepEqual([ads.length, ads], [57, [...ads].sort()]);
    await library.nextMoment();
    rmSync(at("data"), { recursive: true });
    // One page covers little: the other ads stay, with the time when they were last seen.
    const second = await run({ FOLDER: "ads", CREDITS: "100" }, 1);
    assert.deepEqual([second.code, second.outputs.result], [0, "new"], second.said);
    const [, told] = /\n(\| all .*)\n/.exec(second.summary)!;
    const [, , checked, before, total, launched, firstSeen, changed, absent, notCovered] = told!.split(/ ?\| ?/);
    assert.ok(before! < checked! && before!.endsWith("UTC"), told);
    assert.deepEqual([total, absent], ["18", "0"]);
    const { "not-covered": elsewhere, "summary-file": file, ...outputs } = second.outputs;
    assert.deepEqual(
      [outputs.launched, outputs["first-seen"], outputs.changed, outputs.absent, elsewhere, outputs.credits],
      [launched, firstSeen, changed, absent, notCovered, "100"],
    );
    assert.equal(readFileSync(file!, "utf8"), second.summary);
    // Each declared output is one that the step has.
    for (const [name, { value }] of Object.entries(action.outputs)) {
      assert.equal(value, `\${{ steps.check.outputs.${name} }}`);
      assert.ok(second.outputs[name], name);
    }
    assert.ok(Number(launched) + Number(firstSeen) > 0 && Number(changed) > 0 && Number(notCovered) > 30, told);
    const [headNow, ...adsNow] = lines();
    assert.match(headNow!, /"pages":1,"ended":false,"ads":18/);
    const names = (rows: readonly string[]) => rows.map((row) => /^\{"ad":"([^"]+)"/.exec(row)![1]!);
    assert.deepEqual(
      names(ads).filter((name) => !names(adsNow).includes(name)),
      [],
    );
    assert.equal(adsNow.filter((row) => row.includes('"asOf":')).length, Number(notCovered));
    assert.match(second.summary, /\n## all\n\nOf 18 ads: \d+ launched since the last run, \d+ first seen\./);
  });

  /** Four days later by the service's clock, this machine's was changed by so many days. */
  const clockChanges = [
    ["is put forward by a year", 364],
    ["is set back by a month", -30],
    ["is set back by a day", -1],
  ] as const;
  for (const [what, ahead] of variants(clockChanges.slice(0, 2), clockChanges))
    it(`says the same five figures as a comparison in the panel, the terminal, and SQL if this machine's clock ${what}`, async () => {
      await library.close();
      library = await startCountedLibrary({ moments: true, adsPerPlatform: 200 });
      write("all", "facebook", { pages: 8 });
      assert.equal((await run()).code, 0);
      await library.nextMoment(4);
      const { outputs, said } = await run({ CREDITS: "2000" }, ahead / 7);
      assert.equal(outputs.result, "new", said);
      const names = ["launched", "first-seen", "changed", "absent", "not-covered"];
      const inAction = names.map((name) => Number(outputs[name]));
      assert.ok(
        inAction.every((count) => count > 0),
        said,
      );
      const env = { AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key };
      const played = async (...args: string[]) => {
        const { code, stdout, stderr } = await line.play(folder(), env, ...args);
        assert.equal(code, 0, stderr);
        return stdout;
      };
      const inSql = (sql: string) => askedInSql(at("set"), sql, ["changes"]);
      const figuresOf = (counts: StateCounts) => toldStates.map((state) => counts[state]);
      const stack = openStack(at("data"), library.url, library.key);
      /** What a comparison of the panel has, once the others say the same. */
      const compared = async () => {
        const { address } = await stack.search.freezeBought({ platform: "facebook", choices: [] });
        const [newer, earlier] = (await stack.runs.list(address)).map(({ lastHit }) => ({ address, lastHit }));
        const shown = await stack.runs.compare(earlier!, newer!);
        const figures = figuresOf(shown.counts);
        const { about } = JSON.parse(await played("compare", "all.adsearch.json", "--json")) as { about: Comparison };
        const { searches } = JSON.parse(await played("news", "all.adsearch.json", "--json")) as News;
        assert.deepEqual([figuresOf(about.counts), figuresOf(searches[0]!.counts!)], [figures, figures]);
        await played("dataset", "--out", "set");
        const rows = await inSql(queries.changes);
        assert.deepEqual(
          rows.map((row) => row.slice(-toldStates.length).map(Number)),
          [figures],
        );
        return shown;
      };
      const shown = await compared();
      assert.deepEqual(figuresOf(shown.counts), inAction);
      // Each ad is in the group that the sample library made it for: those of a day and of five days are launched.
      const ads = await inSql("select state, note, days_running, ad_key from changes");
      assert.deepEqual(
        ads.map(([state, , , ad]) => [state, ad]).sort(),
        shown.ads.flatMap(({ state, ad }) => (state === "seen" ? [] : [[state, ad]])).sort(),
      );
      const daysOf = (wanted: string) => new Set(ads.flatMap(([state, , days]) => (state === wanted ? [days] : [])));
      assert.deepEqual([daysOf("launched"), daysOf("firstSeen")], [new Set([1, 5]), new Set([210, null])]);
      const silent = ads.find(([, note]) => note === "running time not provided") ?? assert.fail();
      // A detail that says how long an ad has run says it everywhere.
      const id = String(silent[3]).split(":")[1]!;
      await played("details", "facebook", id, "--max-credits", "100");
      await compared();
      const [[note, days] = []] = await inSql(`select note, days_running from changes where ad_key = 'facebook:${id}'`);
      assert.deepEqual([note, Number(days) > 0], [null, true]);
      await stack.close();
      rmSync(at("set", "manifest.json"));
      await played("dataset", "adopt", "set");
      assert.match(await played("dataset", "--out", "set"), /^Nothing new\./);
      await played("dataset", "verify", "set");
    });

  it("keeps each search's ads in a file of its own, whatever becomes of the others", async () => {
    for (const name of ["de", "fr", "with space"]) mkdirSync(at(name));
    write("de/shoes", "facebook");
    write("fr/shoes", "native");
    write("with space/all shoes", "pinterest");
    const FILES = "de/*.adsearch.json fr/*.adsearch.json\nwith space/all shoes.adsearch.json\n";
    const first = await run({ FOLDER: "ads", FILES });
    assert.equal(first.code, 0, first.said);
    const platformIn = (path: string) => /"platform":"(\w+)"/.exec(readFileSync(at("ads", path), "utf8"))![1];
    const others = () => [platformIn("fr/shoes.ndjson"), platformIn("with space/all shoes.ndjson")];
    assert.deepEqual([platformIn("de/shoes.ndjson"), ...others()], ["facebook", "native", "pinterest"]);
    await library.nextMoment();
    // Something is in the way of one file alone.
    rmSync(at("ads", "de"), { recursive: true });
    writeFileSync(at("ads", "de"), "");
    const before = statSync(at("ads", "fr", "shoes.ndjson")).mtimeMs;
    const second = await run({ FOLDER: "ads", FILES }, 1);
    assert.equal(second.code, 5, second.said);
    assert.match(second.said, /^::error file=de\/shoes\.adsearch\.json::/m);
    assert.deepEqual(others(), ["native", "pinterest"]);
    assert.ok(statSync(at("ads", "fr", "shoes.ndjson")).mtimeMs > before);
    // A line that is one name needs no other line.
    const spaced = await run({ FILES: "with space/all shoes.adsearch.json" }, 2);
    assert.match(spaced.summary, /^# 1 of 1 search checked/, spaced.said);
  });

  it("uses the job's proxy, adds what is new to its summary, and shortens a summary that GitHub would drop", async () => {
    const proxy = await startProxy();
    proxy.answer({ port: Number(new URL(library.url).port) });
    write("all", "facebook", { pages: 9 });
    const first = await run({ HTTP_PROXY: proxy.url });
    await proxy.close();
    assert.equal(first.code, 0, first.said);
    assert.match(proxy.log.join("\n"), /^CONNECT 127\.0\.0\.1:\d+ /);
    await library.nextMoment();
    const second = await run({}, 1);
    assert.equal(second.code, 0, second.said);
    const [, page = ""] = second.summary.split("\n# What's New\n");
    for (const part of ["## By advertiser", "## all", "### Launched", "### First seen", "### Changed", "### Absent"])
      assert.ok(page.includes(`\n${part}\n`), `${part} is missing in:\n${page}`);
    const offline = { AD_LIBRARY_URL: library.url };
    const printed = await line.play(folder(), offline, "news", "--md", "all.adsearch.json");
    assert.equal(`# What's New\n${page}`, printed.stdout);
    // All ads are new, with long links.
    const answer = (await library.answerOf("facebook"))
      .replaceAll(/"id":(\d+)/g, '"id":9$1')
      .replaceAll('"display_url":"', `"display_url":"https://example.com/${"x".repeat(60_000)}?`);
    library.next(body(answer));
    const { code, summary, outputs, said } = await run({ CREDITS: "100" }, 2);
    assert.equal(code, 0, said);
    const whole = readFileSync(at("whole.md"));
    assert.ok(whole.length > 1_000_000, String(whole.length));
    assert.ok(Buffer.byteLength(summary) <= 900_000, String(Buffer.byteLength(summary)));
    assert.match(
      summary,
      /\n\*\*This is the beginning\. The whole summary is in the artifact `ad-library-summary`\.\*\*\n$/,
    );
    assert.deepEqual([outputs.long, outputs["summary-file"]], ["true", at("whole.md")]);
    assert.ok(whole.toString("utf8").startsWith(summary.split("\n**This is the beginning")[0]!));
  });

  it("takes no file name for an option, and fails before it spends", async () => {
    write("all", "facebook");
    writeFileSync(at("--data=x.adsearch.json"), JSON.stringify({ name: "Dashed", platform: "native", body: {} }));
    const dashed = await run({ FOLDER: "-ads", KNOWN: "1" });
    assert.equal(dashed.code, 0, dashed.said);
    assert.match(dashed.summary, /\n## Dashed\n\nFirst run: 18 ads\./);
    assert.deepEqual(readdirSync(at("-ads")).sort(), ["--data=x.ndjson", "all.ndjson"]);
    assert.equal(existsSync(at("x.adsearch.json")), false);
    const bought = library.paid().length;
    for (const files of ["--help", "--version", "--offline"])
      assert.deepEqual([(await run({ FILES: files })).code, library.paid().length], [2, bought], files);
    const unpriced = await run({ CREDITS: "" });
    assert.deepEqual([unpriced.code, unpriced.said.includes("::error::Set max-credits, or lint: true.")], [2, true]);
    const little = await run({ CREDITS: "50" });
    assert.deepEqual([little.code, library.paid().length], [3, bought], little.said);
    assert.match(little.said, /50 credits don't pay for a page, which costs 100\.\n(.*\n)*::error::/);
    writeFileSync(at("all.adsearch.json"), "{}");
    const broken = await run({ FOLDER: "none" });
    assert.deepEqual([broken.code, broken.output, existsSync(at("none"))], [1, "", false], broken.said);
    assert.match(broken.said, /^::error file=all\.adsearch\.json,line=1/m);
  });

  it("names a search that the library refuses as an error with its reason, and checks the others", async () => {
    write("all", "facebook");
    write("down", "native");
    library.behave((exchange) =>
      exchange.seen.target.includes("/native/search")
        ? failed(1010, "No credits left")(exchange)
        : library.usual(exchange),
    );
    const { code, said, summary } = await run();
    assert.equal(code, 4, said);
    assert.match(
      said,
      /^::error file=down\.adsearch\.json::The library refused the request: No credits left \(code 1010\)\./m,
    );
    assert.match(summary, /^# 1 of 2 searches checked, 200 of 1000 credits\n[^]*\| down \| The library refused/);
  });

  it("lints without a key and for nothing, and finds what needs no filters", async () => {
    write("all", "facebook");
    const lint = { LINT: "true", CREDITS: "", AD_LIBRARY_API_KEY: "" };
    const clean = await run(lint);
    assert.equal(clean.code, 0, clean.said);
    assert.match(
      clean.said,
      /^::notice file=all\.adsearch\.json,.*The filters couldn't be checked\. There is no API key/m,
    );
    assert.equal((await run({ ...lint, STRICT: "true" })).code, 4);
    write("leaked", "facebook", { body: { "X-Api-Key": "key-of-somebody" } });
    const leaked = await run(lint);
    assert.equal(leaked.code, 1);
    assert.match(leaked.said, /^::error file=leaked\.adsearch\.json,line=1,.*::Never put an API key in a file\./m);
    assert.deepEqual([library.requests.length, leaked.output, leaked.summary], [0, "", ""]);
  });
});
