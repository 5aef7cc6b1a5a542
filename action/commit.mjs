// commit.mjs FOLDER: commits and pushes the folder with the ads of each search, if they have changed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const [folder = ""] = process.argv.slice(2);
const person = ["-c", "user.name=github-actions", "-c", "user.email=github-actions@users.noreply.github.com"];

/** @param {string[]} args */
const git = (...args) => spawnSync("git", args, { stdio: "inherit" }).status === 0;

function commit() {
  if (!existsSync(folder)) return true;
  if (!git("add", "--", folder)) return false;
  if (git("diff", "--cached", "--quiet")) return true;
  if (!git(...person, "commit", "-m", `Ads as of ${new Date().toISOString().slice(0, 10)}`)) return false;
  // Another run may have pushed meanwhile.
  return git("push") || (git(...person, "pull", "--rebase") && git("push"));
}

if (!commit()) {
  console.log("::error::The ads couldn't be committed and pushed. The lines above say why.");
  process.exitCode = 1;
}
