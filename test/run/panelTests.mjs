// Runs the tests in the browser whose name contains one of the given words (all without a word), after a build.
// `node test/run/panelTests.mjs [WORD…]`; with AD_LIBRARY_API_VERSION=v1 against the sample library with V1.
import { build } from "./build.mjs";
import { runMocha } from "./mochaStep.mjs";

const words = process.argv.slice(2);
const places = words.map((word) => `out/test/panel/**/*${word}*.test.js`);
await build(["--tests"]);
try {
  await runMocha(places.length > 0 ? places : ["out/test/panel"]);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
