// Everything that a change must pass, with its own set-up. `--long` runs the long forms of the same tests, and the
// browser's tests with V1 as well. `--since REV` runs only the test files that a change since a commit touches. Words
// choose steps by the beginnings of their titles, such as `browser` or "VS Code". The last line counts.
import { parseArgs } from "node:util";
import { installDependencies } from "./selfInstall.mjs";

await installDependencies();
const { values, positionals } = parseArgs({
  options: { long: { type: "boolean", default: false }, since: { type: "string" } },
  allowPositionals: true,
});
const { long, since } = values;
// Before anything reads it.
if (long) process.env["AD_LIBRARY_TEST_LONG"] = "1";
const { runAll } = await import("./runAll.mjs");
process.exitCode = await runAll({ long, since, words: positionals });
