import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { programOf } from "../../../src/cli/program";
import { openScreen } from "../../../src/cli/screen";
import { newBoard } from "../../../src/features/boards/editBoard";
import { replaceable } from "../../../src/features/disk";
import { useCommandLine } from "../../support/commandLine";
import { shareLibrary } from "../../support/fixtures";
import { skipBecause } from "../../support/skipping";

const commands: Readonly<Record<string, readonly string[]>> = {
  run: ["run", "a.adsearch.json", "--max-credits", "100"],
  pack: ["pack", "--all"],
  report: ["report", "a.adboard.json"],
  dataset: ["dataset"],
};
const withOut = (parent: Command): readonly string[] =>
  parent.commands.flatMap((one) => [
    ...(one.options.some(({ long }) => long === "--out") ? [one.name()] : []),
    ...withOut(one),
  ]);

describe("what --out names", () => {
  const library = shareLibrary();
  const { folder, at, play, paid } = useCommandLine(library);
  beforeEach(() => {
    writeFileSync(at("a.adsearch.json"), JSON.stringify({ platform: "tiktok", body: {}, pages: 1 }));
    writeFileSync(at("a.adboard.json"), newBoard("A"));
  });
  const present = () =>
    readdirSync(folder())
      .filter((name) => name !== "data")
      .map((name) => [name, lstatSync(at(name)).isFile() ? readFileSync(at(name), "utf8") : lstatSync(at(name)).mode]);

  it("is tested for every command that has it", () => {
    const found = withOut(programOf(openScreen(), () => undefined, "1"));
    assert.deepEqual(found.toSorted(), Object.keys(commands).sort());
  });

  for (const [name, args] of Object.entries(commands))
    it(`is never a search file, a board, or a pipe, and stdout only with run: ${name}`, async function () {
      if (process.platform === "win32") skipBecause(this, "Windows has no named pipes in folders");
      execFileSync("mkfifo", [at("pipe")]);
      symlinkSync("pipe", at("link"));
      await play("run", "a.adsearch.json", "--max-credits", "100");
      const [before, spent] = [present(), paid()];
      const bad = ["a.adsearch.json", "New.AdSearch.JSON", "a.adboard.json", "B.ADBOARD.JSON", "pipe", "link"];
      // A folder may have any name.
      const isFolder = name === "report" || name === "dataset";
      const refused = isFolder ? bad.filter((one) => before.some(([there]) => there === one)) : bad;
      for (const out of name === "run" ? refused : ["-", ...refused]) {
        const { code, stdout, stderr } = await play(...args, "--out", out);
        assert.deepEqual([code, stdout, present()], [2, "", before], `${out}: ${stderr}`);
        assert.match(stderr, /^[^\n]+(must not be|is not a file|is not a folder|writes to stdout)[^\n]+\.\n$/, out);
      }
      assert.equal(paid(), spent);
    });

  it("stays as it is if there is nothing to pack", async () => {
    await play("run", "a.adsearch.json", "--max-credits", "100");
    assert.equal((await play("pack", "--all", "--out", "good.zip")).code, 0);
    const good = readFileSync(at("good.zip"));
    writeFileSync(at("b.adsearch.json"), JSON.stringify({ platform: "native", body: {} }));
    for (const args of [
      ["--all", "--data", at("mistyped")],
      ["--search", "b.adsearch.json"],
      ["--search", "a.adsearch.json", "--run", "99"],
    ])
      for (const out of ["good.zip", "new.zip"]) {
        const { code, stdout, stderr } = await play("pack", ...args, "--out", out);
        const said = "There is nothing to pack, so nothing was written.\n";
        assert.deepEqual([code, stdout.startsWith("Pages: 0."), stderr], [1, true, said], args.join(" "));
        const packed = JSON.parse((await play("pack", ...args, "--out", out, "--json")).stdout) as object;
        assert.deepEqual(["pages" in packed, "file" in packed], [true, false], args.join(" "));
      }
    assert.ok(good.equals(readFileSync(at("good.zip"))));
    assert.deepEqual(
      readdirSync(folder()).filter((name) => name.includes(".zip")),
      ["good.zip"],
    );
  });

  it("is refused by whatever writes a file, too", async function () {
    if (process.platform === "win32") skipBecause(this, "Windows has no named pipes in folders");
    execFileSync("mkfifo", [at("pipe")]);
    await assert.rejects(replaceable(at("pipe")), { reason: "notFile" });
  });
});
