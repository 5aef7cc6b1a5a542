import * as l10n from "@vscode/l10n";
import { useMemo, useRef } from "preact/hooks";
import { Picker } from "../controls/picker/Picker";
import type { Option } from "../controls/option";
import type { FilterAction, FilterItem } from "../../src/protocol/filters";
import type { FilterControlProps } from "./control";
import { isSingle } from "../../src/protocol/filters";
import { chosenItem } from "../state/query";
import { filterName, itemName } from "./names";

const optionOf = (item: Pick<FilterItem, "key" | "label">): Option => ({ value: item.key, label: itemName(item) });

function actionIn(actions: ReadonlyMap<string, FilterAction>, key: string): { readonly action?: FilterAction } {
  const action = actions.get(key);
  return action ? { action } : {};
}

/** Items found by typing, from the form or from the service: the searchable components, and any list too long for check marks. */
export function PickerControl(props: FilterControlProps) {
  const { filter, value, disabled, invalid, describedBy, onChange, loadItems } = props;
  const options = useMemo(() => filter.items.map(optionOf), [filter]);
  const chosen = useMemo(() => (value?.kind === "items" ? value.items.map(optionOf) : []), [value]);
  const remote = filter.itemsFrom !== undefined;
  const actions = useRef(new Map<string, FilterAction>());
  const load = async (text: string, signal: AbortSignal) => {
    const items = await loadItems(text, signal);
    for (const { key, action } of items) if (action) actions.current.set(key, action);
    return items.map(optionOf);
  };
  return (
    <Picker
      id={`${describedBy}-picker`}
      label={filterName(filter)}
      placeholder={filter.placeholder ?? (remote ? l10n.t("Type to search") : l10n.t("Any"))}
      options={options}
      chosen={chosen}
      multiple={!isSingle(filter)}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      {...(remote && { load })}
      onChange={(next) => {
        onChange({
          kind: "items",
          items: next.map(({ value: key, label }) => chosenItem({ key, label, ...actionIn(actions.current, key) })),
        });
      }}
    />
  );
}
