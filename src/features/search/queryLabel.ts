import * as l10n from "@vscode/l10n";
import { parseExact } from "../../api";
import { figure } from "../text";
import type { Filter, FilterForm, FilterItem } from "../../protocol/filters";
import { keyText, readableName } from "../../protocol/readableName";
import { addressBody } from "./queries";
import { excludes, type FilterChoice, type FilterValue, type SearchQuery } from "../../protocol/search";

/**
 * A search in a few words, for lists: its texts first, then what else was chosen, worded as the form's chips do, without
 * what the form chooses by default. Empty for a search of everything.
 */
export function queryLabel({ choices, body }: SearchQuery, form?: FilterForm): string {
  // What a body asks for is known only in the service's words if no form was ever seen.
  if (!form && choices.length === 0 && body !== undefined) {
    const sent = addressBody(parseExact(body));
    return sent === "{}" ? "" : sent;
  }
  const rank = ({ value }: FilterChoice) => (value.kind === "texts" ? 0 : value.kind === "order" ? 2 : 1);
  const named = choices.map((choice) => ({ choice, filter: form?.filters.find(({ key }) => key === choice.filter) }));
  return named
    .filter(({ choice, filter }) => !filter || !isDefault(filter, choice.value))
    .sort((a, b) => rank(a.choice) - rank(b.choice))
    .flatMap(({ choice, filter }) => wordsOf(choice, filter))
    .join(", ");
}

function wordsOf({ filter: key, value }: FilterChoice, filter: Filter | undefined): readonly string[] {
  const name = filter?.label ?? readableName(key);
  const itemName = (item: Pick<FilterItem, "key" | "label">) => {
    const known = filter?.items.find((one) => one.key === item.key) ?? item;
    return known.label ?? item.label ?? readableName(keyText(item.key));
  };
  switch (value.kind) {
    case "texts":
      return value.texts.map((chosen) => (excludes(chosen) ? l10n.t("not {0}", `“${chosen.text}”`) : chosen.text));
    case "items":
      return value.items.map(itemName);
    case "range":
    case "dates":
      return value.from === undefined && value.to === undefined ? [] : [`${name} ${between(value.from, value.to)}`];
    case "flag":
      return value.on ? [name] : [];
    case "order": {
      const item = filter?.items.find((one) => keyText(one.key) === value.by);
      return [`${item ? itemName(item) : readableName(value.by)} ${value.direction === "asc" ? "↑" : "↓"}`];
    }
  }
}

function between(from: number | string | undefined, to: number | string | undefined): string {
  const [low, high] = [from, to].map((end) => (typeof end === "number" ? figure(end) : end));
  if (low === undefined) return l10n.t("up to {0}", high ?? "");
  return high === undefined ? l10n.t("from {0}", low) : `${low} – ${high}`;
}

/** Whether a value is what the service chooses itself. */
function isDefault({ defaults }: Filter, value: FilterValue): boolean {
  const [first = "", second = ""] = defaults.map(keyText);
  switch (value.kind) {
    case "texts":
      return false;
    case "items":
      return value.items.length === defaults.length && value.items.every(({ key }) => defaults.includes(key));
    case "range":
    case "dates":
      return `${value.from ?? ""}` === first && `${value.to ?? ""}` === second;
    case "flag":
      return value.on && /^(?:true|1|yes)$/i.test(first);
    case "order":
      return value.by === first && value.direction === "desc";
  }
}
