// Runs the unit tests whose path contains one of the given words (all without a word).
// `node test/run/unit.mjs [WORD…] [-- MOCHA OPTION…]`
import { runUnitTests } from "./unitTests.mjs";

const args = process.argv.slice(2);
const divider = args.includes("--") ? args.indexOf("--") : args.length;
try {
  await runUnitTests(args.slice(0, divider), { mocha: args.slice(divider + 1) });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
