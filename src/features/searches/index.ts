// Saved and recent searches.
export { RecentSearches } from "./recentSearches";
export { bodyField, platformField, type SavedSearch } from "./savedSearch";
export { SavedSearches, type SearchFileProblem } from "./savedSearches";
