import * as z from "zod";
import type { AdCard, Count, Metadatum, Stat } from "../../protocol/ads";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import { digitsOf, holdsRounded, isRounded } from "../integers";
import { once } from "../once";
import { accept } from "./accept";
import { eachOf, isObject, type Draft } from "./fields";
import { amount, countOf, integer, plainAmount, text, truth } from "./leaves";
import { attachmentOf, attachmentSchema, ownerOf, ownerSchema } from "./media";
import { platformNamed, segmentOf } from "./platformNames";
import { textsOf } from "./texts";

/** Where a card stands: it decides the key of a card without an id, and the platform of one that names none. */
export interface CardPlace {
  readonly platform: PlatformToken;
  readonly page: number;
  readonly index: number;
  readonly segments?: PlatformSegments;
}

/** Reads one element of `data.ads` (contract, "Ad card"); whatever it is, a card comes out. */
export function readCard(value: unknown, place: CardPlace): AdCard {
  const { value: wire, repairs } = accept(cardSchema(), value);
  const traffic = trafficOf(value);
  return cardOf(wire, isRounded(traffic) ? undefined : traffic, repairs, place);
}

/**
 * The same card, of what `parseRounded` made; absent where a number may have lost digits, or where `readCard` would have
 * to leave something out.
 */
export function readPlainCard(value: unknown, place: CardPlace): AdCard | undefined {
  if (!z.validate(plainCardSchema(), value)) return undefined;
  const traffic = trafficOf(value);
  return isRounded(traffic) ? undefined : cardOf(value, traffic, 0, place);
}

type WireCard = z.input<ReturnType<typeof cardSchema>>;

function cardOf(wire: WireCard, traffic: Count | undefined, repairs: number, place: CardPlace): AdCard {
  const id = digitsOf(wire.id);
  const platformName = wire.platform ?? segmentOf(place.platform, place.segments);
  const platform = platformNamed(platformName, place.segments);
  const card: Draft<AdCard> = {
    key: id === undefined ? `?${place.page}.${place.index}` : `${platform ?? platformName}:${id}`,
    platformName,
    attachments: eachOf(wire.attachments, attachmentOf),
    stats: eachOf(wire.stats, statOf),
    metadata: eachOf(wire.metadata, metadatumOf),
    repairs,
  };
  const owner = ownerOf(wire.owner);
  if (id !== undefined) card.id = id;
  if (platform !== undefined) card.platform = platform;
  if (wire.title != null) card.title = wire.title;
  if (wire.display_url != null) card.displayUrl = wire.display_url;
  if (traffic !== undefined) card.monthlyTraffic = traffic;
  if (wire.last_seen != null) card.lastSeen = wire.last_seen;
  if (wire.post_url != null) card.postUrl = wire.post_url;
  if (wire.active != null) card.active = wire.active;
  if (wire.is_bookmarked != null) card.bookmarked = wire.is_bookmarked;
  if (owner) card.owner = owner;
  return card;
}

/** Built and compiled at the first card: most of what zod costs is paid here, once. */
const cardSchema = once(() => z.compile(cardSchemaWith(amount(), z.unknown())));
const plainCardSchema = once(() => z.compile(cardSchemaWith(plainAmount(), plainAnything())));

const plainAnything = () => z.custom<unknown>((value) => typeof value === "string" || !holdsRounded(value));

function cardSchemaWith(value: ReturnType<typeof amount>, anything: z.ZodType<unknown>) {
  return z.object({
    id: integer(),
    platform: text(),
    title: text(),
    display_url: text(),
    last_seen: text(),
    post_url: text(),
    active: truth(),
    is_bookmarked: truth(),
    owner: ownerSchema(),
    attachments: z.array(z.object({ ...attachmentSchema().shape, duration: value })),
    stats: z.array(z.object({ tooltip: text(), value, icon: text() })),
    metadata: z.array(z.object({ tooltip: text(), value: anything.optional() })),
  });
}

/** The vendor's name in front of `web` is not part of the contract. */
function trafficOf(value: unknown): Count | undefined {
  if (!isObject(value)) return undefined;
  for (const key in value) {
    // The last letter alone tells nearly all names apart.
    if (key.charCodeAt(key.length - 1) !== b || !key.endsWith("web")) continue;
    const field = value[key];
    if (typeof field === "bigint" || Number.isInteger(field)) return countOf(field);
  }
  return undefined;
}

const b = 0x62;

function statOf({ tooltip, value, icon }: WireCard["stats"][number]): Stat | undefined {
  const count = countOf(value);
  if (count === undefined) return undefined;
  const stat: Draft<Stat> = { value: count };
  if (tooltip != null) stat.tooltip = tooltip;
  if (icon != null) stat.icon = icon;
  return stat;
}

function metadatumOf({ tooltip, value }: WireCard["metadata"][number]): Metadatum | undefined {
  const values = textsOf(value);
  if (values.length === 0) return undefined;
  return tooltip == null ? { values } : { tooltip, values };
}
