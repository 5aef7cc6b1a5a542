import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { ended } from "../../support/commandLine";
import { temporaryFolder } from "../../support/temporaryFolder";

describe("the GitHub action's preparation", () => {
  const folder = temporaryFolder();
  const at = (...path: string[]) => join(folder(), ...path);

  /** A job, in which `use` is one use of the action. */
  function job(name: string) {
    const temp = at(name);
    mkdirSync(temp);
    return async (more: Readonly<Record<string, string>> = {}, script = "prepare") => {
      writeFileSync(at("output"), "");
      const { PATH = "", SystemRoot = "" } = process.env;
      const env = {
        ...{ PATH: [dirname(process.execPath), PATH].join(delimiter), SystemRoot, HOME: at("home") },
        ...{ RUNNER_TEMP: temp, GITHUB_ACTION_PATH: resolve("."), GITHUB_OUTPUT: at("output") },
        ...{ GITHUB_WORKFLOW: "Ads, weekly", GITHUB_JOB: name, GITHUB_EVENT_NAME: "push", ARCHIVE: "" },
        ...{ FILES: "ads/*.adsearch.json", LIBRARY: "sample:", CREDITS: "300", KNOWN: "2", FOLDER: "", ...more },
      };
      const child = spawn(process.execPath, [resolve(`action/${script}.mjs`)], { cwd: folder(), env });
      const { code, stdout, stderr } = await ended(child);
      const lines = readFileSync(at("output"), "utf8").matchAll(/^([^=\n]+)=(.*)$/gm);
      const outputs: Readonly<Record<string, string>> = Object.fromEntries(
        [...lines].map(([, name = "", value = ""]) => [name, value] as const),
      );
      return { code, said: stdout + stderr, outputs };
    };
  }

  it("gives each job, step, and set of inputs a cache key of its own, the same in the next run", async () => {
    const [one, other] = [job("one"), job("other")];
    const first = await one();
    assert.equal(first.code, 0, first.said);
    const uses = [
      first,
      await one(),
      await one({ FILES: "b.adsearch.json" }),
      await other(),
      await other({ MATRIX: "{}" }),
    ];
    const keys = uses.map(({ outputs }) => outputs.key!);
    assert.equal(new Set(keys).size, uses.length);
    for (const { outputs } of uses) {
      assert.match(outputs.key!, /^ad-library-Ads-weekly-(one|other)-\d-[0-9a-f]{12}-$/);
      assert.ok(outputs.key!.startsWith(outputs.keys!));
    }
    for (const name of ["summary", "artifact"])
      assert.equal(new Set(uses.slice(0, 3).map(({ outputs }) => outputs[name])).size, 3);
    rmSync(at("one"), { recursive: true });
    assert.equal((await job("one")()).outputs.key, first.outputs.key);
  });

  it("keeps what scheduled runs pay for on a branch, unless told otherwise", async () => {
    const use = job("one");
    const kept = async (more: Readonly<Record<string, string>>) => {
      const { branch, cache } = (await use(more)).outputs;
      return [branch, cache];
    };
    assert.deepEqual(await kept({ GITHUB_EVENT_NAME: "schedule" }), ["ad-archive", "false"]);
    assert.deepEqual(await kept({ GITHUB_EVENT_NAME: "schedule", ARCHIVE: "cache" }), ["", "true"]);
    assert.deepEqual(await kept({}), ["", "true"]);
    assert.deepEqual(await kept({ ARCHIVE: "branch  some/name" }), ["some/name", "false"]);
    for (const ARCHIVE of ["branch", "branch a b", "Cache"]) {
      const { code, said } = await use({ ARCHIVE });
      assert.equal(code, 1);
      assert.match(said, /^::error::archive must be cache or branch NAME/m);
    }
  });

  it("installs the package, and runs it in an empty home", async () => {
    const packed = await promisify(execFile)("npm", [
      ...["pack", "--silent", "--ignore-scripts", "--pack-destination", folder()],
    ]);
    const { code, said, outputs } = await job("one")({ PACKAGE: packed.stdout.trim() }, "install");
    assert.equal(code, 0, said);
    assert.equal(existsSync(at("one", "ad-library-package", "node_modules", "playwright-core")), false);
    const { stdout } = await promisify(execFile)(process.execPath, [outputs.cli!, "--version"]);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
