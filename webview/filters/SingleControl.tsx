import * as l10n from "@vscode/l10n";
import { Dropdown } from "../controls/Dropdown";
import { chosenItem } from "../state/query";
import type { FilterControlProps } from "./control";
import { filterName, itemName } from "./names";

/** One of a list, or none: `StringSingle`. */
export function SingleControl({ filter, value, disabled, onChange }: FilterControlProps) {
  const chosen = value?.kind === "items" ? value.items[0] : undefined;
  const options = filter.items.map((item) => ({ value: item.key, label: itemName(item) }));
  return (
    <Dropdown
      label={filterName(filter)}
      value={chosen?.key ?? ""}
      options={[{ value: "", label: filter.placeholder ?? l10n.t("Any") }, ...options]}
      disabled={disabled}
      onChange={(key) => {
        const item = filter.items.find((candidate) => candidate.key === key);
        onChange(item && { kind: "items", items: [chosenItem(item)] });
      }}
    />
  );
}
