import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { type FilterChange, type FormDifference, type FormPart, touchedBy } from "../../features/drift";
import type { Engine } from "../../features/engine";
import type { BodyQuery } from "../../features/forms";
import { roughlyDecoded } from "../../features/text";
import {
  type Linted,
  readSearchFile,
  searchFileEnding,
  type SearchFiles,
  writeSearchFile,
} from "../../features/searchFiles";
import { boardFiles } from "../searchFiles/workspaceBoards";
import { onFilesChanged, readUpTo, workspaceFiles } from "../searchFiles/workspaceFiles";
import { fileOwner, savedOwner } from "../../features/runs";
import { pathOf, SearchFileTarget } from "../doors";
import { age, platformLabel } from "../words";
import type {
  FilterChangeRow,
  SavedSearchRow,
  SearchFileRow,
  SearchRows,
  TouchedSearchRow,
  WatchRow,
} from "./searchNodes";

type Kept = "saved" | "recent" | "ran" | "search" | "runs" | "watches";
type Ports = Pick<Engine, "clients" | "files" | "filterChanges" | Kept>;

/** The rows of the searches view, from files on this machine. */
export function searchRows(ports: Ports): SearchRows {
  const { saved, recent, ran, search, clients, filterChanges, runs, watches } = ports;
  const watched = () => watchRows(ports).catch((): WatchRows => new Map());
  // A list of searches is worth showing even if the archive cannot be read.
  const kept = async (query: BodyQuery | undefined): Promise<Partial<Awaited<ReturnType<typeof runFacts>>>> =>
    query ? runFacts(ports, query).catch(() => ({})) : {};
  const elsewhere = (library: string | undefined) =>
    library !== undefined && library !== clients.nameIfKnown() ? { otherLibrary: library } : {};
  return {
    filterChanges: () => filterChangeRows(ports).catch(() => []),
    saved: async () => {
      const watch = await watched();
      return Promise.all(
        (await saved.list()).map(async ({ id, name, query, lastRun, library }) => ({
          ...{ id, name, platform: query.platform, search: query },
          ...(lastRun && { lastRunAt: lastRun.at }),
          ...elsewhere(library),
          ...(await kept(query)),
          ...watch.get(savedOwner(id)),
        })),
      );
    },
    recent: async () =>
      Promise.all(
        (await recent.list()).map(async ({ label, platform, body, at, library }) => {
          const { bought } = await kept({ platform, body });
          const search = { platform, body };
          const name = label === platform ? undefined : label;
          return { label: name, platform, at, search, ...elsewhere(library), ...(bought && { bought }) };
        }),
      ),
    // If files cannot be searched for, the saved searches are shown anyway.
    files: async () => {
      const uris = await workspaceFiles(searchFileEnding).catch(() => []);
      const files = await Promise.all(uris.map((uri) => fileRow(ports.files, uri)));
      const watch = await watched();
      const watchOf = ({ target }: SearchFileRow) => watch.get(fileOwner(pathOf(target.uri)));
      return Promise.all(files.map(async (each) => ({ ...each, ...(await kept(each.search)), ...watchOf(each) })));
    },
    boards: boardRows,
    runs: async (query) => (await runs.list(await search.address(query))).map((run) => ({ ...run, search: query })),
    reorder: (ids) => saved.reorder(ids),
    onChanged: (listener) => {
      const stored: readonly { dispose(): unknown }[] = [saved, recent, ran, filterChanges, runs.notes, watches].map(
        (each) => each.onChanged(listener),
      );
      return vscode.Disposable.from(...stored, onFilesChanged(listener));
    },
  };
}

async function boardRows(): ReturnType<SearchRows["boards"]> {
  const boards = await boardFiles().catch(() => []);
  return boards.map(({ uri, name, board, problem }) => ({
    ...{ uri, name, path: vscode.workspace.asRelativePath(uri) },
    ...(board && { ads: board.entries.length }),
    ...(problem !== undefined && { problem }),
  }));
}

type WatchRows = ReadonlyMap<string, { readonly watch: WatchRow }>;

/** The watches of the connected library, by the owners of their runs. */
async function watchRows({ watches }: Pick<Ports, "watches">): Promise<WatchRows> {
  const here = (await watches.list()).filter(({ address }) => address);
  return new Map(
    here.map(({ owner, every, credits, next, isDue, isAllowed }) => {
      return [owner, { watch: { every, credits, next: next.toISOString(), isDue, isAllowed } }];
    }),
  );
}

/** How many runs of a search are stored, what is bought, and how many new ads of its last check no one has looked at. */
async function runFacts(
  { runs, search }: Pick<Ports, "runs" | "search">,
  query: BodyQuery,
): Promise<Pick<SavedSearchRow, "runs" | "newAds" | "bought">> {
  const address = await search.address(query);
  const [last, [bought]] = await Promise.all([runs.notes.last(address), search.bought({ address })]);
  const newAds = last && !last.looked ? last.newAds : 0;
  return { runs: await runs.count(address), ...(newAds > 0 && { newAds }), ...(bought && { bought }) };
}

