import { targetOf } from "../../protocol/adFields";
import type { AdCard, AdDetail, Attachment } from "../../protocol/ads";
import type { Reason } from "../../protocol/lens";
import { parseUrl } from "../../api";

/** One reason with what must be equal: the key begins with the reason. */
export interface Evidence {
  readonly reason: Reason;
  readonly key: string;
}

/**
 * What a card or a detail says of its creative. Many advertisers write *Order today, returns are free* below their
 * title: a text beside the title is evidence only together with a title or a landing page. An advertiser's name is none.
 */
export function evidenceOf(ad: {
  readonly title: string | undefined;
  /** Besides the title. */
  readonly texts: readonly (string | undefined)[];
  readonly attachments: readonly Attachment[];
  readonly link: string | undefined;
}): readonly Evidence[] {
  const title = foldText(ad.title);
  const tells = weight(title) >= telling;
  const others = tells
    ? []
    : [...ad.texts, ...ad.attachments.map(({ subtitle }) => subtitle)].flatMap((text) => foldText(text) || []);
  const whole = title === "" ? [] : others.map((text) => `${title} ${text}`).filter((text) => weight(text) >= telling);
  const page = landingPage(ad.link);
  const onPage = page === undefined ? [] : (title === "" ? others : [title]).filter((text) => weight(text) >= short);
  const keyed = (reason: Reason, all: readonly string[], below = "") =>
    [...new Set(all)].map((text) => ({ reason, key: `${reason} ${below}${text}` }));
  const media = keyed("asset", ad.attachments.flatMap(assetsOf));
  return [...keyed("text", tells ? [title] : whole), ...media, ...keyed("landing", onPage, `${page} `)];
}

export function evidenceOfCard({ title, attachments, displayUrl }: AdCard): readonly Evidence[] {
  return evidenceOf({ title, texts: [], attachments, link: displayUrl });
}

export function evidenceOfDetail(detail: AdDetail) {
  const { title, subtitle, description, attachments } = detail;
  return evidenceOf({ title, texts: [subtitle, description], attachments, link: targetOf(detail).url });
}

/** A title must have this weight to be evidence, alone or with the text below it: *Back in stock* says nothing. */
const telling = 24;
/** With the landing page, less is enough; *Sale* isn't. */
const short = 8;

/** Letters of a folded text; a character of a script without letters for sounds counts as three. */
function weight(text: string): number {
  let sum = 0;
  for (const sign of text)
    if (sign < "\u0300") sum += Number(sign !== " ");
    else if (/\p{L}/u.test(sign)) sum += /[\p{scx=Han}\p{scx=Hangul}]/u.test(sign) ? 3 : 1;
  return sum;
}

const amount = String.raw`[\p{Sc}%‰]?\s*\d[\d.,:/'’ -]*[\p{Sc}%‰]?`;
const monthNames = ["en", "de", "es", "fr", "pt", "it", "nl"].flatMap((language) =>
  (["long", "short"] as const).flatMap((month) => {
    // Making one takes most of the time.
    const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, nth) =>
      format
        .format(Date.UTC(2026, nth, 1))
        .toLowerCase()
        .replace(".", ""),
    );
  }),
);
const month = String.raw`(?:${[...new Set(monthNames)].filter((name) => /^\p{L}+$/u.test(name)).join("|")})`;
const currencies = String.raw`(?:usd|eur|gbp|jpy|cny|brl|chf|cad|aud|kr|zł)`;
/** Signs, then prices, numbers, and dates: what changes between two issues of one creative. */
const changing = [
  /[\p{Cf}\p{Extended_Pictographic}]/gu,
  new RegExp(
    String.raw`(?<!\p{L})${month}\.?\s*${amount}|${amount}\s*(?:st|nd|rd|th|\.)?\s*(?:de |of )?${month}(?!\p{L})`,
    "gu",
  ),
  new RegExp(String.raw`(?<!\p{L})${currencies}\s*${amount}|${amount}\s*${currencies}(?!\p{L})`, "gu"),
  new RegExp(amount, "gu"),
];

/**
 * A text as it counts for sameness: one form for look-alikes (NFKC) and case, without emoji, punctuation, prices,
 * numbers, and dates. "" if nothing is left.
 */
export function foldText(text: string | undefined): string {
  // Of several spaces, the patterns would try each as the end of each part.
  let folded = (text ?? "").slice(0, 4000).normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
  // Slow, and only texts with digits need them.
  for (const pattern of /\d/.test(folded) ? changing : []) folded = folded.replaceAll(pattern, " ");
  return folded.replaceAll(/[^\p{L}\p{M}]+/gu, " ").trim();
}

/** What names the media of an attachment wherever they are hosted. */
function assetsOf({ url, thumbnail, youtubeId }: Attachment): readonly string[] {
  const paths = [url, thumbnail].flatMap((link) => assetPath(link) ?? []);
  return youtubeId === undefined ? paths : [...paths, `youtube:${youtubeId}`];
}

const sizes = /^(?:[whspqc]_?)?\d{1,4}(?:x\d{1,4})?$|^\d{1,4}x\d{1,4}$/i;

/**
 * Path and file name without host, query, ending, and sizes; undefined if they could be anyone's (`ads/banner.jpg`): the
 * file or its folder must have a number of five digits, or letters and digits that are mixed.
 */
export function assetPath(link: string | undefined): string | undefined {
  // Much faster than parsing the URL, and an ad may have many.
  const [, path] = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(link ?? "") ?? [];
  if (path === undefined) return undefined;
  const parts = path.split("/").filter((part) => part !== "" && !sizes.test(part));
  const file = (parts.pop() ?? "").replace(/\.[a-z\d]{2,5}$/i, "").replace(/[-_@.](?:\d{1,4}x\d{1,4}|\d{1,2}x)$/i, "");
  return isOwn(file) || isOwn(parts.at(-1) ?? "") ? [...parts, file].join("/") : undefined;
}

const isOwn = (whole: string, name = whole.slice(0, 100)) =>
  /\d{5}/.test(name) ||
  (name.length >= 8 && /[a-z]/i.test(name.replaceAll(/v?\d+$/g, "")) && /\d.*[a-z].*\d|[a-z].*\d.*[a-z]/i.test(name));

const tracking =
  /^(?:utm_.*|[a-z]{1,3}clid|gbraid|wbraid|msclkid|_?ga|_gl|mc_[ce]id|igshid|fb_.*|hsa_.*|mkt_tok|ref|src|source|campaign(?:_?id)?|ad(?:set|group)?_?id|clickid|click_id|subid\d*|aff(?:iliate)?_?id|cid|sid|tid|gad_.*)$/i;

/**
 * A landing page without what only tracks: host without `www.`, path, and the other parameters in order. Undefined for
 * a home page, to which ads of all kinds lead.
 */
export function landingPage(link: string | undefined): string | undefined {
  const url = link === undefined ? undefined : (parseUrl(link) ?? parseUrl(`https://${link}`));
  if (!url) return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  const parameters = [...url.searchParams].filter(([name]) => !tracking.test(name));
  if (path === "" && parameters.length === 0) return undefined;
  const query = parameters.map(([name, value]) => `${name}=${value}`).sort();
  return [url.hostname.replace(/^www\./, "") + path, ...query].join(" ");
}
