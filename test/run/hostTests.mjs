// Runs the bundled host tests (out/test/host) inside a real VS Code.
// `node test/run/hostTests.mjs [oldest|newest] [WORD] [NAME]` builds first and takes the test files whose path contains
// WORD, and of them the tests whose name contains NAME.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runTests } from "@vscode/test-electron";
import { canUseDesktop } from "../support/vscode/desktop.mjs";
import { calmSettings } from "../support/vscode/server.mjs";
import { versions } from "../support/vscode/versions.mjs";
import { build } from "./build.mjs";

/**
 * Runs the host tests in one version of VS Code; throws when a test failed.
 * @param {import("../support/vscode/versions.mjs").VersionName} name
 * @param {{ words?: readonly string[] | undefined, test?: string | undefined, env?: Record<string, string> }} [options]
 *   which test files, by words of their path, and which tests, by their name; more of the environment
 */
export async function runHostTests(name, { words = [], test = "", env = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "ad-library-host-"));
  try {
    const profile = join(folder, "profile");
    const workspace = join(folder, "workspace");
    await mkdir(join(profile, "User"), { recursive: true });
    await mkdir(workspace);
    await writeFile(join(profile, "User/settings.json"), JSON.stringify(calmSettings));
    await runTests({
      ...((await canUseDesktop())
        ? { version: versions[name].vscode }
        : { vscodeExecutablePath: resolve("test/support/vscode/serverCode.mjs") }),
      extensionDevelopmentPath: resolve("."),
      extensionTestsPath: resolve("out/test/host/index.js"),
      extensionTestsEnv: {
        ...env,
        AD_LIBRARY_VSCODE_VERSION: name,
        AD_LIBRARY_TEST_WORDS: words.join(),
        AD_LIBRARY_TEST_NAME: test,
        AD_LIBRARY_PROFILE: profile,
      },
      launchArgs: [workspace, `--user-data-dir=${profile}`, `--extensions-dir=${join(folder, "extensions")}`],
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [name = "newest", word = "", test] = process.argv.slice(2);
  await build(["--tests"]);
  await runHostTests(name === "oldest" ? "oldest" : "newest", { words: [word], test }).catch((error) => {
    console.error(String(error));
    process.exitCode = 1;
  });
}
