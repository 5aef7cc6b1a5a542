// What the first paint does without. One chunk, which arrives while a person looks at the form.
export { ArchivePanel } from "./archive/ArchivePanel";
export { AdTable } from "./cards/AdTable";
export { CardGrid } from "./cards/CardGrid";
export { warmCards } from "./cards/warmCards";
export { Overview } from "./charts/Overview";
export { ComparedAds } from "./compare/ComparedAds";
export { DetailPane } from "./detail/DetailPane";
export { ComparisonPanel } from "./runs/ComparisonPanel";
export { LoadedFilters } from "./explorer/LoadedFilters";
