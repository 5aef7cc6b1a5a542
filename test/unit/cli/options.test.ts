import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { programOf, runProgram } from "../../../src/cli/program";
import { openScreen } from "../../../src/cli/screen";
import { usualArchiveMb } from "../../../src/features/settings";
import { temporaryFolder } from "../../support/temporaryFolder";

/** Each command by its words, with a word for each argument that it needs. */
function commandsBelow(parent: Command, before: readonly string[] = []): readonly (readonly string[])[] {
  return parent.commands.flatMap((command) => {
    const words = [...before, command.name()];
    const needed = command.registeredArguments.filter(({ required }) => required).map(() => "x");
    // `convert` only has subcommands.
    return [...(command.name() === "convert" ? [] : [[...words, ...needed]]), ...commandsBelow(command, words)];
  });
}

describe("the options that all commands share", () => {
  const folder = temporaryFolder();
  const write = process.stderr.write.bind(process.stderr);
  before(() => (process.stderr.write = () => true));
  after(() => (process.stderr.write = write));

  const commands = commandsBelow(programOf(openScreen(), () => undefined, "1"));
  /** They are checked before a server or a list of places needs them. */
  const numbers = { "--daily-budget": "x", "--timeout": "1.5", "--api-version": "v3" };

  it("have the size limit of the archive that the editor has", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
      contributes: { configuration: { properties: Record<string, { default?: unknown }> } };
    };
    assert.equal(contributes.configuration.properties["adLibrary.archive.maxSizeMb"]?.default, usualArchiveMb);
  });

  for (const words of commands)
    it(`are read by ${words.join(" ")}`, async () => {
      const file = join(folder(), "file");
      writeFileSync(file, "");
      const others = { "--library": "ftp://x", "--key-file": join(folder(), "none"), "--data": file, "--segment": "x" };
      const wrong = ["mcp", "where", "delete-everything"].includes(words[0]!) ? numbers : { ...numbers, ...others };
      for (const [option, value] of Object.entries(wrong))
        assert.equal(await runProgram(["node", "ad-library", ...words, option, value], "1"), 2, option);
    });
});
