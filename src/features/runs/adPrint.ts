import { createHash } from "node:crypto";
import type { AdCard, Attachment, Count } from "../../protocol/ads";
import type { FieldChange } from "../../protocol/runs";
import { identityOf } from "../archive";
import { stableUrl } from "./stableUrl";

type Value = Count | boolean;
type Field = readonly [name: string, value: Value];

/** What two sightings of an ad are compared by: without relative times, and with URLs without signed parts. */
export interface AdPrint {
  /** `platform:id`, whatever the platform's spelling; the ad's content if it has no ID. */
  readonly ad: string;
  readonly page: number;
  readonly index: number;
  /** Its fields by name, as canonical JSON. */
  readonly text: string;
}

/** "2 hours ago" and the like: true only at the time of fetching. */
const relative = /\b(?:ago|just now|yesterday|today|right now)\b/i;

export function printOf(card: AdCard, page: number, index: number): AdPrint {
  const text = JSON.stringify(fieldsOf(card));
  const ad = card.id === undefined ? `?${createHash("sha256").update(text).digest("hex").slice(0, 16)}` : named(card);
  return { ad, page, index, text };
}

const named = (card: AdCard) => identityOf(card, "");

/** Whether an ad has no ID: such ads differ only by their content. */
export const isUnnamed = (ad: string) => ad.startsWith("?");

/** The fields of a print, in order of their names. */
export function fieldsOfPrint({ text }: Pick<AdPrint, "text">): readonly Field[] {
  // eslint-disable-next-line no-restricted-syntax -- written by `printOf` in this process
  return JSON.parse(text) as readonly Field[];
}

/** Fields that differ, in order of their names. */
export function changesBetween(earlier: AdPrint, newer: AdPrint): readonly FieldChange[] {
  if (earlier.text === newer.text) return [];
  const [from, to] = [new Map(fieldsOfPrint(earlier)), new Map(fieldsOfPrint(newer))];
  const names = [...new Set([...from.keys(), ...to.keys()])].sort();
  return names.flatMap((field) => {
    const [before, after] = [from.get(field), to.get(field)];
    if (before === after) return [];
    const sides = { ...(before !== undefined && { from: before }), ...(after !== undefined && { to: after }) };
    return [{ field, kind: kindOf(before, after), ...sides }];
  });
}

/** Texts that differ only in their numbers, such as "12 days", count as figures too. */
function kindOf(before: Value | undefined, after: Value | undefined): FieldChange["kind"] {
  if (typeof before === "number" || typeof after === "number") return "figures";
  if (typeof before !== "string" || typeof after !== "string") return "content";
  const shapes = [before, after].map((text) => text.replace(/[\d.,]+\s?[KMB]?/g, "#").replace(/\bdays?\b/g, "days"));
  return shapes[0] === shapes[1] && shapes[0]?.startsWith("#") === true ? "figures" : "content";
}

function fieldsOf(card: AdCard): readonly Field[] {
  const { owner, stats, metadata, attachments } = card;
  const fields: readonly (readonly [string, Value | undefined])[] = [
    ["active", card.active],
    ["advertiser", owner?.name],
    ["advertiser.id", owner?.id],
    ["advertiser.picture", stable(owner?.avatarUrl, "creative")],
    ["advertiser.verified", owner?.verified],
    ["link", stable(card.displayUrl, "link")],
    ["post", stable(card.postUrl, "link")],
    ["title", card.title],
    ["traffic", card.monthlyTraffic],
    ...attachments.flatMap(creativeFields),
    ...stats.map(({ tooltip, icon, value }, at) => [`stats.${tooltip ?? icon ?? at + 1}`, value] as const),
    ...metadata.flatMap(({ tooltip, values }, at) => {
      const text = values.join(", ");
      return relative.test(text) ? [] : [[`metadata.${tooltip ?? at + 1}`, text] as const];
    }),
  ];
  const given = fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return given.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function creativeFields(creative: Attachment, at: number): readonly (readonly [string, Value | undefined])[] {
  const name = (part: string) => `creative ${at + 1}.${part}`;
  return [
    [name("type"), creative.type],
    [name("file"), stable(creative.url, "creative")],
    [name("thumbnail"), stable(creative.thumbnail, "creative")],
    [name("youtube"), creative.youtubeId],
    [name("text"), creative.subtitle],
    [name("seconds"), creative.durationSeconds],
  ];
}

const stable = (url: string | undefined, of: "creative" | "link") =>
  url === undefined ? undefined : stableUrl(url, of);
