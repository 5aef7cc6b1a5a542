import assert from "node:assert/strict";
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import * as z from "zod";
import { fileOf, LedgerFile } from "../../../src/features/wallet/ledgerFile";
import { LedgerReading } from "../../../src/features/wallet/ledgerReading";
import { ended } from "../../support/commandLine";
import { openArchive } from "../../support/openArchive";
import { temporaryFolder } from "../../support/temporaryFolder";

const actionOf = z.object({
  runs: z.object({
    steps: z.array(
      z.object({
        if: z.string().optional(),
        run: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
});
const script = resolve("action/archive.mjs");
const address = { origin: "https://ads.example", version: "v2", platform: "native" } as const;

describe("the GitHub action's archive on a branch", () => {
  const folder = temporaryFolder();
  const at = (...path: string[]) => join(folder(), ...path);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder(), encoding: "utf8", stdio: "pipe" });
  const env = {
    ...process.env,
    ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_TERMINAL_PROMPT: "0" },
  };
  beforeEach(() => {
    git("init", "--quiet", "--bare", "--initial-branch=main", "origin.git");
    git("clone", "--quiet", "origin.git", "first");
    execFileSync("git", [
      ...["-C", at("first"), "-c", "user.name=a", "-c", "user.email=a@example.com"],
      ...["commit", "--quiet", "--allow-empty", "-m", "one"],
    ]);
    execFileSync("git", ["-C", at("first"), "push", "--quiet", "origin", "HEAD:main"], { stdio: "pipe" });
  });

  /** A run on a machine of its own: a shallow checkout, and an empty data folder. */
  function runner(name: string) {
    if (!existsSync(at(name)))
      git("clone", "--quiet", "--depth=1", `file://${at("origin.git")}`, "--branch=main", name);
    const data = at(`${name}-data`);
    const run = (work: "restore" | "save", branch = "ad-archive") => {
      const more = { ...env, AD_LIBRARY_DATA: data };
      return spawnSync(process.execPath, [script, work, branch], { cwd: at(name), env: more, encoding: "utf8" });
    };
    const ok = (work: "restore" | "save") => {
      const { status, stdout, stderr } = run(work);
      assert.equal(status, 0, stdout + stderr);
    };
    return {
      ...{ data, run },
      restore: () => ok("restore"),
      save: () => ok("save"),
      buys: async (body: string) => {
        const archive = openArchive(join(data, "archive"));
        const answer = { text: `{"of":"${body}"}`, receivedAt: "2026-01-02T03:04:05.678Z" };
        await archive.storePage({ ...address, body }, "5", 1, answer);
        await archive.tidied();
        await archive.close();
      },
      owns: async (body: string) => {
        const archive = openArchive(join(data, "archive"));
        const found = await archive.page({ ...address, body }, "5", 1);
        await archive.close();
        return found?.text;
      },
    };
  }
  const names = () => git("--git-dir=origin.git", "ls-tree", "-r", "--name-only", "ad-archive").trimEnd().split("\n");

  it("is the same for the next run, without derived files", async () => {
    const first = runner("first");
    first.restore();
    await first.buys("one");
    mkdirSync(join(first.data, "ledger"));
    writeFileSync(join(first.data, "ledger", "2026-01.ndjson"), "a line\r\n");
    writeFileSync(join(first.data, "archive", "reserve"), Buffer.alloc(4096));
    first.save();
    const second = runner("second");
    second.restore();
    assert.equal(await second.owns("one"), '{"of":"one"}');
    assert.equal(readFileSync(join(second.data, "ledger", "2026-01.ndjson"), "utf8"), "a line\r\n");
    assert.deepEqual(
      names().filter((name) => /index\.db|reserve|changed/.test(name)),
      [],
    );
    assert.ok(names().every((name) => name.startsWith("archive/") || name.startsWith("ledger/")));
    // The checkout and its own index stay as they were.
    assert.equal(execFileSync("git", ["-C", at("second"), "status", "--porcelain"], { encoding: "utf8" }), "");
    // Nothing new, no commit.
    const before = git("--git-dir=origin.git", "rev-parse", "ad-archive");
    second.save();
    assert.equal(git("--git-dir=origin.git", "rev-parse", "ad-archive"), before);
  });

  it("merges the answers of concurrent runs, without those the size limit removed", async () => {
    const first = runner("first");
    first.restore();
    await first.buys("old");
    first.save();
    const [second, third] = [runner("second"), runner("third")];
    second.restore();
    third.restore();
    await second.buys("two");
    await third.buys("three");
    second.save();
    third.save();
    const last = runner("last");
    last.restore();
    for (const body of ["old", "two", "three"]) assert.equal(await last.owns(body), `{"of":"${body}"}`);
    const [old] = names().filter((name) => name.endsWith(".zst"));
    rmSync(join(last.data, dirname(dirname(old!))), { recursive: true });
    last.save();
    assert.equal(names().filter((name) => name.endsWith(".zst")).length, 2);
  });

  it("keeps what concurrent runs spent and noted, each without what the other didn't touch", async () => {
    const at = new Date().toISOString();
    const spend = async (data: string, act: string) => {
      const file = new LedgerFile(join(data, "ledger", fileOf(at.slice(0, 7))));
      mkdirSync(join(data, "ledger", "locks"), { recursive: true });
      await file.read(() => undefined);
      const request = { origin: "https://ads.example", sample: false, request: "0".repeat(32), page: 1 } as const;
      const sent = { line: "sent", act, at, attempt: 1, what: "search", credits: 100 } as const;
      file.append({ ...sent, ...request, platform: "native", label: "shoes" });
      writeFileSync(join(data, "ledger", "locks", "held"), "");
      writeFileSync(join(data, "ledger", ".lock.db"), "");
    };
    const note = (data: string, name: string, text?: string) => {
      const file = join(data, "checks", `${name}.json`);
      mkdirSync(dirname(file), { recursive: true });
      if (text !== undefined) writeFileSync(file, text);
      return readFileSync(file, "utf8");
    };
    const first = runner("first");
    first.restore();
    await spend(first.data, "a");
    for (const name of ["one", "two"]) note(first.data, name, "before");
    first.save();
    const [second, third, fourth] = [runner("second"), runner("third"), runner("fourth")];
    for (const each of [second, third, fourth]) each.restore();
    await spend(second.data, "b");
    await spend(third.data, "c");
    await spend(fourth.data, "d");
    note(second.data, "one", "second");
    note(third.data, "two", "third");
    for (const each of [second, third, fourth]) each.save();
    const last = runner("last");
    last.restore();
    const reading = new LedgerReading(join(last.data, "ledger"), () => new Date(), 0);
    const acts = (await reading.read()).map(({ sent }) => sent.act);
    assert.deepEqual(acts.sort(), ["a", "b", "c", "d"]);
    assert.deepEqual(reading.damage, { marks: [], missing: 0 });
    assert.deepEqual([note(last.data, "one"), note(last.data, "two")], ["second", "third"]);
    assert.deepEqual(
      names().filter((name) => name.includes("lock")),
      [],
    );
    // The next run continues what is there.
    await spend(last.data, "e");
    last.save();
  });

  it("counts as empty only if the branch doesn't exist: a run that can't check fails before it pays", () => {
    const first = runner("first");
    cpSync(at("origin.git"), at("elsewhere.git"), { recursive: true });
    rmSync(at("origin.git"), { recursive: true });
    assert.notEqual(first.run("restore").status, 0);
    for (const branch of ["--upload-pack=touch pwned", "a b", "../x", ""])
      assert.notEqual(first.run("restore", branch).status, 0, branch);
    assert.equal(readdirSync(folder()).includes("pwned"), false);
  });

  it("is asked before anything is paid for whether it may be pushed to", () => {
    const first = runner("first");
    execFileSync("git", ["-C", at("first"), "remote", "set-url", "--push", "origin", at("nowhere.git")]);
    const { status, stdout } = first.run("restore");
    assert.equal(status, 1);
    assert.match(stdout, /^::error::The archive's branch ad-archive: git push failed\.$/m);
    assert.equal(git("--git-dir=origin.git", "branch", "--list", "ad-archive"), "");
  });

  describe("and its ads", () => {
    /** Commits a file in the folder `ads`, as a run does at its end. */
    function commit(name: string, text: string) {
      mkdirSync(at(name, "ads"), { recursive: true });
      writeFileSync(at(name, "ads", "shoes.ndjson"), text);
      return spawnSync(process.execPath, [resolve("action/commit.mjs"), "ads"], {
        cwd: at(name),
        env,
        encoding: "utf8",
      });
    }
    const committed = () => git("--git-dir=origin.git", "show", "main:ads/shoes.ndjson");
    const status = (name: string) => execFileSync("git", ["-C", at(name), "status"], { encoding: "utf8" });

    it("are each of one run if runs overlap", () => {
      const before = Array.from({ length: 20 }, (_, line) => `${line}\n`);
      const changed = (...lines: number[]) =>
        before.map((line, at) => (lines.includes(at) ? `new ${line}` : line)).join("");
      runner("first");
      for (const [earlier, later] of [
        ["one\n", "two\n"],
        [changed(1, 9), changed(9, 18)],
      ] as const) {
        const [one, two] = [`one of ${earlier.length}`, `two of ${earlier.length}`];
        runner(one);
        runner(two);
        assert.equal(commit(one, earlier).status, 0);
        const { status: code, stdout, stderr } = commit(two, later);
        assert.deepEqual([code, committed()], [0, later], stdout + stderr);
        assert.equal(commit(two, before.join("")).status, 0);
      }
    });

    it("leave no rebase behind if they can't be pushed", () => {
      runner("first");
      assert.equal(commit("first", "old\n").status, 0);
      runner("second");
      rmSync(at("first", "ads"), { recursive: true });
      writeFileSync(at("first", "ads"), "a file");
      const one = ["-C", at("first"), "-c", "user.name=a", "-c", "user.email=a@example.com"];
      execFileSync("git", ["-C", at("first"), "add", "--all"]);
      execFileSync("git", [...one, "commit", "--quiet", "-m", "other"]);
      execFileSync("git", ["-C", at("first"), "push", "--quiet"], { stdio: "pipe" });
      const { status: code, stdout } = commit("second", "new\n");
      assert.equal(code, 1);
      assert.match(stdout, /^::error::The ads couldn't be committed and pushed/m);
      assert.doesNotMatch(status("second"), /rebase in progress|Unmerged/);
      assert.equal(readFileSync(at("second", "ads", "shoes.ndjson"), "utf8"), "new\n");
    });
  });
});

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

  it("refuses what is neither true nor false before anything is restored or paid for", async () => {
    const inputs = { lint: "LINT", strict: "STRICT", "buy-again": "AGAIN", thumbnails: "THUMBNAILS" };
    const { steps } = actionOf.parse(parse(readFileSync("action.yml", "utf8"))).runs;
    const [first, ...later] = steps.filter(({ run = "" }) => !run.includes("/install.mjs") && run !== "");
    assert.match(first!.run!, /prepare\.mjs"$/);
    // Without outputs of this step, what runs even after a failure has nothing to do.
    for (const { if: when = "" } of later) assert.doesNotMatch(when, /always\(\)(?!.*steps\.prepare\.outputs)/);
    const use = job("one");
    for (const [name, variable] of Object.entries(inputs)) {
      assert.equal(first!.env?.[variable], `\${{ inputs.${name} }}`);
      for (const value of ["True", "TRUE", "yes", "1", " true"]) {
        const { code, said, outputs } = await use({ [variable]: value });
        assert.deepEqual([code, outputs], [1, {}], `${name}: ${value}`);
        assert.equal(said, `::error::${name} must be true or false, not ${value}.\n`);
      }
      for (const value of ["true", "false", ""]) assert.equal((await use({ [variable]: value })).code, 0, value);
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
