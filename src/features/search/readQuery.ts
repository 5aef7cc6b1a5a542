import { isObject, queryFromBody } from "../../api";
import type { FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { withSortOf } from "../convert";

/** Reads a body so that it means the same under either version of the service, whichever it was kept under. */
export function readQuery(platform: PlatformToken, body: unknown, form: FilterForm) {
  return queryFromBody(platform, isObject(body) ? withSortOf(form, body) : body, form);
}
