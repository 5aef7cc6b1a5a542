// Search files generated from a platform's form: correct ones, and ones with a mistake in one place.
import fc from "fast-check";
import { type Filter, type FilterForm, kindOf } from "../../src/protocol/filters";
import type { ProblemCode } from "../../src/features/searchFiles/lintWords";

/** A correct value of a filter, as JSON text; undefined if none can be generated, or if it excludes other filters. */
export function rightValue(filter: Filter): fc.Arbitrary<string> | undefined {
  const { items, min = 0, max = 1000, subKeys, disablesOthers } = filter;
  const bounds = { min: Number(min), max: Number(max) };
  if (disablesOthers !== undefined) return undefined;
  const keys = items.map(({ key }) => key);
  switch (kindOf(filter)) {
    case "items":
      if (keys.length === 0) return undefined;
      return fc
        .uniqueArray(fc.constantFrom(...keys), {
          minLength: 1,
          maxLength: filter.componentName.includes("Multi") ? 4 : 1,
        })
        .map((chosen) => `[${chosen.join(", ")}]`);
    case "range":
      return fc.tuple(fc.integer(bounds), fc.integer(bounds)).map((ends) => `[${ends.sort((a, b) => a - b).join()}]`);
    case "dates":
      return fc.constant('["2026-01-31"]');
    case "flag":
      return fc.constant("[true]");
    case "texts":
      return fc.tuple(fc.constantFrom(...keys), fc.string({ minLength: 1, unit: "grapheme" })).map(([type, text]) => {
        // Where a file isn't UTF-8, an editor shows U+FFFD, so it is a problem unless it is escaped.
        const main = JSON.stringify(`${text}.`).replaceAll("\ufffd", "\\ufffd");
        return `[{"${subKeys!.type}":${type},"${subKeys!.main}":${main}}]`;
      });
    case "order":
      return fc.constantFrom(...keys).map((by) => `{ "${subKeys!.main}": ${by}, "${subKeys!.type}": "asc" }`);
    case undefined:
      return undefined;
  }
}

/** Wrong members for a correct body, each with the code of the problem, the member's name, and its JSON text. */
function wrongMember({ filters }: FilterForm): fc.Arbitrary<readonly [ProblemCode, string, string]> {
  const of = (kind: ReturnType<typeof kindOf>) =>
    filters.filter((filter) => kindOf(filter) === kind && !filter.itemsFrom && !filter.disablesOthers);
  const ways: fc.Arbitrary<readonly [ProblemCode, string, string]>[] = [
    fc.stringMatching(/^zz[a-z]{3,9}$/).map((name) => ["unknownFilter", name, "[1]"] as const),
    fc.constantFrom("page", "last_hit").map((name) => ["reservedName", name, "1"] as const),
    fc.constant(["secret", "api_key", '"k"'] as const),
    ...of("items").map(({ key }) => fc.constant(["unknownItem", key, '["no such item"]'] as const)),
    ...of("items").map(({ key }) => fc.constant(["wrongType", key, "[{}]"] as const)),
    ...of("range").map(({ key, min = 0 }) => fc.constant(["rangeOrder", key, `[${Number(min) + 5},${min}]`] as const)),
    ...of("range").flatMap(({ key, max }) =>
      max === undefined ? [] : [fc.constant(["rangeBounds", key, `[${max},${Number(max) + 1}]`] as const)],
    ),
    ...of("range").map(({ key }) => fc.constant(["integerTooLarge", key, "[0,9007199254740993]"] as const)),
    ...of("dates").map(({ key }) => fc.constant(["badDate", key, '["2026-02-30"]'] as const)),
    ...of("order").map(({ key, subKeys }) =>
      fc.constant(["sortNotOffered", key, `{"${subKeys!.main}":"no such sort","${subKeys!.type}":"asc"}`] as const),
    ),
    ...of("texts").map(({ key, subKeys, items }) =>
      fc.constant(["emptyText", key, `[{"${subKeys!.type}":${items[0]!.key},"${subKeys!.main}":" "}]`] as const),
    ),
  ];
  return fc.oneof(...ways);
}

export interface GeneratedFile {
  readonly text: string;
  readonly eol: string;
  /** The wrong member and the code of its problem; absent if nothing is wrong. */
  readonly bad?: string;
  readonly code?: ProblemCode;
}

/** Generates search files for the given forms, most of them with one mistake. */
export function generatedFile(forms: readonly FilterForm[]): fc.Arbitrary<GeneratedFile> {
  const parts = fc.constantFrom(...forms).chain((form) => {
    const members = form.filters.flatMap((filter) => {
      const value = rightValue(filter);
      return value && filter.itemsFrom === undefined ? [value.map((json) => [filter.key, json] as const)] : [];
    });
    const body = fc.subarray(members).chain((chosen) => fc.tuple(...chosen));
    return fc.record({
      form: fc.constant(form),
      body,
      wrong: fc.option(wrongMember(form)),
      at: fc.nat(30),
      eol: fc.constantFrom("\n", "\r\n"),
    });
  });
  return parts.map(({ form, body, wrong, at, eol }) => {
    const right = body.filter(([name]) => name !== wrong?.[1]).map(([name, json]) => `"${name}": ${json}`);
    const bad = wrong ? `${JSON.stringify(wrong[1])}: ${wrong[2]}` : undefined;
    const members = bad === undefined ? right : right.toSpliced(Math.min(at, right.length), 0, bad);
    const text = `{${eol}  // a note${eol}  "platform": "${form.platform}",${eol}  "body": {${eol}    ${members.join(`,${eol}    `)}${eol}  }${eol}}`;
    return { text, eol, ...(bad !== undefined && wrong && { bad, code: wrong[0] }) };
  });
}
