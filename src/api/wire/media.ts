import * as z from "zod";
import type { Attachment, Owner } from "../../protocol/ads";
import { unlessEmpty, type Fields, type Writable } from "./fields";
import { integer, plainAmount, text, truth } from "./leaves";
import { amountIn, digitsIn, objectIn, textIn, truthIn } from "./plain";

/** All owner variants in one (docs/api.md, "Owner variants"). */
export const ownerSchema = () => z.object({ id: integer(), name: text(), avatar_url: text(), is_verified: truth() });

/** All attachment variants in one (docs/api.md, "Attachment variants"). */
export const attachmentSchema = () =>
  z.object({
    id: integer(),
    type: text(),
    url: text(),
    thumbnail: text(),
    youtube_id: text(),
    subtitle: text(),
    duration: plainAmount(),
  });

/** The owner; absent if nothing about it is known. */
export function ownerOf(value: unknown): Owner | undefined {
  const wire = objectIn(value);
  const owner: Writable<Owner> = {};
  const id = digitsIn(wire.id);
  const name = textIn(wire.name);
  const avatarUrl = textIn(wire.avatar_url);
  const verified = truthIn(wire.is_verified);
  if (id !== undefined) owner.id = id;
  if (name !== undefined) owner.name = name;
  if (avatarUrl !== undefined) owner.avatarUrl = avatarUrl;
  if (verified !== undefined) owner.verified = verified;
  return unlessEmpty(owner);
}

/** A creative; one without a type is of type `unknown`. */
export function attachmentOf(wire: Fields): Attachment {
  const attachment: Writable<Attachment> = { type: textIn(wire.type) ?? "unknown" };
  const id = digitsIn(wire.id);
  const url = textIn(wire.url);
  const thumbnail = textIn(wire.thumbnail);
  const youtubeId = textIn(wire.youtube_id);
  const subtitle = textIn(wire.subtitle);
  const duration = amountIn(wire.duration);
  if (id !== undefined) attachment.id = id;
  if (url !== undefined) attachment.url = url;
  if (thumbnail !== undefined) attachment.thumbnail = thumbnail;
  if (youtubeId !== undefined) attachment.youtubeId = youtubeId;
  if (subtitle !== undefined) attachment.subtitle = subtitle;
  if (duration !== undefined) attachment.durationSeconds = duration;
  return attachment;
}
