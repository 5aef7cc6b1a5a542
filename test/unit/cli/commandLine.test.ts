import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { localTarget } from "../../../src/features/export/targets";
import { ended, useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { body, failed } from "../../support/misbehavingReplies";
import { searchFiles } from "../../support/searchFiles";
import { skipBecause } from "../../support/skipping";
import { openStack } from "../features/stack";

const search = { platform: "native", body: { search_field: [{ type: "text", text: "a" }] } };

const rule = z.object({ shortDescription: z.object({ text: z.string() }), helpUri: z.string() });
const place = z.object({ physicalLocation: z.object({ artifactLocation: z.object({ uri: z.string() }) }) });
const sarif = z.object({
  runs: z.tuple([
    z.object({
      tool: z.object({ driver: z.object({ version: z.string(), rules: z.array(rule) }) }),
      results: z.array(z.object({ locations: z.tuple([place]) })),
    }),
  ]),
});

describe("the command line", () => {
  const library = useLibrary();
  const { folder, line, at, env, ends, play, run, paid } = useCommandLine(library);
  beforeEach(() => writeFileSync(at("ads.adsearch.json"), JSON.stringify({ name: "Ads with a", ...search, pages: 3 })));

  const sarifOf = async (...names: string[]) => {
    const { stdout } = await play("lint", "--format", "sarif", ...names);
    const [{ tool, results }] = sarif.parse(JSON.parse(stdout)).runs;
    return {
      ...tool,
      uris: new Set(results.map(({ locations: [{ physicalLocation }] }) => physicalLocation.artifactLocation.uri)),
    };
  };
  const lines = (file: string) => readFileSync(at(file), "utf8").trimEnd().split("\n");

  it("prints its version and commands, and rejects wrong usage", async () => {
    const { stdout: version } = await run("--version");
    assert.match(version, /^\d+\.\d+\.\d+\n$/);
    assert.equal((await run("-v")).stdout, version);
    const help = await play("--help");
    assert.equal(help.code, 0);
    const commands = `lint plan run resume filters check doctor where delete-everything new find show details credits import
      pack convert dataset sample`;
    for (const command of commands.split(/\s+/)) assert.match(help.stdout, new RegExp(`^ {2}${command} `, "m"));
    for (const wrong of [
      ["nonsense"],
      ["run"],
      ["run", "ads.adsearch.json", "--max-credits", "-1"],
      ["filters", "nowhere"],
      ["plan", "gone.adsearch.json"],
    ])
      assert.equal((await play(...wrong)).code, 2, wrong.join(" "));
    assert.equal(paid(), 0);
  });

  it("explains itself within 80 columns, beginning with an example", async () => {
    const { stdout } = await play("--help");
    const names = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name!).filter((name) => name !== "help");
    assert.ok(names.length > 12);
    const helps = await Promise.all(names.map(async (name) => (await play(name, "--help")).stdout));
    for (const text of [stdout, ...helps, (await play("convert", "request", "--help")).stdout]) {
      assert.match(text, /^Examples: ad-library \S+.*\n {10}ad-library \S+.*\nhttps:\/\/github\.com\/\S+\/cli\.md\n/);
      assert.deepEqual(
        text.split("\n").filter((row) => row.length > 80),
        [],
      );
    }
  });

  it("names paid pages beyond the one where a faster export stopped", async () => {
    library.behave(async (exchange) => {
      const isSecond = exchange.seen.method === "POST" && exchange.seen.body.includes('"page":2');
      if (!isSecond) return library.usual(exchange);
      // Page 1, the probe, and all before it are requested by now.
      await library.paidArrived(5);
      return failed(1009)(exchange);
    });
    const args = ["run", "ads.adsearch.json", "--faster", "--pages", "5", "--max-credits", "600"];
    const told = JSON.parse((await play(...args, "--json")).stdout) as Record<string, unknown>;
    assert.deepEqual(
      [told.pages, told.credits, told.uncertain, told.stopped, told.pagesBeyond],
      [1, 400, 100, "failed", [3, 4, 5]],
    );
    library.behave();
    const resumed = await play("resume", "ads.ndjson", "--max-credits", "400", "--json");
    const rest = JSON.parse(resumed.stdout) as Record<string, unknown>;
    assert.deepEqual(
      [rest.complete, rest.credits, "pagesBeyond" in rest, paid()],
      [true, 500, false, 6],
      resumed.stderr,
    );
  });

  it("completes commands, platforms, options, and search files, but no name that a shell would run", async () => {
    writeFileSync(at("$(touch run).adsearch.json"), "{}");
    writeFileSync(at("notes.txt"), "");
    mkdirSync(at("more"));
    const offered = async (...words: string[]) =>
      (await play("complete", "--", ...words)).stdout
        .trimEnd()
        .split("\n")
        .slice(0, -1)
        .map((row) => row.split("\t")[0]);
    assert.deepEqual(await offered("li"), ["lint"]);
    assert.deepEqual(await offered("pac"), ["pack"]);
    assert.deepEqual(await offered("filters", "ti"), ["tiktok"]);
    assert.deepEqual((await offered("lint", "--format", "")).sort(), ["github", "sarif", "text"]);
    assert.ok((await offered("run", "--max")).includes("--max-credits"));
    assert.deepEqual((await offered("lint", "")).sort(), ["ads.adsearch.json", "more/"]);
    assert.deepEqual(await offered("lint", "./a"), ["./ads.adsearch.json"]);
    for (const words of [["compare"], ["compare", "ads.adsearch.json"]])
      assert.deepEqual(await offered(...words, "a"), ["ads.adsearch.json"]);
    for (const shell of ["bash", "zsh", "fish", "powershell"])
      assert.match((await play("complete", shell)).stdout, /ad-library/);
    assert.equal((await play("complete", "dos")).code, 2);
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

  it("lints files as file:line:column, SARIF, and annotations, for 0 credits", async () => {
    for (const [name, text] of Object.entries(searchFiles)) writeFileSync(at(name), text);
    const names = Object.keys(searchFiles);
    const text = await ends(["lint", ...names], { code: 1 });
    const files = new Set(
      text.stdout
        .trimEnd()
        .split("\n")
        .map((row) => /^(\S+?):\d+:\d+: error: .+ \[\w+\]$/.exec(row)?.[1]),
    );
    files.delete(undefined);
    assert.equal(files.size, 8);
    assert.ok(JSON.parse((await play("lint", "--json", ...names)).stdout.split("\n")[0]!));
    const { driver, uris } = await sarifOf(...names);
    assert.deepEqual([driver.version, driver.rules.length > 8], [(await run("--version")).stdout.trim(), true]);
    const address = /^https:\/\/\S+\/(docs\/\S+\.md)#([\w-]+)$/;
    for (const { shortDescription, helpUri } of driver.rules) {
      assert.match(shortDescription.text, /^[“…\p{L}].+[.…}]$/u);
      const [, file = "", heading = ""] = address.exec(helpUri) ?? [];
      const headings = readFileSync(file, "utf8")
        .match(/^#+ .+$/gm)
        ?.map((one) => one.toLowerCase().replace(/^#+ /, "").replaceAll(" ", "-"));
      assert.ok(headings?.includes(heading), helpUri);
    }
    assert.deepEqual([...uris].filter((uri) => files.has(uri)).sort(), [...files].sort());
    const github = await play("lint", "--format", "github", ...names);
    for (const row of github.stdout.trimEnd().split("\n"))
      assert.match(row, /^::(error|warning|notice) file=[^:,]+,line=\d+,/);
    assert.equal((await play("lint", "ads.adsearch.json")).code, 0);
    assert.equal(paid(), 0);
  });

  it("names files with odd names by valid URIs in SARIF", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows allows few odd names");
    const odd = ["a b#c?d%20[1].adsearch.json", "x:y|^é<>`{}.adsearch.json", "..z\\w.adsearch.json"];
    mkdirSync(at("in [side]"));
    const names = [...odd, "in [side]/a.adsearch.json"];
    for (const name of names) writeFileSync(at(name), "{}");
    const { uris } = await sarifOf(...names);
    for (const uri of uris) assert.match(uri, /^(?:[\w\-.~!$&'()*+,;=@/]|%[0-9A-F]{2})+$/);
    const base = pathToFileURL(at("x")).href;
    const paths = [...uris].map((uri) => fileURLToPath(new URL(uri, base)));
    assert.deepEqual(paths.sort(), names.map((name) => realpathSync(at(name))).sort());
  });

  it("buys nothing without agreement, says the price, and pays for no page twice", async () => {
    await ends("plan ads.adsearch.json", { out: /3 pages {2}300 credits {2}nothing bought/ });
    const offer = /up to 300 credits\. To agree, add --max-credits 300/;
    await ends("run ads.adsearch.json", { code: 2, paid: 0, err: offer });
    await ends("run ads.adsearch.json --max-credits 300", { code: 0, paid: 3 });
    assert.equal(lines("ads.ndjson").length, 1 + 3 * 18);
    await ends("run ads.adsearch.json --format csv", { code: 0, paid: 3, err: /0 credits/ });
    await ends("plan ads.adsearch.json", {
      out: /0 credits \(300 for a new result\) {2}3 bought, \d+ ads(, end reached)?, /,
    });
  });

  it("writes semicolons and decimal commas, also if an export with them is resumed", async () => {
    const parsed = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true, delimiter: ";" });
    const growth = (file: string) =>
      parsed(readFileSync(at(file), "utf8")).map(({ detail_growth_last_month: percent = "none" }) => percent);
    writeFileSync(at("ads.adsearch.json"), JSON.stringify({ platform: "facebook", body: {} }));
    const wanted = ["--out", "ads.csv", "--details", "--semicolon"];
    const stopped = await play("run", "ads.adsearch.json", ...wanted, "--max-credits", "1000");
    assert.equal(stopped.code, 3, stopped.stderr);
    const first = growth("ads.incomplete.csv");
    assert.equal((await play("resume", "ads.csv", "--max-credits", "900")).code, 0);
    for (const percents of [first, growth("ads.csv")]) {
      assert.equal(percents.length, 18);
      assert.ok(
        percents.some((percent) => /^\d+,\d%$/.test(percent)),
        percents.join(),
      );
      assert.ok(!percents.join().includes("."));
    }
    const shares = parsed((await play("lens", "share", "ads.adsearch.json", "--csv", "--semicolon")).stdout);
    assert.ok(shares.some(({ of_ads: percent = "" }) => /^\d+,\d %$/.test(percent)));
    const [spent] = parsed((await play("credits", "--csv", "--semicolon")).stdout);
    assert.equal(spent?.platform, "facebook");
  });

  it("writes the same bytes as the editor's export, except times", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "300");
    await play("run", "ads.adsearch.json", "--out", "bought.ndjson");
    const stack = openStack(at("data"), library.url, library.key);
    try {
      const frozen = await stack.search.freeze(await stack.search.fromBody("native", search.body));
      const { lastHit } = (await stack.search.bought(frozen))[0]!;
      const wish = { format: "ndjson", target: localTarget(at("editor.ndjson")), place: "", lastHit, to: 3 } as const;
      await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
    } finally {
      await stack.close();
    }
    const timeless = (file: string) => lines(file).map((row) => row.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"));
    assert.deepEqual(timeless("bought.ndjson"), timeless("editor.ndjson"));
    assert.equal(paid(), 3);
  });

  it("adds bought answers to a dataset for 0 credits, compacts it, and finds damage", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "300");
    assert.equal((await play("dataset")).code, 2);
    assert.equal((await play("dataset", "--out", "set", "--since", "lately")).code, 2);
    const first = await play("dataset", "--out", "set", "--json");
    const { pages, ads, files } = JSON.parse(first.stdout) as { pages: number; ads: number; files: number };
    assert.deepEqual([first.code, pages, ads, paid()], [0, 3, 3 * 18, 3], first.stderr);
    assert.match((await play("dataset", "--out", "set", "--platform", "native")).stdout, /^Nothing new\./);
    assert.match((await play("dataset", "compact", "set")).stdout, /Nothing to merge/);
    // `--json` also works before the subcommand; json.test.ts checks the shapes.
    for (const name of ["compact", "verify", "adopt"]) {
      if (name === "adopt") rmSync(at("set", "manifest.json"));
      assert.equal((await play("dataset", "--json", name, "set")).stdout[0], "{", name);
    }
    const verified = await play("dataset", "verify", "set");
    assert.deepEqual([verified.code, verified.stdout.startsWith(`${files} files, `)], [0, true], verified.stdout);
    writeFileSync(at("set", "stats", "platform=none", "month=none", "part-empty.parquet"), "damaged");
    await ends("dataset verify set", {
      code: 1,
      paid: 3,
      out: /^stats\/platform=none\/month=none\/part-empty\.parquet: it has 7 bytes, but the manifest says/,
    });
    assert.match((await play("dataset", "verify", "gone")).stderr, /gone is not a dataset/);
    rmSync(at("set", "manifest.json"));
    await ends("dataset --out set", {
      code: 1,
      out: "",
      err: /manifest\.json is missing\. Nothing was changed\. .* ad-library dataset adopt ".+set" in a terminal/m,
    });
    writeFileSync(at("set", "manifest.json"), "{");
    const broken = await play("dataset", "verify", "set");
    assert.deepEqual([broken.code, broken.stderr.includes(at("set", "manifest.json"))], [1, true]);
  });

  it("writes only ads to a pipe", async () => {
    const args = ["run", "ads.adsearch.json", "--max-credits", "300", "--out", "-", "--json"];
    const { stdout, stderr, code } = await run(...args);
    assert.equal(code, 0, stderr);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row) as unknown);
    assert.equal(rows.length, 1 + 3 * 18);
    assert.match(stderr, /54 ads from 3 pages, 300 credits/);
  });

  it("stops at the agreed credits with a whole file, and continues from there", async () => {
    const stopped = await ends("run ads.adsearch.json --max-credits 200", { code: 3, paid: 2 });
    assert.equal(lines("ads.incomplete.ndjson").length, 1 + 2 * 18);
    assert.match(stopped.stderr, /Stopped: the credits you agreed to are used up\. .+\n200 of 200 credits used\n$/);
    assert.match((await play("resume")).stdout, /ads\.ndjson {2}2 pages bought, 200 credits so far/);
    await ends("resume ads.ndjson --max-credits 200", {
      ...{ code: 0, paid: 3, err: /: 54 ads from 3 pages, 300 credits in all\.\n100 of 100 credits used\n$/ },
    });
    assert.equal(lines("ads.ndjson").length, 1 + 3 * 18);
  });

  it("says which of several exports with one name it resumes: the newest, even by the incomplete file's name", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "100");
    const other = { ...search, body: { search_field: [{ type: "text", text: "b" }] }, pages: 3 };
    writeFileSync(at("ads.adsearch.json"), JSON.stringify(other));
    await play("run", "ads.adsearch.json", "--max-credits", "100");
    const listed = (await play("resume", "--json")).stdout.trimEnd().split("\n");
    const bodies = listed.map((row) => (JSON.parse(row) as { readonly body: string }).body);
    assert.deepEqual(
      bodies.map((body) => /"text":"(.)"/.exec(body)?.[1]),
      ["b", "a"],
    );
    await ends("resume ads.ndjson --max-credits 100", {
      code: 3,
      paid: 3,
      err: /^2 unfinished exports have this name\. This continues the newest one, begun at .* of native .*"b"/m,
    });
    await ends("resume ads.incomplete-2.ndjson --max-credits 100", { code: 0 });
    const { stderr } = await play("resume", "ads.ndjson", "--max-credits", "200");
    assert.doesNotMatch(stderr, /have this name/);
    assert.match(stderr, /ads-2\.ndjson: 54 ads .*ads\.ndjson has changed since the export began, so it was kept\./);
    assert.deepEqual([lines("ads.ndjson").length, lines("ads-2.ndjson").length, paid()], [1 + 3 * 18, 1 + 3 * 18, 6]);
  });

  it("leaves no earlier try behind once one of them is complete", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "100");
    await play("run", "ads.adsearch.json", "--max-credits", "100");
    const tries = (await play("resume", "--json")).stdout.trimEnd().split("\n");
    assert.equal(tries.length, 2, tries.join());
    await ends("resume ads.ndjson --max-credits 100", { code: 0 });
    assert.match((await play("resume")).stderr, /There are no unfinished exports\./);
    assert.deepEqual(
      readdirSync(at()).filter((name) => name.includes("ndjson")),
      ["ads.ndjson"],
    );
  });

  it("discards an unfinished export for 0 credits, and keeps what was paid for", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "200");
    assert.equal((await play("resume", "--discard")).code, 2);
    await ends("resume ads.ndjson --discard", {
      code: 0,
      err: /^Discarded the export of .*ads\.ndjson\. What you paid for stays in the archive\.$/m,
    });
    assert.match((await play("resume")).stderr, /There are no unfinished exports\./);
    assert.deepEqual(readdirSync(at("data", "exports")), []);
    assert.ok(readdirSync(at()).includes("ads.incomplete.ndjson"));
    await ends("run ads.adsearch.json --pages 2", { code: 0, paid: 2 });
  });

  it("keeps an unfinished export that wants more than a run that completes, and removes one that it completes", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "200");
    await play("run", "ads.adsearch.json", "--pages", "1", "--details", "--max-credits", "100");
    const left = async () => (await play("resume")).stdout.split("\n").length - 1;
    const shorter = await play("run", "ads.adsearch.json", "--pages", "1");
    assert.deepEqual([shorter.code, await left(), paid()], [0, 2, 3], shorter.stderr);
    assert.equal(lines("ads.incomplete.ndjson").length, 1 + 2 * 18);
    const whole = await play("run", "ads.adsearch.json", "--max-credits", "100", "--json");
    assert.deepEqual([whole.code, await left(), paid()], [0, 1, 4], whole.stderr);
    const { search: named, complete } = JSON.parse(whole.stdout) as Record<string, unknown>;
    assert.deepEqual([named, complete], ["ads.adsearch.json", true]);
    assert.ok(!readdirSync(folder()).includes("ads.incomplete.ndjson"));
  });

  it("says that the credits ended in the details, and that the price of all pages is unknown", async () => {
    await ends("run ads.adsearch.json --details --max-credits 300", {
      code: 3,
      paid: 3,
      err: /ads\.incomplete\.ndjson: 18 ads from 1 page, 2 with details, 300 credits\. Stopped: the credits you/m,
    });
    const rows = lines("ads.incomplete.ndjson").slice(1);
    assert.equal(rows.filter((line) => !line.endsWith('"detail":null}')).length, 2);
    // The page and two details are there, and nothing is left to pay with.
    await ends("run ads.adsearch.json --details --max-credits 50 --out again.ndjson", {
      code: 3,
      paid: 3,
      err: /again\.incomplete\.ndjson: 18 ads from 1 page, 2 with details, 0 credits\. Stopped: the credits you/m,
    });
    await ends("plan ads.adsearch.json --pages all", { code: 2, out: "", err: /^The price of all pages is unknown/ });
  });

  it("writes a search file to begin with, and never over another one", async () => {
    await ends(["new", "tiktok", "Running shoes"], { code: 0, out: "running-shoes.adsearch.json\n" });
    assert.match((await play("plan", "running-shoes.adsearch.json")).stdout, /1 page {2}100 credits {2}nothing bought/);
    for (const name of ["", " "]) {
      assert.equal((await play("new", "tiktok", name)).code, 0);
      assert.ok(!readFileSync(at("tiktok.adsearch.json"), "utf8").includes('"name"'));
      rmSync(at("tiktok.adsearch.json"));
    }
    await ends(["new", "tiktok", "Running shoes"], {
      code: 2,
      err: "running-shoes.adsearch.json already exists. Choose another name.\n",
    });
    await ends("filters tiktok countries nowhere", { err: /^No item of countries matches nowhere\.$/m });
  });

  it("removes leftovers of killed commands that paid for nothing", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "300");
    const plan = {
      ...{ format: "ndjson", search: "{}", target: "stdout:", details: false, free: true },
      about: {
        version: "v2",
        platform: "native",
        origin: library.url,
        body: "{}",
        startedAt: "2026-01-01T00:00:00.000Z",
      },
      growing: at("data", "exports", ".export.1.part"),
    };
    for (const file of [".export.1.part", "killed.json"])
      writeFileSync(at("data", "exports", file), JSON.stringify(plan));
    await play("run", "ads.adsearch.json");
    assert.deepEqual(readdirSync(at("data", "exports")), []);
  });

  it("buys page 1 without a snapshot ID once, exports it whole, and adds it to a dataset", async () => {
    const answer = await library.answerOf("native");
    const unnamed = (text: string) => body(text.replace(/,"last_hit":\d+|"last_hit":\d+,/, ""));
    library.next(unnamed(answer), unnamed(answer.replace(/"id":\d+/, '"id":5')));
    const first = await play("run", "ads.adsearch.json", "--max-credits", "300");
    assert.match(first.stderr, /Stopped after page 1: the service returned no snapshot ID.*requested\.$/m);
    assert.match((await play("resume")).stderr, /no unfinished exports/);
    await ends("plan ads.adsearch.json --json", { out: /"found":\{"ads":18,"ended":false\}/ });
    const lens = await play("lens", "groups", "ads.adsearch.json");
    assert.match(lens.stderr + lens.stdout, /1 stopped before the end/);
    const one = await play("run", "ads.adsearch.json", "--pages", "1", "--fresh", "--max-credits", "100");
    assert.deepEqual([one.code, paid(), lines("ads.ndjson").length], [0, 2, 19], one.stderr);
    const { code, stdout } = await ends("dataset --out set", { out: /2 pages with 36 ads/ });
    assert.deepEqual([code, stdout.includes("Skipped")], [0, false]);
  });

  it("never prints the key, and explains problems with key and library", async () => {
    library.behave(failed(1005, `invalid key ${library.key}`));
    const refused = await run("doctor");
    assert.equal(refused.code, 1);
    assert.ok(!`${refused.stdout}${refused.stderr}`.includes(library.key));
    for (const [some, help] of [
      [{ AD_LIBRARY_URL: library.url }, /AD_LIBRARY_API_KEY, or add --key-file FILE\./],
      [{}, /Set AD_LIBRARY_URL or add --library URL\./],
    ] as const) {
      const { code, stderr } = await line().play(folder(), some, "filters", "native");
      assert.equal(code, 4);
      assert.match(stderr, help);
    }
    // One of the editor's terminals, whose person copies the line.
    const terminal = { AD_LIBRARY_URL: library.url, AD_LIBRARY_URI_SCHEME: "vscode", AD_LIBRARY_DATA: at("other") };
    for (const words of ["filters native", "lint ads.adsearch.json --strict"]) {
      const { code, stdout, stderr } = await line().play(folder(), terminal, ...words.split(" "));
      assert.match(
        stdout + stderr,
        /paste it after: (?:\$env:|read -rs )AD_LIBRARY_API_KEY\b.*(?:Read-Host|export AD_LIBRARY_API_KEY)\b/,
      );
      assert.equal(code, 4);
    }
    writeFileSync(at("key.txt"), `${library.key}\n`);
    library.behave();
    const fromFile = await line().run(folder(), { AD_LIBRARY_URL: library.url }, "doctor", "--key-file", "key.txt");
    assert.equal(fromFile.code, 0, fromFile.stdout);
    for (const { headers } of library.requests)
      assert.match(String(headers["user-agent"]), /^ad-library-explorer\/\d+\.\d+\.\d+$/);
    writeFileSync(at("empty.txt"), "\n");
    const empty = await line().play(folder(), env(), "filters", "native", "--key-file", "empty.txt");
    assert.deepEqual([empty.code, empty.stderr], [2, "--key-file: There is no key in empty.txt.\n"]);
    // As `pass show library | ad-library …` does.
    const script = `cat key.txt | ${line().shellCommand} doctor --key-file -`;
    const shown = await promisify(execFile)("sh", ["-c", script], {
      ...{ cwd: folder(), env: { ...process.env, AD_LIBRARY_URL: library.url, AD_LIBRARY_DATA: at("data") } },
    });
    assert.match(shown.stdout, /^✓ +TikTok/m);
    for (const name of readdirSync(at("data"), { recursive: true, withFileTypes: true })) {
      if (name.isFile()) assert.ok(!readFileSync(join(name.parentPath, name.name)).includes(library.key), name.name);
    }
  });

  it("reads a key from a pipe, and no more of a pipe, device, or stdin that never ends", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no named pipes in folders");
    execFileSync("mkfifo", [at("pipe")]);
    const doctor = (file: string) => line().play(folder(), env(), "doctor", "--key-file", file);
    const [piped] = await Promise.all([doctor("pipe"), writeFile(at("pipe"), `${library.key}\n`)]);
    assert.equal(piped.code, 0);
    const before = library.requests.length;
    const tooLong = "The API key can't be used. A key has at most 512 characters. Check what you pasted.\n";
    const pipe = openSync(at("pipe"), "r+");
    writeSync(pipe, "x".repeat(40_000));
    for (const file of ["pipe", "/dev/zero"]) assert.equal((await doctor(file)).stderr, tooLong, file);
    closeSync(pipe);
    const args = [join(line().folder, "cli.js"), "doctor", "--key-file", "-"];
    const child = spawn(process.execPath, args, { cwd: folder(), env: { ...env(), AD_LIBRARY_DATA: at("data") } });
    child.stdin.on("error", () => undefined).write("x".repeat(40_000));
    assert.deepEqual(await ended(child), { code: 2, stdout: "", stderr: tooLong });
    assert.equal(library.requests.length, before);
  });

  it("finds and shows bought ads without a library, and prints no terminal sequences", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "300");
    const first = JSON.parse(lines("ads.ndjson")[1]!) as { id: number };
    await ends(["details", "native", String(first.id), "--max-credits", "100"], { code: 0, paid: 4 });
    const offline = (...args: string[]) => line().play(folder(), { AD_LIBRARY_URL: library.url }, ...args);
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

  it("lists the credits of each search by its words and platform", async () => {
    for (const platform of ["native", "tiktok"]) {
      writeFileSync(at("all.adsearch.json"), JSON.stringify({ platform, body: {}, pages: 1 }));
      await play("run", "all.adsearch.json", "--max-credits", "100");
    }
    const { stdout } = await play("credits");
    const names = stdout.split("\n").flatMap((row) => /^(.+[^ ]) {2,}1 +100 +0$/.exec(row)?.[1] ?? []);
    assert.deepEqual(names.filter((name) => /\d$|·/.test(name)).sort(), ["All ads · Native", "All ads · TikTok"]);
  });

  it("keeps libraries with one host and different paths apart", async () => {
    library.behave((exchange) => {
      const target = exchange.seen.target.replace(/^.*(?=\/v[12]\/)/, "");
      return library.usual({ ...exchange, seen: { ...exchange.seen, target } });
    });
    const asked = () => library.requests.filter(({ method }) => method === "POST").map(({ target }) => target);
    const there = (path: string, ...args: string[]) => play(...args, "--library", `${library.url}${path}`);
    const one = ["run", "ads.adsearch.json", "--pages", "1"];
    assert.equal((await there("/de", ...one, "--max-credits", "100")).code, 0);
    const { id } = JSON.parse(lines("ads.ndjson")[1]!) as { readonly id: number };
    assert.equal((await there("/de/", "details", "native", String(id), "--max-credits", "100")).code, 0);
    assert.deepEqual(
      [(await there("/de//", ...one)).code, (await there("/x/../de", "show", "native", String(id))).code],
      [0, 0],
    );
    assert.equal((await there("/de", "dataset", "--out", "set")).code, 0);
    const folders = readdirSync(at("data", "archive", "answers"));
    assert.ok(folders[0]?.includes("_de-"), folders.join());
    for (const path of ["/fr", ""]) {
      const refused = await there(path, ...one);
      assert.match(refused.stderr, /--max-credits/, path);
      assert.equal((await there(path, "find", "a")).stdout, "", path);
      assert.equal((await there(path, "show", "native", String(id))).code, 1, path);
      assert.notEqual((await there(path, "dataset", "--out", "set")).code, 0, path);
    }
    assert.equal(asked().length, 1);
    assert.equal((await there("/fr", ...one, "--max-credits", "100")).code, 0);
    const { stdout } = await play("credits");
    assert.match(stdout, /^Your libraries\n +Today +Credits +May have been charged\n/);
    const rows = stdout.split("\n").filter((row) => row.startsWith("http"));
    assert.deepEqual(
      rows.map((row) => row.replace(library.url, "").replaceAll(/ +/g, " ")),
      ["/de 200 200 0", "/fr 100 100 0"],
    );
    assert.deepEqual(
      asked().map((target) => target.slice(0, 4)),
      ["/de/", "/fr/"],
    );
  });

  it("packs answers, and imports packed ones, which are bought until removed", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "300");
    await ends("pack --search ads.adsearch.json --out mine.zip", {
      out: /^mine\.zip: Pages: 3\. Ad details: 0\. Their requests cost 300 credits\. Library: http/,
    });
    assert.equal((await play("pack", "--out", "mine.zip")).code, 2);
    const elsewhere = (...args: string[]) => line().play(folder(), env(), ...args, "--data", "other");
    const shown = await elsewhere("import", "mine.zip");
    assert.match(shown.stderr, /Nothing was imported yet/);
    assert.match((await elsewhere("run", "ads.adsearch.json")).stderr, /--max-credits/);
    const taken = JSON.parse((await elsewhere("import", "mine.zip", "--yes", "--json")).stdout) as object;
    const own = { source: at("mine.zip"), pages: 3, details: 0, worth: 300, libraries: [library.url], refused: 0 };
    assert.deepEqual(taken, { ...own, name: "mine" });
    const ran = await elsewhere("run", "ads.adsearch.json");
    assert.match(ran.stderr, /0 credits/);
    assert.match((await elsewhere("find", "a")).stdout, /^native \d+/);
    assert.equal((await elsewhere("import", at("data", "archive"), "--yes")).code, 0);
    assert.equal((await elsewhere("import")).stdout, "archive\nmine\n");
    for (const name of ["archive", "mine"]) await elsewhere("import", "--remove", name);
    assert.equal((await elsewhere("run", "ads.adsearch.json")).code, 2);
    // A linked folder is the same thing without a copy.
    const linked = await elsewhere("run", "ads.adsearch.json", "--linked", at("data", "archive"));
    assert.deepEqual([linked.code, linked.stderr.includes("linked folder"), paid()], [0, false, 3]);
    const mistyped = await elsewhere("run", "ads.adsearch.json", "--linked", at("dat"), "--max-credits", "300");
    assert.match(mistyped.stderr, /^The linked folder .*dat is missing or has no answers/m);
    assert.notEqual((await elsewhere("import", "ads.adsearch.json")).code, 0);
  });

  it("prices and exports what was imported without a key, and while the library is down, where no filters were fetched", async () => {
    await play("run", "ads.adsearch.json", "--max-credits", "300");
    const own = { platform: "native", body: { gone: [1] }, pages: 1 };
    writeFileSync(at("own.adsearch.json"), JSON.stringify(own));
    const without = (env: Readonly<Record<string, string>>, ...args: string[]) =>
      line().play(folder(), { AD_LIBRARY_URL: library.url, ...env }, ...args, "--data", "fresh");
    assert.equal((await without({}, "import", at("data", "archive"), "--yes")).code, 0);
    const prices = async (env: Readonly<Record<string, string>>, out: string) => {
      const planned = await without(env, "plan", "ads.adsearch.json", "--json");
      const { price } = JSON.parse(planned.stdout) as { readonly price: number };
      const ran = await without(env, "run", "ads.adsearch.json", "--out", out);
      assert.deepEqual([planned.code, price, ran.code], [0, 0, 0], ran.stderr);
      assert.ok(lines(out).length > 18);
      const more = ["run", "ads.adsearch.json", "--pages", "4", "--max-credits", "100"];
      assert.equal((await without(env, ...more)).code, 4);
      assert.equal((await without(env, "plan", "own.adsearch.json")).code, 4, "nothing is bought of it");
    };
    await prices({}, "without.csv");
    const key = env().AD_LIBRARY_API_KEY;
    await library.close();
    await prices({ AD_LIBRARY_API_KEY: key }, "down.csv");
  });

  it("converts V1, and serves the sample library until it is stopped", async () => {
    writeFileSync(at("v1.json"), JSON.stringify({ api_key: "x", page: 1, networks: ["tabulon"], orderby: "oldest" }));
    const converted = await ends("convert request v1.json --platform native", { out: /"orderby": "newest"/ });
    assert.doesNotMatch(converted.stdout, /"api_key"/);
    const child = line().start(folder(), {}, "sample");
    const end = ended(child);
    const told = await new Promise<string>((resolve) => child.stdout?.once("data", resolve));
    const { url, key } = JSON.parse(told) as { url: string; key: string };
    const answer = await fetch(`${url}/v2/ads/native/filters`, { headers: { "x-api-key": key } });
    assert.match(await answer.text(), /"status":"ok"/);
    // The name of a library is its URL: this one says what it is.
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/sample-library$/);
    child.kill("SIGINT");
    const { code, stderr } = await end;
    assert.equal(code, 0);
    assert.match(stderr, /^Connected by this URL, it counts as a library of yours/);
  });

  it("refuses to convert an endless device or stdin", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no device that never ends");
    const tooLarge = "is too large to be converted. Convert at most 64 MB at once.\n";
    for (const kind of ["request", "response"])
      await ends(`convert ${kind} /dev/zero`, { code: 2, out: "", err: `/dev/zero ${tooLarge}` });
    const zeros = openSync("/dev/zero", "r");
    const args = [join(line().folder, "cli.js"), "convert", "request", "-"];
    const options = { cwd: folder(), env: { ...env(), AD_LIBRARY_DATA: at("data") } };
    const child = spawn(process.execPath, args, { ...options, stdio: [zeros, "pipe", "pipe"] });
    assert.deepEqual(await ended(child), { code: 2, stdout: "", stderr: `stdin ${tooLarge}` });
    closeSync(zeros);
  });
});
