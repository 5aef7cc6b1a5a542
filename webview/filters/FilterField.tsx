import * as l10n from "@vscode/l10n";
import type { ComponentChildren, ComponentType } from "preact";
import type { Filter } from "../../src/protocol/filters";
import { PlainButton, TextButton } from "../controls/Button";
import { type ControlKind, controlKind } from "../state/controlKind";
import { BooleanControl, ChecksControl, FlagControl, PickerControl, SingleControl, SortControl } from "./choices";
import type { FilterControlProps } from "./control";
import { filterName } from "./filterTexts";
import { DateControl, RangeControl } from "./ranges";
import { SearchBoxControl } from "./SearchBoxControl";

interface FilterFieldProps {
  readonly id: string;
  readonly filter: Filter;
  readonly chosen: boolean;
  readonly problem?: string;
  /** Why the filter cannot be used now. */
  readonly note?: string;
  /** The name of the chosen filter that keeps this one from being sent, and how to clear it. */
  readonly apart?: { readonly by: string; readonly onClear: () => void };
  readonly children: ComponentChildren;
  readonly onReset: () => void;
}

/** A filter in the form: its name, its control, and next to it any problem. */
export function FilterField(props: FilterFieldProps) {
  const { id, filter, chosen, children, onReset } = props;
  const name = filterName(filter);
  return (
    <div
      class={`filter column shrinks ${controlKind(filter) === "flag" ? "filter-flag" : ""}`}
      role="group"
      aria-labelledby={`${id}-name`}
      data-filter={filter.key}
    >
      <div class="filter-head row spread">
        <span class="filter-name one-line small bold" id={`${id}-name`} dir="auto" title={filter.key}>
          {name}
        </span>
        {chosen && filter.resettable !== false && (
          <PlainButton
            class="filter-reset muted"
            icon="discard"
            label={l10n.t("Reset {0}", name)}
            title={l10n.t("Reset {0}", name)}
            onPress={onReset}
          />
        )}
      </div>
      {children}
      <Notes {...props} name={name} />
    </div>
  );
}

/** The notes below a control: what the filter is for, why it is not sent, what is wrong. */
function Notes({ id, filter, chosen, problem, note, apart, name }: FilterFieldProps & { readonly name: string }) {
  return (
    <div id={`${id}-note`} class="filter-notes">
      {filter.description !== undefined && (
        <p class="filter-description" dir="auto">
          {filter.description}
        </p>
      )}
      {note !== undefined && <p class="filter-description">{note}</p>}
      {apart && (
        <p class="filter-description">
          {chosen ? l10n.t("Not sent with {0}.", apart.by) : l10n.t("Can't be combined with {0}.", apart.by)}{" "}
          <TextButton
            label={l10n.t("Clear {0} to use {1}", apart.by, name)}
            text={l10n.t("Clear {0}", apart.by)}
            onPress={apart.onClear}
          />
        </p>
      )}
      {problem !== undefined && (
        <p class="filter-problem smaller">
          <span class="codicon codicon-error" aria-hidden="true" /> {problem}
        </p>
      )}
    </div>
  );
}

const controls: Readonly<Record<ControlKind, ComponentType<FilterControlProps>>> = {
  texts: SearchBoxControl,
  sort: SortControl,
  checks: ChecksControl,
  picker: PickerControl,
  dropdown: SingleControl,
  radios: BooleanControl,
  range: RangeControl,
  dates: DateControl,
  flag: FlagControl,
};

/** The control of a filter. A component that this version does not know is named, and never sent. */
export function FilterControl(props: FilterControlProps) {
  const { filter } = props;
  // Why a disabled filter is not offered is said below it.
  if (lacksItems(filter)) return filter.disabled === undefined ? <NoChoices reloadForm={props.reloadForm} /> : null;
  const kind = controlKind(filter);
  const Control = kind && controls[kind];
  if (Control) return <Control {...props} />;
  return (
    <p class="filter-unsupported">
      {filter.componentName.trim() === ""
        ? l10n.t("The service doesn't say what kind of filter this is, so it is never sent.")
        : l10n.t("This kind of filter is not supported ({0}), so it is never sent.", filter.componentName)}
    </p>
  );
}

function NoChoices({ reloadForm }: Pick<FilterControlProps, "reloadForm">) {
  return (
    <p class="filter-unsupported">
      {l10n.t("The service sent no options for this filter.")}{" "}
      <TextButton label={l10n.t("Load the filters again, 0 credits")} onPress={reloadForm}>
        {l10n.t("Try again, 0 credits")}
      </TextButton>
    </p>
  );
}

/** Whether a filter offers nothing: its list is empty, and no more can be asked for. */
function lacksItems(filter: Filter): boolean {
  const kind = controlKind(filter);
  const lists = kind === "checks" || kind === "dropdown" || kind === "radios" || kind === "picker";
  return lists && filter.items.length === 0 && filter.itemsFrom === undefined;
}
