import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type * as vscode from "vscode";
import { readText } from "../features/disk";
import type { Settings } from "../features/settings";
import { shellWord } from "../features/text";
import { defaultSegments, platforms } from "../protocol/platforms";

type Place = Pick<vscode.ExtensionContext, "extensionPath" | "globalStorageUri"> & {
  /** The folder of the archive, the ledger, and all else that is stored. */
  readonly folder: string;
  readonly environmentVariableCollection: Pick<vscode.EnvironmentVariableCollection, "replace" | "prepend"> & {
    description?: unknown;
  };
};

/** Where the command `ad-library` lies below VS Code's own storage. */
export const programsIn = (storage: string): string => join(storage, "bin");

/**
 * Gives the terminals of this window the command `ad-library`, with the editor's archive, ledger and limits. The key
 * stays in the secret storage: a terminal takes its own from `AD_LIBRARY_API_KEY`.
 */
export function equipTerminals(place: Place, uriScheme: string, readSettings: () => Settings): void {
  // A terminal needs it only once its shell starts, so activation need not wait for it.
  setImmediate(() => {
    equip(place, uriScheme, readSettings());
  });
}

function equip(
  { environmentVariableCollection: variables, extensionPath, globalStorageUri, folder }: Place,
  uriScheme: string,
  settings: Settings,
): void {
  // Not in a folder that machines share: each has a Node.js of its own.
  const programs = programsIn(globalStorageUri.fsPath);
  variables.description = "Adds the ad-library command, with this editor's archive and limits";
  for (const [name, value] of Object.entries(editorVariables(folder, uriScheme, settings)))
    variables.replace(name, value);
  variables.prepend("PATH", `${programs}${delimiter}`);
  // Written in the background, and only if another version of either file is there.
  void writePrograms(programs, join(extensionPath, "dist", "cli.js")).catch(() => undefined);
}

/**
 * What the command line needs to work on this editor's data folder as the editor does, as environment variables. Without
 * its size limit, for example, it would remove what the editor keeps. The key is not among it.
 */
export function editorVariables(folder: string, uriScheme: string, settings: Settings) {
  const { segments } = settings;
  const own = platforms.filter(({ token }) => segments[token] !== defaultSegments[token]);
  return {
    AD_LIBRARY_URL: settings.baseUrl,
    AD_LIBRARY_API_VERSION: settings.apiVersion,
    AD_LIBRARY_DAILY_BUDGET: budgetText(settings),
    AD_LIBRARY_ARCHIVE_MAX_MB: String(Math.ceil(settings.archiveMaxSizeMb)),
    AD_LIBRARY_LINKED: settings.archiveLinked.join(delimiter),
    AD_LIBRARY_RUNS_KEPT: String(settings.runsKept),
    AD_LIBRARY_SEGMENTS: own.map(({ token }) => `${token}=${segments[token]}`).join(","),
    AD_LIBRARY_DATA: folder,
    AD_LIBRARY_URI_SCHEME: uriScheme,
  };
}

/** The daily budget as the command line takes it. An unreadable one is refused there. */
function budgetText({
  unreadableLimits = [],
  dailyBudget,
}: Pick<Settings, "unreadableLimits" | "dailyBudget">): string {
  if (unreadableLimits.length > 0) return "unreadable";
  // 0 means no limit: a fraction of a credit must not become one.
  return String(dailyBudget > 0 ? Math.max(1, Math.floor(dailyBudget)) : 0);
}

/** Starts the command line with the Node.js that VS Code itself runs on. */
async function writePrograms(folder: string, script: string): Promise<void> {
  const files = {
    "ad-library": `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${shellWord(process.execPath)} ${shellWord(script)} "$@"\n`,
    // Without `setlocal`, the variable would stay in the terminal, where it breaks `code`.
    "ad-library.cmd": `@echo off\r\nsetlocal\r\nset ELECTRON_RUN_AS_NODE=1\r\n"${process.execPath}" "${script}" %*\r\n`,
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    const present = await readText(file).catch(() => undefined);
    if (present !== text) await writeFile(file, text, { mode: 0o755 });
  }
}
