import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { newBoard } from "../../../src/features/boards/editBoard";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { body } from "../../support/misbehavingReplies";
import { mountMemory } from "../../support/mounts";
import { asOtherUser } from "../../support/otherUser";
import { skipBecause } from "../../support/skipping";

describe("what the command line says about a mistake", () => {
  const library = useLibrary();
  const { line, at, env, play, run, paid } = useCommandLine(library);
  beforeEach(() => {
    const rows = [{ type: "text", text: "a" }];
    const search = { platform: "native", body: { search_field: rows }, pages: 1 };
    writeFileSync(at("a.adsearch.json"), JSON.stringify(search));
  });

  it("names the unknown command and the likely one, also after help and for subcommands", async () => {
    for (const [meant, ...words] of [
      ["check", "help", "chekc"],
      ["compact", "help", "dataset", "compat"],
      ["compact", "dataset", "compat"],
      ["request", "convert", "help", "reqest"],
    ] as const) {
      const { code, stdout, stderr } = await play(...words);
      assert.deepEqual([code, stdout], [2, ""], words.join(" "));
      const wrong = words.at(-1);
      const said = `error: unknown command '${wrong}'\n(Did you mean ${meant}?)\nRun with --help for the options.\n`;
      assert.equal(stderr, said);
    }
    assert.equal((await play("help", "nothing")).stderr.split("\n")[0], "error: unknown command 'nothing'");
    const { code, stdout } = await play("help", "dataset", "compact");
    assert.deepEqual(
      [
        code,
        stdout.startsWith("Examples: ad-library dataset compact ads\n") &&
          stdout.includes("Usage: ad-library dataset compact "),
      ],
      [0, true],
      stdout,
    );
    assert.equal((await play("help")).stdout, (await play("--help")).stdout);
    assert.equal(paid(), 0);
  });

  it("names the invalid file, folder, day, or port", async () => {
    writeFileSync(at("plain"), "");
    const { port } = new URL(library.url);
    const portInUse = `Port ${port} can't be used (EADDRINUSE). Choose another one with --port, or omit it.\n`;
    const data = `plain is a file, not a folder. Choose another data folder with --data.\n`;
    const empty = (option: string) => `${option} is empty. Name a file or folder, or omit it.\n`;
    const noDataset = `${at("plain")} is not a dataset, because it has no manifest.json. Choose another folder.\n`;
    for (const [said, code, words] of [
      [data, 2, "plan a.adsearch.json --data plain"],
      [data, 2, "run a.adsearch.json --max-credits 100 --data plain"],
      [data, 2, "credits --data plain"],
      ["gone.zip doesn't exist.\n", 2, "import gone.zip"],
      ["plain/a can't be read.\n", 2, "import plain/a"],
      ["tiktok is a platform, not a search file. Make one first: ad-library new tiktok\n", 2, "run tiktok"],
      [". is a folder. Name its search files: *.adsearch.json\n", 2, "lint ."],
      [empty("--out"), 2, "run a.adsearch.json --out "],
      [empty("--out"), 2, "dataset --out "],
      [empty("--data"), 2, "credits --data "],
      ["--since must be a day such as 2026-11-01, not 2026-02-30.\n", 2, "dataset --out x --since 2026-02-30"],
      ["--port must be at most 65535, not 70000.\n", 2, "sample --port 70000"],
      [noDataset, 1, "dataset verify plain"],
      ["--since must be a day such as 2026-11-01, not 2026-02-30.\n", 2, "news --since 2026-02-30"],
      [portInUse, 2, `sample --port ${port}`],
    ] as const) {
      const ran = await play(...words.split(" "));
      assert.deepEqual([ran.stderr, ran.stdout, ran.code], [said, "", code], words);
    }
    assert.equal((await play("dataset", "--out", "x", "--since", "2026-01-31T00:00:00+05:45")).code, 0);
    assert.equal(library.requests.length, 0);
  });

  it("says that a report's folder can't be made", async () => {
    for (const name of ["plain", "a.adboard.json"]) writeFileSync(at(name), newBoard("A"));
    const { code, stderr } = await play("report", "a.adboard.json", "--out", "plain/x");
    assert.equal(code, 5);
    assert.match(stderr, /^The folder is missing or can't be opened\./);
  });

  it("quotes a file's name in the commands that it names", async () => {
    if (process.platform === "win32") return;
    const name = "$(id) a.adsearch.json";
    writeFileSync(at(name), readFileSync(at("a.adsearch.json")));
    assert.ok((await play("compare", name)).stderr.includes(`use ad-library check '${name}' --max-credits N.`));
    await play("run", name, "--max-credits", "100");
    assert.ok((await play("compare", `${name}@9`)).stderr.includes(`use ad-library runs '${name}'.`));
  });

  it("buys nothing for bytes that are no text, and names their place; reads what has a byte order mark", async () => {
    const text = '{\n  "platform": "native",\n  "body": { "search_field": [{ "type": "text", "text": "café" }] }\n}';
    const from = Buffer.from(text);
    const accent = from.indexOf("é");
    const broken = [
      Buffer.from(text, "latin1"),
      Buffer.concat([from.subarray(0, accent), Buffer.of(0xed, 0xa0, 0x80), from.subarray(accent)]),
      Buffer.concat([from.subarray(0, accent), Buffer.of(0xc0, 0xaf), from.subarray(accent)]),
      from.subarray(0, accent + 1),
      Buffer.from(`\ufeff${text.replace("é", "\ud800")}`, "utf16le"),
    ].map((bytes, index) => {
      writeFileSync(at(`${index}.adsearch.json`), bytes);
      return `${index}.adsearch.json`;
    });
    for (const args of [["lint"], ["run", "--max-credits", "900"]]) {
      const { code, stdout, stderr } = await play(...args, ...broken);
      const told = (stdout + stderr).trim().split("\n");
      assert.deepEqual([code, told.length], [1, broken.length]);
      for (const [index, line] of told.entries())
        assert.match(
          line,
          new RegExp(`^${index}\\.adsearch\\.json:3:60: error: This is not UTF-8\\. .* \\[notText\\]$`),
        );
    }
    assert.equal(paid(), 0);
    const wide = Buffer.from(`\ufeff${text}`, "utf16le");
    const sound = [Buffer.from(`\ufeff${text}`), wide, Buffer.from(wide).swap16()].map((bytes, index) => {
      writeFileSync(at(`s${index}.adsearch.json`), bytes);
      return `s${index}.adsearch.json`;
    });
    const { code, stderr } = await play("run", ...sound, "--max-credits", "300");
    assert.deepEqual([code, paid()], [0, 1], stderr);
    assert.match(library.paid()[0]!.body, /"text":"café"/);
    writeFileSync(at("v1.json"), Buffer.from('{\n"orderby":"caf\xe9"}', "latin1"));
    for (const kind of ["request", "response"]) {
      const { code, stdout, stderr } = await play("convert", kind, "v1.json");
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^The file isn't UTF-8\. .*\nv1\.json: line 2, column 15 is not UTF-8\n$/);
    }
  });

  it("rejects a named pipe without waiting for a writer", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no named pipes in folders");
    for (const name of ["pipe.adsearch.json", "pipe.ndjson", "pipe.adboard.json", "pipe.html"])
      execFileSync("mkfifo", [at(name)]);
    for (const args of [
      ["lint", "pipe.adsearch.json"],
      ["plan", "pipe.adsearch.json"],
      ["run", "pipe.adsearch.json", "--max-credits", "100"],
      ["check", "pipe.adsearch.json", "--max-credits", "100"],
      ["runs", "pipe.adsearch.json"],
      ["compare", "pipe.adsearch.json"],
      ["compare", "pipe.ndjson", "a.adsearch.json"],
      ["import", "pipe.ndjson"],
      ["report", "pipe.adboard.json", "--out", "."],
      ["verify", "pipe.html"],
    ]) {
      const { code, stdout, stderr } = await play(...args);
      assert.deepEqual([code, stdout], [2, ""], args.join(" "));
      assert.match(stderr, /^pipe\.\w+(\.json)? is not a regular file\.\n$/, args.join(" "));
    }
    assert.equal(library.requests.length, 0);
    mkdirSync(at("baseline"));
    symlinkSync(at("pipe.ndjson"), at("baseline", "a.ndjson"));
    const { code, stderr } = await play("check", "a.adsearch.json", "--baseline", "baseline", "--max-credits", "100");
    assert.deepEqual([code, stderr, paid()], [2, `${join("baseline", "a.ndjson")} is not a regular file.\n`, 0]);
  });

  it("says that the data folder can't be created", async function () {
    if (process.platform !== "linux") skipBecause(this, "only Linux has such a place for everybody");
    const buy = ["run", "a.adsearch.json", "--max-credits", "100"];
    for (const data of ["/proc/x", "/proc/x/y", "/proc"]) {
      for (const args of [["credits"], ["find", "a"], buy]) {
        const { code, stderr } = await play(...args, "--data", data);
        assert.equal(code, 2);
        assert.match(
          stderr,
          /^The data folder \/proc\S* can't be made \(E\w+: .+\)\. Choose another one with --data\.\n$/,
        );
      }
    }
    await play(...buy);
    const { code, stderr } = await play("dataset", "--out", "/proc/x");
    assert.equal(code, 5, stderr);
    assert.equal(paid(), 1);
  });

  it("says that the data folder is another user's, and never that it is empty", async function () {
    await play("run", "a.adsearch.json", "--max-credits", "100");
    chmodSync(at(), 0o755);
    for (const [mode, part] of [
      [0o700, "data"],
      [0o755, join("data", "archive")],
      [0o755, join("data", "ledger")],
    ] as const) {
      // A missing part hides no other.
      if (part.endsWith("ledger")) rmSync(at("data", "archive"), { recursive: true });
      chmodSync(at("data"), mode);
      const told = `${at("data")} can't be read (EACCES: permission denied, scandir '${at(part)}'). It may belong to another user. Choose another data folder with --data.\n`;
      for (const words of [
        ...["plan a.adsearch.json", "run a.adsearch.json --max-credits 100", "find a", "pack --all --out a.zip"],
        ...["credits", "delete-everything", "delete-everything --yes"],
      ]) {
        const { code, stdout, stderr } = await asOtherUser(this, () => play(...words.split(" ")));
        assert.deepEqual([code, stdout, stderr], [2, "", told], words);
      }
    }
    assert.equal(paid(), 1);
  });

  it("says that the data folder is a link to nothing, and makes nothing", async () => {
    symlinkSync(at("gone"), at("link"));
    for (const words of ["credits", "run a.adsearch.json --max-credits 100", "delete-everything --yes"]) {
      const { code, stderr } = await play(...words.split(" "), "--data", "link");
      const told = "link is a link to a folder that doesn't exist. Choose another data folder with --data.\n";
      assert.deepEqual([code, stderr], [2, told], words);
    }
    assert.deepEqual([existsSync(at("gone")), paid()], [false, 0]);
  });

  it("says that the data folder is read-only, reads what is bought, and buys nothing", async function () {
    mkdirSync(at("data"));
    const mounted = await mountMemory(at("data"), "size=64m");
    if (!mounted) skipBecause(this, "nothing can be mounted here");
    try {
      await run("run", "a.adsearch.json", "--max-credits", "100");
      await mounted.again("ro");
      const bought = await play("run", "a.adsearch.json", "--out", "bought.ndjson");
      assert.deepEqual([bought.code, existsSync(at("bought.ndjson"))], [0, true], bought.stderr);
      const free = await play("filters", "reddit");
      assert.deepEqual([free.code, free.stdout.includes("search_field")], [0, true]);
      assert.match(
        free.stderr,
        /^The filters couldn't be kept for later\. The folder is read-only\. Choose another location\.[^\n]*\n\/\S+: EROFS: [^\n]+\n$/,
      );
      for (const args of [
        ["run", "a.adsearch.json", "--fresh"],
        ["check", "a.adsearch.json"],
        ["details", "native", "1"],
      ]) {
        const { code, stderr } = await play(...args, "--max-credits", "100");
        assert.equal(code, 2);
        assert.match(stderr, /The data folder .+ is read-only, so nothing can be bought\. Make it writable, or choose/);
      }
      await play("pack", "--all", "--out", "a.zip");
      const told = `The data folder ${at("data")} is read-only, so nothing can be imported. Make it writable, or choose another one with --data.\n`;
      const imported = await play("import", "a.zip", "--yes");
      assert.deepEqual([imported.code, imported.stderr], [2, told]);
      assert.match((await play("import", "a.zip")).stdout, /Pages: 1\./);
      const missing = await play("plan", "a.adsearch.json", "--data", at("data", "more"));
      assert.match(
        missing.stderr,
        /^The data folder .+ can't be made \(EROFS: .+\)\. Choose another one with --data\.\n$/,
      );
      assert.equal(paid(), 1);
    } finally {
      await mounted.unmount();
    }
  });

  it("leaves no empty search file on a full disk, and exports to stdout beside a read-only data folder", async function () {
    for (const name of ["full", "data"]) mkdirSync(at(name));
    const full = await mountMemory(at("full"), "size=64k");
    const mounted = full && (await mountMemory(at("data"), "size=64m"));
    if (!full || !mounted) skipBecause(this, "nothing can be mounted here");
    try {
      for (const name of ["all", "rest"])
        try {
          writeFileSync(at("full", name), Buffer.alloc(1 << (name === "all" ? 20 : 12)));
        } catch {
          // What fits is there.
        }
      const made = await line().play(at("full"), { ...env(), AD_LIBRARY_DATA: at("data") }, "new", "tiktok", "Shoes");
      assert.deepEqual([made.code, existsSync(at("full", "shoes.adsearch.json"))], [5, false], made.stderr);
      assert.match(made.stderr, /^The disk is full\./);
      await run("run", "a.adsearch.json", "--max-credits", "100");
      const exported = readFileSync(at("a.ndjson"), "utf8").split("\n").slice(1);
      await mounted.again("ro");
      const { code, stdout, stderr } = await play("run", "a.adsearch.json", "--out", "-");
      assert.deepEqual([code, stdout.split("\n").slice(1)], [0, exported], stderr);
    } finally {
      await mounted.unmount();
      await full.unmount();
    }
  });

  it("says that dataset files are missing, even if there is nothing new", async () => {
    await play("run", "a.adsearch.json", "--max-credits", "100");
    await play("dataset", "--out", "set");
    const months = at("set", "sightings", "platform=native");
    const [month = ""] = readdirSync(months);
    rmSync(join(months, month), { recursive: true });
    const { code, stdout, stderr } = await play("dataset", "--out", "set");
    assert.deepEqual([code, stdout.startsWith("Nothing new."), paid()], [1, true, 1]);
    assert.match(
      stderr,
      /^1 file of earlier writes is missing\. ad-library dataset verify names them\. To get everything, write to a new/,
    );
    const { missing } = JSON.parse((await play("dataset", "--out", "set", "--json")).stdout) as { missing: string[] };
    const named = (await play("dataset", "verify", "set")).stdout;
    assert.equal(named, `${missing.join()}: the file is missing\n`);
    const whole = await play("dataset", "--out", "new");
    assert.deepEqual([whole.code, whole.stderr.includes("missing")], [0, false]);
  });

  it("says that the service requires payment, its message, and that the request may have been charged", async () => {
    library.next(body('{"error":"No credits left in this plan."}', 402));
    const { code, stderr } = await play("run", "a.adsearch.json", "--max-credits", "100");
    const [words, reason] = stderr.split("\n");
    assert.match(words!, /requires payment \(HTTP 402\)\. Check the plan .+ The request may have been charged\.$/);
    assert.equal(reason, 'HTTP 402: {"error":"No credits left in this plan."}');
    assert.deepEqual([code, paid()], [4, 1]);
  });

  it("quotes the service's refusal in one sentence, and says that it may have been charged", async () => {
    const { code, stderr } = await play("details", "native", "1", "--max-credits", "100");
    assert.match(
      stderr,
      /^The library refused the request: [^.]+ \(code \d+\)\. The request may have been charged\.$/m,
    );
    assert.deepEqual([code, paid()], [4, 1]);
  });
});
