import { parseExact, writeExact } from "../api/integers";
import { isObject } from "../api/wire/fields";
import { canonicalBody, type PreparedSearch } from "../api/wire/query";
import { withSortV2 } from "./convert/sorts";

/** The body of an archive's address: canonical, and one text for the sort of a search under either version's name. */
export function addressBody({ platform, body }: PreparedSearch): string {
  const value = parseExact(body);
  if (!isObject(value) || !("orderby" in value)) return canonicalBody({ platform, body });
  return canonicalBody({ platform, body: writeExact(withSortV2(value)) });
}
