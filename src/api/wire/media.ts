import * as z from "zod";
import type { Attachment, Owner } from "../../protocol/ads";
import { digitsOf } from "../integers";
import { unlessEmpty, type Draft } from "./fields";
import { amount, integer, numberOf, text, truth } from "./leaves";

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
  const owner: Draft<Owner> = {};
  const id = digitsOf(wire.id);
  if (id !== undefined) owner.id = id;
  if (wire.name != null) owner.name = wire.name;
  if (wire.avatar_url != null) owner.avatarUrl = wire.avatar_url;
  if (wire.is_verified != null) owner.verified = wire.is_verified;
  return unlessEmpty(owner);
}

/** A creative; one that says no type is of type `unknown`. */
export function attachmentOf(wire: z.input<ReturnType<typeof attachmentSchema>>): Attachment {
  const { type, url, thumbnail } = wire;
  const attachment: Draft<Attachment> = { type: type ?? "unknown" };
  const id = digitsOf(wire.id);
  const duration = numberOf(wire.duration);
  if (id !== undefined) attachment.id = id;
  if (url != null) attachment.url = url;
  if (thumbnail != null) attachment.thumbnail = thumbnail;
  if (wire.youtube_id != null) attachment.youtubeId = wire.youtube_id;
  if (wire.subtitle != null) attachment.subtitle = wire.subtitle;
  if (duration !== undefined) attachment.durationSeconds = duration;
  return attachment;
}
