import * as l10n from "@vscode/l10n";
import type { ComponentChildren, ComponentType } from "preact";
import { useState } from "preact/hooks";
import { type Filter, isSingle } from "../../src/protocol/filters";
import { keyText } from "../../src/protocol/readableName";
import type { FilterValue } from "../../src/protocol/search";
import { PlainButton, TextButton } from "../controls/Button";
import { Dropdown, type Option, TextField } from "../controls/fields";
import { type ControlKind, controlKind } from "../state/controlKind";
import { BooleanControl, ChecksControl, FlagControl, PickerControl, SingleControl, SortControl } from "./choices";
import type { FilterControlProps } from "./control";
import { filterName, itemName } from "./filterTexts";

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

/** Texts, each searched in the part of the ad that its sub-type names: `SearchBox`. */
function SearchBoxControl(props: FilterControlProps) {
  const { filter, value, disabled, onChange } = props;
  const types = filter.items.map((item) => ({ value: keyText(item.key), label: itemName(item) }));
  const blank = { type: types[0]?.value ?? "text", text: "" };
  const { rows: typed, change } = useRows(value, onChange);
  const rows = typed.length > 0 ? typed : [blank];
  const another = l10n.t("Add another text");
  const add = () => change([...rows, blank]);
  return (
    <div class="search-box column">
      {rows.map((row, index) => (
        <SearchRow
          key={index}
          {...props}
          row={row}
          index={index}
          types={types}
          onChange={(next) => change(rows.map((old, at) => (at === index ? next : old)))}
          {...(rows.length > 1 && {
            onRemove: () => change(rows.filter((_, at) => at !== index)),
          })}
        />
      ))}
      {filled(rows).length === rows.length && (
        <TextButton icon="add" label={another} disabled={disabled} onPress={add} />
      )}
    </div>
  );
}

interface SearchRowProps extends Omit<FilterControlProps, "onChange"> {
  readonly row: TextRow;
  readonly index: number;
  readonly types: readonly Option[];
  readonly onChange: (row: TextRow) => void;
  /** Absent for the only row. */
  readonly onRemove?: () => void;
}

/** One text of a search box with the part of the ad that it is searched in. */
function SearchRow(props: SearchRowProps) {
  const { filter, row, index, types, disabled, invalid, describedBy, onChange, onRemove, onSubmit } = props;
  const name = filterName(filter);
  return (
    <div class="search-row">
      {types.length > 1 && (
        <Dropdown
          label={l10n.t("{0}, where to look", name)}
          value={row.type}
          options={types}
          disabled={disabled}
          onChange={(type) => onChange({ ...row, type })}
        />
      )}
      <TextField
        label={index === 0 ? l10n.t("{0}, text", name) : l10n.t("{0}, text {1}", name, index + 1)}
        value={row.text}
        placeholder={filter.placeholder ?? l10n.t("Any text")}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        onInput={(text) => onChange({ ...row, text })}
        onEnter={onSubmit}
      />
      {onRemove && <PlainButton icon="close" label={l10n.t("Remove text {0}", index + 1)} onPress={onRemove} />}
    </div>
  );
}

type TextRow = Extract<FilterValue, { kind: "texts" }>["texts"][number];

/** The rows that are not blank. */
const filled = (rows: readonly TextRow[]): readonly TextRow[] => rows.filter((row) => row.text.trim() !== "");

const same = (a: readonly TextRow[], b: readonly TextRow[]) => JSON.stringify(a) === JSON.stringify(b);

/** Rows while they are typed: blank ones exist only here, so that only real texts become part of the query. */
function useRows(value: FilterValue | undefined, onChange: (value: FilterValue) => void) {
  const given = value?.kind === "texts" ? value.texts : [];
  const [typed, setTyped] = useState(given);
  const rows = same(filled(typed), given) ? typed : given;
  const change = (next: readonly TextRow[]) => {
    setTyped(next);
    if (!same(filled(next), given)) onChange({ kind: "texts", texts: filled(next) });
  };
  return { rows, change };
}

const rangeOf = (value?: FilterValue) => (value?.kind === "range" ? value : undefined);

function numberIn(text: string): number | undefined {
  const value = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A number while it is being typed ("-", "1e"): the query holds only complete numbers. */
function useTyped(value: number | undefined, onChange: (value?: number) => void) {
  const [typed, setTyped] = useState("");
  const text = numberIn(typed) === value ? typed : value === undefined ? "" : String(value);
  const type = (next: string) => {
    setTyped(next);
    if (numberIn(next) !== value) onChange(numberIn(next));
  };
  return [text, type] as const;
}

/** Two numbers: `NumberMultiRange` and `NumberSingleRange`. Both are optional; the service's bounds are shown in the fields. */
function RangeControl(props: FilterControlProps) {
  const { filter, value, disabled, invalid, describedBy, onChange } = props;
  const { min, max, infinite } = filter;
  const range = rangeOf(value);
  const set = (from?: number, to?: number) =>
    onChange({ kind: "range", ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  const [fromText, typeFrom] = useTyped(range?.from, (from) => {
    set(from, range?.to);
  });
  const [toText, typeTo] = useTyped(range?.to, (to) => {
    set(range?.from, to);
  });
  const bounds = { ...(min !== undefined && { min: String(min) }), ...(max !== undefined && { max: String(max) }) };
  const shared = { type: "number" as const, disabled, invalid, describedBy, ...bounds };
  return (
    <div class="range">
      <TextField
        {...shared}
        label={l10n.t("{0}, from", filterName(filter))}
        value={fromText}
        placeholder={min === undefined ? l10n.t("from") : String(min)}
        onInput={typeFrom}
      />
      <span aria-hidden="true">–</span>
      <TextField
        {...shared}
        label={l10n.t("{0}, to", filterName(filter))}
        value={toText}
        placeholder={max === undefined ? (infinite ? "∞" : l10n.t("to")) : `${max}${infinite ? "+" : ""}`}
        onInput={typeTo}
      />
    </div>
  );
}

/** A day (`DateSingle`), or the first and last of several (`DateMulti`); the last may stay open. */
function DateControl(props: FilterControlProps) {
  const { filter, value, onChange } = props;
  const dates = value?.kind === "dates" ? value : undefined;
  const from = dates?.from ?? "";
  const to = dates?.to ?? "";
  const name = filterName(filter);
  const set = (first: string, last: string) =>
    onChange({ kind: "dates", ...(first !== "" && { from: first }), ...(last !== "" && { to: last }) });
  const setFrom = (day: string) => set(day, to);
  if (isSingle(filter)) return <Day {...props} label={name} day={from} onDay={setFrom} />;
  return (
    <div class="range">
      <Day {...props} label={l10n.t("{0}, from", name)} day={from} onDay={setFrom} />
      <span aria-hidden="true">–</span>
      <Day {...props} label={l10n.t("{0}, to", name)} day={to} onDay={(day) => set(from, day)} />
    </div>
  );
}

interface DayProps extends FilterControlProps {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

function Day({ label, day, disabled, invalid, describedBy, onDay }: DayProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={day}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      onInput={onDay}
    />
  );
}
