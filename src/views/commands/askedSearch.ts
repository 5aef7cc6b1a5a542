import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { type ExportStart, startOfFile, startOfSaved, startOfShown } from "../../features/export";
import { versionedName } from "../../features/connection";
import { FeatureError } from "../../features/failures";
import type { BodyQuery } from "../../features/forms";
import { checkWishOf } from "../../features/runs";
import { type SearchFile, searchFileEnding } from "../../features/searchFiles";
import { bodyField, platformField, type SavedSearch, type SavedSearches } from "../../features/searches";
import { prices } from "../../protocol/credits";
import type { SearchQuery } from "../../protocol/search";
import { SearchFileTarget } from "../doors";
import { fileUri, nameOfFile } from "../files";
import type { Panels } from "../panel/panels";
import { type PanelSession, PanelTarget, type ShownSearch, type WantedSearch } from "../panel/session";
import { age, noIcons, platformLabel } from "../words";
import { given } from "./boundary";
import type { CommandPorts } from "./commandIds";
import { askText, pickOne } from "./steps";

type Ports = Pick<CommandPorts, "panels" | "search" | "saved" | "files">;

/** The search that a command on runs is about. */
export interface AskedSearch {
  readonly query: SearchQuery;
  readonly name: string;
  readonly saved?: SavedSearch;
  readonly file?: vscode.Uri;
  /** What the file says of its check. */
  readonly wish?: ReturnType<typeof checkWishOf>;
  /** The run that the command was called on. */
  readonly lastHit?: string;
}

/** A search that a panel of ours passes to a command, with the name for it. */
export class QueryTarget {
  constructor(
    readonly query: SearchQuery,
    readonly name: string,
  ) {}
}

/** Rows of the tree. */
const runRow = z.object({
  kind: z.literal("run"),
  row: z.object({ lastHit: z.string(), search: z.object({ platform: platformField, body: bodyField }) }),
});
const fileRow = z.object({ target: z.instanceof(SearchFileTarget) });
const namedFile = z.strictObject({ file: z.string(), name: z.string().optional() });

/**
 * A row of the tree, a search file, the search of a panel, or one that a person chooses for the command named `title`.
 * @param read reads a file: `readBought` for a command that only looks at what is bought
 * @throws {FeatureError}
 */
export async function askedSearch(
  ports: Ports & Pick<CommandPorts, "clients">,
  argument: unknown,
  title: string,
  read = readSearch,
): Promise<AskedSearch | undefined> {
  const { search, panels } = ports;
  if (argument instanceof QueryTarget) {
    const { query, name } = argument;
    const { saved } = await savedAs(ports, query);
    return { query, name: saved?.name ?? name, ...(saved && { saved }) };
  }
  const run = runRow.safeParse(argument).data?.row;
  if (run) {
    const { query } = await search.ofBody(run.search);
    return { query, name: (await search.label(query)) || l10n.t("All ads"), lastHit: run.lastHit };
  }
  const uri = fileRow.safeParse(argument).data?.target.uri ?? searchFileOf(argument);
  if (uri) {
    const file = await read(ports, uri);
    const { query } = await search.ofBody(file);
    return { query, name: file.name ?? nameOfFile(uri), file: uri, wish: checkWishOf(file) };
  }
  const session = isOfPanel(panels, argument) ? targetSession(panels, argument) : undefined;
  const shown = session && (await shownIn(panels, argument))?.frozen;
  const query = shown?.query ?? session?.draft;
  if (query) {
    // The connected library would be asked for what was seen in another.
    if (shown && versionedName(shown.address.origin, shown.address.version) !== ports.clients.formsName())
      throw new FeatureError("otherLibrary");
    const { saved } = await savedAs(ports, query);
    const name = saved?.name ?? ((await search.label(query)) || l10n.t("All ads"));
    return { query, name, ...(saved && { saved }) };
  }
  const saved = await chosenSearch(ports.saved, argument, title);
  return saved && { query: (await search.ofBody(saved.query)).query, name: saved.name, saved };
}

