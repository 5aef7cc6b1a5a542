import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { readdir, rmdir } from "node:fs/promises";
import { homedir, tmpdir, userInfo } from "node:os";
import { delimiter, isAbsolute, join, posix, resolve, win32 } from "node:path";
import { deleteParts, partNames, sizeOf, type StoredPart, storedParts } from "../features/dataFolder";
import { canWrite } from "../features/disk";
import { messageOf } from "../protocol/failure";
import { type ExitCode, exitCodes, UsageError } from "./exitCodes";
import type { Options } from "./options";
import { type Screen, sized } from "./screen";

/** What decides where the data lies. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder as the system names it; absent if the user has none. */
  readonly home?: string;
}

/** A folder, and what named it. */
interface Chosen {
  readonly folder: string;
  readonly by: string;
}

const pathsOf = ({ platform }: Surroundings) => (platform === "win32" ? win32 : posix);

/** An environment variable's value if it is an absolute path. As XDG demands of its own, any other is ignored. */
function absolute(around: Surroundings, name: string): Chosen | undefined {
  const folder = around.env[name] ?? "";
  return pathsOf(around).isAbsolute(folder) ? { folder, by: name } : undefined;
}

/** The folder of the archive, ledger, and unfinished exports, unless another one is chosen. Always absolute. @throws {UsageError} */
export function usualFolder(around: Surroundings): Chosen {
  const { platform, home } = around;
  const below = ({ folder, by }: Chosen, ...names: readonly string[]) => ({
    folder: pathsOf(around).join(folder, ...names, "ad-library"),
    by,
  });
  const usual = (...names: readonly string[]) => {
    if (home !== undefined) return below({ folder: home, by: "default" }, ...names);
    throw new UsageError("You have no home folder. Choose a data folder with --data or AD_LIBRARY_DATA.");
  };
  // The local folder: a roaming one is copied to other machines, each of which has a budget and an archive of its own.
  if (platform === "win32") {
    const local = absolute(around, "LOCALAPPDATA");
    return local ? below(local) : usual("AppData", "Local");
  }
  if (platform === "darwin") return usual("Library", "Application Support");
  const data = absolute(around, "XDG_DATA_HOME");
  return data ? below(data) : usual(".local", "share");
}

/** This machine. An empty or relative `HOME` counts as none. */
function here(): Surroundings {
  const { platform, env } = process;
  try {
    const home = homedir();
    return { platform, env, home: isAbsolute(home) ? home : userInfo().homedir };
  } catch {
    // The system doesn't know this user, as in a container that only has a number for it.
    return { platform, env };
  }
}

/** The data folder that the options or the environment choose. Makes nothing. @throws {UsageError} */
export function chosenFolder({ data }: Pick<Options, "data">): Chosen {
  if (data !== undefined) return { folder: data, by: "--data" };
  const { AD_LIBRARY_DATA: set = "" } = process.env;
  if (set === "") return usualFolder(here());
  // A relative one would be another folder, with another budget, in each folder that a command runs in.
  if (!isAbsolute(set)) throw new UsageError(`AD_LIBRARY_DATA must be an absolute path, not ${set}.`);
  return { folder: set, by: "AD_LIBRARY_DATA" };
}

/** The same folder. It may be missing, but not unreadable: it would look empty. @throws {UsageError} */
export function readableFolder(options: Pick<Options, "data">): string {
  const { folder } = chosenFolder(options);
  const another = "Choose another data folder with --data.";
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found && lstatSync(folder, { throwIfNoEntry: false }))
      throw new UsageError(`${folder} is a link to a folder that doesn't exist. ${another}`);
    if (found && !found.isDirectory()) throw new UsageError(`${folder} is a file, not a folder. ${another}`);
    // Only their owner may read the last two, even if others may read the folder around them.
    for (const part of ["", "archive", "ledger"].map((name) => join(folder, name)))
      if (statSync(part, { throwIfNoEntry: false })) readdirSync(part);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${folder} can't be read (${messageOf(error)}). It may belong to another user. ${another}`);
  }
  return folder;
}

/** The folders of answers that are looked at before paying, and never written to. */
export const linkedFolders = ({ linked }: Pick<Options, "linked">): readonly string[] =>
  linked ?? (process.env.AD_LIBRARY_LINKED ?? "").split(delimiter).filter((folder) => folder !== "");

/** A file or folder, as `where` lists it. */
interface Place {
  readonly what: string;
  readonly path: string;
  /** What chose it; missing where there is no choice. */
  readonly chosen_by?: string;
  readonly access: "read" | "read and write";
  /** Missing if it isn't there, or if others keep files in it, too. */
  readonly bytes?: number;
}

const otherName = "other";

