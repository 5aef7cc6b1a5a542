import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";

import { savedOwner } from "../../features/runs";
import type { SavedSearch, SavedSearches } from "../../features/searches";
import { askSearchFile, fileName, fileUri, nameOfFile, readUserFile, writeUserFile } from "../files";
import { libraryOfSearch } from "../panel/panelServices";
import { PanelTarget } from "../panel/session";
import { plain, platformLabel } from "../words";
import {
  askName,
  chooseToRun,
  chosenSearch,
  naming,
  readTarget,
  resultOf,
  saving,
  shownSearch,
  showSearch,
  type Target,
} from "./askedSearch";
import { given } from "./boundary";
import type { CommandPorts, Handler, Handlers } from "./commandIds";
import type { Caller } from "./programSpending";

const on =
  (
    work: (ports: CommandPorts, search: SavedSearch, target: Target | undefined, argument: unknown) => Promise<unknown>,
    title: () => string,
    placeholder?: () => string,
  ): Handler =>
  async (ports, argument) => {
    const search = await chosenSearch(ports.saved, argument, title(), placeholder?.());
    return search && work(ports, search, readTarget(argument), argument);
  };

/** Commands on saved searches. Each takes a tree row, `{ id }`, or asks which. */
export const savedSearchCommands = {
  saveSearch,
  runSavedSearch: on(
    (ports, search, target, argument) =>
      runSavedSearch(ports, search, { run: target?.run ?? true, caller: ports.program.callerOf(argument) }),
    () => l10n.t("Run Saved Search"),
    chooseToRun,
  ),
  renameSavedSearch: on(
    async ({ saved }, search, target) => {
      const name = target?.name ?? (await askName(l10n.t("Rename Saved Search"), search.name));
      if (name !== undefined) await saved.rename(search.id, name);
    },
    () => l10n.t("Rename Saved Search"),
  ),
  duplicateSavedSearch: on(
    async ({ saved }, search) => naming(await saved.duplicate(search.id)),
    () => l10n.t("Duplicate Saved Search"),
  ),
  deleteSavedSearch: on(deleteSearch, () => l10n.t("Delete Saved Search")),
  exportSavedSearch: exportSearches,
  importSavedSearch: importSearch,
} satisfies Handlers;

async function saveSearch({ panels, search, saved, ran }: CommandPorts, argument: unknown) {
  const shown = await shownSearch(panels, argument);
  const named = argument instanceof PanelTarget ? undefined : given(saving, argument);
  const { query, label } = shown.frozen;
  const platform = platformLabel(query.platform);
  const all = query.platform === "mega" ? l10n.t("All ads on all platforms") : l10n.t("All {0} ads", platform);
  const suggested = label === "" ? all : `${label} · ${platform}`;
  const name = named?.name ?? (await askName(l10n.t("Save Search"), suggested));
  if (name === undefined) return undefined;
  const kept = await saved.save(name, search.bodyQuery(shown.frozen), shown.frozen.address.origin);
  const [page] = shown.pages;
  if (page) await ran.mark(kept, shown.frozen, page);
  return naming(kept);
}

/** Opens the search with what is bought of it; runs it only when asked to (paid). */
async function runSavedSearch(
  { clients, panels, search, program }: CommandPorts,
  { query: { platform, body } }: SavedSearch,
  { run, caller }: { readonly run: boolean; readonly caller: Caller },
): Promise<unknown> {
  if (!run) return showSearch({ panels, search }, { platform, body });
  await clients.current();
  const frozen = await search.ofBody({ platform, body });
  // What can't be sent is opened instead, with what no longer fits.
  if (frozen.unfit && caller !== "program") return showSearch({ panels, search }, { platform, body });
  await program.agreeToSearch(frozen, caller);
  const panel = await panels.beside(platform);
  return resultOf(await panel.carryOut({ query: frozen.query, run, library: libraryOfSearch(frozen) }));
}

async function deleteSearch({ saved, ran, watches }: CommandPorts, search: SavedSearch): Promise<void> {
  const deleted = await saved.delete(search.id);
  if (!deleted) return;
  await ran.keep(search, false);
  const undo = l10n.t("Undo");
  const words = l10n.t("Deleted “{0}”. What you paid for stays in the archive.", search.name);
  // Not awaited: the command is done, while the offer stays as long as the notification.
  void vscode.window.showInformationMessage(plain(words), undo).then(async (chosen) => {
    if (chosen !== undo) return watches.remove(savedOwner(search.id));
    await deleted.restore();
    await ran.keep(search, true);
  });
}

/** All saved searches, if a caller names a folder but no search. */
const everything = z.strictObject({ folder: z.string(), all: z.literal(true) });
const source = z.strictObject({ file: z.string() });

/** Writes a saved search as a search file, or all of them into a folder, one file each. */
async function exportSearches({ saved }: CommandPorts, argument: unknown): Promise<void> {
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

/** Adds the search of a search file. */
async function importSearch({ saved }: CommandPorts, argument: unknown): Promise<unknown> {
  const file = given(source, argument)?.file;
  const uri = file === undefined ? await askSource() : fileUri(file);
  if (!uri) return undefined;
  const name = nameOfFile(uri).replace(/(?:\.adsearch)?\.json$/, "");
  const added = await saved.importText(await readUserFile(uri), name);
  void vscode.window.showInformationMessage(plain(l10n.t("Imported “{0}”.", added.name)));
  return naming(added);
}

async function askSource(): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Import Saved Search (0 credits)");
  return (await vscode.window.showOpenDialog({ filters: { JSON: ["json"] }, title }))?.[0];
}
