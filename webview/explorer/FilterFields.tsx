import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useMemo, useState, useEffect } from "preact/hooks";
import type { Filter, FilterForm, FilterGroup } from "../../src/protocol/filters";
import { readableName } from "../../src/protocol/readableName";
import type { FilterValue, SearchQuery } from "../../src/protocol/search";
import { afterPaint } from "../timing";
import { FilterControl, FilterField } from "../filters/FilterField";
import { filterName } from "../filters/filterTexts";
import type { PaneProps } from "../panes";
import type { PanelState } from "../state";
import { displacedBy } from "../../src/protocol/search";
import { valueOf } from "../state/query";
import { disabledNote } from "../state/v1Rules";

interface FilterFieldsProps extends Pick<PaneProps, "session" | "store">, Pick<PanelState, "draft" | "problems"> {
  readonly form: FilterForm;
}

/** Window height per initially visible field, in px, allowing for what is above and below the form. */
const roomOfField = 80;
/** The minimum, and the number that is pre-rendered, where no window is known. */
const fieldsAtOnce = 12;

const inSight = () =>
  typeof innerHeight === "number" ? Math.max(fieldsAtOnce, Math.ceil(innerHeight / roomOfField)) : fieldsAtOnce;

/** Keys of the filters from the top down. */
const inOrder = ({ filters, groups }: FilterForm): readonly string[] =>
  groups ? groups.flatMap((group) => group.filters) : filters.map(({ key }) => key);

/** One field per filter, in the service's order: those in sight at once, the others in idle time. */
export function FilterFields(props: FilterFieldsProps) {
  const { form, draft, problems } = props;
  const displaced = useMemo(() => displacedBy(form, draft), [form, draft]);
  const order = useMemo(() => inOrder(form), [form]);
  const ready = useRevealInSteps(order, inSight());
  return (
    <>
      <FilterGroups {...{ form, draft, problems }}>
        {(filter) => (
          <Field
            key={`${form.platform} ${filter.key}`}
            {...props}
            filter={filter}
            ready={ready.has(filter.key)}
            id={`filter-${form.filters.indexOf(filter)}`}
            displacedBy={form.filters.find(({ key }) => key === displaced.get(filter.key))}
          />
        )}
      </FilterGroups>
      {form.repairs > 0 && (
        <p class="filter-description">{l10n.t("Some of the service's filters couldn't be read and are not shown.")}</p>
      )}
    </>
  );
}

interface FieldProps extends FilterFieldsProps {
  readonly id: string;
  readonly filter: Filter;
  /** Whether its control is wanted by now. */
  readonly ready: boolean;
  readonly displacedBy: Filter | undefined;
}

function Field({ draft, problems, session, store, id, filter, ready, displacedBy: by }: FieldProps) {
  const value = valueOf(draft, filter.key);
  const disabled = disabledNote(filter);
  const apart = disabled === undefined && by && { by: filterName(by), onClear: () => clear(by) };
  const problem = problems.find((found) => found.filter === filter.key)?.message;
  const clear = (other: Filter) => store.dispatch({ type: "chosen", filter: other.key });
  const set = (next?: FilterValue) =>
    store.dispatch({ type: "chosen", filter: filter.key, ...(next && { value: next }) });
  return (
    <FilterField
      id={id}
      filter={filter}
      chosen={value !== undefined}
      {...(problem !== undefined && { problem })}
      {...(disabled !== undefined && { note: disabled })}
      {...(apart && { apart })}
      onReset={() => set()}
    >
      {ready || problem !== undefined ? (
        <FilterControl
          filter={filter}
          {...(value && { value })}
          disabled={disabled !== undefined || by !== undefined}
          invalid={problem !== undefined}
          describedBy={`${id}-note`}
          onChange={set}
          loadItems={(text, signal) => session.filterItems(filter.itemsFrom ?? "", text, signal)}
          reloadForm={() => void session.reloadForm()}
          onSubmit={() => void session.submit()}
        />
      ) : (
        <div class="control-to-come" />
      )}
    </FilterField>
  );
}

interface FilterGroupsProps {
  readonly form: FilterForm;
  readonly draft: SearchQuery;
  readonly problems: PanelState["problems"];
  readonly children: (filter: Filter) => ComponentChildren;
}

/** The fields in the parts of a V1 form; without parts, one after another. */
function FilterGroups({ form, draft, problems, children }: FilterGroupsProps) {
  const { filters, groups } = form;
  if (!groups) return <>{filters.map(children)}</>;
  return (
    <>
      {groups.map((group, index) => {
        const own = filters.filter(({ key }) => group.filters.includes(key));
        return <Part key={group.key ?? index} group={group} {...{ draft, problems }} fields={own.map(children)} />;
      })}
    </>
  );
}

interface PartProps {
  readonly group: FilterGroup;
  readonly draft: SearchQuery;
  readonly problems: PanelState["problems"];
  readonly fields: readonly ComponentChildren[];
}

/** A collapsible part, initially as the service wants it; one with a choice in it starts unfolded, a problem unfolds it. */
function Part({ group, draft, problems, fields }: PartProps) {
  const { label, key, description, collapse } = group;
  const name = label ?? (key === undefined ? undefined : readableName(key));
  // Decided once, because clearing the last choice must not fold the part being edited.
  const [open, setOpen] = useState(
    () => collapse !== true || draft.choices.some(({ filter }) => group.filters.includes(filter)),
  );
  const own = problems.filter(({ filter = "" }) => group.filters.includes(filter));
  const [seen, setSeen] = useState(own.length);
  if (own.length !== seen) {
    setSeen(own.length);
    if (own.length > 0) setOpen(true);
  }
  if (fields.length === 0) return null;
  if (name === undefined) return <>{fields}</>;
  return (
    <details class="filter-group" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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

/** How many are added after each paint. */
const step = 4;

/** The first few entries of a list at once, and the others a few per frame until it is complete. */
function useRevealInSteps(all: readonly string[], atOnce: number): ReadonlySet<string> {
  const [count, setCount] = useState(atOnce);
  const more = count < all.length;
  useEffect(() => {
    if (!more) return;
    return afterPaint(() => setCount(count + step));
  }, [more, count]);
  return useMemo(() => new Set(all.slice(0, count)), [all, count]);
}
