import { access, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { downloadAndUnzipVSCode } from "@vscode/test-electron";
import { cleanEnvironment, run } from "../support/vscode/command.mjs";
import { canUseDesktop } from "../support/vscode/desktop.mjs";
import { calmSettings, installExtension, startServer } from "../support/vscode/server.mjs";
import { cacheFolder, versions } from "../support/vscode/versions.mjs";

const home = resolve(cacheFolder, "start");
const settings = { ...calmSettings, "adLibrary.baseUrl": "sample:" };

/** Starts the VS Code that this machine can show, and stays until it ends. */
export async function startVSCode() {
  const workspace = join(home, "workspace");
  await mkdir(workspace, { recursive: true });
  const program = (await codeOnPath()) ?? ((await canUseDesktop()) ? await download() : undefined);
  if (program === undefined) await startAsServer(workspace);
  else await startDesktop(program, workspace);
}

/** `code`, when it is a desktop VS Code that the extension supports; in a remote terminal it is something else. */
async function codeOnPath() {
  if (process.env["AD_LIBRARY_VSCODE"] === "server" || process.env["VSCODE_IPC_HOOK_CLI"]) return undefined;
  const [major = 0, minor = 0] = (await codeVersion()).split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = versions.oldest.vscode.split(".").map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor) ? "code" : undefined;
}

/** @returns {Promise<string>} such as `1.103.2`, empty without `code` */
async function codeVersion() {
  const shell = process.platform === "win32";
  return run("code", ["--version"], { shell, env: cleanEnvironment() }).catch(() => "");
}

const download = () => downloadAndUnzipVSCode(versions.newest.vscode);

/**
 * @param {string} program
 * @param {string} workspace
 */
async function startDesktop(program, workspace) {
  const profile = join(home, "profile");
  await writeOnce(join(profile, "User"));
  const own = [`--user-data-dir=${profile}`, `--extensions-dir=${join(home, "extensions")}`, "--new-window"];
  const args = [...own, "--disable-workspace-trust", `--extensionDevelopmentPath=${resolve(".")}`, workspace];
  console.log(`Starting VS Code with the sample library: open "Ad Library" in the activity bar.`);
  await run(program, args, { shell: process.platform === "win32" && program === "code", env: cleanEnvironment() });
}

/** @param {string} workspace */
async function startAsServer(workspace) {
  const dataFolder = join(home, "server");
  for (const part of ["User", "Machine"]) await writeOnce(join(dataFolder, "data", part));
  await installExtension(dataFolder);
  const server = await startServer({ version: "newest", dataFolder, whole: true });
  console.log(`\nVS Code runs with the sample library. Open in a browser:\n`);
  console.log(`    ${server.origin}/?folder=${encodeURIComponent(workspace)}\n`);
  console.log(`then "Ad Library" in the activity bar. Ctrl+C stops it.`);
  await new Promise((done) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, done);
  });
  await server.stop();
}

/**
 * Writes the first settings of a profile; what somebody changed there since stays.
 * @param {string} folder
 */
async function writeOnce(folder) {
  const file = join(folder, "settings.json");
  await mkdir(folder, { recursive: true });
  await access(file).catch(() => writeFile(file, JSON.stringify(settings, undefined, 2)));
}
