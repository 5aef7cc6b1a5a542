// Results over time: runs, checks for new ads, comparisons.
export { type CheckResult, checkWishOf } from "./checkForNew";
export { isDone } from "./checkNotes";
export { type CommittedRun, committedRunText, readCommittedRun } from "./committedRun";
export type { RunAds } from "./compareRuns";
export { canonicalNdjson, type ComparisonFormat, comparisonText } from "./runFiles";
export { differencesOf, differenceWords } from "./compareRuns";
export { type ExportedRun, readExportedRun } from "./exportedRun";
export { RanSearches } from "./ranSearches";
export { coverageWords, newWords, notKeptWords, stateNames, checkStopWords, spentWords, utcText } from "./runWords";
export { type RunChanges, type RunName, Runs, usualKnownPages } from "./runs";
export { fileOfOwner, fileOwner, savedOwner } from "./runs";
export {
  checkMarkdown,
  checksMarkdown,
  type FoundCard,
  noteOf,
  plain as markdownText,
  stateSections,
} from "./runFiles";
export type { ChangesSince } from "./changesSince";
export type { ToldAd } from "./toldAd";
