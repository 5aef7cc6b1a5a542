import { canonicalBody, isObject, parseExact, type PreparedSearch, writeExact } from "../../api";
import { withSortV2 } from "../convert";

/** The body of an archive's address: canonical, and one text for the sort of a search under either version's name. */
export function addressBody({ platform, body }: PreparedSearch): string {
  const value = parseExact(body);
  if (!isObject(value) || !("orderby" in value)) return canonicalBody({ platform, body });
  return canonicalBody({ platform, body: writeExact(withSortV2(value)) });
}
