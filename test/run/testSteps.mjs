import { spawn } from "node:child_process";
import { countedStep, steadiedStep } from "./countedStep.mjs";
import { runHostTests } from "./hostTests.mjs";
import { runMocha } from "./mochaStep.mjs";
import { versions } from "../support/vscode/versions.mjs";

/** @typedef {import("./countedStep.mjs").Counts} Counts */

/**
 * A step that passes or fails as one.
 * @param {string} program
 * @param {string[]} args
 */
const wholeStep = (program, args) => async () => {
  const code = await new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    child.on("error", reject);
    child.on("close", resolve);
  });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

const build = wholeStep(process.execPath, ["esbuild.mjs", "--tests"]);

const browserTests = "out/test/panel";

/**
 * The same tests against a library with V1; in one theme where the tests are about themes.
 * @param {string[]} files
 */
async function runWithV1(files) {
  process.env["AD_LIBRARY_API_VERSION"] = "v1";
  try {
    await runMocha(files);
  } finally {
    delete process.env["AD_LIBRARY_API_VERSION"];
  }
}

/** @type {[title: string, run: () => Promise<Counts>][]} */
const steps = [
  ["Types", wholeStep("npm", ["run", "--silent", "types"])],
  ["Lint", wholeStep("npm", ["run", "--silent", "lint"])],
  ["Unit tests", countedStep(() => runMocha(["out/test/unit"]))],
  [`Tests in VS Code ${versions.oldest.vscode} (oldest)`, countedStep(() => runHostTests("oldest"))],
  [`Tests in VS Code ${versions.newest.vscode} (newest)`, countedStep(() => runHostTests("newest"))],
  ["Tests in the browser", steadiedStep(runMocha, browserTests)],
  ["Tests in the browser with V1", steadiedStep(runWithV1, browserTests)],
];

/**
 * Runs all steps and prints their counts.
 * @returns {Promise<number>} the exit code
 */
export async function runAll() {
  /** @type {string[]} */
  const named = [];
  let [passes, failures] = [0, 0];
  if ((await timed("Build", build)).failed > 0) {
    console.log("Build failed: nothing could be tested.\n0 passed, 1 failed");
    return 1;
  }
  for (const [title, run] of steps) {
    const counts = await timed(title, run);
    passes += counts.passed;
    failures += counts.failed;
    for (const test of counts.unsteady ?? []) named.push(`Unsteady (failed, then passed), ${title}: ${test}`);
    for (const test of counts.failures ?? []) named.push(`Failed, ${title}: ${test}`);
    if (counts.failed > 0 && !counts.failures) named.push(`Failed: ${title}`);
  }
  if (named.length > 0) console.log(`\n${named.join("\n")}`);
  console.log(`${passes} passed, ${failures} failed`);
  return failures === 0 ? 0 : 1;
}

/**
 * @param {string} title
 * @param {() => Promise<Counts>} run
 */
async function timed(title, run) {
  console.log(`\n== ${title}`);
  const start = Date.now();
  const counts = await run();
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  console.log(`== ${title}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`);
  return counts;
}
