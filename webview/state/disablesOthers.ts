import type { FilterForm } from "../../src/protocol/filters";
import type { SearchQuery } from "../../src/protocol/search";
import { controlKind } from "./controlKind";
import { isSortName } from "./fittingSort";

/** Filters that are not sent now, by key, each with the key of the chosen filter that displaces it. The sort is never displaced. */
export function displacedBy(form: FilterForm, query: SearchQuery): ReadonlyMap<string, string> {
  const displaced = new Map<string, string>();
  const chosen = new Set(query.choices.map((choice) => choice.filter));
  for (const filter of form.filters) {
    if (!filter.disablesOthers || !chosen.has(filter.key) || displaced.has(filter.key)) continue;
    const named = filter.disablesOthers === true ? undefined : new Set(filter.disablesOthers);
    for (const other of form.filters) {
      if (other.key === filter.key || controlKind(other) === "sort" || isSortName(other.key)) continue;
      if (!named || named.has(other.key)) displaced.set(other.key, filter.key);
    }
  }
  return displaced;
}

/** What a draft sends: all of its choices except those that another choice displaces. */
export function sentOf(form: FilterForm | undefined, draft: SearchQuery): SearchQuery {
  const displaced = form && displacedBy(form, draft);
  if (!displaced || !draft.choices.some(({ filter }) => displaced.has(filter))) return draft;
  return { ...draft, choices: draft.choices.filter(({ filter }) => !displaced.has(filter)) };
}
