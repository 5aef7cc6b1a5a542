import * as z from "zod";
import { parseExact, writeExact } from "../../api/integers";
import type { Digits } from "../../protocol/ads";
import { labelText } from "../labelText";
import { readBody, readPlatform, type BodyQuery } from "./bodyQuery";

/** A search that a person keeps. */
export interface SavedSearch {
  readonly id: string;
  readonly name: string;
  readonly query: BodyQuery;
  /** ISO time. */
  readonly createdAt: string;
  /** Place among the others; the lowest comes first. */
  readonly order: number;
  readonly lastRun?: LastRun;
}

export interface LastRun {
  /** ISO time. */
  readonly at: string;
  readonly lastHit?: Digits;
}

/** What a saved search's file turned out to be. */
export type ReadResult = { readonly search: SavedSearch } | "corrupt" | "newer";

const version = 1;

/** A body as foreign JSON brings it. */
export const bodyField = z.unknown().transform((value, context) => {
  const body = readBody(value);
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
});
const newerShape = z.object({ version: z.int().gt(version) });

/** Reads the text of a file. */
export function readSavedSearch(id: string, text: string): ReadResult {
  const value = parsed(text);
  const file = fileShape.safeParse(value);
  if (!file.success) return newerShape.safeParse(value).success ? "newer" : "corrupt";
  const { name, platform, body, createdAt, order, lastRun } = file.data;
  const run = lastRun && { at: lastRun.at, ...(lastRun.lastHit !== undefined && { lastHit: lastRun.lastHit }) };
  return { search: { id, name, query: { platform, body }, createdAt, order, ...(run && { lastRun: run }) } };
}

/** The text of a saved search's file. */
export function writeSavedSearch({ name, query, createdAt, order, lastRun }: SavedSearch): string {
  const { platform, body } = query;
  return `${writeExact({ version, name, platform, body, createdAt, order, ...(lastRun && { lastRun }) })}\n`;
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
