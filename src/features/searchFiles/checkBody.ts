import * as l10n from "@vscode/l10n";
import type { Node } from "jsonc-parser";
import { keyOf, reservedNames } from "../../api";
import { writeExact } from "../../protocol/exactJson";
import { type Filter, type FilterForm, kindOf, type FilterItem } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { displacedBy, type QueryProblem } from "../../protocol/search";
import { FeatureError } from "../failures";
import { readQuery } from "../search";
import { keyText } from "../text";
import { elementsOf, exactValue, membersOf, spanText, type Member } from "./fileText";
import { removal, replacement, itemFix, nearest } from "./fixes";
import { shownKey } from "./lintWords";
import { locate } from "./locate";
import { isKeyName } from "./readFile";
import type { FoundProblem, LintPorts } from "./searchFile";

/** What is wrong with a body under a platform's form, each problem located at the exact value. */
export function checkBody(body: Node, form: FilterForm, text: string): readonly FoundProblem[] {
  const members = new Map(membersOf(body).map((member) => [member.name, member] as const));
  return [...members.values()].flatMap((member) => [
    ...checkMember(member, form, text),
    ...notSent(member, members, form, text),
  ]);
}

/** A filter that another one in the file displaces would be bought as if it were not there. */
function notSent(
  { name, key, whole }: Member,
  members: ReadonlyMap<string, Member>,
  form: FilterForm,
  text: string,
): readonly FoundProblem[] {
  const body = Object.fromEntries([...members.values()].map((one) => [one.name, exactValue(one.value, text)]));
  const by = displacedBy(form, readQuery(form.platform, body, form).query).get(name);
  const label = form.filters.find((filter) => filter.key === by)?.label ?? by;
  return label === undefined ? [] : [{ code: "notSent", span: key, value: label, fixes: [removal(whole, text)] }];
}

/** What is wrong with a body whatever filters its platform has (docs/api.md, "Search ads"). */
export function checkAnyBody(body: Node, text: string): readonly FoundProblem[] {
  const members = new Map(membersOf(body).map((member) => [member.name, member] as const));
  return [...members.values()].flatMap((member) => {
    const { name, value } = member;
    if (isKeyName(name)) return [];
    if (reservedNames.includes(name)) return reserved(member, text);
    if (name === "advanced_order") return checkOrder(value);
    const [low, high, ...more] = elementsOf(value).map((node) => exactValue(node, text));
    const isRange = more.length === 0 && (isDay(low) ? isDay(high) : quantity.test(name) && typeof low === "number");
    return isRange && typeof high === typeof low && (low ?? 0) > (high ?? 0)
      ? [{ code: "rangeOrder", span: value }]
      : [];
  });
}

const isDay = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
/** Names of filters that count something. Two numbers of another filter may be two items. */
const quantity =
  /(?:^|_)(?:ages?|days|duration|traffic|visits?|impressions?|engagements?|likes|shares|comments|views|reach|spend|count|seen)(?:_|$)/;
const sorts: readonly unknown[] = [
  "newest",
  "engagement",
  "relevancy",
  "ad_impressions",
  "days_running",
  "web_traffic",
];

function checkOrder(value: Node): readonly FoundProblem[] {
  return elementsOf(value).flatMap((node) => {
    const members = new Map(membersOf(node).map((member) => [member.name, member.value] as const));
    const [by, direction] = [members.get("orderby"), members.get("order")];
    if (!by || !direction)
      return [{ code: "wrongType", span: node, value: '{ "orderby": "newest", "order": "desc" }' }];
    const found: FoundProblem[] = [];
    if (!sorts.includes(by.value)) found.push({ code: "sortNotOffered", span: by, value: String(by.value) });
    if (direction.value !== "asc" && direction.value !== "desc")
      found.push({ code: "wrongType", span: direction, value: '"asc" or "desc"' });
    return found;
  });
}

function reserved({ name, key, whole }: Member, text: string): readonly FoundProblem[] {
  return [{ code: "reservedName", span: key, value: name, fixes: [removal(whole, text)] }];
}

function checkMember(member: Member, form: FilterForm, text: string): readonly FoundProblem[] {
  const { name, key, value } = member;
  // Whoever reads the file finds keys at any depth.
  if (isKeyName(name)) return [];
  if (reservedNames.includes(name)) return reserved(member, text);
  // The other version's name of the sort is read as this version's, but reported under its own.
  const problems = problemsOf(name, exactValue(value, text), form);
  const filter = form.filters.find((one) => one.key === (problems[0]?.filter ?? name));
  return problems.flatMap((problem) => {
    if (problem.code === "unknownFilter" && isSort(name, form))
      return [{ code: "sortNotOffered", span: value, value: spanText(value, text) }];
    if (!filter || ofTheName.has(problem.code))
      return [
        { code: problem.code, span: key, value: problem.value ?? name, fixes: namesFor(problem, member, form, text) },
      ];
    const found = locate(problem, { filter, value, text });
    return problem.code === "wrongKind" ? [...found, ...ofTheOthers(found, member, filter, form, text)] : found;
  });
}

