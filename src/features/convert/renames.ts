import { isObject, movedFields } from "../../api";
import type { Change } from "./change";

type Fields = Readonly<Record<string, unknown>>;
/** A V1 path (`[]` for each element) and its V2 path. */
type Rename = readonly [from: string, to: string];

const ofMedia: readonly Rename[] = [
  ["attachments[].files.main", "attachments[].url"],
  ["attachments[].files.thumbnail", "attachments[].thumbnail"],
  ["attachments[].files.youtube_id", "attachments[].youtube_id"],
];

/** The contract's mapping tables, made readable. */
const ofCards: readonly Rename[] = [
  ["updated_at", "last_seen"],
  ["is_active", "active"],
  ["display_site_url", "display_url"],
  ["url", "display_url"],
  ["ad_url", "post_url"],
  ["owner.title", "owner.name"],
  ["owner.domain", "owner.name, metadata"],
  ["owner.icon", "owner.avatar_url"],
  ...ofMedia,
];

const ofDetails: readonly Rename[] = [
  ["ad", "data"],
  ["ad_url", "post_url"],
  ["title", "card.title"],
  ["subtitle", "card.subtitle"],
  ["description", "card.description"],
  ["cta", "card.cta"],
  ["is_bookmarked", "card.is_bookmarked"],
  ["owner", "card.owner"],
  ...ofMedia.map(([from, to]): Rename => [from, `card.${to}`]),
  ["impressions", "impression.total"],
  ["active_days", "impression.days_running"],
  ["first_seen_at", "impression.first_seen_at"],
  ["last_seen_at", "impression.last_seen_at"],
  ["publish_at", "impression.publish_at"],
  ["devices", "impression.devices"],
  ["engagements", "engagement_data"],
  ["url_chains", "url_chain"],
  ["domain.domain", "domain.name"],
  ["domain.monthly_traffic", "domain.monthly_visit"],
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
