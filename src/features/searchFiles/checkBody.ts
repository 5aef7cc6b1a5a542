import type { Node } from "jsonc-parser";
import { keyOf, kindOf, reservedNames } from "../../api";
import type { Filter, FilterForm } from "../../protocol/filters";
import type { QueryProblem } from "../../protocol/search";
import { readQuery } from "../search";
import { elementsOf, exactValue, membersOf, spanText, type Member } from "./fileText";
import { removal, replacement } from "./fixes";
import { locate } from "./locate";
import { nearest } from "./nearest";
import type { FoundProblem } from "./searchFile";

/** What is wrong with a body under a platform's form, each problem located at the exact value. */
export function checkBody(body: Node, form: FilterForm, text: string): readonly FoundProblem[] {
  const members = new Map(membersOf(body).map((member) => [member.name, member] as const));
  return [...members.values()].flatMap((member) => checkMember(member, form, text));
}

function checkMember(member: Member, form: FilterForm, text: string): readonly FoundProblem[] {
  const { name, key, value, whole } = member;
  if (reservedNames.includes(name)) {
    const code = name === "api_key" ? "secret" : "reservedName";
    return [{ code, span: key, value: name, fixes: [removal(whole, text)] }];
  }
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
  const renamed = nearest(name, offered).map((filter) => replacement(key, JSON.stringify(filter.name)));
  return [...renamed, removal(whole, text)];
}

/** Chosen items that the form does not list, from filters whose items the service finds by text. */
export interface RemoteItems {
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
