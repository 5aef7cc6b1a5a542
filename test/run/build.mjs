import { execFileSync } from "node:child_process";
import { withProgress } from "../support/vscode/command.mjs";

/**
 * Builds the extension.
 * @param {string[]} [flags] of `esbuild.mjs`
 */
export async function build(flags = []) {
  await withProgress("Building the extension", async () => {
    execFileSync(process.execPath, ["esbuild.mjs", ...flags], { stdio: ["ignore", "inherit", "inherit"] });
  });
}
