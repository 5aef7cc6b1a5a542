// Runs the tests in the browser whose name contains one of the given words (all without a word), after a build.
// `node test/run/panelTests.mjs [WORD…] [-- MOCHA OPTION…]`; with AD_LIBRARY_API_VERSION=v1 against the sample library
// with V1.
import { build } from "./build.mjs";
import { fromCommandLine, runMocha } from "./mochaStep.mjs";

await build(["--tests"]);
await fromCommandLine((words, mocha) => {
  const places = words.map((word) => `out/test/panel/**/*${word}*.test.js`);
  return runMocha(places.length > 0 ? places : ["out/test/panel"], ["--reporter", "spec", ...mocha]);
});
