import type { Fields } from "../wire/fields";
import { firstOf } from "./fieldsV1";

/** The names of V1 fields and their names in V2 (docs/api.md, "Versioning"). The conversion and its report read these. */
type Names = Readonly<Record<string, string>>;

/** A card's fields. */
export const cardNames: Names = {
  updated_at: "last_seen",
  is_active: "active",
  display_site_url: "display_url",
  url: "display_url",
  ad_url: "post_url",
};

/** An owner's fields; one with a name of its own keeps that, and the card has the domain among its `metadata`. */
export const ownerNames: Names = { title: "name", domain: "name", icon: "avatar_url" };

/** What V1 has in an attachment's `files`, and V2 in the attachment. */
export const fileNames: Names = { main: "url", thumbnail: "thumbnail", youtube_id: "youtube_id" };

/** A detail's fields, with their sections in V2. */
export const detailNames: Names = {
  ad_url: "post_url",
  title: "card.title",
  subtitle: "card.subtitle",
  description: "card.description",
  cta: "card.cta",
  is_bookmarked: "card.is_bookmarked",
  owner: "card.owner",
  attachments: "card.attachments",
  impressions: "impression.total",
  active_days: "impression.days_running",
  first_seen_at: "impression.first_seen_at",
  last_seen_at: "impression.last_seen_at",
  publish_at: "impression.publish_at",
  devices: "impression.devices",
  engagements: "engagement_data",
  url_chains: "url_chain",
};

/** The fields of a detail's domain. */
export const domainNames: Names = { domain: "name", monthly_traffic: "monthly_visit" };

/** The names under which a field may occur: V2's, then V1's. */
export function namesOf(names: Names, name: string): readonly string[] {
  return [name, ...Object.keys(names).filter((from) => names[from] === name)];
}

/** The value of a field under its V2 name, or else under one of its V1 names. */
export function valueUnder(fields: Fields, names: Names, name: string): unknown {
  return firstOf(fields, ...namesOf(names, name));
}

/** The fields that V2 has in a section, under their names there. */
export function sectionOf(fields: Fields, names: Names, section: string): Fields {
  const inside = Object.entries(names).filter(([, to]) => to.startsWith(`${section}.`));
  return Object.fromEntries(inside.map(([from, to]) => [to.slice(section.length + 1), fields[from]]));
}
