import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import type { SavedSearches } from "../../features/searches";
import { plain } from "./boundary";
import { chosenSearch, readTarget } from "./chosenSearch";
import { fileUri, given } from "./given";
import { askSearchFile, fileName, nameOfFile } from "./searchFilePlace";
import { readUserFile, writeUserFile } from "./userFile";

/** All saved searches, if a caller names a folder but no search. */
const everything = z.strictObject({ folder: z.string(), all: z.literal(true) });
const source = z.strictObject({ file: z.string() });

/** Writes a saved search as a search file, or all of them into a folder, one file each. */
export async function exportSearches(saved: SavedSearches, argument: unknown): Promise<void> {
  const all = everything.safeParse(argument).data;
  if (all) return exportAll(saved, fileUri(all.folder));
  const search = await chosenSearch(saved, argument, title());
  const uri = search && (await askSearchFile(title(), search.name, readTarget(argument)?.file));
  const text = uri && (await saved.exportText(search.id));
  if (!uri || text === undefined) return;
  await writeUserFile(uri, text);
  void vscode.window.showInformationMessage(plain(l10n.t("Saved as {0}.", nameOfFile(uri))));
}

const title = () => l10n.t("Export Saved Search (0 credits)");

async function exportAll(saved: SavedSearches, folder: vscode.Uri): Promise<void> {
  const used = new Set<string>();
  for (const { id, name } of await saved.list()) {
    const text = await saved.exportText(id);
    const file = [name, ...Array.from({ length: 1000 }, (_, at) => `${name} ${at + 2}`)].map(fileName);
    const free = file.find((one) => !used.has(one.toLowerCase()));
    if (text === undefined || free === undefined) continue;
    used.add(free.toLowerCase());
    await writeUserFile(vscode.Uri.joinPath(folder, free), text);
  }
  void vscode.window.showInformationMessage(l10n.t("Searches saved as files: {0}.", used.size));
}

/** Adds the searches of such a file; invalid searches are reported and skipped. */
export async function importSearches(saved: SavedSearches, argument: unknown): Promise<unknown> {
  const file = given(source, argument)?.file;
  const uri = file === undefined ? await askSource() : fileUri(file);
  if (!uri) return undefined;
  const { added, refused } = await saved.importText(
    await readUserFile(uri),
    nameOfFile(uri).replace(/(?:\.adsearch)?\.json$/, ""),
  );
  const places = refused.map(({ place, fields }) => `${place} (${fields.join(", ")})`).join("; ");
  const words = [
    l10n.t("Searches imported: {0}.", added.length),
    ...(refused.length > 0 ? [l10n.t("Skipped (not valid searches): {0}.", places)] : []),
  ];
  const tell = refused.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  void tell(plain(words.join(" ")));
  return { added: added.map(({ id, name }) => ({ id, name })), refused: refused.length };
}

async function askSource(): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Import Saved Searches (0 credits)");
  return (await vscode.window.showOpenDialog({ filters: { JSON: ["json"] }, title }))?.[0];
}
