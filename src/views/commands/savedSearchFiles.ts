import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import * as z from "zod";
import type { SavedSearches } from "../../features/searches/savedSearches";
import { plain } from "./boundary";
import { chosenSearch, readTarget } from "./chosenSearch";
import { fileUri, given } from "./given";
import { readUserFile, writeUserFile } from "./userFile";

/** All saved searches, where a caller names a file and no search. */
const everything = z.strictObject({ file: z.string(), all: z.literal(true) });
const source = z.strictObject({ file: z.string() });

/** Writes one saved search, or all of them, as a JSON file that `importSearches` reads. */
export async function exportSearches(saved: SavedSearches, argument: unknown): Promise<void> {
  const all = everything.safeParse(argument).data;
  const search = all ? undefined : await chosenSearch(saved, argument);
  if (!all && !search) return;
  const file = all?.file ?? readTarget(argument)?.file;
  const uri = file === undefined ? await askTarget(search?.name ?? "searches") : fileUri(file);
  if (!uri) return;
  await writeUserFile(uri, await saved.exportText(search && [search.id]));
  void vscode.window.showInformationMessage(plain(l10n.t("Saved as {0}.", uri.path.split("/").at(-1) ?? "")));
}

/** Adds the searches of such a file; what in it is no search is told, not taken. */
export async function importSearches(saved: SavedSearches, argument: unknown): Promise<unknown> {
  const file = given(source, argument)?.file;
  const uri = file === undefined ? await askSource() : fileUri(file);
  if (!uri) return undefined;
  const { added, refused } = await saved.importText(await readUserFile(uri));
  const places = refused.map(({ place, fields }) => `${place} (${fields.join(", ")})`).join("; ");
  const words = [
    l10n.t("{0} search(es) imported.", added.length),
    ...(refused.length > 0 ? [l10n.t("Left out, because they are no searches: {0}.", places)] : []),
  ];
  const tell = refused.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  void tell(plain(words.join(" ")));
  return { added: added.map(({ id, name }) => ({ id, name })), refused: refused.length };
}

async function askSource(): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Import Saved Searches (0 credits)");
  return (await vscode.window.showOpenDialog({ filters: { JSON: ["json"] }, title }))?.[0];
}

function askTarget(name: string): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name.replace(/[\\/:*?"<>|%.\p{C}\s]+/gu, "-").slice(0, 60) || "search"}.json`;
  return vscode.window.showSaveDialog({
    filters: { JSON: ["json"] },
    title: l10n.t("Export Saved Search (0 credits)"),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, file) }),
  });
}
