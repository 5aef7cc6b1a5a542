import { sampleUrl } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import { createHash } from "node:crypto";
import { labelText } from "../text";
import type { ReportAd, ReportFacts, ReportSource } from "./reportFacts";

/** A line of a report, and what it is about: a changed one is named by that. */
export interface ReportLine {
  readonly text: string;
  readonly about: string;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day in a form that is the same on every machine. */
export const dayText = (iso: string): string =>
  iso === "" ? "–" : `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1] ?? ""} ${iso.slice(0, 4)}`;

export const daysText = (from: string, to: string): string =>
  dayText(from) === dayText(to) ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;

export const timeText = (iso: string): string => `${dayText(iso)}, ${iso.slice(11, 16)} UTC`;

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const libraryText = (library: string): string => (library === sampleUrl ? "sample library" : labelText(library));

/** What an answer is, exactly. */
export function sourceWords({ source, sha256 }: ReportSource): string {
  const { library, version, search, received } = source;
  const place = search ? `snapshot ${search.lastHit}, page ${search.page}, ` : "";
  return `${place}received ${received} from ${libraryText(library)} (${version}). SHA-256 ${sha256}`;
}

export const columnName = (name: string): string => (name === "" ? "Not sorted" : labelText(name));

/** Facts of an ad in one line. */
export const byline = ({ advertiser, platform, domain, status }: ReportAd): readonly string[] =>
  [advertiser === "" ? "Advertiser not provided" : advertiser, platform, domain, status].filter((part) => part !== "");

/** The figures that a report begins with. */
export function headFigures({ ads, advertisers, platforms, sources }: ReportFacts) {
  const searches = sources.flatMap(({ source: { library, version, platform, search } }) =>
    search ? [writeExact([library, version, platform, search.body])] : [],
  );
  return [
    ["Ads", ads.length],
    ["Advertisers", advertisers],
    ["Platforms", platforms],
    ["Searches", new Set(searches).size],
    ["Stored answers", sources.length],
  ] as const;
}

/** How many sightings of an ad a report has at most. */
export const mostSightings = 30;

export const notes = {
  counted: "Counted over the ads of this report.",
  pictures: "Kept from an address in the stored answer. The name of its file in the Markdown is its SHA-256.",
  credits: "The service's price of these answers: 100 credits each. Writing and verifying a report costs nothing.",
  leftOut: "The kept picture is left out: all pictures of a report together have at most 32 MB.",
  limits:
    "The report stands on these pages only. It says nothing about ads beyond them, about other searches, or about what happened since.",
  sightings: `What other stored answers say of the same ads, with at most the ${mostSightings} newest answers of each. A chart spans from its lowest to its highest value, which may be far from zero.`,
  check:
    "Every figure names its source. Whoever has the stored answers can check the report against them with Ad Library Explorer: ad-library verify makes it again, byte for byte, and names what differs.",
} as const;

/** Beside the Markdown of a report. */
export const pictureFolder = "pictures";

export const sha256 = (text: string, encoding: "hex" | "base64" = "hex"): string =>
  createHash("sha256").update(text).digest(encoding);
