import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { CommandLine, ended } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { failed } from "../../support/misbehavingReplies";
import { temporaryFolder } from "../../support/temporaryFolder";

const action = readFileSync("action.yml", "utf8");

/** The script of the step `check`, as the runner gives it to bash. */
const script = action
  .slice(action.indexOf("- id: check"))
  .split(/^ {6}run: \|\n/m)[1]!
  .split(/^ {4}[-#] /m)[0]!
  .replaceAll(/^ {8}/gm, "");

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
    mkdirSync(at("action"));
    symlinkSync(line.folder, at("action", "dist"));
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
      ...{ HOME: at("home"), GITHUB_ACTION_PATH: at("action"), AD_LIBRARY_DATA: at("data") },
      ...{ GITHUB_STEP_SUMMARY: at("summary"), GITHUB_OUTPUT: at("output") },
      ...{ AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key, FILES: "*.adsearch.json" },
      ...{ LINT: "false", STRICT: "", CREDITS: "1000", KNOWN: "9", THUMBNAILS: "false", FOLDER: "" },
      ...{ CLOCK_AHEAD: String(weeks * weekMs), NODE_OPTIONS: `--require "${at("clock.cjs")}"`, ...more },
    };
    const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
    const { code, stdout, stderr } = await ended(spawn("bash", args, { cwd: folder(), env }));
    const [summary = "", output] = ["summary", "output"].map((name) => readFileSync(at(name), "utf8"));
    return { code, said: stdout + stderr, summary, output };
  };

  it("puts no input into a script, where it could become part of it", () => {
    const scripts = [...action.matchAll(/^ {6}run: (?:\|\n((?: {8}.*\n)+)|(.*)\n)/gm)].map(([all]) => all);
    assert.equal(scripts.length, 5);
    for (const each of scripts) assert.doesNotMatch(each, /\$\{\{/);
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
    for (let at = 0; at < 6; at += 1) {
      const { code, said, summary, output, credits } = await week("300");
      assert.equal(code, 0, said);
      assert.match(output!, /^result=(new|none)\n$/);
      assert.match(summary, /^# 3 of 5 searches checked, 300 of 300 credits\n\n\| Search \|/);
      assert.equal(credits, 300);
      assert.doesNotMatch(said, /::(error|warning)/);
    }
    for (let at = 1; at < 6; at += 1)
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

  it("says what is new, changed, absent, and not covered, and compares with the committed ads if the archive is lost", async () => {
    write("all", "facebook", { pages: 9 });
    const first = await run({ FOLDER: "ads" });
    assert.deepEqual([first.code, first.output], [0, "result=none\n"], first.said);
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
    assert.deepEqual([second.code, second.output], [0, "result=new\n"], second.said);
    const [, told] = /\n(\| all .*)\n/.exec(second.summary)!;
    const [, , checked, before, total, launched, firstSeen, changed, absent, notCovered] = told!.split(/ ?\| ?/);
    assert.ok(before! < checked! && before!.endsWith("UTC"), told);
    assert.deepEqual([total, absent], ["18", "0"]);
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

  it("adds the page of what is new to its summary", async () => {
    write("all", "facebook", { pages: 9 });
    await run();
    await library.nextMoment();
    const { summary, said, code } = await run({}, 1);
    assert.equal(code, 0, said);
    const [, page = ""] = summary.split("\n# What's New\n");
    for (const part of ["## By advertiser", "## all", "### Launched", "### First seen", "### Changed", "### Absent"])
      assert.ok(page.includes(`\n${part}\n`), `${part} is missing in:\n${page}`);
    const printed = await line.run(
      folder(),
      { AD_LIBRARY_URL: library.url, AD_LIBRARY_DATA: at("data") },
      "news",
      "--md",
      "all.adsearch.json",
    );
    assert.equal(`# What's New\n${page}`, printed.stdout);
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
    assert.deepEqual([broken.code, broken.output, existsSync(at("none"))], [1, "", false]);
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
    write("leaked", "facebook", { body: { api_key: "key-of-somebody" } });
    const leaked = await run(lint);
    assert.equal(leaked.code, 1);
    assert.match(leaked.said, /^::error file=leaked\.adsearch\.json,line=1,.*::Never put an API key in a file\./m);
    assert.deepEqual([library.requests.length, leaked.output, leaked.summary], [0, "", ""]);
  });
});
