// Installs the command line: the package of this version, which has no dependencies.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** @param {string} name */
const given = (name) => process.env[name] ?? "";

const { name, version } = JSON.parse(readFileSync(join(given("GITHUB_ACTION_PATH"), "package.json"), "utf8"));
const wanted = given("PACKAGE") || `${name}@${version}`;
const spec = existsSync(wanted) ? resolve(wanted) : wanted;
const cwd = join(given("RUNNER_TEMP"), "ad-library-package");
mkdirSync(cwd, { recursive: true });
writeFileSync(join(cwd, "package.json"), JSON.stringify({ private: true }));
const windows = process.platform === "win32";
const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", windows ? `"${spec}"` : spec];
// npm is a script there.
const { status } = spawnSync(windows ? "npm.cmd" : "npm", args, { cwd, shell: windows, stdio: "inherit" });
if (status === 0) appendFileSync(given("GITHUB_OUTPUT"), `cli=${join(cwd, "node_modules", name, "dist", "cli.js")}\n`);
else console.log(`::error::npm could not install ${spec}.`);
process.exitCode = status === 0 ? 0 : 1;
