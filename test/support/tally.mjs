import { writeFileSync } from "node:fs";
import { relative, sep } from "node:path";
import mocha from "mocha";

/**
 * @typedef {object} Ran a test, or a hook that failed
 * @property {string} file such as `panel/restore`
 * @property {string} title with the titles around it
 * @property {number} ms how long it took
 * @property {"passed" | "failed" | "skipped"} state
 * @property {string | undefined} [message] the beginning of the reason, if it failed
 */

const { EVENT_HOOK_END, EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } = mocha.Runner.constants;
const { Base } = mocha.reporters;

/**
 * Prints a line for each finished file, and what failed in full. At the end, writes what `Ran` as JSON to the file that
 * `AD_LIBRARY_TEST_REPORT` names.
 */
export default class Tally extends Base {
  /**
   * @param {import("mocha").Runner} runner
   * @param {import("mocha").MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    /** @type {Ran[]} */
    const all = [];
    let file = { name: "", tests: 0, failed: 0, ms: 0 };
    const printLine = () => {
      if (file.tests === 0) return;
      const failed = file.failed > 0 ? `, ${file.failed} failed` : "";
      Base.consoleLog(
        `${file.failed > 0 ? "✗" : "✓"} ${file.name}  ${file.tests} tests${failed}, ${(file.ms / 1000).toFixed(1)} s`,
      );
    };
    /** @param {import("mocha").Runnable} ended a test or a hook */
    const spend = (ended) => {
      const name = nameOf(ended);
      if (name !== file.name) {
        printLine();
        file = { name, tests: 0, failed: 0, ms: 0 };
      }
      file.ms += ended.duration ?? 0;
    };
    /**
     * @param {import("mocha").Runnable} test
     * @param {Ran["state"]} state
     * @param {string} [message]
     */
    const count = (test, state, message) => {
      spend(test);
      file.tests += 1;
      all.push({ file: nameOf(test), title: test.fullTitle(), ms: test.duration ?? 0, state, message });
    };
    runner.on(EVENT_HOOK_END, spend);
    runner.on(EVENT_TEST_PASS, (test) => count(test, "passed"));
    runner.on(EVENT_TEST_PENDING, (test) => count(test, "skipped"));
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      count(test, "failed", firstWords(error));
      file.failed += 1;
      test.err = error;
      Base.list([test]);
    });
    runner.once(EVENT_RUN_END, () => {
      printLine();
      const place = process.env["AD_LIBRARY_TEST_REPORT"];
      if (place !== undefined) writeFileSync(place, JSON.stringify(all));
    });
  }
}

/** @param {Error | undefined} error what a test threw, or a copy of it from another process */
const firstWords = (error) =>
  String(error?.message ?? error)
    .replaceAll(/\s+/g, " ")
    .slice(0, 300);

/**
 * @param {import("mocha").Runnable} test
 * @returns {string} its file, such as `panel/restore`
 */
function nameOf(test) {
  const path = relative(".", test.file ?? test.parent?.file ?? "").split(sep);
  return path.join("/").replace(/^(?:out\/)?test\/|\.test\.[jt]s$/g, "");
}
