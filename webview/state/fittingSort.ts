import type { FilterForm } from "../../src/protocol/filters";
import type { SearchQuery } from "../../src/protocol/search";
import { defaultValue, withChoice } from "./query";

/** The names of the sort in a search: V2's and V1's (docs/api.md, "Versioning", row "Sorting"). */
const sorts = ["advanced_order", "orderby"];

/** Whether a filter is the sort, which no other filter displaces. */
export function isSortName(filter: string): boolean {
  return sorts.includes(filter);
}

/** A draft kept under the other version of the service sorts as the form does by default. */
export function withFittingSort(draft: SearchQuery, form: FilterForm): SearchQuery {
  const sort = form.filters.find(({ key }) => isSortName(key));
  const foreign = draft.choices.find(({ filter }) => isSortName(filter) && filter !== sort?.key);
  if (!sort || !foreign) return draft;
  return withChoice(withChoice(draft, foreign.filter), sort.key, defaultValue(sort));
}
