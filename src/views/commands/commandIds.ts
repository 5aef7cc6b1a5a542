/** Every command of the manifest, without its `adLibrary.` prefix. */
export const commandIds = [
  "connect",
  "setApiKey",
  "removeApiKey",
  "useSampleLibrary",
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
  "exportResults",
  "exportPages",
  "resumeExport",
  "showCredits",
  "exportCredits",
  "showLog",
  "copyAsCurl",
  "showRawResponse",
  "searchArchive",
  "clearArchive",
  "convertV1Request",
  "convertV1Response",
] as const;

export type CommandId = (typeof commandIds)[number];

/** Does one command; what it gives back is what `executeCommand` answers. Arguments come from anybody. */
export type CommandHandler = (...args: readonly unknown[]) => Promise<unknown>;