const searchFileOf = (argument: unknown) =>
  argument instanceof vscode.Uri && argument.path.endsWith(searchFileEnding) ? argument : undefined;

/** A panel itself, or an argument that names nothing while an explorer is in front: from the palette or its toolbar. */
function isOfPanel(panels: Panels, argument: unknown): boolean {
  if (argument instanceof PanelTarget) return true;
  const namesNothing = typeof argument !== "object" || argument === null || !("row" in argument || "id" in argument);
  return namesNothing && panels.current?.active === true;
}

/** The saved search with the same query, which shares these runs. */
async function savedAs({ saved, search }: Ports, query: SearchQuery): Promise<{ readonly saved?: SavedSearch }> {
  const { address } = await search.freezeBought(query);
  for (const each of await saved.list()) {
    const { platform, body } = await search.address(each.query);
    if (platform === address.platform && body === address.body) return { saved: each };
  }
  return {};
}

const target = z.strictObject({
  id: z.string(),
  run: z.boolean().optional(),
  name: z.string().trim().min(1).optional(),
  file: z.string().optional(),
});
/** A row of the tree. */
const row = z.object({ kind: z.literal("saved"), row: z.object({ id: z.string() }) });

/** How a caller may name a saved search. */
export type Target = z.infer<typeof target>;
/** What a caller may pass when a search is saved. */
export const saving = z.strictObject({ name: z.string().trim().min(1).optional() });

/** A tree row, or a keybinding's argument; undefined if there is none. @throws {FeatureError} */
export function readTarget(argument: unknown): Target | undefined {
  const found = row.safeParse(argument);
  return found.success ? { id: found.data.row.id } : given(target, argument);
}

/** The given saved search, or the one a person chooses for the command named `title`. @throws {FeatureError} when there is none */
export async function chosenSearch(
  saved: SavedSearches,
  argument: unknown,
  title: string,
  placeholder = l10n.t("Choose a saved search"),
): Promise<SavedSearch | undefined> {
  const named = readTarget(argument);
  if (named) {
    const search = await saved.get(named.id);
    if (!search)
      throw new FeatureError("notFound", {
        specifics: l10n.t("There is no such saved search. Choose one in the tree."),
      });
    return search;
  }
  const all = await saved.list();
  if (all.length === 0) throw new FeatureError("nothingSaved");
  const items = all.map((search) => ({
    search,
    label: noIcons(search.name),
    description: platformLabel(search.query.platform),
  }));
  return (await pickOne({ title, placeholder, items }))?.search;
}

/** The placeholder of a list in which Enter runs a search. */
export const chooseToRun = () => l10n.t("Choose a search to run ({0} credits unless bought)", prices.search);

/** Asks for a name. */
export function askName(title: string, value: string): Promise<string | undefined> {
  return askText({
    title,
    placeholder: l10n.t("Name"),
    prompt: l10n.t("The name to show in the tree"),
    value,
    check: (text) => (text.trim() === "" ? l10n.t("Enter a name.") : undefined),
  });
}

/** What a command returns about a saved search. */
export function naming(search: SavedSearch | undefined): { readonly id: string; readonly name: string } | undefined {
  return search && { id: search.id, name: search.name };
}

/** A search to export. */
interface ExportedSearch extends ExportStart {
  /** It was named by a tree row or a search file, which specifies nothing else. */
  readonly named: boolean;
}

/** The search of a file or a tree row, else the search on the screen. @throws {FeatureError} `nothingShown` */
export async function exportedSearch(ports: Ports, argument: unknown): Promise<ExportedSearch | undefined> {
  const { search, saved, panels } = ports;
  if (argument instanceof SearchFileTarget) return { ...(await fileStart(ports, argument.uri)), named: true };
  if (!isTreeRow(argument))
    return { ...(await startOfShown(search, await shownSearch(panels, argument))), named: false };
  const chosen = await chosenSearch(saved, argument, l10n.t("Export Pages"));
  return chosen && { ...(await startOfSaved(search, chosen)), named: true };
}

