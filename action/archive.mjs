// archive.mjs restore|save BRANCH: keeps the data folder in AD_LIBRARY_DATA, and so all that was paid for, on a branch of
// the repository in the current folder. Unlike a cache, a branch never expires.
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";

const [work = "", branch = ""] = process.argv.slice(2);
const ref = `refs/heads/${branch}`;
const known = "refs/ad-library/archive";
const person = ["-c", "user.name=github-actions", "-c", "user.email=github-actions@users.noreply.github.com"];

/**
 * Runs git and returns what it printed.
 * @param {readonly string[]} args
 * @param {{ readonly cwd?: string, readonly env?: NodeJS.ProcessEnv }} [where]
 */
function git(args, where = {}) {
  const { status, stdout, error } = spawnSync("git", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    ...where,
  });
  if (error) throw error;
  return { status, text: stdout.trim() };
}

/** The same. @param {readonly string[]} args @param {Parameters<typeof git>[1]} [where] @throws {Error} if it fails */
function done(args, where) {
  const { status, text } = git(args, where);
  if (status !== 0) throw new Error(`git ${args.find((arg) => !arg.startsWith("-"))} failed.`);
  return text;
}

function openData() {
  const folder = process.env.AD_LIBRARY_DATA ?? "";
  mkdirSync(folder, { recursive: true });
  const data = realpathSync(folder);
  const gitDir = done(["rev-parse", "--absolute-git-dir"]);
  const env = { ...process.env, GIT_DIR: gitDir, GIT_WORK_TREE: data, GIT_INDEX_FILE: `${data}.index` };
  return { cwd: data, env };
}

function restore() {
  // A run that may not push would lose what it pays for. This changes nothing there.
  done(["push", "--quiet", "--dry-run", "--force", "origin", `HEAD:${ref}`]);
  const { status } = git(["ls-remote", "--exit-code", "origin", ref]);
  const there = openData();
  // Only the answer that there is no such branch means that nothing was paid for yet.
  if (status === 2) return void git(["update-ref", "-d", known], there);
  if (status !== 0) throw new Error("git ls-remote failed.");
  fetchBranch(there);
  done(["-c", "core.autocrlf=false", "read-tree", "--reset", "-u", known], there);
}

/** @param {ReturnType<typeof openData>} there */
const fetchBranch = (there) => done(["fetch", "--quiet", "--depth=1", "origin", `+${ref}:${known}`], there);

/** The index for searching and the locks are made anew. */
const derived = ["archive/index.db*", "archive/reserve", "archive/changed", "locks", "turns"];

function save() {
  const there = openData();
  let all = "--all";
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const parent = git(["rev-parse", "--quiet", "--verify", known], there).text;
    done(["read-tree", parent || "--empty"], there);
    const but = derived.map((name) => `:!${name}`);
    done(["-c", "core.autocrlf=false", "add", "--force", all, "--", ".", ...but], there);
    const tree = done(["write-tree"], there);
    if (parent && tree === done(["rev-parse", `${parent}^{tree}`], there)) return;
    const words = `Archive as of ${new Date().toISOString()}`;
    const commit = done([...person, "commit-tree", tree, ...(parent ? ["-p", parent] : []), "-m", words], there);
    if (git(["push", "--quiet", "origin", `${commit}:${ref}`], there).status === 0)
      return void done(["update-ref", known, commit], there);
    // Another run was faster. Its answers are added to ours.
    fetchBranch(there);
    all = "--no-all";
  }
  throw new Error("Other runs kept pushing first.");
}

try {
  done(["check-ref-format", ref]);
  if (work === "restore") restore();
  else if (work === "save") save();
  else throw new Error("Say restore or save.");
} catch (error) {
  console.log(`::error::The archive's branch ${branch}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
