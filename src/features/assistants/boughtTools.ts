import { loadPicture, type PictureOptions, type PictureProblem } from "../../api";
import type { AdDetail, AdRef, AdSighting } from "../../protocol/ads";
import { picturesIn } from "../../protocol/mediaUrl";
import { adStates, type ComparedAd, type Comparison, isNewState, type Run } from "../../protocol/runs";
import type { SearchAddress } from "../archive";
import { FeatureError } from "../failures";
import { coverageWords, stateNames } from "../runs";
import type { FrozenSearch } from "../search";
import { percentDecoded } from "../text";
import { ageText, cardItem, detailItem, source } from "./adItems";
import { answer, clippedTo, fitting, mostItemBytes, type Picture, type ToolAnswer } from "./answer";
import type { NotShown, PictureScaler, SmallPicture } from "./pictureScaler";
import { type ToolInput, toolInputs } from "./toolInputs";
import { parseBody, platformOf, type ToolCall, type ToolPorts, wrong } from "./toolPorts";

/** The ads of a bought page, for resources. Free and offline. @throws {FeatureError} `notFound` */
export async function readBoughtPage(
  { engine, now }: ToolPorts,
  { platform, lastHit, page, body }: { platform: string; lastHit: string; page: number; body: string },
): Promise<ToolAnswer> {
  const { search } = engine;
  const frozen = await search.ofBody({ platform: platformOf(platform), body: parseBody(body) });
  const found = (await search.boughtPages(frozen, lastHit)).find((each) => each.page === page);
  if (!found)
    throw new FeatureError("notFound", { specifics: "This page is not bought. To buy it, call plan_purchase." });
  const items = found.ads.map((card) => cardItem(card, found.fetchedAt, "short", now()));
  const shown = fitting(items, "full");
  return answer({
    summary: [`Page ${page} of a bought search on ${platform}: ${shown} of ${items.length} ads.`],
    items: items.slice(0, shown),
  });
}

type Read = ToolInput<"read_bought_ad">;

/** One bought ad with its history. Free; pictures come from their hosts. */
export async function readBoughtAd(ports: ToolPorts, input: Read, { signal }: ToolCall): Promise<ToolAnswer> {
  const { detail = "short", pictures = 0, id } = input;
  const ad: AdRef = { platform: platformOf(input.platform), id };
  const { details, boughtAds } = ports.engine;
  const [bought, history, card] = [await details.bought(ad), await boughtAds.history(ad), await boughtAds.card(ad)];
  if (!bought && !card && history.length === 0)
    throw new FeatureError("notFound", {
      specifics:
        "This ad is not bought. Find bought ads with search_bought_ads, or plan to buy details with plan_purchase and ad_ids.",
    });
  const now = ports.now();
  const item = {
    ...(bought && { details: detailItem(bought, detail, now) }),
    ...(card && { result: cardItem(card.card, card.fetchedAt, detail, now, card.from) }),
    history: history.slice(detail === "full" ? -30 : -5).map((each) => sightingItem(each, now)),
  };
  const loaded = await picturesOf(ports, bought?.detail ?? card?.card, pictures, signal);
  return answer({
    summary: [
      bought
        ? `Details of ad ${id}, fetched ${ageText(bought.fetchedAt, now)}.`
        : `The details of ad ${id} are not bought. They cost 100 credits: call plan_purchase with ad_ids.`,
      `Open it in the panel: ${ports.links.ad(input.platform, id)}`,
      ...(detail === "short" && history.length > 5
        ? [`The last 5 of ${history.length} fetches. For more, set detail to full.`]
        : []),
      ...loaded.words,
    ],
    facts: {
      ...{ platform: input.platform, id, details_bought: bought !== undefined, fetches: history.length },
      ...{ images: loaded.words, open_ad: ports.links.ad(input.platform, id) },
    },
    items: [clippedTo(item, mostItemBytes[detail])],
    pictures: loaded.pictures,
  });
}

function sightingItem({ fetchedAt, from, stats }: AdSighting, now: Date) {
  return {
    ...source(from, fetchedAt, now),
    figures: Object.fromEntries(stats.map(({ name, value }) => [name, value])),
  };
}

const whyNot: Readonly<Record<PictureProblem | NotShown, string>> = {
  address: "images are not loaded from this address",
  privateNetwork: "its host is on a private network",
  redirects: "it redirects too often",
  tooLarge: "it is larger than 5 MB",
  notSmall: "it is larger than 1 MB and can't be made small enough",
  tooManyPixels: "it has more than 9 million pixels",
  unreadable: "it is damaged, or of a kind that can't be scaled down",
  type: "it is not a PNG, JPEG, GIF, or WebP",
  failed: "its host did not send it",
};

/** The first pictures of an ad, and a line for each that could not be loaded. */
export async function picturesOf(
  ports: ToolPorts,
  ad: Pick<AdDetail, "attachments"> | undefined,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly pictures: readonly Picture[]; readonly words: readonly string[] }> {
  if (most === 0) return { pictures: [], words: [] };
  if (ports.loadMedia() !== "always")
    return { pictures: [], words: ["Images: not loaded, because adLibrary.loadMedia doesn't allow it."] };
  const urls = [...new Set(ad?.attachments.flatMap((each) => picturesIn(each).slice(0, 1)))].slice(0, most);
  if (urls.length === 0) return { pictures: [], words: ["Images: not provided."] };
  const loopback = await ports.engine.clients.loopback();
  const results = await Promise.all(urls.map((url) => loadSmall(ports.scaler, url, { loopback, signal })));
  const pictures = results.flatMap((result) =>
    typeof result === "string" ? [] : [{ mimeType: result.mimeType, data: result.bytes.toString("base64") }],
  );
  const words = results.map((result, at) =>
    typeof result === "string"
      ? `Image ${at + 1} was skipped: ${whyNot[result]}.`
      : `Image ${at + 1}: ${result.mimeType}, ${scaledFrom(result)}made by others, like the texts.`,
  );
  return { pictures, words };
}

