import type { Node } from "jsonc-parser";
import * as l10n from "@vscode/l10n";
import { keyOf, kindOf, subKeysOf } from "../../api";
import type { Filter } from "../../protocol/filters";
import { elementsOf, exactValue, membersOf } from "./fileText";
import { replacement } from "./fixes";
import type { FilterNode, Located } from "./searchFile";
import type { Fix } from "./searchFile";

/** The parts of a value that do not have the shape that the filter takes, and what would be right instead. */
export function shapeProblems({ filter, value, text }: FilterNode): readonly Located[] {
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

function rangeProblems({ max }: Filter, value: Node, text: string): readonly Located[] {
  const elements = elementsOf(value);
  const wrong = elements.filter((node) => typeof exactValue(node, text) !== "number");
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
    const mend = () => (typeof text === "string" ? replacement(node, example(JSON.stringify(text))) : undefined);
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
  const item = filter.items.find(({ key }) => key === JSON.stringify(named)) ?? filter.items[0];
  return wrongs([value], example('"newest"'), () => item && replacement(value, example(item.key)));
}
