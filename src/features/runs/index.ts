// Results over time: runs, checks for new ads, comparisons.
export type { CheckResult } from "./checkForNew";
export type { RunAds } from "./compareRuns";
export { canonicalNdjson, type ComparisonFormat, comparisonText } from "./comparisonText";
export { differencesOf, differenceWords } from "./differences";
export { type ExportedRun, readExportedRun } from "./exportedRun";
export { RanSearches } from "./ranSearches";
export { coverageWords, stateNames, checkStopWords } from "./runWords";
export { comparison, type RunName, Runs, usualKnownPages } from "./runs";
export { fileOwner } from "./runOwners";
export { checkMarkdown } from "./runsMarkdown";
