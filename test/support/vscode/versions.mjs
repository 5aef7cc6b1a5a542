/**
 * The VS Code versions that the tests run in: the newest one and the oldest that `engines.vscode` admits.
 * `server` is the npm package version that carries the same VS Code as a server, `node` the Node.js that runs it.
 */
export const versions = {
  newest: { vscode: "1.139.1", server: "4.139.1", node: 24 },
  oldest: { vscode: "1.103.2", server: "4.103.2", node: 22 },
};

/** @typedef {keyof typeof versions} VersionName */

/** Where everything downloaded stays, ignored by git. */
export const cacheFolder = ".vscode-test";
