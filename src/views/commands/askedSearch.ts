import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { queryLabel, type SearchAds } from "../../features/search";
import { bodyField, platformField, type SavedSearch, type SavedSearches } from "../../features/searches";
import { searchFileEnding, type SearchFiles } from "../../features/searchFiles";
import type { SearchQuery } from "../../protocol/search";
import type { Panels } from "../panel/panels";
import { PanelTarget } from "../panel/session";
import { SearchFileTarget } from "../searchFiles/searchFileTarget";
import { chosenSearch } from "./chosenSearch";
import { nameOfFile } from "./searchFilePlace";
import { readSearch } from "./searchFileCommands";
import { targetSession } from "./sessionCommands";

export interface AskedSearchPorts {
  readonly panels: Panels;
  readonly search: SearchAds;
  readonly saved: SavedSearches;
  readonly files: SearchFiles;
}

/** The search that a command on runs is about. */
export interface AskedSearch {
  readonly query: SearchQuery;
  readonly name: string;
  readonly saved?: SavedSearch;
  readonly file?: vscode.Uri;
  /** The run that the command was called on. */
  readonly lastHit?: string;
}

/** Rows of the tree. */
const runRow = z.object({
  kind: z.literal("run"),
  row: z.object({ lastHit: z.string(), search: z.object({ platform: platformField, body: bodyField }) }),
});
const fileRow = z.object({ target: z.instanceof(SearchFileTarget) });

/**
 * A row of the tree, a search file, the search of a panel, or one that a person chooses for the command named `title`.
 * @throws {FeatureError}
 */
export async function askedSearch(
  ports: AskedSearchPorts,
  argument: unknown,
  title: string,
): Promise<AskedSearch | undefined> {
  const { search, panels } = ports;
  const run = runRow.safeParse(argument).data?.row;
  if (run) {
    const query = await search.fromBody(run.search.platform, run.search.body);
    return { query, name: queryLabel(query) || l10n.t("All ads"), lastHit: run.lastHit };
  }
  const uri = fileRow.safeParse(argument).data?.target.uri ?? searchFileOf(argument);
  if (uri) {
    const file = await readSearch(ports, uri);
    return { query: await search.fromBody(file.platform, file.body), name: file.name ?? nameOfFile(uri), file: uri };
  }
  const session = isOfPanel(panels, argument) ? targetSession(panels, argument) : undefined;
  const query = session?.shown?.frozen.query ?? session?.draft;
  if (query) {
    const { saved } = await savedAs(ports, query);
    const name = saved?.name ?? (queryLabel(query) || l10n.t("All ads"));
    return { query, name, ...(saved && { saved }) };
  }
  const saved = await chosenSearch(ports.saved, argument, title);
  return saved && { query: await search.fromBody(saved.query.platform, saved.query.body), name: saved.name, saved };
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
async function savedAs(
  { saved, search }: AskedSearchPorts,
  query: SearchQuery,
): Promise<{ readonly saved?: SavedSearch }> {
  const { address } = await search.freezeOwned(query);
  for (const each of await saved.list()) {
    const { platform, body } = search.address(each.query);
    if (platform === address.platform && body === address.body) return { saved: each };
  }
  return {};
}
