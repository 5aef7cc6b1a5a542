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

/** The index for searching, the locks, and what a killed process left behind are made anew. */
const derived = [
  ...["archive/index.db*", "archive/reserve", "archive/changed", "ledger/locks/**", "ledger/plans/**"],
  ...["**/*.lock.db*", "**/.*.tmp", "**/.*.tmp/**"],
];

function save() {
  const there = openData();
  let parent = git(["rev-parse", "--quiet", "--verify", known], there).text;
  const base = done(parent ? ["rev-parse", `${parent}^{tree}`] : ["hash-object", "-t", "tree", "-w", "--stdin"], there);
  done(["read-tree", base], there);
  const but = derived.map((name) => `:(exclude,glob)${name}`);
  done(["-c", "core.autocrlf=false", "add", "--force", "--all", "--", ".", ...but], there);
  const ours = done(["write-tree"], there);
  if (ours === base) return;
  for (let [attempt, tree] = [0, ours]; attempt < 5; attempt += 1) {
    const words = `Archive as of ${new Date().toISOString()}`;
    const commit = done([...person, "commit-tree", tree, ...(parent ? ["-p", parent] : []), "-m", words], there);
    if (git(["push", "--quiet", "origin", `${commit}:${ref}`], there).status === 0)
      return void done(["update-ref", known, commit], there);
    // Another run was faster.
    fetchBranch(there);
    parent = done(["rev-parse", known], there);
    tree = merged(base, ours, there);
  }
  throw new Error("Other runs kept pushing first.");
}

/**
 * What this run changed since `base`, added to what is on the branch now. Of a month's ledger that both runs wrote, both
 * files stay: the ledger counts a line once, however many files have it.
 * @param {string} base @param {string} ours trees @param {ReturnType<typeof openData>} there @returns {string} the tree
 */
function merged(base, ours, there) {
  done(["read-tree", ours], there);
  done(["read-tree", "-i", "-m", "--aggressive", base, ours, `${known}^{tree}`], there);
  /** @type {Map<string, { ours?: string, theirs?: string }>} */
  const both = new Map();
  for (const line of done(["ls-files", "--unmerged", "-z"], there).split("\0")) {
    const [, blob, stage, path] = /^\d+ (\w+) (\d)\t([^]+)$/.exec(line) ?? [];
    if (blob === undefined || path === undefined || stage === "1") continue;
    both.set(path, { ...both.get(path), [stage === "2" ? "ours" : "theirs"]: blob });
  }
  const put = (/** @type {string} */ blob, /** @type {string} */ path) =>
    done(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], there);
  for (const [path, { ours: mine, theirs }] of both) {
    const month = mine && theirs ? /^ledger\/\d{4}-\d{2}(?=\.ndjson$)/.exec(path)?.[0] : undefined;
    put((month ? theirs : mine) ?? theirs ?? "", path);
    if (month) put(mine ?? "", `${month}.${(mine ?? "").slice(0, 8)}.ndjson`);
  }
  return done(["write-tree"], there);
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
