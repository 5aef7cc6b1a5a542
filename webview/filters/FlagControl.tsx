import { Checkbox } from "../controls/Checkbox";
import type { FilterControlProps } from "./control";
import { filterName } from "./names";

/** On, or not sent at all: `CBoolean`. */
export function FlagControl({ filter, value, disabled, onChange }: FilterControlProps) {
  return (
    <Checkbox
      label={filterName(filter)}
      checked={value?.kind === "flag" && value.on}
      disabled={disabled}
      onChange={(on) => {
        onChange(on ? { kind: "flag", on } : undefined);
      }}
    />
  );
}
