import { createHash } from "node:crypto";
import { parseUrl } from "../../api";
import { adFields, daysRunning, namedValues } from "../../protocol/adFields";
import type { AdCard, Attachment, Count, Digits } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import type { FieldChange } from "../../protocol/runs";
import { identityOf } from "../archive";

type Value = Count | boolean;
type Field = readonly [name: string, value: Value];

/** When a run looked: an ISO time by this machine's clock, and the snapshot, which the service names by its own. */
export interface Look {
  readonly fetchedAt: string;
  readonly lastHit?: Digits;
}

/** For how many days an ad had run, as the service counts, when it said so. */
export interface Running {
  readonly days: number;
  readonly at: Look;
}

/** What two sightings of an ad are compared by: without relative times, and with URLs without signed parts. */
export interface AdPrint {
  /** `platform:id`, whatever the platform's spelling; the ad's content if it has no ID. */
  readonly ad: string;
  readonly page: number;
  readonly index: number;
  /** Its fields by name, as canonical JSON. */
  readonly text: string;
  /** Absent if the service doesn't say how long it has run. */
  readonly running?: Running;
}

/** "2 hours ago" and the like, and nothing else: true only at the time of fetching. */
const relative =
  /^\s*(?:(?:about|around|almost|over|more than|less than)\s+)?(?:\d+|an?(?:\s+few)?|few)\s*\p{L}+\s+ago\s*$|^\s*(?:just|right) now\s*$/iu;
/** The same in words that are also names of newspapers and programs, with a clock's time or without. */
const relativeDay =
  /^\s*(?:yesterday|today|last (?:hour|night|week|month))(?:,?\s+(?:at\s+)?\d{1,2}[:.]\d\d(?:\s*[ap]\.?m\.?)?)?\s*$/i;
/** A text that ends like that: "Seen 2 hours ago". */
const endsRelative = /(?:^|\s)(?:\d+|an?)\s*\p{L}+\s+ago\s*$/iu;
/** The words in the name of a remark about a time, or of one that the service doesn't name. */
const ofTime =
  /(?:^|[._])(?:\d+|seen|updated?|created?|published|refreshed|fetched|checked|crawled|started?|ended?|posted|shown|active|time|date|since|when|last|latest|age)(?:_|$)/;

function isRelativeTime(field: string, value: string | number): boolean {
  if (typeof value !== "string") return false;
  return relative.test(value) || (ofTime.test(field) && (relativeDay.test(value) || endsRelative.test(value)));
}

export function printOf(card: AdCard, page: number, index: number, at: Look): AdPrint {
  const text = writeExact(fieldsOf(card));
  const ad = card.id === undefined ? `?${createHash("sha256").update(text).digest("hex").slice(0, 16)}` : named(card);
  const days = daysRunning(card);
  return { ad, page, index, text, ...(days !== undefined && { running: { days, at } }) };
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
    if (before === after || isSameAsset(field, before, after)) return [];
    const sides = { ...(before !== undefined && { from: before }), ...(after !== undefined && { to: after }) };
    return [{ field, kind: kindOf(field, before, after), ...sides }];
  });
}

/**
 * One figure: with a comparison, a sign, a currency, and a unit. No two parts of these patterns can take the same space,
 * so that no text takes longer than its length.
 */
const sign = "(?:[-−–+±] ?)?";
const currency = String.raw`(?:(?:[A-Z]{1,3} ?)?\p{Sc} ?|[A-Z]{3} )?`;
const amount = String.raw`(?:\d{1,3}(?: \d{3})+|\d[\d.,'’]*)`;
const figure = new RegExp(
  String.raw`(?:[<>≤≥~≈]=? ?)?${sign}${currency}${sign}${amount}(?: ?(?:[KMBkmb]|bn|mn|Mio\.?|Mrd\.?)(?!\p{L}))?(?: ?\p{Sc})?(?: ?[%‰])?\+?`,
  "gu",
);

/** The unit of a text that is one figure or a range of them; none for any other text. */
function unitOf(text: string): string | undefined {
  const shape = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(figure, "#")
    .replace(/(?<=\p{L})s$/u, "");
  const [, unit, per = ""] = /^#(?: ?(?:[-–/]|to|of) ?#| ?#)* ?(\p{L}*\.?)((?: |\/)per \p{L}+)?$/u.exec(shape) ?? [];
  return unit === undefined ? undefined : unit + per;
}

