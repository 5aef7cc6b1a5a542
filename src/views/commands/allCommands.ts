import type * as vscode from "vscode";
import type { AdDetails } from "../../features/details";
import type { Archive } from "../../features/archive";
import type { Datasets } from "../../features/dataset";
import type { Connection, LibraryClients } from "../../features/connection";
import type { FilterChanges } from "../../features/drift";
import type { ExportSearch } from "../../features/export";
import type { FilterForms } from "../../features/forms";
import type { RanSearches, Runs } from "../../features/runs";
import type { SearchAds } from "../../features/search";
import type { SearchFiles } from "../../features/searchFiles";
import type { RecentSearches, SavedSearches } from "../../features/searches";
import type { Settings } from "../../features/settings";
import type { AllowedSearches, Wallet } from "../../features/wallet";
import type { PanelCommand } from "../../protocol/panel";
import type { Documents } from "../documents";
import { openSettings } from "../openSettings";
import type { FileLinks } from "../searchFiles/fileLinks";
import type { Panels } from "../panel/panels";
import { archiveCommands } from "./archiveCommands";
import { checkConnection } from "./checkConnection";
import type { CommandHandler, CommandId } from "./commandIds";
import { connectionCommands } from "./connectionCommands";
import { convertCommands } from "./convertCommands";
import { creditsCommands } from "./creditsCommands";
import { datasetCommands } from "./datasetCommands";
import { exportCommands } from "./exportCommands";
import { filterChangeCommands } from "./filterChangeCommands";
import { openAdCommand } from "./openAdCommand";
import { allowedSearchCommands, ProgramSpending } from "./programSpending";
import { runCommands } from "./runCommands";
import { savedSearchCommands } from "./savedSearchCommands";
import { searchFileCommands } from "./searchFileCommands";
import { searchCommands } from "./searchCommands";
import { sessionCommands } from "./sessionCommands";

export interface CommandPorts {
  readonly allowed: AllowedSearches;
  readonly isOwnRow: (value: unknown) => boolean;
  readonly clients: LibraryClients;
  readonly wallet: Wallet;
  readonly archive: Archive;
  readonly forms: FilterForms;
  readonly filterChanges: FilterChanges;
  readonly search: SearchAds;
  readonly details: AdDetails;
  readonly files: SearchFiles;
  readonly connection: Connection;
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly ran: RanSearches;
  readonly runs: Runs;
  readonly exports: ExportSearch;
  readonly datasets: Datasets;
  readonly panels: Panels;
  readonly links: FileLinks;
  readonly documents: Documents;
  readonly log: vscode.LogOutputChannel;
  readonly settings: () => Settings;
}

/** Every command of the manifest, and those that only panels start. If one is missing, this does not compile. */
export function allCommands(given: CommandPorts): Readonly<Record<CommandId | PanelCommand, CommandHandler>> {
  const ports = { ...given, program: new ProgramSpending(given) };
  const { panels, search, documents, archive, wallet, log } = ports;
  const exporting = exportCommands(ports);
  return {
    ...connectionCommands(ports),
    ...searchCommands(ports),
    ...sessionCommands(panels, search, documents),
    ...savedSearchCommands(ports),
    ...runCommands(ports),
    ...exporting,
    ...searchFileCommands(ports, exporting.exportPages),
    ...filterChangeCommands(ports),
    ...archiveCommands(archive, panels),
    ...datasetCommands(ports),
    ...creditsCommands(wallet, ports.details, documents),
    ...convertCommands(ports),
    ...openAdCommand(ports),
    ...checkConnection(ports),
    ...allowedSearchCommands(ports.allowed),
    showLog: () => Promise.resolve(log.show()),
    openSettings: () => openSettings(),
  };
}
