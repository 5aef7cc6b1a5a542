import * as l10n from "@vscode/l10n";
import type { Filter, FilterForm, FilterItem } from "../../src/protocol/filters";
import { keyText, readableName } from "../../src/protocol/readableName";
import { type ChosenText, excludes, type FilterValue } from "../../src/protocol/search";
import { plainLabel } from "../charts/label";
import { formatNumber } from "../charts/numbers";

/** What a filter is called: its label or, failing that, its key made readable. */
export function filterName(filter: Pick<Filter, "key" | "label">): string {
  return filter.label ?? readableName(filter.key);
}

/** The same by its key; the form may lack it. */
export function filterNamed(form: FilterForm | undefined, key: string): string {
  return filterName(form?.filters.find((filter) => filter.key === key) ?? { key: plainLabel(key) });
}

/** What an item is called: its label or, failing that, its key made readable. */
export function itemName({ key, label }: Pick<FilterItem, "key" | "label">): string {
  return label ?? readableName(keyText(key));
}

/** A chosen item as the form has it now: the platform may have renamed it since. */
export function knownItem<T extends Pick<FilterItem, "key" | "label">>({ items }: Filter, item: T): T | FilterItem {
  return items.find(({ key }) => key === item.key) ?? item;
}

/** How many names are listed before "+N". */
const listed = 2;

function names(all: readonly string[]): string {
  const shown = all.slice(0, listed).join(", ");
  return all.length > listed ? l10n.t("{0} +{1}", shown, all.length - listed) : shown;
}

const grouped = (value?: number) => (value === undefined ? undefined : formatNumber(value));

function between(from?: number | string, to?: number | string): string {
  if (from === undefined) return l10n.t("up to {0}", to ?? "");
  return to === undefined ? l10n.t("from {0}", from) : `${from} – ${to}`;
}

/** Whether a value only excludes ads. */
export function onlyExcludes(value: FilterValue): boolean {
  return value.kind === "texts" && value.texts.length > 0 && value.texts.every(excludes);
}

/** A text with the place where it is searched, unless that is the first, which is the default. */
function textOf({ items }: Filter, chosen: ChosenText): string {
  const quoted = `“${chosen.text}”`;
  const at = items.findIndex(({ key }) => keyText(key) === chosen.type);
  const item = items[at];
  if (!excludes(chosen)) return item && at > 0 ? l10n.t("{0}: {1}", itemName(item), quoted) : quoted;
  return item ? l10n.t("{0}: not {1}", itemName(item), quoted) : l10n.t("not {0}", quoted);
}

/** What is chosen for a filter, in few words. */
export function valueText(filter: Filter, value: FilterValue): string {
  switch (value.kind) {
    case "items":
      return names(value.items.map((item) => itemName(knownItem(filter, item))));
    case "texts":
      return names(value.texts.map((text) => textOf(filter, text)));
    case "range":
      return between(grouped(value.from), grouped(value.to));
    case "dates":
      return filter.component === "DateSingle" ? (value.from ?? "") : between(value.from, value.to);
    case "order": {
      const item = filter.items.find(({ key }) => keyText(key) === value.by);
      return `${item ? itemName(item) : readableName(value.by)} ${value.direction === "asc" ? "↑" : "↓"}`;
    }
    case "flag":
      return value.on ? l10n.t("yes") : l10n.t("no");
  }
}