/** Fields of an advertiser's own words: figures in them are content. */
const ownWords = /^(?:title|advertiser|creative \d+\.text)$/;

/** Texts that are figures, such as "12 days" or "<1K", are figures too, also if nothing was there before or is now. */
function kindOf(field: string, before: Value | undefined, after: Value | undefined): FieldChange["kind"] {
  if (typeof before === "number" || typeof after === "number") return "figures";
  if (typeof before === "boolean" || typeof after === "boolean" || ownWords.test(field)) return "content";
  const [one, other] = [before ?? after ?? "", after ?? before ?? ""].map(unitOf);
  return one !== undefined && one === other ? "figures" : "content";
}

const ofPicture = /^(?:creative \d+\.(?:file|thumbnail)|advertiser_picture)$/;

/** Whether two URLs are of the same picture or video: the servers and signatures of one asset change all the time. */
function isSameAsset(field: string, before: Value | undefined, after: Value | undefined): boolean {
  if (!ofPicture.test(field) || typeof before !== "string" || typeof after !== "string") return false;
  return assetOf(before) === assetOf(after);
}

/** What names an asset: its path, and its query if the path alone can't tell assets apart (`/image.php?id=7`). */
function assetOf(text: string): string {
  const url = parseUrl(text);
  if (!url) return text;
  const { pathname, search } = url;
  const isFile = /\.(?:jpe?g|png|gif|webp|avif|heic|bmp|svg|mp4|m4v|webm|mov|m3u8|ts)(?:~[^/]*)?$/i.test(pathname);
  const hasId = pathname.split("/").some((part) => part.length >= 8 && /\d/.test(part));
  return isFile || hasId ? pathname : pathname + search;
}

function fieldsOf(card: AdCard): readonly Field[] {
  const fields: readonly (readonly [string, Value | undefined])[] = [
    ...adFields.flatMap(({ name, value, compared }) => {
      const seen = compared && value({ card });
      return seen === undefined ? [] : [[name, compared === "link" ? stable(String(seen), "link") : seen] as const];
    }),
    ["advertiser_picture", stable(card.owner?.avatarUrl, "creative")],
    ...card.attachments.flatMap(creativeFields),
    ...[...namedValues(card)].filter(([name, value]) => !isRelativeTime(name, value)),
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

const words = (text: string) => text.split(" ");

/** Parameters that sign a URL or limit its validity: they change while the content stays the same. */
const signed = new Set(
  words(
    "expires x-expires x-signature signature key-pair-id hmac hdnts hdnea auth_key nonce_tp _nc_ohc _nc_oc _nc_gid",
  ),
);
/** Further ones of picture and video stores; elsewhere, parameters with these names may be meaningful. */
const signedInStores = new Set(
  words(
    "exp expiry e sig sign token policy acl auth authkey verify se sp sv sr st spr skoid sktid skt ske sks skv " +
      "oh oe edm ccb _nc_ht _nc_sid _nc_eui2 ur lk3s btag ts t",
  ),
);
const signedPrefix = /^x-(?:amz|goog|oss|cos|bce)-/;
/** Parameters that click trackers add to a link each time. */
const clickMarks = new Set(words("fbclid gclid dclid gbraid wbraid msclkid ttclid twclid yclid igshid"));
/** Some stores of videos put signature and expiry before the path. */
const signedPath = /^\/[0-9a-f]{32}\/[0-9a-f]{8}\//;

/** A picture's or video's URL, or a link, without the parts that are signed anew each time it is issued. */
function stableUrl(text: string, of: "creative" | "link"): string {
  const url = parseUrl(text);
  if (!url) return text;
  const rotates = (name: string) =>
    signed.has(name) || signedPrefix.test(name) || (of === "creative" ? signedInStores : clickMarks).has(name);
  const names = [...url.searchParams.keys()].map((name) => name.toLowerCase());
  const inPath = of === "creative" && signedPath.test(url.pathname);
  // Most URLs have nothing to remove and stay unchanged.
  if (!inPath && !names.some(rotates)) return text;
  const kept = [...url.searchParams].filter(([name]) => !rotates(name.toLowerCase()));
  url.search = new URLSearchParams(kept).toString();
  if (inPath) url.pathname = url.pathname.replace(signedPath, "/");
  return url.href;
}