/** `where`: every place that is read or written, with its size. Makes and changes nothing. */
export async function showPlaces(options: Options, screen: Screen): Promise<ExitCode> {
  const places = [...(await dataPlaces(options)), ...(await otherPlaces(options))];
  const words = ({ what, chosen_by, access: allowed }: Place) =>
    [what, ...(allowed === "read" ? ["only read"] : []), ...(chosen_by ? [`from ${chosen_by}`] : [])].join(", ");
  if (options.json) screen.json({ places });
  else
    screen.table(
      places.map((place) => [place.path, place.bytes === undefined ? "-" : sized(place.bytes), words(place)]),
    );
  return exitCodes.done;
}

/** `delete-everything`: shows what is stored in the data folder, and deletes it with `--yes`. */
export async function deleteEverything(options: Options, screen: Screen): Promise<ExitCode> {
  const folder = resolve(readableFolder(options));
  const stored = await storedParts(folder);
  if (options.yes) await deleteParts(stored);
  // Unless others keep files in it.
  if (options.yes && stored.length > 0) await rmdir(folder).catch(() => undefined);
  const whatOf = ({ name }: StoredPart) => partNames[name] ?? otherName;
  const places = stored.map((part): Place => ({
    ...{ what: whatOf(part), path: part.path, access: canWrite(folder) ? "read and write" : "read", bytes: part.bytes },
  }));
  if (options.json) screen.json({ folder, deleted: options.yes === true, places });
  else screen.table(stored.map((part) => [part.path, sized(part.bytes), whatOf(part)]));
  if (stored.length === 0) screen.note(`Nothing is stored in ${folder}.`);
  else if (options.yes) screen.note(`Deleted. ${kept}`);
  else
    screen.note(
      `Nothing was deleted yet. Fetching answers again costs credits. ${kept} To delete all this, close the windows and terminals that use this folder, and add --yes.`,
    );
  return exitCodes.done;
}

const kept =
  "Kept: files that you exported, search files, boards, answers of others in their own folders, your file with the API key, and what the editor stores in a folder of its own.";

/** The data folder and what lies in it. */
async function dataPlaces(options: Options): Promise<readonly Place[]> {
  const { folder, by } = chosenFolder(options);
  const path = resolve(folder);
  const readOnly = existsSync(path) && !canWrite(path);
  const place = async (what: string, at: string): Promise<Place> => ({
    ...{ what, path: at, access: readOnly ? "read" : "read and write" },
    ...(await bytesOf(at)),
  });
  const parts = (await readdir(path).catch(() => [])).sort();
  return [
    { ...(await place("data folder", path)), chosen_by: by },
    ...(await Promise.all(parts.map((name) => place(partNames[name] ?? otherName, join(path, name))))),
  ];
}

async function bytesOf(path: string): Promise<Pick<Place, "bytes">> {
  const bytes = await sizeOf(path);
  return bytes === undefined ? {} : { bytes };
}

async function otherPlaces(options: Options): Promise<readonly Place[]> {
  const read = async (what: string, path: string, by?: string): Promise<Place> => ({
    ...{ what, path: resolve(path), ...(by !== undefined && { chosen_by: by }), access: "read" },
    ...(await bytesOf(path)),
  });
  const editors = await Promise.all(editorFolders(here()).map((path) => read("data folder of an editor", path)));
  return [
    ...(await Promise.all(
      linkedFolders(options).map((path) =>
        read("answers of others", path, options.linked ? "--linked" : "AD_LIBRARY_LINKED"),
      ),
    )),
    ...(options.keyFile === undefined || options.keyFile === "-"
      ? []
      : [await read("API key", options.keyFile, "--key-file")]),
    ...editors.filter(({ bytes }) => bytes !== undefined),
    { what: "temporary files, if the data folder is read-only", path: tmpdir(), access: "read and write" },
    await read("program", __dirname),
  ];
}

/** Where editors keep the extension's data. The server of remote windows and containers keeps it in the home folder. */
export function editorFolders(around: Surroundings): readonly string[] {
  const { platform, home } = around;
  if (home === undefined) return [];
  const joined = (...parts: readonly string[]) => pathsOf(around).join(...parts);
  const settings =
    platform === "win32"
      ? (absolute(around, "APPDATA")?.folder ?? joined(home, "AppData", "Roaming"))
      : platform === "darwin"
        ? joined(home, "Library", "Application Support")
        : (absolute(around, "XDG_CONFIG_HOME")?.folder ?? joined(home, ".config"));
  return [
    ...["Code", "Code - Insiders", "VSCodium"].map((name) => joined(settings, name)),
    ...[".vscode-server", ".vscode-server-insiders", ".vscode-remote"].map((name) => joined(home, name, "data")),
  ].map((editor) => joined(editor, "User", "globalStorage", "ad-library-explorer.ad-library-explorer"));
}
