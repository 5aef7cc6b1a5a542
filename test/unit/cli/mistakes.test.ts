import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, useCommandLine } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { body } from "../../support/misbehavingReplies";

describe("what the command line says of a mistake", () => {
  let library: CountedLibrary;
  const { line, folder, at, env, run, paid } = useCommandLine(() => library);
  beforeEach(async () => {
    library = await startCountedLibrary();
    const rows = [{ type: "text", text: "a" }];
    const search = { platform: "native", body: { search_field: rows }, pages: 1 };
    writeFileSync(at("a.adsearch.json"), JSON.stringify(search));
  });
  afterEach(() => library.close());

  it("is that a command is unknown and which one was meant, also after help and below a command that runs by itself", async () => {
    for (const [meant, ...words] of [
      ["check", "help", "chekc"],
      ["compact", "help", "dataset", "compat"],
      ["compact", "dataset", "compat"],
      ["request", "convert", "help", "reqest"],
    ] as const) {
      const { code, stdout, stderr } = await run(...words);
      assert.deepEqual([code, stdout], [2, ""], words.join(" "));
      const wrong = words.at(-1);
      const said = `error: unknown command '${wrong}'\n(Did you mean ${meant}?)\nRun with --help for the options.\n`;
      assert.equal(stderr, said);
    }
    assert.equal((await run("help", "nothing")).stderr.split("\n")[0], "error: unknown command 'nothing'");
    const { code, stdout } = await run("help", "dataset", "compact");
    assert.deepEqual([code, stdout.startsWith("Usage: ad-library dataset compact ")], [0, true], stdout);
    assert.equal((await run("help")).stdout, (await run("--help")).stdout);
    assert.equal(paid(), 0);
  });

  it("is which file, folder, day, or port can't be what was named", async () => {
    writeFileSync(at("plain"), "");
    const data = `plain is a file, not a folder. Choose another data folder with --data.\n`;
    for (const [said, code, ...args] of [
      [data, 2, "plan", "a.adsearch.json", "--data", "plain"],
      [data, 2, "run", "a.adsearch.json", "--max-credits", "100", "--data", "plain"],
      [data, 2, "credits", "--data", "plain"],
      ["gone.db can't be read.\n", 2, "recover", "gone.db"],
      [
        "--since must be a day such as 2026-11-01, not 2026-02-30.\n",
        2,
        "dataset",
        "--out",
        "x",
        "--since",
        "2026-02-30",
      ],
      ["--port must be at most 65535, not 70000.\n", 2, "sample", "--port", "70000"],
      [
        `${at("plain")} is not a dataset, because it has no manifest.json. Choose another folder.\n`,
        1,
        "dataset",
        "verify",
        "plain",
      ],
    ] as const) {
      const ran = await run(...args);
      assert.deepEqual([ran.stderr, ran.stdout, ran.code], [said, "", code], args.join(" "));
    }
    assert.equal((await run("dataset", "--out", "x", "--since", "2026-01-31T00:00:00+05:45")).code, 0);
    assert.equal(library.requests.length, 0);
  });

  it("is that files of a dataset are missing, even if there is nothing new", async () => {
    await run("run", "a.adsearch.json", "--max-credits", "100");
    await run("dataset", "--out", "set");
    const months = at("set", "sightings", "platform=native");
    const [month = ""] = readdirSync(months);
    rmSync(join(months, month), { recursive: true });
    const { code, stdout, stderr } = await run("dataset", "--out", "set");
    assert.deepEqual([code, stdout.startsWith("Nothing new."), paid()], [1, true, 1]);
    assert.match(
      stderr,
      /^1 file of earlier writes is missing\. ad-library dataset verify names them\. To get everything, write to a new/,
    );
    const { missing } = JSON.parse((await run("dataset", "--out", "set", "--json")).stdout) as { missing: string[] };
    const named = (await run("dataset", "verify", "set")).stdout;
    assert.equal(named, `${missing.join()}: the file is missing\n`);
    const whole = await run("dataset", "--out", "new");
    assert.deepEqual([whole.code, whole.stderr.includes("missing")], [0, false]);
  });

  it("is that the service requires payment, what it said, and that the request may have been charged", async () => {
    library.next(body('{"error":"No credits left in this plan."}', 402));
    const { code, stderr } = await run("run", "a.adsearch.json", "--max-credits", "100");
    const [words, reason] = stderr.split("\n");
    assert.match(words!, /requires payment \(HTTP 402\)\. Check the plan .+ The request may have been charged\.$/);
    assert.equal(reason, 'HTTP 402: {"error":"No credits left in this plan."}');
    assert.deepEqual([code, paid()], [4, 1]);
  });

  it("is what the service refused, as part of one sentence, and that the request may have been charged", async () => {
    const { code, stderr } = await run("details", "native", "1", "--max-credits", "100");
    assert.match(
      stderr,
      /^The library refused the request: [^.]+ \(code \d+\)\. The request may have been charged\.$/m,
    );
    assert.deepEqual([code, paid()], [4, 1]);
  });

  it("is that another terminal is checking the same search, in one sentence and for nothing", async () => {
    const held = library.hold();
    const check = ["check", "a.adsearch.json", "--max-credits", "100"] as const;
    const first = ended(line().start(folder(), env(), ...check));
    await library.paidArrived(1);
    const { code, stderr } = await run(...check);
    assert.equal(
      stderr,
      "Another window or terminal is checking this search. Nothing was sent or charged. Wait until it is done, then try again.\n",
    );
    assert.deepEqual([code, paid()], [5, 1]);
    await held.answer();
    assert.notEqual((await first).code, 5);
  });
});
