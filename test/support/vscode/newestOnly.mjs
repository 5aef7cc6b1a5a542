import { env } from "node:process";

/**
 * Host tests that only the newest VS Code runs, by the beginnings of their paths. They use little of VS Code beyond its
 * module, or only parts that are the same in every version. `npm run test:long` runs them in the oldest one as well.
 */
const newestOnly = ["adopt", "commands", "comparison", "credits", "dataset", "export", "panelSearch", "security/"];

/**
 * Whether a version of VS Code runs a host test unless someone names the test.
 * @param {string} file its path below `test/host`
 * @param {string | undefined} version
 */
export const runsIn = (file, version) =>
  version !== "oldest" ||
  env["AD_LIBRARY_TEST_LONG"] === "1" ||
  !newestOnly.some((beginning) => file.startsWith(beginning));
