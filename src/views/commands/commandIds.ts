import type * as vscode from "vscode";
import type { Engine } from "../../features/engine";
import type { Settings } from "../../features/settings";
import type { PanelCommand } from "../../protocol/panel";
import type { Documents } from "../documents";
import type { Panels } from "../panel/panels";
import type { FileLinks } from "../searchFiles/linkedFile";
import type { ProgramPorts, ProgramSpending } from "./programSpending";

/** Every command of the manifest, without its `adLibrary.` prefix. */
export const commandIds = [
  "connect",
  "setApiKey",
  "removeApiKey",
  "useSampleLibrary",
  "disconnect",
  "leaveSampleLibrary",
  "deleteEverything",
  "checkConnection",
  "search",
  "searchAll",
  "openExplorer",
  "openAd",
  "saveSearch",
  "runSavedSearch",
  "runRecentSearch",
  "clearRecentSearches",
  "renameSavedSearch",
  "duplicateSavedSearch",
  "deleteSavedSearch",
  "exportSavedSearch",
  "importSavedSearch",
  "checkForNewAds",
  "openRun",
  "compareRuns",
  "diffRuns",
  "watchSearch",
  "stopWatching",
  "checkDue",
  "showNews",
  "exportNews",
  "exportResults",
  "exportPages",
  "resumeExport",
  "showCredits",
  "exportCredits",
  "copyMcpConfiguration",
  "stopAssistants",
  "allowAssistants",
  "revokeAllowedSearches",
  "showLog",
  "copyAsCurl",
  "showRawResponse",
  "searchArchive",
  "importAnswers",
  "exportAnswers",
  "clearArchive",
  "writeDataset",
  "openDatasetQuery",
  "convertV1Request",
  "convertV1Response",
  "newSearchFile",
  "saveAsSearchFile",
  "runSearchFile",
  "showBoughtOfSearchFile",
  "openSearchFile",
  "exportSearchFile",
  "renameSearchFile",
  "deleteSearchFile",
  "addToBoard",
  "keepPictures",
  "openBoard",
  "writeReport",
  "verifyReport",
  "showFilterChanges",
  "dismissFilterChange",
] as const;

export type CommandId = (typeof commandIds)[number];

/** Runs one command; its result is the result of `executeCommand`. The argument is untrusted. */
export type Handler = (ports: CommandPorts, argument: unknown) => Promise<unknown>;

/** Every command of the manifest, and those that only panels start. */
export type AllHandlers = Readonly<Record<CommandId | PanelCommand, Handler>>;

/** Some of them. */
export type Handlers = Partial<AllHandlers>;

/** What commands work with. */
export interface CommandPorts extends Engine, ProgramPorts {
  readonly context: Pick<vscode.ExtensionContext, "workspaceState">;
  readonly program: ProgramSpending;
  readonly panels: Panels;
  readonly links: FileLinks;
  readonly documents: Documents;
  /** The folder of all that is stored on this machine. */
  readonly folder: string;
  /** The folder of the command `ad-library` that terminals get. */
  readonly programs: string;
  /** Ends every feature, and deletes all that is stored. The window must be reloaded then. */
  readonly deleteStored: () => Promise<void>;
  readonly log: vscode.LogOutputChannel;
  readonly settings: () => Settings;
}
