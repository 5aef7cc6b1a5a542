import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import { keyText } from "../../src/protocol/readableName";
import type { FilterValue } from "../../src/protocol/search";
import { PlainButton, TextButton } from "../controls/Button";
import { Dropdown, type Option, TextField } from "../controls/fields";
import type { FilterControlProps } from "./control";
import { itemName, filterName } from "./filterTexts";

/** Texts, each searched in the part of the ad that its sub-type names: `SearchBox`. */
export function SearchBoxControl(props: FilterControlProps) {
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
