import * as z from "zod";
import type { Attachment, Owner } from "../../protocol/ads";
import { present } from "./fields";
import { amount, digits, integer, numberOf, text, truth } from "./leaves";

/** All owner variants in one (contract, "Owner variants"). */
export const ownerSchema = () => z.object({ id: integer(), name: text(), avatar_url: text(), is_verified: truth() });

/** All attachment variants in one (contract, "Attachment variants"). */
export const attachmentSchema = () =>
  z.object({
    id: integer(),
    type: text(),
    url: text(),
    thumbnail: text(),
    youtube_id: text(),
    subtitle: text(),
    duration: amount(),
  });

/** The owner, unless nothing is known of it. */
export function ownerOf(wire: z.input<ReturnType<typeof ownerSchema>>): Owner | undefined {
  const owner = present({
    id: digits(wire.id),
    name: wire.name,
    avatarUrl: wire.avatar_url,
    verified: wire.is_verified,
  });
  return Object.keys(owner).length === 0 ? undefined : owner;
}

/** A creative; one that says no type is of type `unknown`. */
export function attachmentOf(wire: z.input<ReturnType<typeof attachmentSchema>>): Attachment {
  return present({
    id: digits(wire.id),
    type: wire.type ?? "unknown",
    url: wire.url,
    thumbnail: wire.thumbnail,
    youtubeId: wire.youtube_id,
    subtitle: wire.subtitle,
    durationSeconds: numberOf(wire.duration),
  });
}
