import { env } from "node:process";

/**
 * Host tests, by the beginnings of their names, that only the newest VS Code runs: they need its module to load our code,
 * but hardly its work, or what they need of it is the same in every version. `npm run test:long` runs them in the oldest
 * one as well.
 */
const newestOnly = [...["adopt", "commands", "comparison", "credits", "dataset", "export", "panelSearch"], "security/"];

/**
 * Whether a version of VS Code runs a host test unless someone names the test.
 * @param {string} file its path below `test/host`
 * @param {string | undefined} version
 */
export const runsIn = (file, version) =>
  version !== "oldest" ||
  env["AD_LIBRARY_TEST_LONG"] === "1" ||
  !newestOnly.some((beginning) => file.startsWith(beginning));
