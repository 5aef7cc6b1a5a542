import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import { limitInMs, testLine } from "../support/hostOutput.mjs";
import { runsIn } from "../support/vscode/newestOnly.mjs";
import Tally from "../support/tally.mjs";

/** Runs the bundled host tests beside this file in the extension host; rejects when a test fails. */
export async function run(): Promise<void> {
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) =>
    format(...args)
      .split("\n")
      .forEach((line) => console.log(testLine(line)));
  const reporter = process.env.AD_LIBRARY_TEST_REPORT === undefined ? "spec" : Tally;
  const mocha = new Mocha({ ui: "bdd", timeout: limitInMs, reporter, failZero: true });
  const name = process.env.AD_LIBRARY_TEST_NAME;
  if (name) mocha.fgrep(name);
  const words = (process.env.AD_LIBRARY_TEST_WORDS ?? "").split(",").filter(Boolean);
  const isWanted = (file: string) =>
    words.length > 0 ? words.some((word) => file.includes(word)) : runsIn(file, process.env.AD_LIBRARY_VSCODE_VERSION);
  // In order of their names: the first one finds the extension as it is before it was used.
  for (const file of (await readdir(__dirname, { recursive: true })).sort()) {
    if (file.endsWith(".test.js") && isWanted(file.replaceAll("\\", "/"))) mocha.addFile(join(__dirname, file));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
