import type { Cursor } from "../../protocol/search";
import { parseExact, writeExact } from "../integers";
import { isObject } from "../wire/fields";
import { bodyOf, type PreparedSearch } from "../wire/query";

/**
 * The exact body of a V1 search: `orderby` is a text, everything else is as in V2 (docs/api.md, "Versioning", row
 * "Sorting").
 * @throws {AdLibraryError} `invalidRequest` for an invalid cursor
 */
export function bodyOfV1(request: PreparedSearch, cursor?: Cursor): string {
  const text = bodyOf(request, cursor);
  const body = parseExact(text);
  if (!isObject(body) || !Array.isArray(body.orderby) || body.orderby.length !== 1) return text;
  const orderby: unknown = body.orderby[0];
  return writeExact({ ...body, orderby });
}
