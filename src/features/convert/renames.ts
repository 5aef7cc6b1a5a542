import { cardNames, detailNames, domainNames, fileNames, isObject, movedFields, ownerNames } from "../../api";
import type { Change } from "./change";

type Fields = Readonly<Record<string, unknown>>;
/** A V1 path (`[]` for each element) and its V2 path. */
type Rename = readonly [from: string, to: string];

/** What the conversion renames, with where the fields are. */
const inside = (names: Readonly<Record<string, string>>, from: string, to: string): readonly Rename[] =>
  Object.entries(names).map(([name, renamed]) => [from + name, to + renamed]);

const ofMedia = inside(fileNames, "attachments[].files.", "attachments[].");
const ofOwner = inside(ownerNames, "owner.", "owner.").map(([from, to]): Rename => [
  from,
  from === "owner.domain" ? `${to}, metadata` : to,
]);
const ofCards: readonly Rename[] = [...inside(cardNames, "", ""), ...ofOwner, ...ofMedia];

const ofDetails: readonly Rename[] = [
  ["ad", "data"],
  ...inside(detailNames, "", "").flatMap((rename): readonly Rename[] =>
    rename[0] === "attachments" ? ofMedia.map(([from, to]) => [from, `card.${to}`]) : [rename],
  ),
  ...inside(domainNames, "domain.", "domain."),
];

/** How often each V1 field occurs in the ads (docs/api.md, "Versioning"), with its V2 name. */
export function countRenames(cards: readonly Fields[], details: readonly Fields[]): readonly Change[] {
  return [...counted(cards, [...ofCards, ...movedIn(cards)]), ...counted(details.map(flat), ofDetails)];
}

/** The fields that the conversion of these cards puts into a list. */
function movedIn(cards: readonly Fields[]): readonly Rename[] {
  const moved = cards.map(movedFields);
  const all = (to: "stats" | "metadata") => [...new Set(moved.flatMap((card) => card[to]))];
  return (["stats", "metadata"] as const).flatMap((to) => all(to).map((from): Rename => [from, to]));
}

function counted(ads: readonly Fields[], renames: readonly Rename[]): readonly Change[] {
  return renames.flatMap(([field, to]): readonly Change[] => {
    const times = ads.filter((ad) => has(ad, field.split("."))).length;
    return times === 0 ? [] : [{ field, code: "renamed", from: String(times), to }];
  });
}

/** A detail's sections and the ad's fields on one level, wherever they were nested. */
function flat(detail: Fields): Fields {
  const outer = isObject(detail.data) ? detail.data : detail;
  return { ...outer, ...(isObject(outer.ad) ? outer.ad : {}) };
}

function has(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== null && value !== undefined;
  if (!isObject(value)) return false;
  const name = step.replace("[]", "");
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  if (!step.endsWith("[]")) return has(inner, rest);
  return Array.isArray(inner) && inner.some((one: unknown) => has(one, rest));
}
