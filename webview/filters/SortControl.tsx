import * as l10n from "@vscode/l10n";
import { keyText } from "../../src/protocol/readableName";
import { Dropdown } from "../controls/Dropdown";
import type { FilterControlProps } from "./control";
import { filterName, itemName } from "./names";

/** The order of the ads, offering only what the platform lists, with its direction. */
export function SortControl({ filter, value, disabled, onChange }: FilterControlProps) {
  const order = value?.kind === "order" ? value : undefined;
  const options = filter.items.map((item) => ({ value: keyText(item.key), label: itemName(item) }));
  return (
    <div class="sort">
      <Dropdown
        label={filterName(filter)}
        value={order?.by ?? ""}
        options={[{ value: "", label: l10n.t("Default") }, ...options]}
        disabled={disabled}
        onChange={(by) => {
          onChange({ kind: "order", by, direction: order?.direction ?? "desc" });
        }}
      />
      <Dropdown
        label={l10n.t("{0}, direction", filterName(filter))}
        value={order?.direction ?? "desc"}
        options={[
          { value: "desc", label: l10n.t("Descending") },
          { value: "asc", label: l10n.t("Ascending") },
        ]}
        disabled={disabled || !order}
        onChange={(direction) => {
          if (order) onChange({ ...order, direction: direction === "asc" ? "asc" : "desc" });
        }}
      />
    </div>
  );
}
