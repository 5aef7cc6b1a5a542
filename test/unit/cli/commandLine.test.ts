import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { localTarget } from "../../../src/features/export/localTarget";
import { ended, useCommandLine } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { body, failed } from "../../support/misbehavingReplies";
import { searchFiles } from "../../support/searchFiles";
import { openStack } from "../features/stack";

const search = { platform: "native", body: { search_field: [{ type: "text", text: "a" }] } };

describe("the command line", () => {
  let library: CountedLibrary;
  const { folder, line, at, env, run, paid } = useCommandLine(() => library);
  beforeEach(async () => {
    library = await startCountedLibrary();
    writeFileSync(at("ads.adsearch.json"), JSON.stringify({ name: "Ads with a", ...search, pages: 3 }));
  });
  afterEach(() => library.close());

  const lines = (file: string) => readFileSync(at(file), "utf8").trimEnd().split("\n");

  it("tells its version and its commands, and that a command line is wrong", async () => {
    assert.match((await run("--version")).stdout, /^\d+\.\d+\.\d+\n$/);
    const help = await run("--help");
    assert.equal(help.code, 0);
    for (const command of [
      "lint",
      "plan",
      "run",
      "resume",
      "filters",
      "check",
      "find",
      "show",
      "details",
      "credits",
      "recover",
      "convert",
      "dataset",
      "sample",
    ])
      assert.match(help.stdout, new RegExp(`^ {2}${command} `, "m"));
    for (const wrong of [
      ["nonsense"],
      ["run"],
      ["run", "ads.adsearch.json", "--max-credits", "-1"],
      ["filters", "nowhere"],
      ["plan", "gone.adsearch.json"],
    ])
      assert.equal((await run(...wrong)).code, 2, wrong.join(" "));
    assert.equal(paid(), 0);
  });

  it("explains itself within 80 columns", async () => {
    const { stdout } = await run("--help");
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!).filter((name) => name !== "help");
    assert.ok(names.length > 12);
    const helps = await Promise.all(names.map(async (name) => (await run(name, "--help")).stdout));
    for (const text of [stdout, ...helps, (await run("convert", "request", "--help")).stdout])
      assert.deepEqual(
        text.split("\n").filter((row) => row.length > 80),
        [],
      );
  });

  it("completes commands, platforms, options and search files, and no name that a shell would run", async () => {
    writeFileSync(at("$(touch run).adsearch.json"), "{}");
    writeFileSync(at("notes.txt"), "");
    mkdirSync(at("more"));
    const offered = async (...words: string[]) =>
      (await run("complete", "--", ...words)).stdout
        .trimEnd()
        .split("\n")
        .slice(0, -1)
        .map((row) => row.split("\t")[0]);
    assert.deepEqual(await offered("li"), ["lint"]);
    assert.deepEqual(await offered("rec"), ["recover"]);
    assert.deepEqual(await offered("filters", "ti"), ["tiktok"]);
    assert.deepEqual((await offered("lint", "--format", "")).sort(), ["github", "sarif", "text"]);
    assert.ok((await offered("run", "--max")).includes("--max-credits"));
    assert.deepEqual((await offered("lint", "")).sort(), ["ads.adsearch.json", "more/"]);
    assert.deepEqual(await offered("lint", "./a"), ["./ads.adsearch.json"]);
    for (const words of [["compare"], ["compare", "ads.adsearch.json"]])
      assert.deepEqual(await offered(...words, "a"), ["ads.adsearch.json"]);
    for (const shell of ["bash", "zsh", "fish", "powershell"])
      assert.match((await run("complete", shell)).stdout, /ad-library/);
    assert.equal((await run("complete", "dos")).code, 2);
    // In a real shell, as it is sourced there.
    const script = `
      _get_comp_words_by_ref() { cur=\${COMP_WORDS[COMP_CWORD]}; prev=; words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; }
      compopt() { :; }
      ad-library() { ${line().shellCommand} "$@"; }
      source <(ad-library complete bash)
      COMP_WORDS=(ad-library lint a); COMP_CWORD=2
      __ad_library_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder() });
    assert.equal(stdout, "ads.adsearch.json\n");
    assert.ok(!readdirSync(folder()).includes("run"));
    assert.equal(library.requests.length, 0);
  });

  it("checks files as file:line:column, SARIF and annotations, for nothing", async () => {
    for (const [name, text] of Object.entries(searchFiles)) writeFileSync(at(name), text);
    const names = Object.keys(searchFiles);
    const text = await run("lint", ...names);
    assert.equal(text.code, 1);
    const files = new Set(
      text.stdout
        .trimEnd()
        .split("\n")
        .map((row) => /^(\S+?):\d+:\d+: error: .+ \[\w+\]$/.exec(row)?.[1]),
    );
    files.delete(undefined);
    assert.equal(files.size, 8);
    const sarif = JSON.parse(
      (await run("lint", "--json", "--format", "sarif", ...names)).stdout.split("\n")[0]!,
    ) as unknown;
    assert.ok(sarif);
    const { runs } = JSON.parse((await run("lint", "--format", "sarif", ...names)).stdout) as {
      runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
    };
    const found = runs[0]!.results.map(({ locations }) => locations[0]!.physicalLocation.artifactLocation.uri);
    assert.deepEqual([...new Set(found)].filter((uri) => files.has(uri)).sort(), [...files].sort());
    const github = await run("lint", "--format", "github", ...names);
    for (const row of github.stdout.trimEnd().split("\n"))
      assert.match(row, /^::(error|warning|notice) file=[^:,]+,line=\d+,/);
    assert.equal((await run("lint", "ads.adsearch.json")).code, 0);
    assert.equal(paid(), 0);
  });

  it("buys nothing without leave, says the price, and pays for no page twice", async () => {
    const plan = await run("plan", "ads.adsearch.json");
    assert.match(plan.stdout, /3 pages {2}300 credits {2}nothing owned/);
    const refused = await run("run", "ads.adsearch.json");
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /up to 300 credits\. To agree, add --max-credits 300/);
    assert.equal(paid(), 0);
    const bought = await run("run", "ads.adsearch.json", "--max-credits", "300");
    assert.deepEqual([bought.code, paid()], [0, 3], bought.stderr);
    assert.equal(lines("ads.ndjson").length, 1 + 3 * 18);
    const again = await run("run", "ads.adsearch.json", "--format", "csv");
    assert.deepEqual([again.code, paid()], [0, 3], again.stderr);
    assert.match(again.stderr, /0 credits/);
    assert.match((await run("plan", "ads.adsearch.json")).stdout, /0 credits \(300 for a new result\) {2}3 owned/);
  });

  it("writes byte for byte what the editor's export writes of the same snapshot, but for times", async () => {
    await run("run", "ads.adsearch.json", "--max-credits", "300");
    await run("run", "ads.adsearch.json", "--out", "owned.ndjson");
    const stack = openStack(at("data"), library.url, library.key);
    try {
      const frozen = await stack.search.freeze(await stack.search.fromBody("native", search.body));
      const { lastHit } = (await stack.search.owned(frozen))[0]!;
      const wish = { format: "ndjson", target: localTarget(at("editor.ndjson")), place: "", lastHit, to: 3 } as const;
      await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
    } finally {
      await stack.close();
    }
    const timeless = (file: string) => lines(file).map((row) => row.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"));
    assert.deepEqual(timeless("owned.ndjson"), timeless("editor.ndjson"));
    assert.equal(paid(), 3);
  });

  it("appends what is owned to a dataset for nothing, merges it, and finds what is damaged", async () => {
    await run("run", "ads.adsearch.json", "--max-credits", "300");
    assert.equal((await run("dataset")).code, 2);
    assert.equal((await run("dataset", "--out", "set", "--since", "lately")).code, 2);
    const first = await run("dataset", "--out", "set", "--json");
    const { pages, ads, files } = JSON.parse(first.stdout) as { pages: number; ads: number; files: number };
    assert.deepEqual([first.code, pages, ads, paid()], [0, 3, 3 * 18, 3], first.stderr);
    assert.match((await run("dataset", "--out", "set", "--platform", "native")).stdout, /^Nothing new\./);
    assert.match((await run("dataset", "compact", "set")).stdout, /Nothing to merge/);
    const verified = await run("dataset", "verify", "set");
    assert.deepEqual([verified.code, verified.stdout.startsWith(`${files} files, `)], [0, true], verified.stdout);
    writeFileSync(at("set", "stats", "platform=none", "month=none", "part-0-0.parquet"), "damaged");
    const damaged = await run("dataset", "verify", "set");
    assert.deepEqual([damaged.code, paid()], [1, 3]);
    assert.match(
      damaged.stdout,
      /^stats\/platform=none\/month=none\/part-0-0\.parquet: it has 7 bytes, but the manifest says/,
    );
    assert.match((await run("dataset", "verify", "gone")).stderr, /gone is not a dataset/);
    writeFileSync(at("set", "manifest.json"), "{");
    const broken = await run("dataset", "verify", "set");
    assert.deepEqual([broken.code, broken.stderr.includes(at("set", "manifest.json"))], [1, true]);
  });

  it("gives a pipe the ads and nothing else", async () => {
    const { stdout, stderr, code } = await run(
      "run",
      "ads.adsearch.json",
      "--max-credits",
      "300",
      "--out",
      "-",
      "--json",
    );
    assert.equal(code, 0, stderr);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row) as unknown);
    assert.equal(rows.length, 1 + 3 * 18);
    assert.match(stderr, /54 ads from 3 pages, 300 credits/);
  });

  it("stops at the credits agreed to with a whole file, and goes on from there", async () => {
    const stopped = await run("run", "ads.adsearch.json", "--max-credits", "200");
    assert.deepEqual([stopped.code, paid()], [3, 2], stopped.stderr);
    assert.equal(lines("ads.incomplete.ndjson").length, 1 + 2 * 18);
    assert.match(stopped.stderr, /Stopped: the credits you agreed to are used up\. .+\n200 of 200 credits used\n$/);
    assert.match((await run("resume")).stdout, /ads\.ndjson {2}2 pages, 36 ads, 200 credits so far/);
    const rest = await run("resume", "ads.ndjson", "--max-credits", "100");
    assert.deepEqual([rest.code, paid()], [0, 3], rest.stderr);
    assert.equal(lines("ads.ndjson").length, 1 + 3 * 18);
  });

  it("continues the newest of several exports with one name, and says which, also by the incomplete file's name", async () => {
    await run("run", "ads.adsearch.json", "--max-credits", "100");
    const other = { ...search, body: { search_field: [{ type: "text", text: "b" }] }, pages: 3 };
    writeFileSync(at("ads.adsearch.json"), JSON.stringify(other));
    await run("run", "ads.adsearch.json", "--max-credits", "100");
    const listed = (await run("resume", "--json")).stdout.trimEnd().split("\n");
    const bodies = listed.map((row) => (JSON.parse(row) as { readonly body: string }).body);
    assert.deepEqual(
      bodies.map((body) => /"text":"(.)"/.exec(body)?.[1]),
      ["b", "a"],
    );
    const rest = await run("resume", "ads.incomplete-2.ndjson", "--max-credits", "200");
    assert.equal(rest.code, 0, rest.stderr);
    const { stderr } = await run("resume", "ads.ndjson", "--max-credits", "200");
    assert.doesNotMatch(stderr, /have this name/);
    assert.equal(paid(), 6);
  });

  it("says which of several exports with one name it continues", async () => {
    for (const text of ["a", "b"]) {
      const body = { search_field: [{ type: "text", text }] };
      writeFileSync(at("ads.adsearch.json"), JSON.stringify({ ...search, body, pages: 2 }));
      await run("run", "ads.adsearch.json", "--max-credits", "100");
    }
    const { code, stderr } = await run("resume", "ads.ndjson", "--max-credits", "100");
    assert.match(
      stderr,
      /^2 unfinished exports have this name\. This continues the newest one, begun at .* of native .*"b"/m,
    );
    assert.deepEqual([code, paid()], [0, 3]);
  });

  it("buys page 1 without a snapshot ID once, exports it whole, and adds each such answer to a dataset", async () => {
    const answer = await library.answerOf("native");
    const unnamed = (text: string) => body(text.replace(/,"last_hit":\d+|"last_hit":\d+,/, ""));
    library.next(unnamed(answer), unnamed(answer.replace(/"id":\d+/, '"id":5')));
    const first = await run("run", "ads.adsearch.json", "--max-credits", "300");
    assert.match(first.stderr, /Stopped after page 1: the service returned no snapshot ID.*requested\.$/m);
    const again = await run("resume", "ads.ndjson", "--max-credits", "100");
    assert.doesNotMatch(again.stderr, /lost/);
    assert.equal(paid(), 1);
    const one = await run("run", "ads.adsearch.json", "--pages", "1", "--fresh", "--max-credits", "100");
    assert.deepEqual([one.code, paid(), lines("ads.ndjson").length], [0, 2, 19], one.stderr);
    const { code, stdout } = await run("dataset", "--out", "set");
    assert.match(stdout, /2 pages with 36 ads/);
    assert.deepEqual([code, stdout.includes("Skipped")], [0, false]);
  });

  it("exports what is owned with its details for nothing", async () => {
    const withDetails = ["run", "ads.adsearch.json", "--pages", "1", "--details"];
    assert.equal((await run(...withDetails, "--max-credits", "1900")).code, 0);
    const before = paid();
    const { code, stderr } = await run(...withDetails, "--format", "csv");
    assert.deepEqual([code, paid()], [0, before], stderr);
  });

  it("counts the day's budget together with everybody else", async () => {
    // Makes the archive: four processes that begin one at the same time may have to wait too long.
    await run("find", "a");
    assert.ok(existsSync(at("data", "archive", "archive.db")));
    const runs = ["a", "b", "c", "d"].map((text) => {
      const body = { search_field: [{ type: "text", text }] };
      writeFileSync(at(`${text}.adsearch.json`), JSON.stringify({ platform: "native", body, pages: 1 }));
      return run("run", `${text}.adsearch.json`, "--max-credits", "100", "--daily-budget", "200");
    });
    const codes = (await Promise.all(runs)).map(({ code }) => code).sort();
    assert.deepEqual([codes, paid()], [[0, 0, 3, 3], 2]);
    const credits = JSON.parse((await run("credits", "--json")).stdout) as { service: { today: { spent: number } } };
    assert.equal(credits.service.today.spent, 200);
  });

  it("keeps what was paid for on Ctrl+C, and after a kill pays for nothing twice", async () => {
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      const file = `${signal}.ndjson`;
      library.behave(library.usual);
      const held = library.hold();
      const child = line().start(
        folder(),
        env(),
        "run",
        "ads.adsearch.json",
        "--fresh",
        "--pages",
        "6",
        "--max-credits",
        "600",
        "--out",
        file,
      );
      const end = ended(child);
      const start = paid();
      await library.paidArrived(start + 1);
      const told = once(child.stderr!, "data");
      child.kill(signal);
      if (signal === "SIGINT") assert.match(String(await told), /^Stopping\. Waiting for requests in progress/);
      await held.answer();
      const { code, stderr } = await end;
      if (signal === "SIGINT") {
        assert.equal(code, 130, stderr);
        assert.match(stderr, /18 ads from 1 page, 100 credits\. Canceled before the end\./);
      }
      const spent = paid();
      const rest = await run("resume", file, "--max-credits", "600");
      assert.equal(rest.code, 0, rest.stderr);
      assert.equal(lines(file).length, 1 + 6 * 18);
      // What was asked for and not answered before the kill is asked for again; nothing else is.
      const most = signal === "SIGINT" ? 6 : 7;
      assert.ok(paid() - start <= most, `${paid() - start} paid, ${spent - start} before`);
    }
  });

  it("never says the key, and says what is wrong with key and library", async () => {
    library.behave(failed(1005, `invalid key ${library.key}`));
    const refused = await run("check");
    assert.equal(refused.code, 1);
    assert.ok(!`${refused.stdout}${refused.stderr}`.includes(library.key));
    const nobody = await line().run(folder(), { AD_LIBRARY_URL: library.url }, "filters", "native");
    assert.equal(nobody.code, 4);
    assert.equal((await line().run(folder(), {}, "filters", "native")).code, 4);
    writeFileSync(at("key.txt"), `${library.key}\n`);
    library.behave();
    const fromFile = await line().run(folder(), { AD_LIBRARY_URL: library.url }, "check", "--key-file", "key.txt");
    assert.equal(fromFile.code, 0, fromFile.stdout);
    for (const name of readdirSync(at("data"), { recursive: true, withFileTypes: true })) {
      if (name.isFile()) assert.ok(!readFileSync(join(name.parentPath, name.name)).includes(library.key), name.name);
    }
  });

  it("finds and shows what is owned without a library, and sends nothing to the terminal that it would obey", async () => {
    await run("run", "ads.adsearch.json", "--max-credits", "300");
    const first = JSON.parse(lines("ads.ndjson")[1]!) as { id: number };
    const bought = await run("details", "native", String(first.id), "--max-credits", "100");
    assert.deepEqual([bought.code, paid()], [0, 4], bought.stderr);
    const offline = (...args: string[]) => line().run(folder(), { AD_LIBRARY_URL: library.url }, ...args);
    const found = await offline("find", "a", "--limit", "5");
    assert.equal(found.stdout.trimEnd().split("\n").length, 5);
    assert.equal(found.stderr, "");
    const shown = await offline("show", "native", String(first.id));
    assert.match(shown.stdout, /"impression"/);
    for (const { stdout } of [found, shown]) assert.doesNotMatch(stdout.replaceAll("\n", ""), /[\p{Cc}\u202a-\u202e]/u);
    assert.equal((await offline("show", "native", "1")).code, 1);
    assert.equal((await offline("details", "native", String(first.id))).code, 0);
    assert.equal(paid(), 4);
  });

  it("lists older archives, and takes back what one has and the archive lacks, offline", async () => {
    await run("run", "ads.adsearch.json", "--max-credits", "300");
    const offline = (...args: string[]) => line().run(folder(), { AD_LIBRARY_URL: library.url }, ...args);
    assert.match((await offline("recover")).stderr, /There is no older file beside the archive/);
    const archive = at("data", "archive", "archive.db");
    copyFileSync(archive, at("older.db"));
    const db = new DatabaseSync(archive);
    db.exec("delete from page where page = 2");
    db.close();
    const recovered = await offline("recover", "older.db");
    assert.deepEqual([recovered.code, recovered.stdout], [0, "Answers added to the archive: 1. 0 credits.\n"]);
    const again = await offline("recover", "older.db", "--json");
    assert.deepEqual(JSON.parse(again.stdout), { file: at("older.db"), held: 3, saved: 3, added: 0 });
    assert.equal((await run("run", "ads.adsearch.json", "--max-credits", "0")).code, 0);
    assert.equal((await offline("recover", "ads.adsearch.json")).code, 1);
    assert.notEqual((await offline("recover", "gone.db")).code, 0);
    writeFileSync(archive, readFileSync(archive).fill(7, 0, 64));
    await offline("find", "a");
    const listed = JSON.parse((await offline("recover", "--json")).stdout) as { file: string; at: string };
    assert.match(listed.file, /archive\.db\.corrupt-/);
    assert.equal((await offline("recover", listed.file)).code, 0);
    assert.equal(paid(), 3);
  });

  it("converts V1, and serves the sample library until it is stopped", async () => {
    writeFileSync(at("v1.json"), JSON.stringify({ api_key: "x", page: 1, networks: ["tabulon"], orderby: "oldest" }));
    const converted = await run("convert", "request", "v1.json", "--platform", "native");
    assert.match(converted.stdout, /"orderby": "newest"/);
    assert.doesNotMatch(converted.stdout, /"api_key"/);
    const child = line().start(folder(), {}, "sample");
    const end = ended(child);
    const told = await new Promise<string>((resolve) => child.stdout?.once("data", resolve));
    const { url, key } = JSON.parse(told) as { url: string; key: string };
    const answer = await fetch(`${url}/v2/ads/native/filters`, { headers: { "x-api-key": key } });
    assert.match(await answer.text(), /"status":"ok"/);
    child.kill("SIGINT");
    assert.equal((await end).code, 0);
  });
});
