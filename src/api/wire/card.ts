import * as z from "zod";
import type { AdCard, Metadatum, Stat } from "../../protocol/ads";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";
import { once } from "../once";
import { accept } from "./accept";
import { fieldsOf, present } from "./fields";
import { amount, countOf, digits, integer, text, truth } from "./leaves";
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
  const id = digits(wire.id);
  const platformName = wire.platform ?? segmentOf(place.platform, place.segments);
  const platform = platformNamed(platformName, place.segments);
  return present({
    key: id === undefined ? `?${place.page}.${place.index}` : `${platform ?? platformName}:${id}`,
    id,
    platform,
    platformName,
    title: wire.title,
    displayUrl: wire.display_url,
    monthlyTraffic: trafficOf(value),
    lastSeen: wire.last_seen,
    postUrl: wire.post_url,
    active: wire.active,
    bookmarked: wire.is_bookmarked,
    owner: ownerOf(wire.owner),
    attachments: wire.attachments.map(attachmentOf),
    stats: wire.stats.flatMap(statOf),
    metadata: wire.metadata.flatMap(metadatumOf),
    repairs,
  });
}

/** Built and compiled at the first card: most of what zod costs is paid here, once. */
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
      stats: z.array(z.object({ tooltip: text(), value: amount(), icon: text() })),
      metadata: z.array(z.object({ tooltip: text(), value: z.unknown().optional() })),
    }),
  ),
);

/** The vendor's name in front of `web` is not part of the contract. */
function trafficOf(value: unknown) {
  const fields = fieldsOf(value);
  for (const key in fields) {
    const field = fields[key];
    if (key.endsWith("web") && (typeof field === "bigint" || Number.isSafeInteger(field))) return countOf(field);
  }
  return undefined;
}

function statOf({
  tooltip,
  value,
  icon,
}: {
  tooltip?: string | null | undefined;
  value?: unknown;
  icon?: string | null | undefined;
}): Stat[] {
  const count = countOf(value);
  return count === undefined ? [] : [present({ tooltip, value: count, icon })];
}

function metadatumOf({ tooltip, value }: { tooltip?: string | null | undefined; value?: unknown }): Metadatum[] {
  const values = textsOf(value);
  return values.length === 0 ? [] : [present({ tooltip, values })];
}