/** Whether it is the other version's name of the sort, with a sort that this version lacks. */
function isSort(name: string, { filters }: FilterForm): boolean {
  const names = ["advanced_order", "orderby"];
  return names.includes(name) && filters.some(({ key }) => names.includes(key));
}

function problemsOf(name: string, value: unknown, form: FilterForm): readonly QueryProblem[] {
  return readQuery(form.platform, Object.fromEntries([[name, value]]), form).problems;
}

/** An element of the wrong shape hides problems of the other elements in its list. */
function ofTheOthers(
  found: readonly FoundProblem[],
  { name, value }: Member,
  filter: Filter,
  form: FilterForm,
  text: string,
): readonly FoundProblem[] {
  const kind = kindOf(filter);
  if (value.type !== "array" || (kind !== "items" && kind !== "texts")) return [];
  const isWrong = ({ offset, length }: Node) =>
    found.some(({ span }) => span.offset >= offset && span.offset + span.length <= offset + length);
  const others = elementsOf(value).filter((node) => !isWrong(node));
  if (others.length === elementsOf(value).length) return [];
  const values = others.map((node) => exactValue(node, text));
  const list: Node = { ...value, children: others };
  return problemsOf(name, values, form).flatMap((problem) => locate(problem, { filter, value: list, text }));
}

/** Problems that concern a whole filter are reported at its name. */
const ofTheName: ReadonlySet<QueryProblem["code"]> = new Set([
  "unknownFilter",
  "unsupportedComponent",
  "disabledFilter",
  "reservedName",
] as const);

function namesFor({ code }: QueryProblem, { name, key, whole }: Member, { filters }: FilterForm, text: string) {
  const offered = code === "unknownFilter" ? filters.map((filter) => ({ name: filter.key, label: filter.label })) : [];
  const renamed = nearest(name, offered).map((filter) => replacement(key, writeExact(filter.name)));
  return [...renamed, removal(whole, text)];
}

/** Chosen items that the form does not list, from filters whose items the service finds by text. */
interface RemoteItems {
  readonly filter: Filter;
  readonly elements: readonly { readonly node: Node; readonly key: string }[];
}

/** What remains to be checked with the service if the form alone shows no problem. */
export function remoteItems(body: Node, form: FilterForm, text: string): readonly RemoteItems[] {
  return membersOf(body).flatMap(({ name, value }) => {
    const filter = form.filters.find((one) => one.key === name);
    if (filter?.itemsFrom === undefined || filter.disabled !== undefined) return [];
    const listed = new Set(filter.items.map(({ key }) => key));
    const elements = elementsOf(value).flatMap((node) => {
      const key = keyOf(exactValue(node, text));
      return key === undefined || listed.has(key) ? [] : [{ node, key }];
    });
    return elements.length > 0 ? [{ filter, elements }] : [];
  });
}

/** Opening a file from anyone must not cause hundreds of requests, even free ones. */
const mostQuestions = 20;
const tooMany = () => l10n.t("There are more than {0} items to look up.", mostQuestions);

/**
 * Looks for chosen items among those that the service lists. It finds items only by text: those listed for an empty
 * text are checked first, then those found for the key itself.
 */
export async function checkItems(
  remote: readonly RemoteItems[],
  find: NonNullable<LintPorts["items"]>,
  words: LintPorts["words"],
  platform: PlatformToken,
): Promise<readonly FoundProblem[]> {
  const found: FoundProblem[] = [];
  let left = mostQuestions;
  for (const { filter, elements } of remote) {
    const route = filter.itemsFrom ?? "";
    try {
      const all = await find(platform, route, "");
      const missing = elements.filter(({ key }) => !all.some((item) => item.key === key));
      for (const { node, key } of missing) {
        left -= 1;
        if (left < 0) throw new FeatureError("unexpected");
        const named = await find(platform, route, keyText(key));
        if (named.some((item) => item.key === key)) continue;
        const fixes = meant(key, [...named, ...all]).map((item) => itemFix(node, item));
        found.push({ code: "itemNotListed", span: node, value: shownKey(key), fixes });
      }
    } catch (error) {
      const span = elements[0]?.node ?? { offset: 0, length: 0 };
      found.push({ code: "itemsNotChecked", span, value: left < 0 ? tooMany() : (words?.(error) ?? "") });
    }
  }
  return found;
}

/** Items with this label, these digits, or a similar name. */
function meant(key: string, items: readonly FilterItem[]): readonly FilterItem[] {
  const distinct = [...new Map(items.map((item) => [item.key, item])).values()];
  const text = keyText(key);
  const same = distinct.filter((item) => keyText(item.key) === text || item.label === text);
  const named = distinct.map((item) => ({ ...item, name: keyText(item.key) }));
  // One item's number is not a typo for another's.
  return (same.length > 0 || !key.startsWith('"') ? same : nearest(text, named)).slice(0, 3);
}
