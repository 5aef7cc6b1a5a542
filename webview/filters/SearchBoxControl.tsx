import * as l10n from "@vscode/l10n";
import { keyText } from "../../src/protocol/readableName";
import { PlainButton } from "../controls/Button";
import type { FilterControlProps } from "./control";
import { itemName } from "./names";
import { SearchRow } from "./SearchRow";
import { filled, useRows } from "./useRows";

/** Texts, each searched in the part of the ad that its sub-type names: `SearchBox`. */
export function SearchBoxControl(props: FilterControlProps) {
  const { filter, value, disabled, onChange } = props;
  const types = filter.items.map((item) => ({ value: keyText(item.key), label: itemName(item) }));
  const blank = { type: types[0]?.value ?? "text", text: "" };
  const { rows: typed, change } = useRows(value, onChange);
  const rows = typed.length > 0 ? typed : [blank];
  const another = l10n.t("Add another text");
  const add = () => {
    change([...rows, blank]);
  };
  return (
    <div class="search-box">
      {rows.map((row, index) => (
        <SearchRow
          key={index}
          {...props}
          row={row}
          index={index}
          types={types}
          onChange={(next) => {
            change(rows.map((old, at) => (at === index ? next : old)));
          }}
          {...(rows.length > 1 && {
            onRemove: () => {
              change(rows.filter((_, at) => at !== index));
            },
          })}
        />
      ))}
      {filled(rows).length === rows.length && (
        <PlainButton class="text-button" icon="add" label={another} disabled={disabled} onPress={add}>
          {another}
        </PlainButton>
      )}
    </div>
  );
}
