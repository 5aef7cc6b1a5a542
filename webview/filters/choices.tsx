import * as l10n from "@vscode/l10n";
import { useMemo, useRef } from "preact/hooks";
import { type FilterAction, type FilterItem, isSingle } from "../../src/protocol/filters";
import type { FilterValue } from "../../src/protocol/search";
import { keyText } from "../../src/protocol/readableName";
import { Checkbox, Dropdown, RadioGroup, type Option } from "../controls/fields";
import { Picker } from "../controls/picker/Picker";
import { chosenItem } from "../state/query";
import { blockedItems } from "../state/v1Rules";
import type { FilterControlProps } from "./control";
import { itemName, filterName, knownItem } from "./filterTexts";

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

const isOff = ({ key }: Pick<FilterItem, "key">) => /^"?(?:false|0|no)"?$/i.test(key);

/** On, or not sent at all: `CBoolean`. If the service lists items for it, the first that means yes is sent. */
export function FlagControl({ filter, value, disabled, onChange }: FilterControlProps) {
  const yes = filter.items.find((item) => !isOff(item));
  const on: FilterValue = yes ? { kind: "items", items: [chosenItem(yes)] } : { kind: "flag", on: true };
  const checked =
    value?.kind === "items" ? value.items.some((item) => !isOff(item)) : value?.kind === "flag" && value.on;
  return (
    <Checkbox
      label={filterName(filter)}
      checked={checked}
      disabled={disabled}
      onChange={(now) => onChange(now ? on : undefined)}
    />
  );
}

const optionOf = (item: Pick<FilterItem, "key" | "label">): Option => ({ value: item.key, label: itemName(item) });

function actionIn(actions: ReadonlyMap<string, FilterAction>, key: string): { readonly action?: FilterAction } {
  const action = actions.get(key);
  return action ? { action } : {};
}

/** Items found by typing, from the form or from the service: the searchable components, and any list too long for check marks. */
export function PickerControl(props: FilterControlProps) {
  const { filter, value, disabled, invalid, describedBy, onChange, loadItems } = props;
  const options = useMemo(() => filter.items.map(optionOf), [filter]);
  const chosen = useMemo(
    () => (value?.kind === "items" ? value.items.map((item) => optionOf(knownItem(filter, item))) : []),
    [value, filter],
  );
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
      onChange={(next) =>
        onChange({
          kind: "items",
          items: next.map(({ value: key, label }) => chosenItem({ key, label, ...actionIn(actions.current, key) })),
        })
      }
    />
  );
}

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
        onChange={(by) => onChange({ kind: "order", by, direction: order?.direction ?? "desc" })}
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
