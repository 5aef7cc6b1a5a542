import * as l10n from "@vscode/l10n";
import type { Node } from "jsonc-parser";
import { keyOf } from "../../api";
import { writeExact } from "../../protocol/exactJson";
import { type Filter, type FilterItem, subKeysOf, kindOf } from "../../protocol/filters";
import type { QueryProblem } from "../../protocol/search";
import { keyText } from "../text";
import { elementsOf, exactValue, membersOf, spanText } from "./fileText";
import { itemFix, removal, replacement, nearest } from "./fixes";
import type { FilterNode, Located, Fix, FoundProblem } from "./searchFile";

/** Finds the exact values that a problem of a filter concerns, and what would fix them. */
export function locate({ code, value }: QueryProblem, at: FilterNode): readonly FoundProblem[] {
  const found = finders[code]?.(at, value ?? "") ?? [];
  const parts: readonly Located[] = found.length > 0 ? found : [{ span: at.value }];
  return parts.map((part) => ({ code, ...(value !== undefined && { value }), ...part }));
}

type Finder = (at: FilterNode, value: string) => readonly Located[];

/** Problems without an entry concern the value as a whole. */
const finders: Partial<Readonly<Record<QueryProblem["code"], Finder>>> = {
  wrongKind: shapeProblems,
  unknownItem: ({ filter, value, text }, key) =>
    elementsOf(value)
      .filter((node) => keyOf(exactValue(node, text)) === key)
      .map((span) => ({ span, value: key, fixes: itemFixes(span, key, filter, text) })),
  sortNotOffered: ({ filter, value }, by) =>
    subNodes(filter, value, "main").map((span) => ({ span, value: by, fixes: offers(span, by, filter) })),
  unknownSubType: ({ filter, value }, type) =>
    subNodes(filter, value, "type")
      .filter((node) => String(node.value) === type)
      .map((span) => ({ span, fixes: offers(span, type, filter) })),
  rangeOrder: ({ value, text }) => {
    const [low, high] = elementsOf(value);
    const swapped = low && high && `[${spanText(high, text)}, ${spanText(low, text)}]`;
    return [{ span: value, fixes: swapped ? [replacement(value, swapped, l10n.t("Swap the bounds"))] : [] }];
  },
  rangeBounds: ({ filter, value, text }) => elementsOf(value).flatMap((node) => outOfBounds(filter, node, text)),
  bothEnds: ({ value }) => [{ span: value, fixes: [] }],
  badDate: ({ value }, date) =>
    elementsOf(value)
      .filter((node) => node.value === date)
      .map((span) => ({ span, fixes: dateFixes(span, date) })),
  singleOnly: ({ value, text }) => {
    const [first, second, ...others] = elementsOf(value);
    if (!first || !second) return [];
    const last = others.at(-1) ?? second;
    const only = replacement(value, `[${spanText(first, text)}]`, l10n.t("Keep only the first"));
    return [{ span: { offset: second.offset, length: last.offset + last.length - second.offset }, fixes: [only] }];
  },
  emptyText: ({ filter, value, text }) =>
    elementsOf(value).flatMap((element) => {
      const [node = element] = subNodes(filter, element, "main");
      const empty = typeof node.value === "string" && node.value.trim() === "";
      return empty ? [{ span: node, fixes: value.type === "array" ? [removal(element, text)] : [] }] : [];
    }),
};

/** The main or the type field of each object in a filter's value. */
function subNodes(filter: Filter, value: Node, which: "main" | "type"): readonly Node[] {
  const name = subKeysOf(filter)?.[which];
  const members = elementsOf(value).flatMap(membersOf);
  return members.filter((member) => member.name === name).map((member) => member.value);
}

const mostOffers = 6;

/** The items that a name may mean; all items if none is close. */
function offers(node: Node, name: string, { items }: Filter): readonly Fix[] {
  const likely = nearest(name, named(items));
  return (likely.length > 0 ? likely : items.slice(0, mostOffers)).map((item) => itemFix(node, item));
}

const named = (items: readonly FilterItem[]) => items.map((item) => ({ ...item, name: keyText(item.key) }));

/** Items that a wrong key may mean: with its digits before rounding or quoting, its label, or a similar name. */
function itemFixes(node: Node, key: string, { items }: Filter, text: string): readonly Fix[] {
  const typed = typeof node.value === "string" ? node.value : spanText(node, text);
  const same = items.filter((item) => keyText(item.key) === typed || Number(item.key) === Number(key));
  const likely = same.length > 0 ? same : nearest(typed, named(items));
  const fixes = likely.slice(0, 3).map((item) => itemFix(node, item));
  return node.parent?.type === "array" ? [...fixes, removal(node, text)] : fixes;
}

function outOfBounds({ min = -Infinity, max = Infinity }: Filter, node: Node, text: string): readonly Located[] {
  const number = Number(node.value);
  if ([min, max].some((bound) => String(bound) === spanText(node, text))) return [];
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return [{ span: node, code: "integerTooLarge" }];
  if (!Number.isInteger(number)) {
    const fixes = [replacement(node, String(Math.round(number)))];
    return [{ span: node, code: "wrongType", value: l10n.t("a whole number"), fixes }];
  }
  if (number >= Number(min) && number <= Number(max)) return [];
  const bounds =
    max === Infinity
      ? l10n.t("from {0}", min)
      : min === -Infinity
        ? l10n.t("up to {0}", max)
        : l10n.t("{0} to {1}", min, max);
  const message = l10n.t("{0} is out of range. This filter accepts {1}.", spanText(node, text), bounds);
  return [{ span: node, message, fixes: [replacement(node, String(number < Number(min) ? min : max))] }];
}

