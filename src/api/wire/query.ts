import type { FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import type { Cursor, QueryProblem, SearchQuery } from "../../protocol/search";
import { AdLibraryError } from "../errors";
import { isDigits, parseExact, writeExact } from "../integers";
import { isObject } from "./fields";
import { reservedNames } from "./filters";
import { writeValue } from "./writeValue";

export { queryFromBody } from "./queryFromBody";

/** A validated search, frozen: all its pages send the same body. */
export interface PreparedSearch {
  readonly platform: PlatformToken;
  /** JSON text of the body without `page` and `last_hit`, for example `{"gender":[1]}`. */
  readonly body: string;
}

export type Prepared = { readonly request: PreparedSearch } | { readonly problems: readonly QueryProblem[] };

/** Checks a query against its platform's form and writes its body: any problem is found before anything is paid. */
export function prepareSearch(query: SearchQuery, form: FilterForm): Prepared {
  const filters = new Map(form.filters.map((filter) => [filter.key, filter]));
  const seen = new Set<string>();
  const problems: QueryProblem[] = [];
  const members: string[] = [];
  for (const { filter: key, value } of query.choices) {
    const filter = filters.get(key);
    if (reservedNames.includes(key)) problems.push({ filter: key, code: "reservedName" });
    else if (!filter) problems.push({ filter: key, code: "unknownFilter" });
    else if (seen.has(key)) problems.push({ filter: key, code: "singleOnly" });
    else {
      const written = writeValue(filter, value);
      problems.push(...written.problems);
      if (written.json !== undefined) members.push(`${JSON.stringify(key)}:${written.json}`);
    }
    seen.add(key);
  }
  if (problems.length > 0) return { problems };
  return { request: { platform: query.platform, body: `{${members.join()}}` } };
}

/**
 * The exact body that is sent: page 1 without `last_hit`, later pages with the digits that page 1 returned.
 * @throws {AdLibraryError} `invalidRequest` for an invalid cursor
 */
export function bodyOf({ body }: PreparedSearch, cursor?: Cursor): string {
  const { page, lastHit } = cursor ?? { page: 1, lastHit: undefined };
  const valid = lastHit === undefined || (Number.isSafeInteger(page) && page > 1 && isDigits(lastHit));
  if (!valid) {
    const problem: QueryProblem = { code: "badPage", value: `${page}, ${lastHit}` };
    throw new AdLibraryError("invalidRequest", { charge: "none", problems: [problem] });
  }
  const members = [body.slice(1, -1), `"page":${page}`, ...(lastHit === undefined ? [] : [`"last_hit":${lastHit}`])];
  return `{${members.filter((member) => member !== "").join()}}`;
}

/**
 * One text for all bodies with the same meaning: the order of keys and of chosen items, duplicate items and empty lists
 * make no difference. It is an address, not a body.
 */
export function canonicalBody({ body }: PreparedSearch): string {
  const value = parseExact(body);
  const members = Object.entries(isObject(value) ? value : {})
    .filter(([, member]) => !(Array.isArray(member) && member.length === 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.sort().join()}}`;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) {
    const texts = value.map(canonical);
    // The order of texts and exclusions may matter to the service, and the same day twice differs from an open end.
    return `[${(value.some(isOrdered) ? texts : [...new Set(texts)].sort()).join()}]`;
  }
  if (!isObject(value)) return writeExact(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.sort().join()}}`;
}

function isOrdered(element: unknown): boolean {
  // Stryker disable next-line Regex: in JSON, a quote within a text has a backslash before it
  return typeof element === "object" || /^"\d{4}-\d{2}-\d{2}"$/.test(writeExact(element));
}
