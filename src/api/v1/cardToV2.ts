import { elementsOf, type Fields, fieldsOf, isFigure, isObject } from "../wire/fields";
import {
  cardNames,
  changedList,
  fileNames,
  mapList,
  namesOf,
  ownerNames,
  renamed,
  spoken,
  timeText,
  valueUnder,
  withoutNames,
} from "./namesV1";

/** A V1 card under V2 names (docs/api.md, "V1 search-field mapping"). Fields without a V2 name stay unchanged. */
export function cardToV2(card: Fields): Fields {
  const moved = movedFields(card);
  const stats = moved.stats.flatMap((name) => statsIn(name, card[name]));
  const remarks = moved.metadata.map((name) => ({ tooltip: placed.get(name), value: card[name] }));
  const [owner, domain] = ownerAndDomain(card.owner);
  const metadata = [...remarks, ...domain];
  const known = {
    id: card.id,
    platform: card.platform,
    title: card.title,
    display_url: displayUrl(card),
    last_seen: timeText(valueUnder(card, cardNames, "last_seen")),
    post_url: valueUnder(card, cardNames, "post_url"),
    active: valueUnder(card, cardNames, "active"),
    is_bookmarked: card.is_bookmarked,
    owner: ownerToV2(owner),
    attachments: mapList(card.attachments, attachmentToV2),
    stats: appended(card.stats, stats),
    metadata: appended(card.metadata, metadata),
  };
  return renamed(known, card, [...Object.keys(cardNames), ...moved.stats, ...moved.metadata]);
}

/** The names of a V1 card's fields that are among its `stats` in V2, and of those that are among its `metadata`. */
export function movedFields(card: Fields): Readonly<Record<"stats" | "metadata", readonly string[]>> {
  return {
    stats: Object.keys(card).filter((name) => counted.test(name) && statsIn(name, card[name]).length > 0),
    metadata: [...placed.keys()].filter((name) => card[name] != null),
  };
}

/** Engagements, views and counts. */
const counted = /(?:^|_)(?:engagements?|views?|counts?|impressions?|likes?|comments?|shares?|reactions?|upvotes?)$/;

/** Remarks with V2's words for them. */
const placed: ReadonlyMap<string, string> = new Map([
  ["locations", "Locations"],
  ["placements", "Placements"],
  ["publisher_platforms", "Publisher platforms"],
  ["days_active", "Days running"],
  ["active_days", "Days running"],
]);

/** V1 has three names for V2's one target link; a link that can be opened is preferred to a site's bare name. */
function displayUrl(card: Fields): unknown {
  const links = namesOf(cardNames, "display_url")
    .map((name) => card[name])
    .filter((link) => link != null);
  return links.find((link) => typeof link === "string" && /^https?:\/\//i.test(link)) ?? links[0];
}

/** A number is one metric; an object or a list holds several. */
function statsIn(name: string, value: unknown): readonly Fields[] {
  if (isFigure(value)) return [{ tooltip: spoken(name), value, icon: name }];
  const elements = elementsOf(value);
  if (elements) return elements.filter(isObject).filter((stat) => isFigure(stat.value));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([part, count]) => (isFigure(count) ? statsIn(part, count) : []));
}

/** V2 owners have no domain: if the owner has a name, the domain becomes a remark. */
function ownerAndDomain(owner: unknown): readonly [owner: unknown, remarks: readonly Fields[]] {
  if (!isObject(owner) || typeof owner.domain !== "string") return [owner, []];
  const { domain } = owner;
  const told = owner.name ?? owner.title;
  if (told === undefined) return [owner, []];
  return [withoutNames(owner, ["domain"]), told === domain ? [] : [{ tooltip: "Domain", value: domain }]];
}

function appended(list: unknown, more: readonly Fields[]): unknown {
  return list == null ? more : changedList(list, (elements) => [...elements, ...more]);
}

/** A V1 owner under V2 names: native and display had `domain`, `title` and `icon` (docs/api.md, "Versioning"). */
export function ownerToV2(value: unknown): unknown {
  if (!isObject(value)) return value;
  const named = namesOf(ownerNames, "name").find((name) => value[name] != null);
  const pictured = namesOf(ownerNames, "avatar_url").find((name) => value[name] != null);
  const known = { id: value.id, name: valueOf(value, named), avatar_url: valueOf(value, pictured) };
  return renamed(known, value, [named ?? "", pictured ?? ""]);
}

const valueOf = (fields: Fields, name: string | undefined) => (name === undefined ? undefined : fields[name]);

/** A V1 creative under V2 names: V1 put its URLs under `files` (docs/api.md, "Versioning"). */
export function attachmentToV2(attachment: Fields): Fields {
  const files = fieldsOf(attachment.files);
  const others = withoutNames(files, Object.keys(fileNames));
  const told = Object.entries(fileNames).map(([from, to]): [string, unknown] => [to, files[from] ?? attachment[to]]);
  const known = {
    id: attachment.id,
    type: attachment.type ?? (files.youtube_id == null ? undefined : "youtube"),
    ...Object.fromEntries(told),
    ...(Object.keys(others).length > 0 && { files: others }),
  };
  return renamed(known, attachment, isObject(attachment.files) ? ["files"] : []);
}
