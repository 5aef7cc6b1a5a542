import { kindOf } from "../../api";
import type { Filter, FilterForm, FilterItem } from "../../protocol/filters";
import { readableName } from "../../protocol/readableName";

/** A filter, an item of one, or a sort, by its label. */
export interface FormPart {
  readonly kind: "filter" | "item" | "sort";
  readonly label: string;
  /** The label of an item's filter. */
  readonly of?: string;
}

export interface FormDifference {
  readonly gone: readonly FormPart[];
  readonly added: readonly FormPart[];
}

/** What a platform dropped and added from one form to the next. Ignores labels, order, bounds and unlisted items. */
export function formDifference(before: FilterForm, after: FilterForm): FormDifference {
  return { gone: lacking(before, after), added: lacking(after, before) };
}

/** Parts of one form that another lacks, in the first form's order. */
function lacking(one: FilterForm, other: FilterForm): readonly FormPart[] {
  const others = new Map(other.filters.map((filter) => [filter.key, filter]));
  return one.filters.flatMap((filter): readonly FormPart[] => {
    const same = others.get(filter.key);
    if (!same) return [{ kind: "filter", label: labelOf(filter) }];
    const keys = new Set(same.items.map(({ key }) => key));
    const items = filter.items.filter(({ key }) => !keys.has(key));
    return items.map((item) =>
      kindOf(filter) === "order"
        ? { kind: "sort", label: itemLabel(item) }
        : { kind: "item", label: itemLabel(item), of: labelOf(filter) },
    );
  });
}

const labelOf = ({ key, label }: Filter) => label ?? readableName(key);
const itemLabel = ({ key, label }: FilterItem) => label ?? key.replace(/^"(.*)"$/s, "$1");
