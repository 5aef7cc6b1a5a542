// What changed in a platform's filters.
export { type FilterChange, FilterChanges, touchedBy } from "./filterChanges";
export type { FormDifference, FormPart } from "./filterChanges";
