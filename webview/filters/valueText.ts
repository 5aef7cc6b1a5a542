import * as l10n from "@vscode/l10n";
import type { Filter } from "../../src/protocol/filters";
import type { FilterValue } from "../../src/protocol/search";
import { itemName, keyText } from "./names";

/** How many names are listed before "+N". */
const listed = 2;

function names(all: readonly string[]): string {
  const shown = all.slice(0, listed).join(", ");
  return all.length > listed ? l10n.t("{0} +{1}", shown, all.length - listed) : shown;
}

function between(from?: number | string, to?: number | string): string {
  if (from === undefined) return l10n.t("up to {0}", to ?? "");
  return to === undefined ? l10n.t("from {0}", from) : `${from} – ${to}`;
}

/** What is chosen for a filter, in few words. */
export function valueText(filter: Filter, value: FilterValue): string {
  switch (value.kind) {
    case "items":
      return names(value.items.map((item) => itemName(filter.items.find(({ key }) => key === item.key) ?? item)));
    case "texts":
      return names(value.texts.map(({ text }) => `“${text}”`));
    case "range":
      return between(value.from, value.to);
    case "dates":
      return filter.component === "DateSingle" ? (value.from ?? "") : between(value.from, value.to);
    case "order": {
      const item = filter.items.find(({ key }) => keyText(key) === value.by);
      return `${item ? itemName(item) : value.by} ${value.direction === "asc" ? "↑" : "↓"}`;
    }
    case "flag":
      return value.on ? l10n.t("yes") : l10n.t("no");
  }
}
