import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { Filter, FilterForm } from "../../src/protocol/filters";
import type { FilterValue } from "../../src/protocol/search";
import { FilterControl } from "../filters/FilterControl";
import { FilterField } from "../filters/FilterField";
import { filterName } from "../filters/names";
import { disabledNote } from "../filters/v1Rules";
import { displacedBy } from "../state/disablesOthers";
import { valueOf } from "../state/query";
import { FilterGroups } from "./FilterGroups";
import type { PaneProps } from "./panes";

interface FilterFieldsProps extends PaneProps {
  readonly form: FilterForm;
}

/** One field per filter, in the service's order. */
export function FilterFields(props: FilterFieldsProps) {
  const { form, state } = props;
  const displaced = useMemo(() => displacedBy(form, state.draft), [form, state.draft]);
  return (
    <>
      <FilterGroups form={form} draft={state.draft}>
        {(filter) => (
          <Field
            key={`${form.platform} ${filter.key}`}
            {...props}
            filter={filter}
            id={`filter-${form.filters.indexOf(filter)}`}
            displacedBy={form.filters.find(({ key }) => key === displaced.get(filter.key))}
          />
        )}
      </FilterGroups>
      {form.repairs > 0 && (
        <p class="filter-description">
          {l10n.t("The service's filters were partly unreadable; those parts are left out.")}
        </p>
      )}
    </>
  );
}

interface FieldProps extends FilterFieldsProps {
  readonly id: string;
  readonly filter: Filter;
  readonly displacedBy: Filter | undefined;
}

function Field({ state, session, store, id, filter, displacedBy: by }: FieldProps) {
  const value = valueOf(state.draft, filter.key);
  const note = disabledNote(filter) ?? (by && l10n.t("Not used together with {0}.", filterName(by)));
  const problem = state.problems.find((found) => found.filter === filter.key)?.message;
  const set = (next?: FilterValue) => {
    store.dispatch({ type: "chosen", filter: filter.key, ...(next && { value: next }) });
  };
  return (
    <FilterField
      id={id}
      filter={filter}
      chosen={value !== undefined}
      {...(problem !== undefined && { problem })}
      {...(note !== undefined && { note })}
      onReset={() => {
        set();
      }}
    >
      <FilterControl
        filter={filter}
        {...(value && { value })}
        disabled={note !== undefined}
        invalid={problem !== undefined}
        describedBy={`${id}-note`}
        onChange={set}
        loadItems={(text, signal) => session.filterItems(filter.itemsFrom ?? "", text, signal)}
        onSubmit={() => void session.search()}
      />
    </FilterField>
  );
}
