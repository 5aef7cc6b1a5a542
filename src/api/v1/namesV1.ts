import { elementsOf, type Fields, isObject } from "../wire/fields";

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

/** All members except those named; a field called `__proto__` stays an ordinary field. */
export function withoutNames(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The first of these members that holds a value. */
export function firstOf(fields: Fields, ...names: readonly string[]): unknown {
  for (const name of names) if (Object.hasOwn(fields, name) && fields[name] != null) return fields[name];
  return undefined;
}

/** Known fields under their V2 names, without absent ones, then all others unchanged. */
export function renamed(known: Fields, original: Fields, taken: readonly string[]): Fields {
  const present = Object.entries(known).filter(([, value]) => value !== undefined && value !== null);
  const names = [...taken, ...present.map(([name]) => name)];
  return Object.fromEntries([...present, ...Object.entries(withoutNames(original, names))]);
}

/**
 * Changes the elements of a list. A list that was sent as an object stays one, and any other value stays as it is, for
 * the V2 reader to judge.
 */
export function changedList(value: unknown, change: (elements: readonly unknown[]) => readonly unknown[]): unknown {
  const elements = elementsOf(value);
  if (!elements) return value;
  const changed = change(elements);
  return Array.isArray(value) ? changed : Object.fromEntries(changed.entries());
}

/** Maps the objects in a list. */
export function mapList(value: unknown, map: (element: Fields) => unknown): unknown {
  return changedList(value, (elements) => elements.map((element) => (isObject(element) ? map(element) : element)));
}

/** A field's name for people: `seen_counts` is "Seen counts". */
export function spoken(name: string): string {
  const words = name.replaceAll(/[_.]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A time as text: epoch seconds or milliseconds become ISO 8601, a text stays unchanged. */
export function timeText(value: unknown): unknown {
  if (typeof value !== "number" || value < 1e9 || value >= 1e14) return value;
  return new Date(value < 1e11 ? value * 1000 : value).toISOString();
}
