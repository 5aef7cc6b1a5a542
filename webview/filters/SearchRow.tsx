import * as l10n from "@vscode/l10n";
import { PlainButton } from "../controls/Button";
import { Dropdown } from "../controls/Dropdown";
import type { Option } from "../controls/option";
import { TextField } from "../controls/TextField";
import type { FilterControlProps } from "./control";
import { filterName } from "./names";
import type { TextRow } from "./useRows";

interface SearchRowProps extends Omit<FilterControlProps, "onChange"> {
  readonly row: TextRow;
  readonly index: number;
  readonly types: readonly Option[];
  readonly onChange: (row: TextRow) => void;
  /** Absent for the only row. */
  readonly onRemove?: () => void;
}

/** One text of a search box with the part of the ad that it is searched in. */
export function SearchRow(props: SearchRowProps) {
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
          onChange={(type) => {
            onChange({ ...row, type });
          }}
        />
      )}
      <TextField
        label={index === 0 ? l10n.t("{0}, text", name) : l10n.t("{0}, text {1}", name, index + 1)}
        value={row.text}
        placeholder={filter.placeholder ?? l10n.t("Any text")}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        onInput={(text) => {
          onChange({ ...row, text });
        }}
        onEnter={onSubmit}
      />
      {onRemove && <PlainButton icon="close" label={l10n.t("Remove text {0}", index + 1)} onPress={onRemove} />}
    </div>
  );
}
