import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { ended, useCommandLine } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";

/** Runs in each thread of the command line, and ends the dataset's thread at its first message or makes it run out of memory. */
const ending = `
const threads = require("node:worker_threads");
const { Worker } = threads;
const how = process.env.END_BY;
if (threads.isMainThread && how === "memory")
  threads.Worker = class extends Worker {
    constructor(file, options) {
      const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
      super(file, /datasetThread/.test(file) ? { ...options, resourceLimits } : options);
    }
  };
if (threads.workerData && "groupBytes" in threads.workerData)
  threads.parentPort.on("message", () => {
    if (how === "exit") process.exit(3);
    if (how === "throw") throw new Error("a fault in the thread");
  });
`;

describe("the end of a command", () => {
  let library: CountedLibrary;
  const { folder, line, at, env, run, paid } = useCommandLine(() => library);
  beforeEach(async () => {
    library = await startCountedLibrary();
    for (const text of ["a", "b", "c"]) {
      const body = { search_field: [{ type: "text", text }] };
      writeFileSync(at(`${text}.adsearch.json`), JSON.stringify({ platform: "native", body, pages: 2 }));
    }
  });
  afterEach(() => library.close());

  it("is a sentence if the thread of a dataset dies, which leaves the dataset as it was and free for the next", async () => {
    await run("run", "a.adsearch.json", "--max-credits", "200");
    assert.equal((await run("dataset", "--out", "set")).code, 0);
    await run("run", "b.adsearch.json", "--max-credits", "200");
    const manifest = () => readFileSync(at("set", "manifest.json"), "utf8");
    const before = manifest();
    writeFileSync(at("ending.cjs"), ending);
    for (const [how, why] of [
      ["exit", "its thread ended (3)"],
      ["throw", "a fault in the thread"],
      ["memory", "not enough memory"],
    ] as const) {
      const preload = { ...env(), NODE_OPTIONS: `--require "${at("ending.cjs")}"`, END_BY: how };
      const { code, stdout, stderr } = await line().run(folder(), preload, "dataset", "--out", "set");
      const words = `Writing the dataset failed: ${why}. What it contained before is unchanged. Try again.\n`;
      assert.deepEqual([code, stdout, stderr], [5, "", words]);
      assert.equal(manifest(), before);
      assert.equal((await run("dataset", "verify", "set")).code, 0);
    }
    const next = await run("dataset", "--out", "set");
    assert.deepEqual([next.code, next.stdout.includes("2 pages"), next.stderr.includes("Waiting")], [0, true, false]);
    assert.doesNotMatch((await run("dataset", "verify", "set")).stderr, /interrupted/);
  });

  it("waits for what was paid for if the reader of the results is gone, and buys no more", async () => {
    const files = ["a", "b", "c"].map((text) => `${text}.adsearch.json`);
    const held = library.hold();
    const child = line().start(folder(), env(), "run", ...files, "--max-credits", "600", "--json");
    const end = ended(child);
    await library.paidArrived(1);
    child.stdout!.destroy();
    await held.answer();
    assert.deepEqual([(await end).code, paid() < 6], [130, true]);
    const { service } = JSON.parse((await run("credits", "--json")).stdout) as Credits;
    assert.deepEqual([service.today.spent, service.today.maybe], [paid() * 100, 0]);
  });

  it("is the same if nobody reads what it says beside its results", async () => {
    const child = line().start(folder(), env(), "run", "a.adsearch.json", "--max-credits", "200");
    child.stderr!.destroy();
    assert.equal((await ended(child)).code, 0);
    assert.equal(readFileSync(at("a.ndjson"), "utf8").trimEnd().split("\n").length, 1 + 36);
  });

  it("says which option helps, and names what is in the way", async () => {
    const words = async (values: Record<string, string>, ...args: string[]) =>
      (await line().run(folder(), values, ...args)).stderr;
    assert.match(await words({}, "dataset", "--out", "set"), /Set AD_LIBRARY_URL or add --library URL\./);
    assert.match(await words({ AD_LIBRARY_URL: library.url }, "check"), /AD_LIBRARY_API_KEY, or add --key-file FILE\./);
    const place = await words(env(), "run", "a.adsearch.json", "--max-credits", "200", "--out", at("gone", "a.json"));
    assert.match(place, /gone/);
    const budget = await words(env(), "run", "a.adsearch.json", "--max-credits", "200", "--daily-budget", "100");
    assert.match(budget, /Raise the budget with --daily-budget/);
    assert.equal(paid(), 0);
  });
});

interface Credits {
  readonly service: { readonly today: { readonly spent: number; readonly maybe: number } };
}