/** A file that no longer fits the filters has its bought pages, as no others can be bought. @throws {FeatureError} */
async function fileStart(ports: Ports, uri: vscode.Uri): Promise<ExportStart> {
  try {
    return await startOfFile(ports.search, await readSearch(ports, uri));
  } catch (error) {
    const start = await startOfFile(ports.search, await readBought(ports, uri)).catch(() => undefined);
    if (!start?.frozen.unfit || start.bought === 0) throw error;
    return start;
  }
}

const isTreeRow = (argument: unknown) => typeof argument === "object" && argument !== null && "row" in argument;

/** The session a command acts on: that of the panel that started it, or of the last used explorer. */
export function targetSession(panels: Panels, argument: unknown): PanelSession | undefined {
  return argument instanceof PanelTarget ? argument.session : panels.current?.session;
}

const shownIn = async (panels: Panels, argument: unknown) =>
  argument instanceof PanelTarget ? argument.session.shown : panels.current?.shown();

/** The search on the screen. @throws {FeatureError} `nothingShown` */
export async function shownSearch(panels: Panels, argument: unknown): Promise<ShownSearch> {
  const shown = await shownIn(panels, argument);
  if (!shown) throw new FeatureError("nothingShown");
  return shown;
}

/** The search file that a command is about. @throws {FeatureError} */
export function fileTarget(argument: unknown): SearchFileTarget {
  if (argument instanceof SearchFileTarget) return argument;
  const ofRow = fileRow.safeParse(argument).data;
  if (ofRow) return ofRow.target;
  if (argument instanceof vscode.Uri) return new SearchFileTarget(argument);
  const file = given(namedFile, argument)?.file;
  const uri = file === undefined ? vscode.window.activeTextEditor?.document.uri : fileUri(file);
  if (!uri?.path.endsWith(searchFileEnding))
    throw new FeatureError("notFound", { specifics: l10n.t("Open a search file (.adsearch.json) first.") });
  return new SearchFileTarget(uri);
}

/** The search of a file with unsaved changes. @throws {FeatureError} `invalidRequest` with its first error */
export async function readSearch({ files }: Pick<CommandPorts, "files">, uri: vscode.Uri): Promise<SearchFile> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { file, problems } = await files.lint(document.getText(), { age });
  if (file) return file;
  const error = problems.find(({ severity }) => severity === "error") ?? problems[0];
  const specifics = error && l10n.t("line {0} of {1}: {2}", error.range.line, nameOfFile(uri), error.message);
  throw new FeatureError("invalidRequest", specifics === undefined ? {} : { specifics });
}

/** The same to look at what is bought of it, whatever today's filters are. @throws {FeatureError} if it is no search */
export async function readBought(ports: Pick<CommandPorts, "files">, uri: vscode.Uri): Promise<SearchFile> {
  const document = await vscode.workspace.openTextDocument(uri);
  return ports.files.read(document.getText()) ?? readSearch(ports, uri);
}

/** What a command that ran a search returns. */
export function resultOf(ended: WantedSearch | undefined) {
  if (!ended || "bought" in ended) return ended;
  const { page, ads, lastHit, hasNextPage } = ended.page;
  return { page, ads: ads.length, lastHit, hasNextPage };
}

/** Opens a search in an explorer, as far as the connected library's form has it, with what is bought. Free. */
export async function showSearch(
  { panels, search }: Pick<CommandPorts, "panels" | "search">,
  query: BodyQuery,
): Promise<void> {
  const frozen = await search.ofBody(query);
  const [newest] = await search.bought(frozen);
  await panels.showRun(frozen, newest?.lastHit);
}
