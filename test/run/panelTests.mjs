// Runs the tests in the browser whose name contains one of the given words (all without a word), after a build.
// `node test/run/panelTests.mjs [WORD…] [-- MOCHA OPTION…]`; with AD_LIBRARY_API_VERSION=v1 against the sample library
// with V1.
import { build } from "./build.mjs";
import { runMocha } from "./mochaStep.mjs";

const args = process.argv.slice(2);
const divider = args.includes("--") ? args.indexOf("--") : args.length;
const places = args.slice(0, divider).map((word) => `out/test/panel/**/*${word}*.test.js`);
await build(["--tests"]);
try {
  await runMocha(places.length > 0 ? places : ["out/test/panel"], ["--reporter", "spec", ...args.slice(divider + 1)]);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
