import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { type FilterChange, type FormDifference, type FormPart, touchedBy } from "../../features/drift";
import type { Engine } from "../../features/engine";
import type { BodyQuery } from "../../features/forms";
import { roughlyDecoded } from "../../features/text";
import { type Linted, readSearchFile, type SearchFiles, writeSearchFile } from "../../features/searchFiles";
import { boardFiles, onBoardsChanged } from "../searchFiles/workspaceBoards";
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
type Ports = Pick<Engine, "clients" | "filterChanges" | Kept> & {
  readonly workspace: WorkspaceSearches;
};

/** The rows of the searches view, from files on this machine. */
export function searchRows(ports: Ports): SearchRows {
  const { saved, recent, ran, search, clients, workspace, filterChanges, runs, watches } = ports;
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
      const files = await Promise.resolve(workspace.list()).catch(() => []);
      const watch = await watched();
      const watchOf = ({ target }: SearchFileRow) => watch.get(fileOwner(pathOf(target.uri)));
      return Promise.all(files.map(async (each) => ({ ...each, ...(await kept(each.search)), ...watchOf(each) })));
    },
    boards: boardRows,
    runs: async (query) => (await runs.list(await search.address(query))).map((run) => ({ ...run, search: query })),
    reorder: (ids) => saved.reorder(ids),
    onChanged: (listener) => {
      const all: readonly { dispose(): unknown }[] = [
        saved,
        recent,
        ran,
        workspace,
        filterChanges,
        runs.notes,
        watches,
      ].map((each) => each.onChanged(listener));
      return vscode.Disposable.from(...all, onBoardsChanged(listener));
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
    here.map(({ owner, every, credits, next, isDue: due, isAllowed: allowed }) => {
      return [owner, { watch: { every, credits, next: next.toISOString(), due, allowed } }];
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
  const searches = [...(await savedTexts(ports)), ...(await fileTexts(ports))];
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

async function fileTexts({ workspace }: Ports) {
  const files = await workspace.texts().catch(() => []);
  return files.map(({ uri, name, text }) => {
    const open = { command: "vscode.open", arguments: [uri] };
    return { name: readSearchFile(text).file?.name ?? name, text, open };
  });
}

const pattern = "**/*.adsearch.json";
const most = 500;
const largestFile = 1 << 20;

/** The search files of the open folders, by path. Reads them; asks the service nothing. */
export class WorkspaceSearches implements vscode.Disposable {
  private readonly watcher = vscode.workspace.createFileSystemWatcher(pattern);

  constructor(private readonly files: SearchFiles) {}

  async list(): Promise<readonly SearchFileRow[]> {
    return Promise.all((await this.uris()).map((uri) => this.row(uri)));
  }

  /** Their texts on the disk; unreadable ones are left out. */
  async texts(): Promise<readonly { readonly uri: vscode.Uri; readonly name: string; readonly text: string }[]> {
    const read = (await this.uris()).map(async (uri) => {
      const text = await this.text(uri).catch(() => undefined);
      return text === undefined ? [] : [{ uri, name: nameOf(vscode.workspace.asRelativePath(uri)), text }];
    });
    return (await Promise.all(read)).flat();
  }

  onChanged(listener: () => void): vscode.Disposable {
    const { watcher } = this;
    return vscode.Disposable.from(
      watcher.onDidChange(listener),
      watcher.onDidCreate(listener),
      watcher.onDidDelete(listener),
    );
  }

  dispose(): void {
    this.watcher.dispose();
  }

  private async uris(): Promise<readonly vscode.Uri[]> {
    const found = await vscode.workspace.findFiles(pattern, "**/node_modules/**", most);
    return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Undefined if a file is too large. */
  private async text(uri: vscode.Uri): Promise<string | undefined> {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // Reading a named pipe would wait for somebody to write to it.
    if (!(type & vscode.FileType.File)) throw new Error("not a regular file");
    if (size > largestFile) return undefined;
    return roughlyDecoded(await vscode.workspace.fs.readFile(uri));
  }

  private async row(uri: vscode.Uri): Promise<SearchFileRow> {
    const path = vscode.workspace.asRelativePath(uri);
    const own = { path, name: nameOf(path), target: new SearchFileTarget(uri) };
    try {
      const text = await this.text(uri);
      if (text === undefined) return { ...own, problem: l10n.t("The file is too large for a search.") };
      return { ...own, ...factsOf(await this.files.lint(text, { offline: true, age }), this.files.read(text)) };
    } catch {
      return { ...own, problem: l10n.t("The file can't be read.") };
    }
  }
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
