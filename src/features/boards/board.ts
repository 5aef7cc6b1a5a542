import * as z from "zod";
import schema from "../../../docs/schemas/adboard.schema.json";
import { type AdRef, type Digits, readAdKey, snapshotPattern } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import { isPlatformToken, type PlatformToken } from "../../protocol/platforms";
import { addressBody, bodyShape } from "../search";

/** How the name of every board ends. */
export const boardEnding = ".adboard.json";

/** The JSON schema of boards: it explains and completes; `readBoard` decides. */
export const boardSchema = (): string => prettyJson(writeExact(schema));

/** The answer that an entry was seen in: a page of a snapshot of a search, or a detail of the ad. */
export interface BoardSource {
  /** The library: its base URL, or `sample:`. */
  readonly library: string;
  readonly version: ApiVersion;
  /** The searched platform, which may be `mega`. */
  readonly platform: PlatformToken;
  /** Absent if the answer is a detail. */
  readonly search?: {
    /** The canonical body of the search's address. */
    readonly body: string;
    readonly lastHit: Digits;
    readonly page: number;
  };
  /** ISO time. */
  readonly received: string;
}

const platform = z.string().refine(isPlatformToken);
const name = z.string().max(1000);
const ad = z.string().transform((text, context): AdRef => {
  const named = readAdKey(text);
  if (named) return named;
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

const source = z
  .object({
    library: z.string().min(1).max(2000),
    version: z.enum(["v1", "v2"]),
    platform,
    body: bodyShape.optional(),
    last_hit: z.string().regex(snapshotPattern).optional(),
    page: z.int().min(1).max(999_999_999).optional(),
    received: z.iso.datetime({ precision: 3 }),
  })
  .transform(({ library, version, platform: on, body, last_hit: lastHit, page, received }, context): BoardSource => {
    const common = { library, version, platform: on, received };
    if (body === undefined && lastHit === undefined && page === undefined) return common;
    if (body !== undefined && lastHit !== undefined && page !== undefined)
      return { ...common, search: { body: addressBody(body), lastHit, page } };
    const missing = body === undefined ? "body" : lastHit === undefined ? "last_hit" : "page";
    context.addIssue({ code: "custom", path: [missing], message: "missing" });
    return z.NEVER;
  });

const text = z.string().max(4000).optional();
const texts = z.object({ title: text, text, call_to_action: text, advertiser: text, landing_domain: text });
/** What a board's file has of an ad itself, for those without its answer. All of it may be missing. */
export type Snapshot = Readonly<z.output<typeof texts>>;

const answer = z.object({
  source,
  /** Of its text, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** A stored answer, exactly. */
export type BoardAnswer = Readonly<z.output<typeof answer>>;

const entry = answer.extend({
  ad,
  /** "" if it is in none. */
  column: name.default(""),
  tags: z.array(z.string().min(1).max(200)).max(1000).default([]).readonly(),
  note: z.string().max(100_000).default(""),
  /** True if its texts are wanted in the file and not there yet. */
  snapshot: z.literal(true).or(texts).optional(),
  /** The name of the kept picture that a report shows. Only reports have it. */
  picture: z.string().optional(),
  /** All answers that a report has numbers from, by time, if they are several. Only reports have them. */
  sightings: z.array(answer).readonly().optional(),
});
/** An ad on a board, with the answer that shows it. */
export type BoardEntry = Readonly<z.output<typeof entry>>;

export const boardShape = z.object({
  /** "" if it has none. */
  name: name.default(""),
  /** In their order on the board; others that entries name come after them. */
  columns: z.array(name.min(1)).max(1000).default([]).readonly(),
  /** In the order of the file. */
  entries: z.array(entry).readonly(),
});
export type Board = Readonly<z.output<typeof boardShape>>;

/** All columns with entries or without, in order; "" comes last if an entry is in none. */
export function columnsOf({ columns, entries }: Board): readonly string[] {
  const named = [...new Set([...columns, ...entries.map(({ column }) => column)])].filter((name) => name !== "");
  return entries.some(({ column }) => column === "") ? [...named, ""] : named;
}
