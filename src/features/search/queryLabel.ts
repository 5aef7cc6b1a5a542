import { readableName } from "../../protocol/readableName";
import type { FilterChoice, SearchQuery } from "../../protocol/search";
import { keyText } from "../text";

/** A search in a few words, for lists: its texts first, then what was chosen; empty for a search of everything. */
export function queryLabel({ choices }: SearchQuery): string {
  const rank = ({ value }: FilterChoice) => (value.kind === "texts" ? 0 : value.kind === "order" ? 2 : 1);
  const ordered = [...choices].sort((a, b) => rank(a) - rank(b));
  return ordered.flatMap(wordsOf).join(", ");
}

function wordsOf({ filter, value }: FilterChoice): readonly string[] {
  switch (value.kind) {
    case "texts":
      return value.texts.map(({ text }) => text);
    case "items":
      return value.items.map(({ key, label }) => label ?? readableName(keyText(key)));
    case "range":
    case "dates":
      return value.from === undefined && value.to === undefined
        ? []
        : [`${readableName(filter)} ${span(value.from, value.to)}`];
    case "flag":
      return value.on ? [readableName(filter)] : [];
    case "order":
      return [`${readableName(value.by)} ${value.direction === "asc" ? "↑" : "↓"}`];
  }
}

function span(from: number | string | undefined, to: number | string | undefined): string {
  if (from === undefined) return `≤ ${to}`;
  return to === undefined ? `≥ ${from}` : `${from}–${to}`;
}
