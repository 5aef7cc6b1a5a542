import { isObject, parseExact } from "../../api";
import { domainOf, namedStats } from "../../protocol/adFields";
import { type AdCard, type AdDetail, adKey, type Count, sampleUrl, type Stat } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { writeExact } from "../../protocol/exactJson";
import { labelOfPlatform } from "../../protocol/platforms";
import { safeLink } from "../details";
import type { PagePicture } from "../media";
import { keyText, labelText } from "../text";
import { type Board, type BoardAnswer, type BoardEntry, type BoardSource, columnsOf } from "./board";

// What a report says, before it is written as HTML and Markdown. It depends on nothing but the board and its stored
// answers: no clock, no language, no setting. So the same inputs make the same bytes, and every claim can be made again.

/** What an entry's stored answer shows. */
export type SeenEntry =
  | {
      readonly kind: "seen";
      readonly card: AdCard;
      readonly detail?: AdDetail | undefined;
      readonly picture?: PagePicture;
      /** What the answers of its sightings show, in their order. */
      readonly sightings: readonly AdCard[];
    }
  /** The answer, or that of a sighting received then, is gone, can't be read, is another one, or lacks the ad. */
  | { readonly kind: "missing" | "damaged" | "changed" | "notInIt"; readonly received?: string };

/** An ad: texts and numbers, under the service's names for them, are "" where they were not provided. With a problem, nothing is said of it. */
export type ReportAd = ReturnType<typeof adOf>;

/** A stored answer that the report stands on, and which search or detail it is. */
export type ReportSource = BoardAnswer & { readonly number: number; readonly words: string };
export type ReportFacts = ReturnType<typeof reportFacts>;

const noAnswer = "Nothing is said of this ad: its stored answer is missing, changed, or damaged.";

export function reportFacts(board: Board, seen: ReadonlyMap<BoardEntry, SeenEntry>) {
  const answers = [...board.entries, ...board.entries.flatMap(sightingsOf)];
  const sources = sourcesOf(answers);
  const ads = board.entries.map((entry) => adOf(entry, seen.get(entry), sources));
  const known = ads.filter(({ problem }) => problem === undefined);
  const counts = new Map<string, number>();
  for (const name of known.flatMap(({ figures }) => [...figures.keys()])) counts.set(name, (counts.get(name) ?? 0) + 1);
  const figureNames = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
  const times = answers.map(({ source }) => source.received).sort();
  const lacking = (field: string, value: (ad: ReportAd) => string) => ({
    ...{ field, ads: known.filter((ad) => value(ad) === "") },
  });
  const named = known.filter(({ advertiser }) => advertiser !== "");
  return {
    title: labelText(board.name) || "Board",
    columns: columnsOf(board).map((name) => ({ name, ads: ads.filter(({ entry }) => entry.column === name) })),
    ...{ ads, sources: [...sources.values()], searches: searchesOf(answers, sources), figureNames },
    notProvided: [
      lacking("Advertiser", ({ advertiser }) => advertiser),
      lacking("Website", ({ domain }) => domain),
      lacking("Status", ({ status }) => status),
      ...figureNames.map((name) => lacking(name, (ad) => figureOf(ad, name))),
    ].filter(({ ads: some }) => some.length > 0),
    credits: [...sources.values()].reduce((sum, { source }) => sum + creditsOf(source), 0),
    pictured: ads.some(({ picture }) => picture),
    advertisers: new Set(named.map(({ advertiser, platform }) => `${platform} ${advertiser}`)).size,
    platforms: new Set(ads.map(({ platform }) => platform)).size,
    ...{ from: times[0] ?? "", to: times.at(-1) ?? "" },
  };
}

/** An ad's number under a name; "" where it was not provided. */
export const figureOf = ({ figures }: Pick<ReportAd, "figures">, name: string): string => figures.get(name) ?? "";

/** An entry with the answer of each of its sightings. */
const sightingsOf = (entry: BoardEntry): readonly BoardEntry[] =>
  (entry.sightings ?? []).map((answer) => ({ ...entry, ...answer }));

