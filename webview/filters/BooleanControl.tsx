import * as l10n from "@vscode/l10n";
import { RadioGroup } from "../controls/RadioGroup";
import { chosenItem } from "../state/query";
import type { FilterControlProps } from "./control";
import { filterName, itemName } from "./names";

/** The value of "Any": no key can equal it, because keys are JSON texts. */
const any = "any";

/** Any, or one of the answers that the service lists: `BooleanSingle`. */
export function BooleanControl({ filter, value, disabled, onChange }: FilterControlProps) {
  const chosen = value?.kind === "items" ? value.items[0] : undefined;
  const options = filter.items.map((item) => ({ value: item.key, label: itemName(item) }));
  return (
    <RadioGroup
      label={filterName(filter)}
      value={chosen?.key ?? any}
      options={[{ value: any, label: l10n.t("Any") }, ...options]}
      disabled={disabled}
      onChange={(key) => {
        const item = filter.items.find((candidate) => candidate.key === key);
        onChange(item && { kind: "items", items: [chosenItem(item)] });
      }}
    />
  );
}
