import { isObject, queryFromBody } from "../../api";
import type { FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { withSortOf } from "../convert";

/** A body kept under one version of the service asks for the same under the other. */
export function readQuery(platform: PlatformToken, body: unknown, form: FilterForm) {
  return queryFromBody(platform, isObject(body) ? withSortOf(form, body) : body, form);
}
