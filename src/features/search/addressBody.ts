import { canonicalBody, isObject, parseExact, type PreparedSearch, writeExact } from "../../api";
import { withSortV2 } from "../convert";

/** The body in an archive address: canonical, with the same text for a sort under either version's name. */
export function addressBody({ platform, body }: PreparedSearch): string {
  const value = parseExact(body);
  if (!isObject(value) || !("orderby" in value)) return canonicalBody({ platform, body });
  return canonicalBody({ platform, body: writeExact(withSortV2(value)) });
}
