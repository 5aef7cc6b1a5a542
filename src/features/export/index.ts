// Exports: pages to a file, resumable by means of a plan.
export {
  deliveredTarget,
  incompleteName,
  isUnchanged,
  localTarget,
  mayReplace,
  numberedName,
  suggestName,
} from "./targets";
export { exportRows } from "./exportRows";
export {
  ExportSearch,
  type ExportWish,
  type LostAnswers,
  priceOfPages,
  type UnfinishedExport,
  wishOf,
} from "./exportSearch";
export { type ExportStart, startOfFile, startOfSaved, startOfShown } from "./exportStart";
export {
  beyondWords,
  endOfExportWords,
  type ExportedPage,
  type ExportFormat,
  exportFormats,
  type ExportProgress,
  type ExportSummary,
  type ExportTarget,
  type FileState,
  type PlacedFile,
  refusedWords,
  stopWords,
} from "./exportTypes";
export { endOf, pagesToExport, takePages } from "./pagesToExport";
