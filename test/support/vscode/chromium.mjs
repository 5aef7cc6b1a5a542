import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstallPackages, installPackages } from "./debian.mjs";

/** Programs to look for. The one without windows is first: it starts faster and leaves the processor to the tests. */
const programs = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "msedge",
];

const places = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [process.env["PROGRAMFILES"], process.env["PROGRAMFILES(X86)"], process.env["LOCALAPPDATA"]].flatMap(
    (folder) =>
      folder === undefined
        ? []
        : [join(folder, "Google/Chrome/Application/chrome.exe"), join(folder, "Microsoft/Edge/Application/msedge.exe")],
  ),
};

/**
 * Finds the program of a Chromium browser: `CHROME_PATH`, else an installed one, else Debian's package, if it may be
 * installed here.
 * @returns {Promise<string>}
 */
export async function findChromium() {
  const chosen = process.env["CHROME_PATH"];
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROME_PATH names ${chosen}, which cannot be run.`);
  }
  const found = findInstalled();
  if (found !== undefined) return found;
  if (canInstallPackages()) {
    await installPackages(["chromium-headless-shell"]);
    const installed = findInstalled();
    if (installed !== undefined) return installed;
  }
  throw new Error("No Chrome, Chromium or Edge was found: install one, or name its program in CHROME_PATH.");
}

function findInstalled() {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  const { platform } = process;
  const known = platform === "darwin" || platform === "win32" ? places[platform] : [];
  return [...onPath, ...known].find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
