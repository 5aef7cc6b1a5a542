import * as l10n from "@vscode/l10n";
import { type ExportStart, startOfFile, startOfSaved, startOfShown } from "../../features/export";
import type { SearchAds } from "../../features/search";
import type { SearchFiles } from "../../features/searchFiles";
import type { SavedSearches } from "../../features/searches";
import type { Panels } from "../panel/panels";
import { SearchFileTarget } from "../searchFiles/searchFileTarget";
import { chosenSearch } from "./chosenSearch";
import { readSearch } from "./searchFileCommands";
import { shownSearch } from "./sessionCommands";

/** A search to export. */
export interface ExportedSearch extends ExportStart {
  /** It was named by a tree row or a search file, which specifies nothing else. */
  readonly named: boolean;
}

export interface ExportedSearchPorts {
  readonly panels: Panels;
  readonly saved: SavedSearches;
  readonly search: SearchAds;
  readonly files: SearchFiles;
}

/** The search of a file or a tree row, else the search on the screen. @throws {FeatureError} `nothingShown` */
export async function exportedSearch(
  ports: ExportedSearchPorts,
  argument: unknown,
): Promise<ExportedSearch | undefined> {
  const { search, saved, panels } = ports;
  if (argument instanceof SearchFileTarget)
    return { ...(await startOfFile(search, await readSearch(ports, argument.uri))), named: true };
  if (!isTreeRow(argument)) return { ...(await startOfShown(search, shownSearch(panels, argument))), named: false };
  const chosen = await chosenSearch(saved, argument, l10n.t("Export Pages"));
  return chosen && { ...(await startOfSaved(search, chosen)), named: true };
}

const isTreeRow = (argument: unknown) => typeof argument === "object" && argument !== null && "row" in argument;
