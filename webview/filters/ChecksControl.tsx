import { chosenItem } from "../state/query";
import { Checkbox } from "../controls/Checkbox";
import type { FilterControlProps } from "./control";
import { itemName } from "./names";
import { blockedItems } from "../state/v1Rules";

/** A short list with a check mark each: `StringMulti`, `StringMultiApi`, `BooleanMulti`. */
export function ChecksControl({ filter, value, disabled, onChange }: FilterControlProps) {
  const blocked = blockedItems(filter, value);
  const chosen = value?.kind === "items" ? value.items : [];
  return (
    <div class="checks">
      {filter.items.map((item) => {
        const checked = chosen.some(({ key }) => key === item.key);
        return (
          <Checkbox
            key={item.key}
            label={itemName(item)}
            checked={checked}
            disabled={disabled || blocked.has(item.key)}
            onChange={(now) => {
              const others = chosen.filter(({ key }) => key !== item.key);
              onChange({ kind: "items", items: now ? [...others, chosenItem(item)] : others });
            }}
          />
        );
      })}
    </div>
  );
}
