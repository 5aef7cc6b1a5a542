import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { Filter, FilterForm } from "../../src/protocol/filters";
import type { FilterValue } from "../../src/protocol/search";
import { FilterControl } from "../filters/FilterControl";
import { FilterField } from "../filters/FilterField";
import { filterName } from "../filters/names";
import { disabledNote } from "../state/v1Rules";
import { displacedBy } from "../state/disablesOthers";
import type { PanelState } from "../state";
import { valueOf } from "../state/query";
import { FilterGroups } from "./FilterGroups";
import type { PaneProps } from "../panes";
import { useRevealInSteps } from "./useRevealInSteps";

interface FilterFieldsProps extends Pick<PaneProps, "session" | "store">, Pick<PanelState, "draft" | "problems"> {
  readonly form: FilterForm;
}

/** Window height per initially visible field, in px, allowing for what is above and below the form. */
const roomOfField = 80;
/** The minimum, and the number in a painting, which does not know the window. */
const fieldsAtOnce = 12;

const inSight = () =>
  typeof innerHeight === "number" ? Math.max(fieldsAtOnce, Math.ceil(innerHeight / roomOfField)) : fieldsAtOnce;

/** Keys of the filters from the top down. */
const inOrder = ({ filters, groups }: FilterForm): readonly string[] =>
  groups ? groups.flatMap((group) => group.filters) : filters.map(({ key }) => key);

/** One field per filter, in the service's order: those in sight at once, the others in idle time. */
export function FilterFields(props: FilterFieldsProps) {
  const { form, draft } = props;
  const displaced = useMemo(() => displacedBy(form, draft), [form, draft]);
  const order = useMemo(() => inOrder(form), [form]);
  const ready = useRevealInSteps(order, inSight());
  return (
    <>
      <FilterGroups form={form} draft={draft}>
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
  const clear = (other: Filter) => {
    store.dispatch({ type: "chosen", filter: other.key });
  };
  const set = (next?: FilterValue) => {
    store.dispatch({ type: "chosen", filter: filter.key, ...(next && { value: next }) });
  };
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
      {ready ? (
        <FilterControl
          filter={filter}
          {...(value && { value })}
          disabled={disabled !== undefined || by !== undefined}
          invalid={problem !== undefined}
          describedBy={`${id}-note`}
          onChange={set}
          loadItems={(text, signal) => session.filterItems(filter.itemsFrom ?? "", text, signal)}
          reloadForm={() => void session.reloadForm()}
          onSubmit={() => void session.search()}
        />
      ) : (
        <div class="control-to-come" />
      )}
    </FilterField>
  );
}
