// Exports: pages to a file, resumable by means of a journal.
export { deliveredTarget } from "./deliveredTarget";
export { isCap } from "./exportPages";
export { exportRows } from "./exportRows";
export { ExportSearch, type ExportWish } from "./exportSearch";
export { type ExportStart, startOfFile, startOfSaved, startOfShown } from "./exportStart";
export type { Gate } from "./exportSpending";
export {
  type ExportedPage,
  type ExportFormat,
  exportFormats,
  type ExportProgress,
  type ExportStop,
  type ExportSummary,
  type ExportTarget,
  type PlacedFile,
} from "./exportTypes";
export { incompleteName, isUnchanged, localTarget } from "./localTarget";
export { pagesToExport, stopAfter } from "./pagesToExport";
export { checkLibrary, lostAnswers, type LostAnswers, priceOfPages, priceOfRest } from "./restOfExport";
export { stopWords } from "./stopWords";
export { suggestName } from "./suggestName";
export type { UnfinishedExport } from "./unfinishedExports";
