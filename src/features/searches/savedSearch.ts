import * as z from "zod";
import { parseExact } from "../../api";
import { idPattern } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import { labelText } from "../text";
import { readForeignBody, readPlatform } from "../forms";

/** JSON with all digits of long integers. */
export const exactJson = { parse: parseExact, stringify: writeExact };

/** A body from foreign JSON. */
export const bodyField = z.unknown().transform((value, context) => {
  const body = readForeignBody(value);
  if (body) return body;
  context.addIssue("not a search body");
  return z.NEVER;
});

/** A platform by token or segment. */
export const platformField = z.unknown().transform((value, context) => {
  const platform = readPlatform(value);
  if (platform) return platform;
  context.addIssue("not a platform");
  return z.NEVER;
});

/** A name as one readable line. */
export const nameField = z.string().transform(labelText).pipe(z.string().min(1));

const lastRun = z.object({
  at: z.iso.datetime(),
  lastHit: z.string().regex(idPattern).exactOptional(),
});
const stored = z.object({
  name: nameField,
  query: z.object({ platform: platformField, body: bodyField }),
  createdAt: z.iso.datetime(),
  /** Position among the others; the lowest comes first. */
  order: z.number(),
  lastRun: lastRun.exactOptional(),
  // Only shown, never acted on, so a damaged value must not make the search unusable.
  library: z.string().max(300).transform(labelText).optional().catch(undefined),
});

export type StoredSearch = Readonly<z.infer<typeof stored>>;
export type LastRun = Readonly<z.infer<typeof lastRun>>;

/** What the file of a saved search holds: a search, or something of a newer version of the extension. */
export const storedSearch = z
  .object({ version: z.int().gt(1) })
  .transform(() => "newer" as const)
  .or(stored);

/**
 * A search that a person keeps. `library` is the permanent name of the library it was saved in; imported searches have
 * none.
 */
export interface SavedSearch extends StoredSearch {
  readonly id: string;
}
