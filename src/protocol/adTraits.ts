import { siteOf } from "./adFields";
import type { AdCard, Attachment } from "./ads";
import type { ShareField } from "./lens";

export type CodeKind = "region" | "language";

const kinds: readonly (readonly [CodeKind, RegExp])[] = [
  ["language", /lang/i],
  ["region", /region|countr|geo|location|market|nation/i],
];

/** Whether the values under a name are countries or languages; absent if they are anything else. */
export function codeKind(name: string | undefined): CodeKind | undefined {
  return name === undefined ? undefined : kinds.find(([, pattern]) => pattern.test(name))?.[0];
}

/** The values that a card has for each field: the one definition of what overviews and shares count. */
export const cardTraits: Readonly<Record<ShareField, (card: AdCard) => readonly string[]>> = {
  advertiser: ({ owner }) => (owner?.name?.trim() ? [owner.name] : []),
  platform: ({ platform, platformName }) => [platform ?? platformName],
  mediaType: ({ attachments }) => mediaTypes(attachments),
  format: (card) => remarks(card, (name) => /\bformat|\b(?:ad|creative) type\b/i.test(name)),
  country: (card) => codes(card, "region"),
  language: (card) => codes(card, "language"),
  callToAction: (card) => remarks(card, (name) => /\bcta\b|call.?to.?action|\bbutton\b/i.test(name)),
  domain: ({ displayUrl }) => {
    const host = siteOf(displayUrl);
    return host === "" ? [] : [host];
  },
};

/** The texts of a card's remarks whose name is wanted. */
export function remarks({ metadata }: AdCard, wanted: (name: string) => boolean): readonly string[] {
  return distinct(metadata.flatMap(({ tooltip, values }) => (wanted(tooltip ?? "") ? values : [])));
}

const codes = (card: AdCard, kind: CodeKind) =>
  distinct(remarks(card, (name) => codeKind(name) === kind).map((text) => asCode(kind, text)));

/** YouTube's ads are videos that its own player shows. */
export const mediaTypes = (attachments: readonly Attachment[]): readonly string[] =>
  distinct(attachments.map(({ type }) => (type === "youtube" ? "video" : type)));

const distinct = (texts: readonly string[]) => [...new Set(texts)];

const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const allCodes = alphabet.flatMap((one) => alphabet.map((other) => one + other));
const codesByName = new Map<CodeKind, ReadonlyMap<string, string>>();

/** An ISO code in upper case. Cards send codes, details often English names: both are one country or language. */
export function asCode(kind: CodeKind, text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase();
  const known = codesByName.get(kind) ?? namesOf(kind);
  codesByName.set(kind, known);
  return known.get(text.trim().toLowerCase()) ?? text.trim();
}

/** The codes of two letters by their English names, without those that others replaced (`DD`, `IW`). */
function namesOf(type: CodeKind): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  const tag = (code: string) => (type === "region" ? `und-${code}` : code.toLowerCase());
  const current = allCodes.filter((code) => Intl.getCanonicalLocales(tag(code))[0] === tag(code));
  return new Map(current.map((code) => [names.of(code)?.toLowerCase() ?? "", code]));
}
