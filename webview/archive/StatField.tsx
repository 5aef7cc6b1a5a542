import * as l10n from "@vscode/l10n";
import type { AdCriteria } from "../../src/protocol/owned";
import { Dropdown } from "../controls/Dropdown";
import { TextField } from "../controls/TextField";
import { labelOfStat } from "../detail/labelOfStat";
import { without } from "../state/without";
import { Field } from "./Field";

type Stat = NonNullable<AdCriteria["stat"]>;

interface StatFieldProps {
  readonly stat: Stat | undefined;
  readonly names: readonly string[];
  readonly onChange: (stat: Stat | undefined) => void;
}

/** One of the numbers that cards and details show, within bounds. */
export function StatField({ stat, names, onChange }: StatFieldProps) {
  const options = [
    { value: "", label: l10n.t("Any metric") },
    ...names.map((name) => ({ value: name, label: labelOfStat(name) })),
  ];
  return (
    <Field name={l10n.t("Metric")}>
      <Dropdown
        label={l10n.t("Metric")}
        value={stat?.name ?? ""}
        options={options}
        onChange={(name) => {
          onChange(name === "" ? undefined : { name });
        }}
      />
      {stat && (
        <div class="range">
          <Bound label={l10n.t("Metric, from")} stat={stat} end="min" onChange={onChange} />
          <span aria-hidden="true">–</span>
          <Bound label={l10n.t("Metric, to")} stat={stat} end="max" onChange={onChange} />
        </div>
      )}
    </Field>
  );
}

interface BoundProps {
  readonly label: string;
  readonly stat: Stat;
  readonly end: "min" | "max";
  readonly onChange: (stat: Stat) => void;
}

function Bound({ label, stat, end, onChange }: BoundProps) {
  return (
    <TextField
      type="number"
      label={label}
      value={stat[end]?.toString() ?? ""}
      onInput={(typed) => {
        const kept = without(stat, end);
        const value = typed.trim() === "" ? NaN : Number(typed);
        onChange(Number.isFinite(value) ? { ...kept, [end]: value } : kept);
      }}
    />
  );
}
