import * as z from "zod";
import { parseExact, writeExact } from "../../api";
import type { Digits } from "../../protocol/ads";
import { labelText } from "../text";
import { type BodyQuery, readForeignBody, readPlatform } from "../forms";

/** A search that a person keeps. */
export interface SavedSearch {
  readonly id: string;
  readonly name: string;
  readonly query: BodyQuery;
  /** ISO time. */
  readonly createdAt: string;
  /** Position among the others; the lowest comes first. */
  readonly order: number;
  readonly lastRun?: LastRun;
  /** The lasting name of the library it was saved in; absent in files of older versions and in imported searches. */
  readonly library?: string;
}

export interface LastRun {
  /** ISO time. */
  readonly at: string;
  readonly lastHit?: Digits;
}

/** The result of reading a saved search's file. */
export type ReadResult = { readonly search: SavedSearch } | "corrupt" | "newer";

const version = 1;

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

const fileShape = z.object({
  version: z.literal(version),
  name: nameField,
  platform: platformField,
  body: bodyField,
  createdAt: z.iso.datetime(),
  order: z.number(),
  lastRun: z
    .object({
      at: z.iso.datetime(),
      lastHit: z
        .string()
        .regex(/^-?\d{1,40}$/)
        .optional(),
    })
    .optional(),
  // Only shown, never acted on, so a damaged value must not make the search unusable.
  library: z.string().max(300).transform(labelText).optional().catch(undefined),
});
const newerShape = z.object({ version: z.int().gt(version) });

/** Reads the text of a file. */
export function readSavedSearch(id: string, text: string): ReadResult {
  const value = parsed(text);
  const file = fileShape.safeParse(value);
  if (!file.success) return newerShape.safeParse(value).success ? "newer" : "corrupt";
  const { name, platform, body, createdAt, order, lastRun, library } = file.data;
  const run = lastRun && { at: lastRun.at, ...(lastRun.lastHit !== undefined && { lastHit: lastRun.lastHit }) };
  const search = { id, name, query: { platform, body }, createdAt, order };
  return { search: { ...search, ...(run && { lastRun: run }), ...(library && { library }) } };
}

/** The text of a saved search's file. */
export function writeSavedSearch({ name, query, createdAt, order, lastRun, library }: SavedSearch): string {
  const { platform, body } = query;
  const file = { version, name, platform, body, createdAt, order };
  return `${writeExact({ ...file, ...(lastRun && { lastRun }), ...(library && { library }) })}\n`;
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