async function loadSmall(
  scaler: PictureScaler,
  url: string,
  options: PictureOptions,
): Promise<SmallPicture | PictureProblem | NotShown> {
  const loaded = await loadPicture(url, options);
  return typeof loaded === "string" ? loaded : scaler.small(loaded, options.signal);
}

const scaledFrom = ({ from }: SmallPicture) => (from ? `scaled down from ${from.width} × ${from.height} pixels, ` : "");

/** A link that opens an ad in the editor whose links have this scheme: `vscode` and its other editions differ. */
export const adLink = (uriScheme: string, platform: string, id: string) =>
  `${uriScheme}://ad-library-explorer.ad-library-explorer/ad/${platform}/${id}`;

export const adResource = (platform: string, id: string) => `adlibrary://ad/${platform}/${id}`;

export function pageResource({ request }: FrozenSearch, lastHit: string, page: number): string {
  return `adlibrary://page/${request.platform}/${lastHit}/${page}?body=${encodeURIComponent(request.body)}`;
}

/** Reads what a URI names. Free and offline. @throws {FeatureError} `notFound` if it is not bought */
export async function readResource(ports: ToolPorts, uri: string, call: ToolCall): Promise<ToolAnswer> {
  const [, platform, id] = /^adlibrary:\/\/ad\/([^/]+)\/([^/]+)$/.exec(uri) ?? [];
  const ad = toolInputs.read_bought_ad.safeParse({ platform, id, detail: "full" });
  if (ad.success) return readBoughtAd(ports, ad.data, call);
  const [, of = "", lastHit = "", page, encoded = ""] =
    /^adlibrary:\/\/page\/([^/]+)\/([^/]+)\/(\d{1,6})\?body=(\S+)$/.exec(uri) ?? [];
  const body = percentDecoded(encoded);
  if (page === undefined || body === undefined)
    throw new FeatureError("notFound", { specifics: "This address is not that of a bought ad or page." });
  return readBoughtPage(ports, { platform: of, lastHit, page: Number(page), body });
}

/** Compares two bought runs of a search. Free and offline. @throws {FeatureError} */
export async function compareBoughtRuns(ports: ToolPorts, input: ToolInput<"compare_runs">): Promise<ToolAnswer> {
  const { search, runs } = ports.engine;
  const { cursor = "0" } = input;
  if (!/^\d{1,6}$/.test(cursor)) throw wrong("This cursor is not from this comparison.");
  const { address } = await search.ofBody({ platform: platformOf(input.platform), body: parseBody(input.body) });
  const bought = await runs.list(address);
  const newer = runNamed(bought, input.newer, 0);
  const earlier = runNamed(bought, input.earlier, bought.indexOf(newer) + 1);
  const compared = await runs.compare({ address, lastHit: earlier.lastHit }, { address, lastHit: newer.lastHit });
  const telling = compared.ads.filter(({ state }) => state !== "seen" && state !== "notCovered");
  const start = Number(cursor);
  const items = await Promise.all(telling.slice(start, start + 15).map((ad) => itemOf(ports, ad, address, compared)));
  const shown = fitting(items, "short");
  const coverage = coverageWords(compared);
  const counts = adStates.map((state) => `${stateNames[state]()}: ${compared.counts[state]}`);
  return answer({
    summary: [
      ...coverage,
      `${counts.join(", ")}.`,
      `Source: the archive; the runs were fetched ${ageText(earlier.fetchedAt, ports.now())} and ${ageText(newer.fetchedAt, ports.now())}.`,
    ],
    facts: {
      ...{ earlier: earlier.lastHit, earlier_fetched_at: earlier.fetchedAt },
      ...{ newer: newer.lastHit, newer_fetched_at: newer.fetchedAt },
      ...{ coverage, counts: compared.counts },
    },
    items: items.slice(0, shown),
    next: start + shown < telling.length ? String(start + shown) : undefined,
  });
}

function runNamed(bought: readonly Run[], lastHit: string | undefined, otherwise: number): Run {
  const run = lastHit === undefined ? bought[otherwise] : bought.find((each) => each.lastHit === lastHit);
  if (run) return run;
  const known = bought.map((each) => each.lastHit).join(", ") || "none";
  throw new FeatureError("notFound", {
    specifics: `A comparison needs two bought runs of this search. Bought snapshots: ${known}. To plan another run, call plan_purchase with fresh.`,
  });
}

async function itemOf(ports: ToolPorts, ad: ComparedAd, address: SearchAddress, { earlier, newer }: Comparison) {
  const { lastHit, fetchedAt } = ad.of === "newer" ? newer : earlier;
  const [card] = await ports.engine.runs.cardsAt(address, lastHit, [ad]);
  const item = {
    state: ad.state,
    ...(isNewState(ad.state) && { days_running: ad.daysRunning ?? "not provided" }),
    ...(ad.stopped && { may_have_stopped: true }),
    ...(ad.changes.length > 0 && {
      changes: ad.changes.map(({ field, from, to }) => ({
        field,
        from: from ?? "not provided",
        to: to ?? "not provided",
      })),
    }),
    ad: card ? cardItem(card, fetchedAt, "short", ports.now()) : ad.ad,
  };
  return clippedTo(item, mostItemBytes.short);
}