function adOf(entry: BoardEntry, seen: SeenEntry | undefined, sources: ReadonlyMap<string, ReportSource>) {
  const sourceOf = (one: BoardEntry) => sources.get(keyOf(one))?.number ?? 0;
  const found = seen?.kind === "seen" ? seen : undefined;
  const card = found?.card;
  return {
    ...{ entry, platform: labelOfPlatform(entry.ad.platform), source: sourceOf(entry) },
    name: card ? labelText(card.title ?? "") || `Untitled ad ${entry.ad.id}` : adKey(entry.ad),
    advertiser: labelText(card?.owner?.name ?? ""),
    domain: domainOf(card?.displayUrl) || "",
    status: card?.active === undefined ? "" : card.active ? "Active" : "Inactive",
    link: safeLink(card?.postUrl ?? "")?.href,
    figures: figuresOf(card),
    sightings: sightingsOf(entry).map((one, at) => ({
      ...{ received: one.source.received, figures: figuresOf(found?.sightings[at]), source: sourceOf(one) },
    })),
    picture: typeof found?.picture === "object" ? found.picture : undefined,
    problem: card ? undefined : noAnswer,
  };
}

function figuresOf({ stats = [], monthlyTraffic }: Partial<AdCard> = {}): ReadonlyMap<string, string> {
  const nameOf = ({ tooltip = "", icon = "" }: Stat) => labelText(tooltip) || labelText(keyText(icon)) || "Number";
  const traffic = monthlyTraffic === undefined ? [] : [{ tooltip: "Monthly traffic", value: monthlyTraffic }];
  return new Map([...namedStats([...stats, ...traffic], nameOf)].map(([name, value]) => [name, countText(value)]));
}

/** A count with all its digits, in groups of three. */
export function countText(count: Count): string {
  const [, whole = "", rest = ""] = /^(-?\d+)(.*)$/.exec(String(count)) ?? [undefined, String(count)];
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ",") + rest;
}

/** One name for entries with the same answer. */
const keyOf = ({ ad, source, sha256 }: BoardEntry) => writeExact([source, sha256, source.search ? "" : adKey(ad)]);

function sourcesOf(entries: readonly BoardEntry[]): ReadonlyMap<string, ReportSource> {
  const found = new Map<string, ReportSource>();
  for (const entry of entries) {
    const { source, sha256, ad } = entry;
    const words = source.search ? searchWords(source) : `Details of ${labelOfPlatform(ad.platform)} ad ${ad.id}`;
    const key = keyOf(entry);
    if (!found.has(key)) found.set(key, { number: found.size + 1, source, sha256, words });
  }
  return found;
}

/** The results of searches that answers are from, and the details. */
function searchesOf(answers: readonly BoardEntry[], sources: ReadonlyMap<string, ReportSource>) {
  const groups = Map.groupBy(answers, ({ source: { library, version, platform, search }, ad }) =>
    writeExact([library, version, platform, search ? [search.body, search.lastHit] : adKey(ad)]),
  );
  return [...groups.values()].map((group) => {
    const own = [...new Set(group.flatMap((one) => sources.get(keyOf(one)) ?? []))];
    const times = group.map(({ source }) => source.received).sort();
    const pages = new Set(group.flatMap(({ source }) => source.search?.page ?? []));
    return {
      words: own[0]?.words ?? "",
      library: own[0]?.source.library ?? "",
      pages: [...pages].sort((a, b) => a - b),
      ...{ from: times[0] ?? "", to: times.at(-1) ?? "", ads: new Set(group.map(({ ad }) => adKey(ad))).size },
      sources: own.map(({ number }) => number),
      credits: own.reduce((sum, { source }) => sum + creditsOf(source), 0),
    };
  });
}

/** The service's price of an answer; the sample library's are free. */
const creditsOf = ({ library, search }: BoardSource) =>
  library === sampleUrl ? 0 : search ? prices.search : prices.adDetail;

/** A search in words: its platform, and each filter with its values as the body has them. */
function searchWords({ platform, search }: BoardSource): string {
  const body = parseExact(search?.body ?? "{}");
  const filters = Object.entries(isObject(body) ? body : {}).map(([key, value]) => `${key}: ${valueText(value)}`);
  const label = labelOfPlatform(platform);
  return labelText(filters.length === 0 ? `${label}, all ads` : `${label}, ${filters.join("; ")}`);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (!isObject(value)) return typeof value === "string" ? value : writeExact(value);
  return Object.entries(value).map(([key, member]) => `${key} ${valueText(member)}`).join(", "); // prettier-ignore
}
