// commit.mjs FOLDER: commits and pushes the folder with the ads of each search, if they have changed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [folder = ""] = process.argv.slice(2);
const person = ["-c", "user.name=github-actions", "-c", "user.email=github-actions@users.noreply.github.com"];

/** @param {string[]} args */
const git = (...args) => spawnSync("git", args, { stdio: "inherit" }).status === 0;

function commit() {
  if (!existsSync(folder)) return true;
  if (!git("add", "--", folder)) return false;
  if (git("diff", "--cached", "--quiet")) return true;
  if (!git(...person, "commit", "-m", `Ads as of ${new Date().toISOString().slice(0, 10)}`)) return false;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (git("push")) return true;
    // Another run may have pushed meanwhile.
    if (!rebase()) return false;
  }
  return false;
}

/** Of a file that both runs changed, this run's version stays ("theirs" is what a rebase moves), whole. */
function rebase() {
  const whole = `core.attributesFile=${fileURLToPath(new URL("wholeFiles.attributes", import.meta.url))}`;
  if (git(...person, "-c", whole, "pull", "--rebase", "--strategy-option=theirs")) return true;
  // The following steps of the workflow need the checkout. Fails if it didn't get that far.
  git("rebase", "--abort");
  return false;
}

if (!commit()) {
  console.log("::error::The ads couldn't be committed and pushed. The lines above say why.");
  process.exitCode = 1;
}
