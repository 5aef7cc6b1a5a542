import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Filter, FilterForm, FilterGroup } from "../../src/protocol/filters";
import { readableName } from "../../src/protocol/readableName";
import type { SearchQuery } from "../../src/protocol/search";

interface FilterGroupsProps {
  readonly form: FilterForm;
  readonly draft: SearchQuery;
  readonly children: (filter: Filter) => ComponentChildren;
}

/** The fields in the parts of a V1 form; without parts, one after another. */
export function FilterGroups({ form, draft, children }: FilterGroupsProps) {
  const { filters, groups } = form;
  if (!groups) return <>{filters.map(children)}</>;
  return (
    <>
      {groups.map((group, index) => {
        const own = filters.filter(({ key }) => group.filters.includes(key));
        return <Part key={group.key ?? index} group={group} draft={draft} fields={own.map(children)} />;
      })}
    </>
  );
}

interface PartProps {
  readonly group: FilterGroup;
  readonly draft: SearchQuery;
  readonly fields: readonly ComponentChildren[];
}

/** A collapsible part, initially as the service wants it; one with a choice in it starts unfolded. */
function Part({ group, draft, fields }: PartProps) {
  const { label, key, description, collapse } = group;
  const name = label ?? (key === undefined ? undefined : readableName(key));
  // Decided once, because clearing the last choice must not fold the part being edited.
  const [open] = useState(
    () => collapse !== true || draft.choices.some(({ filter }) => group.filters.includes(filter)),
  );
  if (fields.length === 0) return null;
  if (name === undefined) return <>{fields}</>;
  return (
    <details class="filter-group" open={open}>
      <summary dir="auto">{name}</summary>
      {description !== undefined && (
        <p class="filter-description" dir="auto">
          {description}
        </p>
      )}
      {fields}
    </details>
  );
}
