import * as z from "zod";
import type { AdCard, Count, Metadatum, Stat } from "../../protocol/ads";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import { isRounded } from "../integers";
import { once } from "../once";
import { accept } from "./accept";
import { isObject, type Fields, type Writable } from "./fields";
import { countOf, integer, plainAmount, text, truth } from "./leaves";
import { attachmentOf, attachmentSchema, ownerOf, ownerSchema } from "./media";
import { countIn, digitsIn, objectsIn, textIn, textsIn, truthIn, unfit, unlessUnfit } from "./plain";
import { platformNamed, segmentOf } from "./platformNames";
import { textsOf } from "./texts";

/** The position of a card: it decides the key of a card without an id, and the platform of one that names none. */
export interface CardPlace {
  readonly platform: PlatformToken;
  readonly page: number;
  readonly index: number;
  readonly segments?: PlatformSegments;
}

/** Reads one element of `data.ads` (docs/api.md, "Ad card"), integers exact; any value gives a card. */
export function readCard(value: unknown, place: CardPlace): AdCard {
  // Stryker disable next-line ArrowFunction: the careful path reads the same, only slower
  const plain = unlessUnfit(() => readPlainCard(value, place));
  // Stryker disable next-line ConditionalExpression: the careful path reads the same, only slower
  if (plain) return plain;
  const { value: wire, repairs } = accept(cardSchema(), value);
  const traffic = trafficOf(value);
  return cardOf(wire, place, { repairs, traffic: isRounded(traffic) ? undefined : countOf(traffic), texts: textsOf });
}

/**
 * The same for an element as `parseRounded` returns it. Needs no zod schema, whose compilation would delay a window's
 * first page by 11 to 26 ms (decision 9). @throws `unfit` where only `readCard` can tell
 */
export function readPlainCard(value: unknown, place: CardPlace): AdCard {
  // Stryker disable next-line ConditionalExpression: the careful path reads the same, only slower
  if (!isObject(value)) throw unfit;
  return cardOf(value, place, { repairs: 0, traffic: countIn(trafficOf(value)), texts: textsIn });
}

/** What differs between the two ways to read a card. */
interface Reading {
  readonly repairs: number;
  readonly traffic: Count | undefined;
  readonly texts: (value: unknown) => readonly string[];
}

function cardOf(wire: Fields, place: CardPlace, { repairs, traffic, texts }: Reading): AdCard {
  const id = digitsIn(wire.id);
  const platformName = textIn(wire.platform) ?? segmentOf(place.platform, place.segments);
  const platform = platformNamed(platformName, place.segments);
  const owner = ownerOf(wire.owner);
  const card: Writable<AdCard> = {
    key: id === undefined ? `?${place.page}.${place.index}` : `${platform ?? platformName}:${id}`,
    platformName,
    attachments: objectsIn(wire.attachments, attachmentOf),
    stats: objectsIn(wire.stats, statOf),
    metadata: objectsIn(wire.metadata, (fields) => metadatumOf(fields, texts)),
    repairs,
  };
  if (id !== undefined) card.id = id;
  if (platform !== undefined) card.platform = platform;
  if (owner !== undefined) card.owner = owner;
  if (traffic !== undefined) card.monthlyTraffic = traffic;
  addTexts(card, wire);
  return card;
}

function addTexts(card: Writable<AdCard>, wire: Fields): void {
  const title = textIn(wire.title);
  const displayUrl = textIn(wire.display_url);
  const lastSeen = textIn(wire.last_seen);
  const postUrl = textIn(wire.post_url);
  const active = truthIn(wire.active);
  const bookmarked = truthIn(wire.is_bookmarked);
  if (title !== undefined) card.title = title;
  if (displayUrl !== undefined) card.displayUrl = displayUrl;
  if (lastSeen !== undefined) card.lastSeen = lastSeen;
  if (postUrl !== undefined) card.postUrl = postUrl;
  if (active !== undefined) card.active = active;
  if (bookmarked !== undefined) card.bookmarked = bookmarked;
}

/** Built and compiled at the first card that does not fit as it is: most of zod's cost is paid here, once. */
const cardSchema = once(() =>
  z.compile(
    z.object({
      id: integer(),
      platform: text(),
      title: text(),
      display_url: text(),
      last_seen: text(),
      post_url: text(),
      active: truth(),
      is_bookmarked: truth(),
      owner: ownerSchema(),
      attachments: z.array(attachmentSchema()),
      stats: z.array(z.object({ tooltip: text(), value: plainAmount(), icon: text() })),
      metadata: z.array(z.object({ tooltip: text(), value: z.unknown().optional() })),
    }),
  ),
);

/** The first integer field whose name ends in `web`: the vendor's name before it is not part of the contract. */
function trafficOf(value: unknown): number | bigint | undefined {
  // Stryker disable next-line ConditionalExpression: a value that is no object has no such member
  if (!isObject(value)) return undefined;
  for (const key in value) {
    // The last letter alone rules out nearly all names.
    // Stryker disable next-line ConditionalExpression: the end of the name alone tells as much, only slower
    if (key.charCodeAt(key.length - 1) !== b || !key.endsWith("web")) continue;
    const field = value[key];
    // Stryker disable next-line ConditionalExpression: only numbers are integers, which TypeScript cannot see
    if (typeof field === "bigint" || (typeof field === "number" && Number.isInteger(field))) return field;
  }
  return undefined;
}

const b = 0x62;

function statOf(wire: Fields): Stat | undefined {
  const value = countIn(wire.value);
  const tooltip = textIn(wire.tooltip);
  const icon = textIn(wire.icon);
  if (value === undefined) return undefined;
  const stat: Writable<Stat> = { value };
  if (tooltip !== undefined) stat.tooltip = tooltip;
  if (icon !== undefined) stat.icon = icon;
  return stat;
}

function metadatumOf(wire: Fields, texts: Reading["texts"]): Metadatum | undefined {
  const tooltip = textIn(wire.tooltip);
  const values = texts(wire.value);
  if (values.length === 0) return undefined;
  return tooltip === undefined ? { values } : { tooltip, values };
}
