// Saved and recent searches.
export { RecentSearches } from "./recentSearches";
export { bodyField, platformField, type SavedSearch } from "./savedSearch";
export { SavedSearches } from "./savedSearches";
export type { SearchFileProblem } from "./searchFolder";
