import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { CommandLine, ended } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { temporaryFolder } from "../../support/temporaryFolder";

const action = readFileSync("action.yml", "utf8");

/** The script of the step `check`, as the runner gives it to bash. */
const script = action
  .slice(action.indexOf("- id: check"))
  .split(/^ {6}run: \|\n/m)[1]!
  .split(/^ {4}- /m)[0]!
  .replaceAll(/^ {8}/gm, "");

describe("the GitHub action", () => {
  const folder = temporaryFolder();
  let line: CommandLine;
  let library: CountedLibrary;
  before(async () => {
    line = await CommandLine.build();
    library = await startCountedLibrary({ moments: true, adsPerPlatform: 60 });
  });
  after(async () => {
    await line.dispose();
    await library.close();
  });

  it("is short, and puts no input into a script, where it could become part of it", () => {
    assert.ok(action.split("\n").length < 100);
    const scripts = [...action.matchAll(/^ {6}run: (?:\|\n((?: {8}.*\n)+)|(.*)\n)/gm)].map(([all]) => all);
    assert.equal(scripts.length, 3);
    for (const each of scripts) assert.doesNotMatch(each, /\$\{\{/);
  });

  it("says first what a run without an archive buys, then what is new, and writes the ads for a commit", async () => {
    const at = (...path: string[]) => join(folder(), ...path);
    mkdirSync(at("action"));
    symlinkSync(line.folder, at("action", "dist"));
    writeFileSync(at("all.adsearch.json"), JSON.stringify({ name: "All", platform: "facebook", body: {} }));
    const run = async (more: Readonly<Record<string, string>> = {}) => {
      writeFileSync(at("summary"), "");
      writeFileSync(at("output"), "");
      const env = {
        ...{
          PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
          HOME: process.env.HOME ?? "",
          GITHUB_ACTION_PATH: at("action"),
        },
        ...{ GITHUB_STEP_SUMMARY: at("summary"), GITHUB_OUTPUT: at("output"), AD_LIBRARY_DATA: at("data") },
        ...{ AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key, FILES: "*.adsearch.json" },
        ...{ CREDITS: "1000", KNOWN: "9", THUMBNAILS: "false", CACHED: "", FOLDER: "", ...more },
      };
      const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
      const { code, stderr } = await ended(spawn("bash", args, { cwd: folder(), env }));
      const [summary, output] = ["summary", "output"].map((name) => readFileSync(at(name), "utf8"));
      return { code, stderr, summary, output };
    };
    const first = await run();
    assert.deepEqual([first.code, first.output], [0, "result=none\n"], first.stderr);
    assert.match(first.summary!, /^No archive of an earlier run: this run buys the baseline, for up to 1000 credits\./);
    await library.nextMoment();
    const second = await run({ CACHED: "yes", FOLDER: "ads" });
    assert.deepEqual([second.code, second.output], [0, "result=new\n"], second.stderr);
    assert.match(second.summary!, /^## All\n\n3 of 57 ads are new\./);
    assert.equal(readFileSync(at("ads", "all.ndjson"), "utf8").trimEnd().split("\n").length, 57);
    writeFileSync(at("all.adsearch.json"), "{}");
    const broken = await run({ CACHED: "yes", FOLDER: "none" });
    assert.deepEqual([broken.code, broken.output, existsSync(at("none"))], [1, "", false]);
  });
});
