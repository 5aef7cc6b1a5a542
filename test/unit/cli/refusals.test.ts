import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { promisify } from "node:util";
import { skipBecause } from "../../support/skipping";
import { useCommandLine } from "../../support/commandLine";
import { shareLibrary, useLibrary } from "../../support/fixtures";
import { variants } from "../../support/long";
import { McpClient } from "../../support/mcpClient";
import { body, failed } from "../../support/misbehavingReplies";
import { answerText } from "../features/export/someAnswers";

const search = (text: string) =>
  JSON.stringify({ platform: "tiktok", body: { search_field: [{ type: "text", text }] }, pages: 1 });

describe("refusals of the command line before it spends", () => {
  const library = useLibrary({ moments: true });
  const { line, folder, at, env, ends, play, run, paid } = useCommandLine(library);
  beforeEach(() => writeFileSync(at("a.adsearch.json"), search("a")));

  it("never overwrites a search file, or writes two results into one file", async () => {
    mkdirSync(at("other"));
    writeFileSync(at("other", "a.adsearch.json"), search("b"));
    const over = await play("run", "a.adsearch.json", "--max-credits", "100", "--out", "a.adsearch.json");
    assert.deepEqual([over.code, readFileSync(at("a.adsearch.json"), "utf8")], [2, search("a")]);
    assert.match(over.stderr, /^--out must not be a search file/);
    writeFileSync(at("plain.json"), search("b"));
    const plain = await play("run", "plain.json", "--max-credits", "100", "--out", "./plain.json");
    assert.deepEqual([plain.code, readFileSync(at("plain.json"), "utf8")], [2, search("b")]);
    assert.match(plain.stderr, /^--out must not be the search file/);
    const both = await play("run", "a.adsearch.json", "other/a.adsearch.json", "--max-credits", "200");
    assert.equal(both.code, 2);
    assert.match(both.stderr, /would both be written to a\.ndjson\. Run them one at a time, with --out\./);
    assert.equal(paid(), 0);
    await ends("run a.adsearch.json ./a.adsearch.json --max-credits 200", { code: 0, paid: 1 });
  });

  it("never replaces a pipe behind a link, such as /dev/stdout", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no named pipes in folders");
    execFileSync("mkfifo", [at("a.ndjson")]);
    symlinkSync("a.ndjson", at("link.csv"));
    for (const [name, ...args] of [["a.ndjson"], ["link.csv", "--out", "link.csv"]] as const) {
      const { code } = await ends(["run", "a.adsearch.json", "--max-credits", "100", ...args], {
        err: new RegExp(`^\\S*${name} is not a file\\. Choose another name, or --out - for stdout\\.$`, "m"),
      });
      assert.deepEqual([code, paid(), lstatSync(at("a.ndjson")).isFIFO()], [2, 0, true]);
    }
  });

  it("never replaces /dev/stdout, even if it leads to a file", async function () {
    if (process.platform !== "linux") skipBecause(this, "Only Linux names stdout in /proc");
    symlinkSync("/proc/self/fd/1", at("out"));
    const command = `${line().shellCommand} run a.adsearch.json --max-credits 100 --out out > captured.txt`;
    const { PATH } = process.env;
    const options = { cwd: folder(), env: { PATH, AD_LIBRARY_DATA: at("data"), ...env() } };
    await assert.rejects(promisify(execFile)("sh", ["-c", command], options), { code: 2 });
    assert.deepEqual([paid(), lstatSync(at("out")).isSymbolicLink()], [0, true]);
  });

  it("keeps the permissions of a file that it replaces, and leaves what a link leads to", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no such permissions");
    writeFileSync(at("private.json"), "old", { mode: 0o600 });
    writeFileSync(at("elsewhere.json"), "old", { mode: 0o600 });
    symlinkSync("elsewhere.json", at("link.json"));
    const modeOf = (name: string) => lstatSync(at(name)).mode & 0o777;
    for (const out of ["private.json", "link.json"]) {
      const held = library.hold();
      const ended = play("run", "a.adsearch.json", "--fresh", "--max-credits", "100", "--out", out);
      await library.paidArrived(paid() + 1);
      const growing = readdirSync(folder()).filter((name) => name.endsWith(".part"));
      const others = (out === "private.json" ? 0 : 0o666) & ~process.umask();
      assert.deepEqual(growing.map(modeOf), [0o600 | others]);
      await held.answer();
      const { code, stderr } = await ended;
      assert.equal(code, 0, stderr);
    }
    assert.deepEqual([modeOf("private.json"), lstatSync(at("link.json")).isFile()], [0o600, true]);
    assert.equal(readFileSync(at("elsewhere.json"), "utf8"), "old");
    await play("pack", "--all", "--out", "answers.zip");
    chmodSync(at("answers.zip"), 0o640);
    assert.equal((await play("pack", "--all", "--out", "answers.zip")).code, 0);
    assert.equal(modeOf("answers.zip"), 0o640);
  });

  it("expands patterns that the shell left to it, and refuses those that match nothing", async () => {
    mkdirSync(at("ads"));
    for (const name of ["b", "a", "[c]"]) writeFileSync(at("ads", `${name}.adsearch.json`), search(name));
    const { stdout } = await play("plan", "--json", "ads/*.adsearch.json");
    assert.deepEqual(
      [...stdout.matchAll(/"file":"ads.([^."]+)/g)].map(([, name]) => name),
      ["[c]", "a", "b"],
    );
    assert.equal((await play("lint", "ads/[c].adsearch.json")).code, 0, "a name that exists is no pattern");
    await ends("runs ads/[c].adsearch.json@2 --ads", { err: /\[c\]\.adsearch\.json has no run yet/ });
    await play("run", "ads/a.adsearch.json", "--max-credits", "100");
    assert.equal((await play("compare", "*.ndjson", "ads/*a.adsearch.json")).code, 0);
    const many = await play("compare", "ads/[ab].adsearch.json");
    assert.deepEqual([many.code, many.stderr], [2, "2 files match ads/[ab].adsearch.json. Name one of them.\n"]);
    await ends("run ads/*.json5 --max-credits 100", { code: 2, paid: 1, err: "No file matches ads/*.json5.\n" });
  });

  it("refuses to replace a read-only file, before anything is paid for", async () => {
    mkdirSync(at("baseline"));
    for (const [file, ...args] of [
      ["kept.json", "run", "a.adsearch.json", "--out", "kept.json"],
      ["baseline/a.ndjson", "check", "a.adsearch.json", "--baseline", "baseline"],
    ] as const) {
      writeFileSync(at(file), "");
      chmodSync(at(file), 0o444);
      const { code, stderr } = await play(...args, "--max-credits", "100");
      assert.match(stderr, /The file that is there is read-only\. Make it writable, or choose another name\./);
      assert.deepEqual([code === 0, paid(), readFileSync(at(file), "utf8")], [false, 0, ""]);
    }
  });

  it("pays for no file if one of them has a problem, or if one of the results can't be written", async () => {
    writeFileSync(at("bad.adsearch.json"), search("d").slice(1));
    await ends("run a.adsearch.json bad.adsearch.json --max-credits 200", { code: 1, paid: 0 });
    assert.equal(existsSync(at("a.ndjson")), false);
    for (const name of ["b", "c"]) writeFileSync(at(`${name}.adsearch.json`), search(name));
    writeFileSync(at("b.ndjson"), "old");
    chmodSync(at("b.ndjson"), 0o444);
    const files = ["a", "b", "c"].map((name) => `${name}.adsearch.json`);
    const { code, stderr } = await play("run", ...files, "--max-credits", "300");
    assert.match(stderr, /The file that is there is read-only\..*\n.*b\.ndjson/);
    assert.deepEqual([code, paid(), existsSync(at("a.ndjson"))], [5, 0, false]);
  });

  it("pays for no check whose baseline is damaged or another file, and leaves it as it is", async () => {
    const check = ["check", "a.adsearch.json", "--baseline", ".", "--max-credits", "100"] as const;
    await play("run", "a.adsearch.json", "--max-credits", "100");
    const exported = readFileSync(at("a.ndjson"), "utf8");
    rmSync(at("a.ndjson"));
    await play(...check);
    const sound = readFileSync(at("a.ndjson"), "utf8");
    const before = paid();
    const lines = sound.trimEnd().split("\n");
    for (const content of [
      exported,
      "",
      `<<<<<<< HEAD\n${lines[0]}\n=======\n${lines[0]}\n>>>>>>> other\n${lines.slice(1).join("\n")}\n`,
      sound.slice(0, -20),
      `${lines.slice(0, 5).join("\n")}\n`,
      Buffer.from(sound, "utf16le"),
      "mine\n",
    ]) {
      writeFileSync(at("a.ndjson"), content);
      const { code, stderr } = await play(...check);
      const whole = String(content).slice(0, 100);
      assert.deepEqual([code, paid(), readFileSync(at("a.ndjson")).equals(Buffer.from(content))], [1, before, true]);
      assert.match(stderr, /^The file (is damaged|isn't UTF-8)\..*Existing files are unchanged\.\na\.ndjson: /, whole);
    }
    writeFileSync(at("a.ndjson"), sound.replace(/"search":"[0-9a-f]+"/, '"search":"0123456789abcdef"'));
    assert.equal((await play(...check)).code, 0);
    assert.match(readFileSync(at("a.ndjson"), "utf8"), new RegExp(`^${lines[0]!.slice(0, 40)}`));
  });

  it("pays for no check whose baseline can't be written to a new folder", async function () {
    if (process.platform !== "linux") skipBecause(this, "Only Linux has a folder in which even root can make none");
    for (const place of ["/proc", "/proc/x", "/proc/x/y"]) {
      await ends(["check", "a.adsearch.json", "--baseline", place, "--max-credits", "100"], { code: 5, paid: 0 });
    }
    const names = readdirSync(folder());
    await play("check", "a.adsearch.json", "--baseline", "new/folder", "--max-credits", "0");
    assert.deepEqual([readdirSync(folder()), paid()], [names, 0]);
  });

  it("pays for no check whose baseline would be below a link that leads nowhere", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows asks for a permission to make such links");
    symlinkSync("nowhere", at("link"));
    for (const place of ["link", "link/below"])
      await ends(["check", "a.adsearch.json", "--baseline", place, "--max-credits", "100"], {
        ...{ code: 5, paid: 0, err: /^The folder is missing or can't be opened\./ },
      });
  });

  it("says which base URL to use if it ends in a version or a route, and sends nothing that is paid", async () => {
    for (const version of ["v1", "v2", "v2/ads", "v2/ads/tiktok/search", "v1/tiktok/ads/search"]) {
      const there = ["--library", `${library.url}/${version}`];
      const { stderr } = await play("run", "a.adsearch.json", "--max-credits", "100", ...there);
      assert.ok(
        stderr.includes(`The base URL ends in /${version}, which is added automatically. Use ${library.url} instead.`),
        stderr,
      );
    }
    assert.equal(paid(), 0);
  });

  it("prints file names without terminal sequences", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows allows no control characters in names");
    const name = "a\u001b[31m\n::error::b\u202e.adsearch.json";
    writeFileSync(at(name), search("a"));
    writeFileSync(at(`broken ${name}`), "{}");
    for (const args of [
      ["lint", `broken ${name}`],
      ["plan", name],
      ["run", name, "--max-credits", "100"],
      ["check", name, "--max-credits", "0"],
      ["runs", name],
    ]) {
      const { stdout, stderr } = await play(...args);
      assert.match(stdout + stderr, /a\uFFFD\[31m\uFFFD::error::b\uFFFD/, args[0]);
      assert.doesNotMatch(stdout + stderr, /(?!\n)\p{C}|^::/mu, args[0]);
    }
  });

  it("refuses zero, and a check without files, as from a pattern that matches none", async () => {
    for (const wrong of [
      ["plan", "a.adsearch.json", "--pages", "0"],
      ["run", "a.adsearch.json", "--pages", "0", "--max-credits", "100"],
      ["find", "a", "--limit", "0"],
      ["run", "a.adsearch.json", "--max-credits", "100", "--timeout", "0"],
      ["check", "a.adsearch.json", "--known-pages", "0", "--max-credits", "100"],
    ])
      assert.match((await play(...wrong)).stderr, /^--[a-z-]+ must be at least 1\.$/m, wrong.join(" "));
    const { stderr } = await line().play(folder(), { ...env(), AD_LIBRARY_ARCHIVE_MAX_MB: "0" }, "find", "a");
    assert.equal(stderr, "AD_LIBRARY_ARCHIVE_MAX_MB must be at least 1.\n");
    const before = library.requests.length;
    const check = await play("check", "--max-credits", "300");
    assert.deepEqual([check.code, library.requests.length], [2, before], check.stdout);
    assert.match(check.stderr, /^Name search files, or add --due to check the watched searches\.$/m);
  });

  it("refuses a page beyond the agreed credits, with the price", async () => {
    await ends("run a.adsearch.json --max-credits 50", {
      code: 3,
      paid: 0,
      err: /a\.ndjson: Nothing was exported\. What is left of the agreed credits doesn't pay for a page, which costs 100\. Spent 0/,
    });
    await ends("run a.adsearch.json --max-credits 50 --json", { code: 3, paid: 0, out: /"bytes":0,/ });
  });

  it("refuses options that have no effect, and numbers that are none, before it sends anything", async () => {
    const refused = `
      dataset verify set --groups|dataset --groups compact set|news --md --csv|news --csv --json|credits --csv --json
      lens share FILE --sort longest|lens share FILE --csv --json|lens groups FILE --csv --limit 3
      lens groups FILE --json --limit 3|lint FILE --json --format sarif|resume --max-credits 100|resume --buy-again
      resume a.ndjson --discard --max-credits 100|runs FILE --ads --json|compare FILE --format csv --json
      check FILE --max-credits 100 --thumbnails|import --yes|import FILE --remove x|pack --all --run 1 --out all.zip
      run FILE --max-credits 100 --semicolon|run FILE --max-credits 100 --format json --out a.csv --semicolon
      compare FILE --semicolon|news --json --semicolon|lens groups FILE --semicolon|credits --semicolon
      mcp --max-credits x|mcp --timeout x|mcp --timeout 0|mcp --library nonsense|mcp --segment x|mcp --json`;
    for (const words of refused.trim().split(/\s*[|\n]\s*/)) {
      const args = words.replace("FILE", "a.adsearch.json").split(" ");
      // `main` starts the server without `program.js`, so this needs a process.
      assert.equal((await (args[0] === "mcp" ? run : play)(...args)).code, 2, words);
    }
    assert.equal(library.requests.length, 0);
  });

  it("prints the whole command that continues an export", async () => {
    const limits = ["--daily-budget", "5000", "--timeout", "20"];
    const { code, stderr } = await play("run", "a.adsearch.json", "--pages", "3", "--max-credits", "100", ...limits);
    assert.equal(code, 3, stderr);
    const [, words = ""] = /To continue, run: ad-library (.*)\n/.exec(stderr) ?? [];
    assert.equal(words, `resume ${at("a.ndjson")} --max-credits 200 ${limits.join(" ")}`, stderr);
    assert.equal((await play(...words.split(" "))).code, 0);
  });

  it("prints a command that continues it after a resume, and after an answer that must be bought again", async () => {
    const hint = (stderr: string) => /To continue, run: ad-library (.*)\n/.exec(stderr)?.[1] ?? stderr;
    const resume = `resume ${at("a.ndjson")}`;
    const first = await play("run", "a.adsearch.json", "--details", "--max-credits", "200");
    assert.equal(hint(first.stderr), `${resume} --max-credits N`);
    const capped = await play(...resume.split(" "), "--max-credits", "100");
    assert.equal(hint(capped.stderr), `${resume} --max-credits N`);
    library.next(body("<br />Down for maintenance"));
    const unread = await play(...resume.split(" "), "--max-credits", "100");
    assert.equal(hint(unread.stderr), `${resume} --max-credits N --buy-again`);
    const refused = await play(...resume.split(" "), "--max-credits", "100");
    assert.match(refused.stderr, /aren't in the archive, and the export needs them: the details of ad \d+\./);
    const notCharged = /\nNot sent, because nobody agreed to it\. The request was not charged\.\n/;
    assert.match(refused.stderr, notCharged);
    assert.equal(hint(refused.stderr), `${resume} --max-credits N --buy-again`);
    // A run that pays for its page before it gets there doesn't say that nothing was charged.
    const again = await ends("run a.adsearch.json --fresh --details --max-credits 300 --out b.ndjson", {
      code: 3,
      paid: 5,
    });
    assert.match(again.stderr, notCharged);
    assert.match(again.stderr, /\n100 of 300 credits used\n/);
    await ends(hint(refused.stderr).replace("credits N", "credits 1600").split(" "), { code: 0 });
  });

  it("prints it so that a shell runs nothing in the name of a file", async function () {
    if (process.platform === "win32") skipBecause(this, "cmd has no such expansions");
    const name = "it's $(touch run) `touch run` $HOME \\.adsearch.json";
    writeFileSync(at(name), search("a"));
    const { stderr } = await play("run", name, "--pages", "2", "--max-credits", "100");
    const [, words = ""] = /To continue, run: ad-library (.*)\n/.exec(stderr) ?? [];
    const { PATH } = process.env;
    const options = { cwd: folder(), env: { PATH, AD_LIBRARY_DATA: at("data"), ...env() } };
    await promisify(execFile)("sh", ["-c", `${line().shellCommand} ${words}`], options);
    assert.deepEqual([existsSync(at("run")), paid()], [false, 2]);
    assert.ok(existsSync(at(name.replace(".adsearch.json", ".ndjson"))));
  });

  it("shows a bought ad without details by its title, advertiser, and link", async () => {
    await play("run", "a.adsearch.json", "--max-credits", "100");
    const [first] = (await play("find", "a", "--json")).stdout.split("\n");
    const card = JSON.parse(first!) as { id: string; title?: string; owner: { name: string }; displayUrl?: string };
    const { stdout } = await ends(["show", "tiktok", card.id], { code: 0 });
    const [title, advertiser, link] = stdout.split("\n");
    assert.equal(advertiser, `Advertiser: ${card.owner.name}`);
    assert.ok(title === (card.title ?? "Untitled ad") && link!.startsWith("Link: http"), stdout);
  });

  it("says which library find has searched if others were bought from", async () => {
    await play("run", "a.adsearch.json", "--max-credits", "100");
    assert.doesNotMatch((await play("find", "a")).stderr, /Searched/);
    await ends("find a --library sample:", {
      code: 1,
      err: `No bought ads match.\nSearched what you bought from sample:. You also bought from ${library.url}. Choose with --library.\n`,
    });
  });

  it("ends a check of a library that can't be reached with 4", async () => {
    const github = ["--format", "github"];
    for (const more of variants([github], [[], github])) {
      const there = ["--library", "http://127.0.0.1:9", ...more];
      await ends(["check", "a.adsearch.json", "--max-credits", "100", ...there], { code: 4 });
    }
  });

  it("refuses to compare files that are no runs", async () => {
    await play("run", "a.adsearch.json", "--max-credits", "100", "--format", "csv");
    const words = async (...args: string[]) => {
      const { code, stderr } = await play("compare", ...args);
      return [code, stderr];
    };
    assert.deepEqual(await words("a.csv", "a.csv"), [1, "a.csv isn't an exported JSON or NDJSON file.\n"]);
    assert.deepEqual(await words("gone.json", "a.csv"), [2, "gone.json doesn't exist.\n"]);
    await play("run", "a.adsearch.json");
    const exported = readFileSync(at("a.ndjson"));
    exported[exported.indexOf("\n") + 5] = 0xe9;
    writeFileSync(at("a.ndjson"), exported);
    const told = await play("compare", "a.ndjson", "a.adsearch.json");
    assert.match(told.stderr, /^The file isn't UTF-8\. .*\na\.ndjson: line 2, column 5 is not UTF-8\n$/);
    const [code, stderr] = await words("a.adsearch.json@4", "a.adsearch.json");
    assert.deepEqual([code, String(stderr).includes("has no run 4. To list its runs, use ad-library runs")], [2, true]);
  });

  it("compares a single named run with the newest one", async () => {
    for (let bought = 0; bought < 2; bought++) {
      await play("run", "a.adsearch.json", "--fresh", "--max-credits", "100");
      await library.nextMoment();
    }
    const alone = await play("compare", "a.adsearch.json@2", "--json");
    const { earlier, newer } = (JSON.parse(alone.stdout) as Compared).about;
    assert.notEqual(earlier.lastHit, newer.lastHit);
    assert.equal(alone.stdout, (await play("compare", "a.adsearch.json", "--json")).stdout);
  });

  it("names ads and filters as its commands accept them, and uses the editor's version and segments", async () => {
    await play("run", "a.adsearch.json", "--max-credits", "100");
    const found = (await play("find", "a", "--limit", "1")).stdout;
    const [platform = "", id = ""] = found.split(" ");
    assert.equal(platform, "tiktok");
    assert.equal((await play("show", platform, id)).code, 0);
    assert.match((await play("credits")).stdout, /^TikTok +1 +100 +0$/m);
    await play("details", platform, id, "--max-credits", "100");
    assert.match((await play("credits")).stdout, new RegExp(`^TikTok ${id} +1 +100 +0$`, "m"));
    assert.match((await play("filters", "tiktok")).stdout, /ad-library filters tiktok interests TEXT/);
    assert.match((await play("dataset", "--out", "set")).stdout, /\(\d+ kB\)/);
    const terminal = { ...env(), AD_LIBRARY_API_VERSION: "v1" };
    await line().play(folder(), terminal, "filters", "tiktok");
    assert.ok(library.requests.at(-1)?.target.startsWith("/v1/"));
    await line().play(folder(), { ...env(), AD_LIBRARY_SEGMENTS: "mega=all,native=own" }, "filters", "native");
    assert.match(library.requests.at(-1)?.target ?? "", /\/own\//);
    await play("plan", "--segment", "tiktok=own", "--segment", "native=other", "a.adsearch.json");
    assert.match(library.requests.at(-1)?.target ?? "", /\/own\//);
    const wrong = await line().play(folder(), { ...env(), AD_LIBRARY_SEGMENTS: "native" }, "filters", "native");
    assert.deepEqual([wrong.code, wrong.stderr], [2, "--segment must be PLATFORM=SEGMENT, not native.\n"]);
  });
});

describe("an ad that a run names", () => {
  const library = shareLibrary();
  const { line, folder, at, env, play } = useCommandLine(library);

  it("is accepted by every other door, and so is its platform in any of its names", async () => {
    writeFileSync(at("s.adsearch.json"), search("a"));
    const own = ["--segment", "tiktok=TT"];
    const lines: string[] = [];
    const client = await McpClient.open(line().server(folder(), env()), "modern");
    try {
      for (const id of ["12345678901234567890", "-9", "9".repeat(40)]) {
        const page = answerText({
          page: 1,
          ads: [`{"id":${id},"platform":"tikTok","title":"Long ${id}"}`],
          more: false,
        });
        library.next(body(page), failed(1003, "gone"));
        assert.equal((await play("run", "s.adsearch.json", "--fresh", "--max-credits", "100")).code, 0);
        assert.match(readFileSync(at("s.ndjson"), "utf8"), /"platform":"tiktok".*\n.*"platform":"tikTok"/);
        lines.push(`tiktok ${id}  Long ${id}`);
        const found = (await play("find", "Long", ...own)).stdout.trimEnd().split("\n");
        assert.deepEqual(found.sort(), lines.toSorted());
        for (const name of ["TT", "tt", "tiktok", "TikTok"])
          assert.equal((await play("show", ...own, "--", name, id)).code, 0, name);
        await play("details", "--max-credits", "100", "--", "tiktok", id);
        assert.ok(library.requests.at(-1)?.target.endsWith(`/tiktok/${id}`), library.requests.at(-1)?.target);
        const read = await client.call("read_bought_ad", { platform: "tiktok", id });
        assert.ok(!read.failed, read.text);
        const { contents } = await client.client.readResource({ uri: `adlibrary://ad/tiktok/${id}` });
        assert.ok(JSON.stringify(contents).includes(`Long ${id}`));
      }
      for (const id of ["01", "-0", "1.0", "9".repeat(41)])
        assert.equal(
          (await play("show", "--", "tiktok", id)).stderr,
          `${id} is not an ad ID, which is a whole number of up to 40 digits, without zeros before it.\n`,
        );
      assert.match((await play("show", ...own, "nowhere", "1")).stderr, /: .*tiktok, TT, .*mega\.\n$/);
    } finally {
      await client.close();
    }
  });
});

interface Compared {
  readonly about: Readonly<Record<"earlier" | "newer", { readonly lastHit: string }>>;
}
