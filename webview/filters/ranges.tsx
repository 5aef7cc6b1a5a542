import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import { isSingle } from "../../src/protocol/filters";
import type { FilterValue } from "../../src/protocol/search";
import { TextField } from "../controls/fields";
import type { FilterControlProps } from "./control";
import { filterName } from "./filterTexts";

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
export function RangeControl(props: FilterControlProps) {
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
export function DateControl(props: FilterControlProps) {
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
