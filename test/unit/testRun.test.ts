import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const steady = 'it("is steady", () => {});';
const broken = 'it("is broken", () => { throw new Error("always wrong"); });';
const late = `const { existsSync, writeFileSync } = require("node:fs");
it("is late", () => {
  if (existsSync(__filename + ".seen")) return;
  writeFileSync(__filename + ".seen", "");
  throw new Error("wrong at first");
});`;

describe("a test run", () => {
  let folder: string;

  beforeEach(async () => {
    await mkdir("out/test", { recursive: true });
    folder = await mkdtemp(join("out", "test", "run-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs test files as a step of `npm test`: its exit code, and the lines after the last file. */
  async function ran(files: Readonly<Record<string, string>>) {
    for (const [name, code] of Object.entries(files)) await writeFile(join(folder, `${name}.test.js`), code);
    const script = `
      import { runMocha } from "./test/run/mochaStep.mjs";
      import { runAlone } from "./test/run/runAll.mjs";
      const places = (files) => files?.map((file) => "out/test/" + file + ".test.js") ?? [${JSON.stringify(folder)}];
      process.exitCode = await runAlone("Step", (env, files) => runMocha(places(files), [], env));`;
    const args = ["--input-type=module", "--eval", script];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    const lines = stdout.trimEnd().split("\n");
    return { status, lines: lines.map((line) => line.replaceAll(folder.split(/[/\\]/).at(-1) ?? "", "FOLDER")) };
  }

  it("is green and names an unstable test if a failed test passes alone, and says how long it took on which machine", async () => {
    const { status, lines } = await ran({ late, steady });
    assert.equal(status, 0, lines.join("\n"));
    assert.deepEqual(lines.slice(-3), [
      "Unstable: Step: FOLDER/late: is late: at first: wrong at first; alone: passed",
      "1 unstable",
      "2 passed, 0 failed",
    ]);
    const end = lines.slice(lines.findIndex((line) => line.startsWith("Seconds: "))).join("\n");
    assert.match(
      end,
      /^Seconds: Step \d+\nThe slowest tests:\n( {2}\d+\.\d s {2}Step: FOLDER\/(late: is late|steady: is steady)\n){2}This machine, .*: a fixed loop \d+ ms .*, 200 synced writes .*, 20 starts of Node\.js .*\nUnstable: /,
    );
  });

  it("is red if a test fails twice", async () => {
    const { status, lines } = await ran({ broken, late, steady });
    assert.equal(status, 1);
    assert.deepEqual(lines.slice(-4), [
      "Unstable: Step: FOLDER/late: is late: at first: wrong at first; alone: passed",
      "Failed: Step: FOLDER/broken: is broken: always wrong",
      "1 unstable",
      "2 passed, 1 failed",
    ]);
  });

  it("is red if more than three files are unstable", async () => {
    const { status, lines } = await ran({ late1: late, late2: late, late3: late, late4: late });
    assert.equal(status, 1);
    assert.deepEqual(lines.slice(-3), [
      "Failed: unstable tests in 4 files; at most 3 may have some",
      "4 unstable",
      "4 passed, 1 failed",
    ]);
  });
});