/** Changes of the connected library's filters, newest first; none if no library is known. */
export async function filterChanges({
  clients,
  filterChanges: changes,
}: Pick<Ports, "clients" | "filterChanges">): Promise<readonly FilterChange[]> {
  try {
    return await changes.list({ library: clients.libraryName(), version: clients.version });
  } catch {
    return [];
  }
}

/** Changes not yet looked at, with the saved searches and files that they break. */
async function filterChangeRows(ports: Ports): Promise<readonly FilterChangeRow[]> {
  const unseen = (await filterChanges(ports)).filter(({ seen }) => !seen);
  if (unseen.length === 0) return [];
  const searches = [...(await savedTexts(ports)), ...(await fileTexts())];
  return Promise.all(
    unseen.map(async (change) => {
      const touched = await touchedBy(change, searches);
      const rows = touched.map(({ search, problem }) => ({ name: search.name, open: search.open, problem }));
      return { ...changeWords(change, rows), id: change.id, touched: rows };
    }),
  );
}

/** A change in a few words: what happened, and what is gone and new. */
export function changeWords(
  change: FilterChange,
  touched: readonly TouchedSearchRow[] = [],
): Pick<FilterChangeRow, "label" | "description" | "tooltip"> {
  const platform = platformLabel(change.platform);
  const facts = [
    ...(change.gone.length > 0 ? [l10n.t("{0} removed", change.gone.length)] : []),
    ...(change.added.length > 0 ? [l10n.t("{0} added", change.added.length)] : []),
    ...(change.changed.length > 0 ? [l10n.t("{0} changed", change.changed.length)] : []),
    ...(touched.length === 1 ? [l10n.t("breaks 1 search")] : []),
    ...(touched.length > 1 ? [l10n.t("breaks {0} searches", touched.length)] : []),
  ];
  return {
    label: l10n.t("{0} changed its filters", platform),
    description: facts.join(" · "),
    tooltip: [...partLines(change), ...touched.map(({ name, problem }) => `${name}: ${problem}`)].join("\n"),
  };
}

const shown = 12;

function partLines({ gone, added, changed }: FormDifference): readonly string[] {
  return [
    ...lines(gone, (part) => l10n.t("Removed: {0}", part)),
    ...lines(added, (part) => l10n.t("Added: {0}", part)),
    ...lines(changed, (part) => l10n.t("Changed: {0}", part)),
  ];
}

function lines(parts: readonly FormPart[], line: (part: string) => string): readonly string[] {
  const more = parts.length - shown;
  return [
    ...parts.slice(0, shown).map((part) => line(partWords(part))),
    ...(more > 0 ? [line(l10n.t("{0} more", more))] : []),
  ];
}

function partWords({ kind, label, of = "" }: FormPart): string {
  if (kind === "filter") return l10n.t("filter “{0}”", label);
  if (kind === "sort") return l10n.t("sort “{0}”", label);
  return l10n.t("item “{0}” of “{1}”", label, of);
}

async function savedTexts({ saved }: Ports) {
  return (await saved.list()).map(({ id, name, query }) => ({
    name,
    text: writeSearchFile({ name, ...query }),
    open: { command: "adLibrary.runSavedSearch", arguments: [{ id, run: false }] },
  }));
}

async function fileTexts() {
  const uris = await workspaceFiles(searchFileEnding).catch(() => []);
  const read = uris.map(async (uri) => {
    const text = await textOf(uri).catch(() => undefined);
    if (text === undefined) return [];
    const name = readSearchFile(text).file?.name ?? nameOf(vscode.workspace.asRelativePath(uri));
    return [{ name, text, open: { command: "vscode.open", arguments: [uri] } }];
  });
  return (await Promise.all(read)).flat();
}

async function fileRow(files: SearchFiles, uri: vscode.Uri): Promise<SearchFileRow> {
  const path = vscode.workspace.asRelativePath(uri);
  const own = { path, name: nameOf(path), target: new SearchFileTarget(uri) };
  try {
    const text = await textOf(uri);
    if (text === undefined) return { ...own, problem: l10n.t("The file is too large for a search.") };
    return { ...own, ...factsOf(await files.lint(text, { offline: true, age }), files.read(text)) };
  } catch {
    return { ...own, problem: l10n.t("The file can't be read.") };
  }
}

const largestFile = 1 << 20;

/** Undefined if a file is too large. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const bytes = await readUpTo(largestFile, uri);
  return bytes && roughlyDecoded(bytes);
}

function factsOf({ problems }: Linted, file: ReturnType<SearchFiles["read"]>): Partial<SearchFileRow> {
  const error = problems.find(({ severity }) => severity === "error");
  return {
    ...(file?.name !== undefined && { name: file.name }),
    ...(file && { platform: file.platform, search: { platform: file.platform, body: file.body } }),
    ...(file?.pages !== undefined && { pages: file.pages }),
    ...(error && { problem: l10n.t("Line {0}: {1}", error.range.line, error.message) }),
  };
}

function nameOf(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.adsearch\.json$/, "");
}
