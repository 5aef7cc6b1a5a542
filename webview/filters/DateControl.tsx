import * as l10n from "@vscode/l10n";
import { TextField } from "../controls/TextField";
import type { FilterControlProps } from "./control";
import { isSingle } from "../../src/protocol/filters";
import { filterName } from "./names";

/** A day (`DateSingle`), or the first and last of several (`DateMulti`); the last may stay open. */
export function DateControl(props: FilterControlProps) {
  const { filter, value, onChange } = props;
  const dates = value?.kind === "dates" ? value : undefined;
  const from = dates?.from ?? "";
  const to = dates?.to ?? "";
  const name = filterName(filter);
  const set = (first: string, last: string) => {
    onChange({ kind: "dates", ...(first !== "" && { from: first }), ...(last !== "" && { to: last }) });
  };
  const setFrom = (day: string) => {
    set(day, to);
  };
  if (isSingle(filter)) return <Day {...props} label={name} day={from} onDay={setFrom} />;
  return (
    <div class="range">
      <Day {...props} label={l10n.t("{0}, from", name)} day={from} onDay={setFrom} />
      <span aria-hidden="true">–</span>
      <Day
        {...props}
        label={l10n.t("{0}, to", name)}
        day={to}
        onDay={(day) => {
          set(from, day);
        }}
      />
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
