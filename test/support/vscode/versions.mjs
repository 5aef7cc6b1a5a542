/**
 * The VS Code versions in which the tests run: the newest one, and the oldest one that `engines.vscode` allows.
 * `server` is the version of the npm package that contains the same VS Code as a server, `node` the Node.js that runs
 * it.
 */
export const versions = {
  newest: { vscode: "1.139.1", server: "4.139.1", node: 24 },
  oldest: { vscode: "1.103.2", server: "4.103.2", node: 22 },
};

/** @typedef {keyof typeof versions} VersionName */

/** The folder of everything that is downloaded. Git ignores it. */
export const cacheFolder = ".vscode-test";
