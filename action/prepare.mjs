// Refuses inputs that mean nothing, and names what this use of the action keeps, and where.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} name */
const given = (name) => process.env[name] ?? "";
const temp = given("RUNNER_TEMP");

/** The how-manieth use of the action in this job this is: two uses must not share a cache key or a summary. */
function countUse() {
  const file = join(temp, "ad-library-uses");
  const nth = existsSync(file) ? Number(readFileSync(file, "utf8")) + 1 : 1;
  writeFileSync(file, String(nth));
  return nth;
}

/** A scheduled run may be rarer than a cache lives, so it keeps what was paid for on a branch unless told otherwise. */
function branchOf() {
  const archive =
    given("ARCHIVE").trim() || (given("GITHUB_EVENT_NAME") === "schedule" ? "branch ad-archive" : "cache");
  const [, branch] = /^branch\s+(\S+)$/.exec(archive) ?? [];
  if (branch === undefined && archive !== "cache")
    throw new Error(`archive must be cache or branch NAME, not ${archive}.`);
  return branch ?? "";
}

/** The expressions of `action.yml` ignore case, and its scripts don't: only one writing means the same to both. */
function checkSwitches() {
  const switches = { lint: "LINT", strict: "STRICT", "buy-again": "AGAIN", thumbnails: "THUMBNAILS" };
  for (const [name, variable] of Object.entries(switches))
    if (!["true", "false", ""].includes(given(variable)))
      throw new Error(`${name} must be true or false, not ${given(variable)}.`);
}

/** A part of a cache key: without commas, and not too long. @param {string} text */
const part = (text) => text.replace(/[^\w.-]+/g, "-").slice(0, 80);

try {
  checkSwitches();
  const branch = branchOf();
  const nth = countUse();
  const uses = ["GITHUB_WORKFLOW", "FILES", "LIBRARY", "CREDITS", "KNOWN", "FOLDER", "MATRIX"].map(given);
  const hash = createHash("sha256").update(JSON.stringify(uses)).digest("hex").slice(0, 12);
  const all = `ad-library-${part(given("GITHUB_WORKFLOW"))}-`;
  const own = `${part(given("GITHUB_JOB"))}-${nth}-${hash}`;
  const outputs = {
    branch,
    cache: branch === "",
    keys: all,
    key: `${all}${own}-`,
    summary: join(temp, `ad-library-summary-${nth}.md`),
    artifact: `ad-library-summary-${own}`,
  };
  for (const [name, value] of Object.entries(outputs)) appendFileSync(given("GITHUB_OUTPUT"), `${name}=${value}\n`);
} catch (error) {
  console.log(`::error::${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
