import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { aligned } from "../../../src/cli/screen";
import { useCommandLine } from "../../support/commandLine";
import { shareLibrary } from "../../support/fixtures";
import { variants } from "../../support/long";
import { ok, okText } from "../../support/misbehavingReplies";
import { openArchive } from "../../support/openArchive";
import { skipBecause } from "../../support/skipping";

describe("tables in a terminal", () => {
  const rows = [
    ["a/very/long/folder/of/searches/shoes.adsearch.json", "12 pages", "1200 credits", "nothing bought"],
    ["short.adsearch.json", "1 page", "100 credits", "1 bought, just now"],
  ];

  it("shorten the path in the first column, and keep its end", () => {
    assert.deepEqual(aligned(rows, 70), [
      "…rches/shoes.adsearch.json  12 pages  1200 credits  nothing bought",
      "short.adsearch.json         1 page    100 credits   1 bought, just now",
    ]);
  });

  it("never cut numbers, units, or a file's name, and don't shorten anything without need", () => {
    for (const width of [1, 20, 40, 60])
      for (const [index, line] of aligned(rows, width).entries())
        for (const cell of ["shoes.adsearch.json", "short.adsearch.json"]
          .slice(index, index + 1)
          .concat(rows[index]!.slice(1)))
          assert.ok(line.includes(cell), line);
    assert.ok(aligned(rows, Infinity)[0]!.startsWith(rows[0]![0]!));
    assert.deepEqual(aligned([["only"]], 2), ["only"]);
    assert.deepEqual(aligned([["6003000000137", "Skincare for beginners"]], 20), [
      "6003000000137  Skincare for beginners",
    ]);
    assert.deepEqual(aligned([["/a/b.json"]], 3), ["…/b.json"]);
    assert.deepEqual(aligned([["a/b.json"], ["/b.json"]], 3), ["a/b.json", "/b.json"]);
  });
});

describe("columns in a terminal", () => {
  it("line up with Japanese and emoji, which are two columns wide, and cut no emoji in half", () => {
    const lines = aligned(
      [
        ["靴の広告", "1 page"],
        ["shoes 👟", "2 pages"],
        ["a", "3 pages"],
      ],
      80,
    );
    assert.deepEqual(lines, ["靴の広告  1 page", "shoes 👟  2 pages", "a         3 pages"]);
    const family = "👩‍👩‍👧";
    for (let width = 8; width < 16; width += 1)
      assert.match(aligned([[`${family}${family}/${family}/a.json`]], width)[0]!, /^…?(👩‍👩‍👧|\/)*\/a\.json$/u);
  });
});

describe("the command line in a terminal", () => {
  const library = shareLibrary();
  const { line, folder, at, env } = useCommandLine(library);

  /** What a command prints in a terminal with so many columns. */
  const printed = async (columns: number, args: string) => {
    const command = `stty cols ${columns}; ${line().shellCommand} ${args}`;
    const { stdout } = await promisify(execFile)("script", ["-qec", command, "/dev/null"], {
      ...{ cwd: folder(), env: { ...process.env, ...line().compiled, ...env(), AD_LIBRARY_DATA: at("data") } },
    });
    return stdout.replaceAll("\r\n", "\n");
  };

  it("colors warnings if the terminal shows colors, and where FORCE_COLOR asks for them", async () => {
    const told = async (more: Readonly<Record<string, string>>) =>
      (await line().play(folder(), more, "filters", "native")).stderr;
    const plain = await told({});
    assert.ok(plain !== "" && !plain.includes("\u001b"));
    assert.equal(await told({ FORCE_COLOR: "1" }), plain.replace(/.+/g, "\u001b[33m$&\u001b[39m"));
    for (const [name, text] of [
      ["FORCE_COLOR", "0"],
      ["NO_COLOR", "1"],
      ["TERM", "dumb"],
    ] as const)
      assert.equal(await told({ [name]: text }), plain, name);
  });

  const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e";
  const ad = { id: 7, platform: "tiktok", title: `lamp ${evil}`, owner: { id: 9, name: `Acme ${evil}` } };
  const next = (last_hit: number) =>
    library.next(ok({ ads: [{ ...ad, id: last_hit }], current_page: 1, has_next_page: false, last_hit }));
  const boughtLamp = async () => {
    next(1);
    await line().play(folder(), env(), "new", "tiktok", "lamp");
    await line().play(folder(), env(), "run", "lamp.adsearch.json", "--max-credits", "100");
  };

  it("gets no control characters or direction marks of ads and libraries, as text or as Markdown", async () => {
    await boughtLamp();
    next(2);
    const origin = `https://x${evil}.example`;
    const archive = openArchive(at("theirs"));
    const answer = { text: okText({ id: 5 }), receivedAt: "2026-01-02T03:04:05.678Z" };
    await archive.storeDetail(origin, "v2", { platform: "tiktok", id: "5" }, answer);
    await archive.close();
    for (const args of [
      ["advertiser", "9", "--md"],
      ["check", "lamp.adsearch.json", "--format", "markdown", "--max-credits", "100"],
      ["compare", "lamp.adsearch.json", "--format", "markdown"],
      ["news", "lamp.adsearch.json", "--md"],
      ["import", "theirs"],
    ]) {
      const { stdout, stderr } = await line().play(folder(), env(), ...args);
      assert.match(stdout, /owned/, stderr);
      assert.doesNotMatch(stdout, /[^\n\P{C}]/u, args.join(" "));
    }
  });

  const needsTerminal = (test: Mocha.Context) => {
    try {
      if (process.platform !== "linux") throw new Error();
      execFileSync("script", ["--version"]);
    } catch {
      skipBecause(test, "there is no script command that gives a program a terminal");
    }
  };

  it("gets none in data either, which is exact in a pipe", async function () {
    needsTerminal(this);
    await boughtLamp();
    next(2);
    await line().play(folder(), env(), "check", "lamp.adsearch.json", "--max-credits", "100");
    for (const args of [
      "runs lamp.adsearch.json --ads",
      "compare lamp.adsearch.json --format csv",
      "lens groups lamp.adsearch.json --csv",
      "news lamp.adsearch.json --csv",
      "run lamp.adsearch.json --out - --format csv",
    ]) {
      const shown = await printed(0, `${args} 2>/dev/null`);
      assert.match(shown, /owned/, args);
      assert.doesNotMatch(shown, /[^\n\P{C}]/u, args);
      const { stdout } = await line().play(folder(), env(), ...args.split(" "));
      assert.ok(stdout.includes("\u202e"), args);
    }
  });

  for (const columns of variants([20, 0], [40, 20, 0]))
    it(`of ${columns} columns prints every key, number, and unit in full`, async function () {
      needsTerminal(this);
      mkdirSync(at("folder/of/searches"), { recursive: true });
      const path = "folder/of/searches/shoes.adsearch.json";
      writeFileSync(at(path), JSON.stringify({ platform: "tiktok", body: {}, pages: 12 }));
      assert.match(await printed(columns, "filters tiktok"), /^advanced_order +Sort by +StringSingle, \d+ items$/m);
      assert.match(await printed(columns, "filters tiktok interests tips"), /^\d{13} {2}Skincare tips$/m);
      const shown = columns === 0 ? path : "…/shoes.adsearch.json";
      assert.equal(
        await printed(columns, `plan ${path}`),
        `${shown}  12 pages  1200 credits  nothing bought, 100 credits per page\n`,
      );
    });
});
