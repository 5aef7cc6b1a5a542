import { type FilterForm, kindOf } from "./filters";
import { keyText } from "./readableName";

/** A name on an ad that other ads may share. */
export type NameKind = "advertiser" | "domain";

const own: Readonly<Record<NameKind, RegExp>> = {
  advertiser: /advertiser|owner|brand|page/i,
  domain: /domain|website|host|link|url/i,
};

/** Where a platform searches for a name: the part of the ad it belongs to, else the whole text. */
export function placeFor(
  form: FilterForm,
  kind: NameKind,
): { readonly filter: string; readonly type: string } | undefined {
  const filter = form.filters.find((one) => one.disabled === undefined && kindOf(one) === "texts");
  if (!filter) return undefined;
  const items = filter.items.filter(({ key, label = "" }) => !/without|exclud/i.test(`${key} ${label}`));
  const fitting = items.find(({ key, label = "" }) => own[kind].test(`${key} ${label}`));
  const chosen = fitting ?? items.find(({ key }) => keyText(key) === "text") ?? items[0];
  return { filter: filter.key, type: chosen ? keyText(chosen.key) : "text" };
}
