import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, useCommandLine } from "../../support/commandLine";
import { skipBecause } from "../../support/skipping";
import { useLibrary } from "../../support/fixtures";

/** Runs in each thread of the command line, and ends the dataset's thread at its first message or makes it run out of memory. */
const ending = `
const threads = require("node:worker_threads");
const { Worker } = threads;
const how = process.env.END_BY;
if (threads.isMainThread && how === "memory")
  threads.Worker = class extends Worker {
    constructor(file, options) {
      const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 };
      super(file, /datasetThread/.test(file) ? { ...options, resourceLimits } : options);
    }
  };
if (threads.workerData && "groupBytes" in threads.workerData)
  threads.parentPort.on("message", () => {
    if (how === "exit") process.exit(3);
    if (how === "throw") throw new Error("a fault in the thread");
    for (const taken = []; ;) taken.push(new Array(10_000).fill(0));
  });
`;

describe("the end of a command", () => {
  const library = useLibrary();
  const { folder, line, at, env, play, paid } = useCommandLine(library);
  beforeEach(() => {
    for (const text of ["a", "b", "c"]) {
      const body = { search_field: [{ type: "text", text }] };
      writeFileSync(at(`${text}.adsearch.json`), JSON.stringify({ platform: "native", body, pages: 2 }));
    }
  });

  it("is a sentence if a dataset's thread dies, and leaves the dataset unchanged and unlocked", async () => {
    await play("run", "a.adsearch.json", "--max-credits", "200");
    assert.equal((await play("dataset", "--out", "set")).code, 0);
    await play("run", "b.adsearch.json", "--max-credits", "200");
    const manifest = () => readFileSync(at("set", "manifest.json"), "utf8");
    const before = manifest();
    writeFileSync(at("ending.cjs"), ending);
    for (const [how, why] of [
      ["exit", "its thread ended (3)"],
      ["throw", "a fault in the thread"],
      ["memory", "Worker terminated due to reaching memory limit: JS heap out of memory"],
    ] as const) {
      const preload = { ...env(), NODE_OPTIONS: `--require "${at("ending.cjs")}"`, END_BY: how };
      const { code, stdout, stderr } = await line().run(folder(), preload, "dataset", "--out", "set");
      const words = `Writing the dataset failed: ${why}. What it contained before is unchanged. Try again.\n`;
      assert.deepEqual([code, stdout, stderr], [5, "", words]);
      assert.equal(manifest(), before);
      assert.equal((await play("dataset", "verify", "set")).code, 0);
    }
    const next = await play("dataset", "--out", "set");
    assert.deepEqual([next.code, next.stdout.includes("2 pages"), next.stderr.includes("Waiting")], [0, true, false]);
    assert.doesNotMatch((await play("dataset", "verify", "set")).stderr, /interrupted/);
  });

  it("waits for pending paid requests if the pipe's reader is gone, and buys no more", async () => {
    const files = ["a", "b", "c"].map((text) => `${text}.adsearch.json`);
    const held = library.hold();
    const child = line().start(folder(), env(), "run", ...files, "--max-credits", "600", "--json");
    const end = ended(child);
    await library.paidArrived(1);
    child.stdout!.destroy();
    await held.answer();
    assert.deepEqual([(await end).code, paid() < 6], [130, true]);
    const { service } = JSON.parse((await play("credits", "--json")).stdout) as Credits;
    assert.deepEqual([service.today.credits, service.today.uncertain], [paid() * 100, 0]);
  });

  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT"] as const)
    it(`waits for pending paid requests after ${signal}, and buys no more`, async () => {
      const held = library.hold();
      const child = line().start(folder(), env(), "run", "a.adsearch.json", "--max-credits", "200");
      const end = ended(child);
      await library.paidArrived(1);
      const told = once(child.stderr!, "data");
      child.kill(signal);
      assert.match(String(await told), /^Stopping\. Waiting for requests in progress/);
      // The shell and the system both tell of a terminal that closes, whose output goes nowhere.
      if (signal === "SIGHUP") {
        for (const stream of [child.stdout!, child.stderr!]) stream.destroy();
        child.kill(signal);
      }
      await held.answer();
      const { code, stderr } = await end;
      assert.equal(code, 130, stderr);
      if (signal !== "SIGHUP") assert.match(stderr, /18 ads from 1 page, 100 credits\. Canceled before the end\./);
      const { service } = JSON.parse((await play("credits", "--json")).stdout) as Credits;
      assert.deepEqual([paid(), service.today.credits, service.today.uncertain], [1, 100, 0]);
      assert.equal((await play("run", "a.adsearch.json", "--pages", "1")).code, 0);
      assert.equal(paid(), 1);
    });

  it("comes at the first signal while it waits for stdin", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no such signals");
    const told = 'process.stdin.on("newListener", (name) => name === "readable" && process.stderr.write("reading\\n"))';
    writeFileSync(at("told.cjs"), told);
    const preload = { NODE_OPTIONS: `--require "${at("told.cjs")}"`, AD_LIBRARY_DATA: at("data") };
    for (const words of ["doctor --key-file -", "filters tiktok --key-file -", "convert request -"])
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        const all = { PATH: process.env.PATH ?? "", ...env(), ...preload };
        const child = spawn(process.execPath, [join(line().folder, "cli.js"), ...words.split(" ")], { env: all });
        const end = ended(child);
        await once(child.stderr, "data");
        child.kill(signal);
        const { code, stdout, stderr } = await end;
        assert.deepEqual(
          [code, stdout, stderr],
          [130, "", "reading\nCanceled. The request was not charged.\n"],
          `${words} ${signal}`,
        );
      }
    assert.equal(library.requests.length, 0);
  });

  for (const [how, ...args] of [
    ["Ctrl+C", "run", "a.adsearch.json", "b.adsearch.json", "--pages", "2", "--max-credits", "300"],
    ["SIGTERM", "run", "a.adsearch.json", "b.adsearch.json", "--pages", "2", "--max-credits", "300"],
    ["Ctrl+C", "check", "a.adsearch.json", "b.adsearch.json", "--max-credits", "300"],
  ] as const)
    it(`comes after ${how} at a question of ${args[0]}, which buys no more`, async function () {
      try {
        if (process.platform !== "linux") throw new Error();
        execFileSync("script", ["--version"]);
      } catch {
        skipBecause(this, "there is no script command that gives a program a terminal");
      }
      await play("run", "a.adsearch.json", "--max-credits", "200");
      const answers = readdirSync(at("data", "archive", "answers"), { recursive: true, encoding: "utf8" });
      const gone = args[0] === "run" ? answers.filter((path) => /\b0002\./.test(path)) : ["."];
      assert.equal(gone.length, 1);
      rmSync(at("data", "archive", "answers", gone[0]!), { recursive: true });
      const all = { ...env(), ...line().compiled, PATH: process.env.PATH ?? "", AD_LIBRARY_DATA: at("data") };
      const command = `echo "process $$"; exec ${line().shellCommand} ${args.join(" ")}`;
      const child = spawn("script", ["-qec", command, "/dev/null"], {
        cwd: folder(),
        env: { ...all, SHELL: "/bin/sh" },
      });
      const end = ended(child);
      let told = "";
      for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
        told += String(part);
        if (told.includes("[y/N] ")) break;
      }
      if (how === "Ctrl+C") child.stdin.write("\u0003");
      else process.kill(Number(/process (\d+)/.exec(told)![1]), how);
      child.stdout.resume();
      const { code, stdout } = await end;
      assert.match(stdout, /Cancel/);
      assert.deepEqual([code, paid()], [130, 2]);
    });

  it("is the same if nobody reads stderr", async () => {
    const child = line().start(folder(), env(), "run", "a.adsearch.json", "--max-credits", "200");
    child.stderr!.destroy();
    assert.equal((await ended(child)).code, 0);
    assert.equal(readFileSync(at("a.ndjson"), "utf8").trimEnd().split("\n").length, 1 + 36);
  });

  it("is a sentence if the disk for results is full, and loses no paid answer if the one for messages is", async function () {
    if (!existsSync("/dev/full")) skipBecause(this, "this system has no full device");
    const full = openSync("/dev/full", "w");
    const start = (out: number | "pipe", err: number | "pipe", ...args: string[]) => {
      const all = { ...env(), PATH: process.env.PATH ?? "", AD_LIBRARY_DATA: at("data") };
      const command = `${line().shellCommand} ${args.join(" ")}`;
      return ended(spawn(command, { cwd: folder(), env: all, shell: true, stdio: ["ignore", out, err] }));
    };
    const run = ["run", "a.adsearch.json", "--max-credits", "200", "--out"];
    const silent = await start("pipe", full, ...run, "a.ndjson");
    assert.deepEqual([silent.code, paid(), existsSync(at("a.ndjson"))], [0, 2, true]);
    for (const args of [["plan", "a.adsearch.json"], ["credits", "--json"], ["--help"], ["--version"]]) {
      const { code, stderr } = await start(full, "pipe", ...args);
      assert.match(stderr, /^The results couldn't be written to stdout: ENOSPC[^\n]*\.\n$/, args.join(" "));
      assert.equal(code, 5);
    }
    const whole = await start(full, "pipe", ...run, "-", "--fresh");
    assert.match(whole.stderr, /^The disk is full\.[^\n]*\nstdout: ENOSPC[^\n]*\n$/);
    assert.equal(whole.code, 5);
    closeSync(full);
    const before = paid();
    const rest = await play("resume", "-");
    assert.deepEqual([rest.code, rest.stdout.trimEnd().split("\n").length, paid()], [0, 1 + 36, before]);
  });
});

interface Credits {
  readonly service: { readonly today: { readonly credits: number; readonly uncertain: number } };
}