/** Rewrites a day from another notation to the service's. */
function dateFixes(node: Node, text: string): readonly Fix[] {
  const [, year, month = "", day = ""] = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?\s*$/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  return isDay ? [replacement(node, writeExact(date))] : [];
}

/** The parts of a value that do not have the shape that the filter takes, and what would be right instead. */
function shapeProblems({ filter, value, text }: FilterNode): readonly Located[] {
  const elements = elementsOf(value);
  switch (kindOf(filter)) {
    case "items": {
      const wrong = elements.filter((node) => keyOf(exactValue(node, text)) === undefined);
      return wrongs(wrong, l10n.t("an item key"));
    }
    case "range":
      return rangeProblems(filter, value, text);
    case "dates": {
      if (elements.length > 2) return wrongs([value], l10n.t("a first and last day"));
      const wrong = elements.filter((node) => node.type !== "string");
      return wrongs(wrong, l10n.t('a day, such as "2026-01-31"'));
    }
    case "flag":
      return wrongs(elements.length > 1 ? [value] : elements, "true", (node) =>
        /^(?:true|1|yes)$/i.test(String(node.value)) ? replacement(node, "true") : undefined,
      );
    case "texts":
      return textProblems(filter, elements);
    case "order":
      return orderProblems(filter, value);
    case undefined:
      return [];
  }
}

function wrongs(nodes: readonly Node[], wanted: string, mend?: (node: Node) => Fix | undefined): readonly Located[] {
  return nodes.map((span) => {
    const fix = mend?.(span);
    return { span, code: "wrongType", value: wanted, fixes: fix ? [fix] : [] };
  });
}

function rangeProblems({ min, max }: Filter, value: Node, text: string): readonly Located[] {
  const elements = elementsOf(value);
  const bounds = [min, max].map(String);
  const wrong = elements.filter(
    (node, at) => typeof exactValue(node, text) !== "number" && spanText(node, text) !== bounds[at],
  );
  const large = wrong.filter((node) => node.type === "number");
  if (large.length > 0) return large.map((span) => ({ span, code: "integerTooLarge" }));
  if (elements.length !== 2) {
    const [only] = elements;
    const low = elements.length === 1 && typeof only?.value === "number" ? only.value : undefined;
    const open = low !== undefined && max !== undefined ? replacement(value, `[${low}, ${max}]`) : undefined;
    return wrongs([value], l10n.t("two whole numbers: the lower and upper bounds"), () => open);
  }
  return wrongs(wrong, l10n.t("a whole number"), (node) => {
    const [digits] = /^-?\d{1,15}$/.exec(String(node.value).trim()) ?? [];
    return digits === undefined ? undefined : replacement(node, String(Number(digits)));
  });
}

/** Texts are objects of a kind and a text, or bare texts, depending on the filter. */
function textProblems(filter: Filter, elements: readonly Node[]): readonly Located[] {
  const names = subKeysOf(filter);
  if (!names) {
    const wrong = elements.filter((node) => node.type !== "string");
    return wrongs(wrong, l10n.t("text"));
  }
  const [first] = filter.items;
  const example = (text: string) => `{ "${names.type}": ${first?.key ?? '"text"'}, "${names.main}": ${text} }`;
  return elements.flatMap((node) => {
    const members = membersOf(node);
    const type = members.find(({ name }) => name === names.type);
    const main = members.find(({ name }) => name === names.main);
    if (main && main.value.type !== "string") return wrongs([main.value], l10n.t("text"));
    if (main && type && keyOf(type.value.value) !== undefined) return [];
    const text: unknown = node.type === "string" ? node.value : main?.value.value;
    const mend = () => (typeof text === "string" ? replacement(node, example(writeExact(text))) : undefined);
    return wrongs([node], example('"…"'), mend);
  });
}

function orderProblems(filter: Filter, value: Node): readonly Located[] {
  const names = subKeysOf(filter) ?? { main: "orderby", type: "order" };
  const elements = elementsOf(value);
  const [only] = elements;
  const example = (by: string) => `{ "${names.main}": ${by}, "${names.type}": "desc" }`;
  const members = membersOf(only);
  const direction = members.find(({ name }) => name === names.type);
  const by = members.find(({ name }) => name === names.main);
  if (elements.length === 1 && by && direction && keyOf(by.value.value) !== undefined) {
    const up = /^asc/i.test(String(direction.value.value));
    return wrongs([direction.value], l10n.t('"asc" or "desc"'), (node) => replacement(node, up ? '"asc"' : '"desc"'));
  }
  const named: unknown = by?.value.value ?? only?.value;
  const item = filter.items.find(({ key }) => key === writeExact(named)) ?? filter.items[0];
  return wrongs([value], example('"newest"'), () => item && replacement(value, example(item.key)));
}
