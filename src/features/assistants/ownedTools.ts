import { loadPicture, type PictureProblem } from "../../api/picture";
import type { AdDetail, AdCard, AdRef, AdSighting, Attachment } from "../../protocol/ads";
import { FeatureError } from "../failures";
import { ageText, cardItem, detailItem } from "./adItems";
import { answer, clippedTo, fitting, mostBytes, type Picture, type ToolAnswer } from "./answer";
import type { ToolPorts, ToolRun } from "./assistantTools";
import { platformOf, wrong } from "./planPurchase";
import type { ToolInput } from "./toolInputs";

type Find = ToolInput<"search_owned_ads">;

/** Finds owned ads, or lists those of a plan. Free and offline. */
export async function searchOwnedAds(ports: ToolPorts, input: Find): Promise<ToolAnswer> {
  const { detail = "short", limit = 10 } = input;
  const now = ports.now();
  const found = input.plan_id === undefined ? await find(ports, input, limit) : await ofPlan(ports, input, limit);
  const items = found.ads.map(({ card, fetchedAt }) => cardItem(card, fetchedAt, detail, now));
  const shown = fitting(items, detail);
  // Where fewer fit than were asked for, the next answer begins behind the last that is shown.
  const next = shown < items.length ? await found.after(shown) : found.next;
  return answer({
    summary: [
      items.length === 0
        ? "No owned ad matches. To buy some: list_filters, then plan_purchase."
        : `${shown} owned ads, newest fetch first.`,
      ...(items.length === 0 ? [] : [`To open one in the panel: ${ports.links.ad("{platform}", "{id}")}`]),
    ],
    facts: { ads: shown, library: ports.engine.clients.libraryName() },
    items: items.slice(0, shown),
    next,
  });
}

interface Found {
  readonly ads: readonly { readonly card: AdCard; readonly fetchedAt: string }[];
  readonly next: string | undefined;
  /** Where the next answer begins if this many are shown of this one. */
  readonly after: (shown: number) => Promise<string | undefined>;
}

async function find(
  { engine }: ToolPorts,
  { cursor, platform, from, to, ...words }: Find,
  limit: number,
): Promise<Found> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw wrong("This cursor is none of search_owned_ads.");
  const { text, advertiser, domain } = words;
  const query = {
    ...(text !== undefined && { text }),
    ...(advertiser !== undefined && { advertiser }),
    ...(domain !== undefined && { domain }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(platform !== undefined && platform !== "mega" && { platforms: [platformOf(platform)] }),
  };
  const { ads, next } = await engine.ownedAds.find(query, cursor, limit);
  return { ads, next, after: async (shown) => (await engine.ownedAds.find(query, cursor, shown)).next };
}

async function ofPlan(
  { engine, plans }: ToolPorts,
  { plan_id = "", cursor = "0" }: Find,
  limit: number,
): Promise<Found> {
  if (!/^\d{1,4}$/.test(cursor)) throw wrong("This cursor is none of this plan.");
  const { frozen, lastHit, pages } = plans.result(plan_id);
  const owned = (await engine.search.ownedPages(frozen, lastHit)).slice(0, pages);
  const all = owned.flatMap(({ ads, fetchedAt }) => ads.map((card) => ({ card, fetchedAt })));
  const start = Number(cursor);
  const after = (shown: number) => (start + shown < all.length ? String(start + shown) : undefined);
  return { ads: all.slice(start, start + limit), next: after(limit), after: (shown) => Promise.resolve(after(shown)) };
}

/** The ads of an owned page, for resources. Free and offline. @throws {FeatureError} `notFound` */
export async function readOwnedPage(
  { engine, now }: ToolPorts,
  { platform, lastHit, page, body }: { platform: string; lastHit: string; page: number; body: string },
): Promise<ToolAnswer> {
  const { search } = engine;
  const frozen = await search.freezeOwned(await search.fromSentBody(platformOf(platform), body));
  const found = (await search.ownedPages(frozen, lastHit)).find((each) => each.page === page);
  if (!found) throw new FeatureError("notFound", { detail: "This page is not owned." });
  const items = found.ads.map((card) => cardItem(card, found.fetchedAt, "short", now()));
  const shown = fitting(items, "full");
  return answer({
    summary: [`Page ${page} of an owned search on ${platform}: ${shown} of ${items.length} ads.`],
    items: items.slice(0, shown),
  });
}

type Read = ToolInput<"read_owned_ad">;

/** One owned ad with its history. Free; pictures come from their hosts. */
export async function readOwnedAd(ports: ToolPorts, input: Read, { signal }: ToolRun): Promise<ToolAnswer> {
  const { detail = "short", pictures = 0, id } = input;
  const ad: AdRef = { platform: platformOf(input.platform), id };
  const { details, ownedAds } = ports.engine;
  const [owned, history, card] = [await details.owned(ad), await ownedAds.history(ad), await ownedAds.card(ad)];
  if (!owned && !card && history.length === 0)
    throw new FeatureError("notFound", {
      detail: "This ad is not owned. search_owned_ads finds those that are; plan_purchase with ad_ids buys details.",
    });
  const now = ports.now();
  const item = {
    ...(owned && { details: detailItem(owned, detail, now) }),
    ...(card && { result: cardItem(card.card, card.fetchedAt, detail, now) }),
    history: history.slice(detail === "full" ? -30 : -5).map((each) => sightingItem(each, now)),
  };
  const loaded = await picturesOf(ports, owned?.detail ?? card?.card, pictures, signal);
  return answer({
    summary: [
      owned
        ? `Details of ad ${id}, fetched ${ageText(owned.fetchedAt, now)}.`
        : `No details of ad ${id} are owned: 100 credits by plan_purchase with ad_ids.`,
      `Open it in the panel: ${ports.links.ad(input.platform, id)}`,
      ...(detail === "short" && history.length > 5
        ? [`The last 5 of ${history.length} fetches; detail full has more.`]
        : []),
      ...loaded.words,
    ],
    facts: {
      platform: input.platform,
      id,
      details_owned: owned !== undefined,
      fetches: history.length,
      pictures: loaded.pictures.length,
    },
    items: [clippedTo(item, mostBytes[detail])],
    pictures: loaded.pictures,
  });
}

function sightingItem({ fetchedAt, from, stats }: AdSighting, now: Date) {
  return {
    source: from === "card" ? "search result" : "ad details",
    fetched_at: fetchedAt,
    age: ageText(fetchedAt, now),
    figures: Object.fromEntries(stats.map(({ name, value }) => [name, value])),
  };
}

const whyNot: Readonly<Record<PictureProblem, string>> = {
  address: "its address is not one that pictures are loaded from",
  privateNetwork: "its host is in a private network",
  redirects: "it is redirected too often",
  tooLarge: "it is larger than 1 MB",
  type: "it is no PNG, JPEG, GIF, or WebP",
  failed: "its host did not answer with it",
};

/** The first pictures of an ad, and a line for each that could not be loaded. */
async function picturesOf(
  ports: ToolPorts,
  ad: Pick<AdDetail, "attachments"> | undefined,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly pictures: readonly Picture[]; readonly words: readonly string[] }> {
  if (most === 0) return { pictures: [], words: [] };
  if (ports.loadMedia() !== "always")
    return { pictures: [], words: ["Pictures: not loaded, because adLibrary.loadMedia says so."] };
  const addresses = [...new Set(ad?.attachments.flatMap((each) => addressOf(each) ?? []))].slice(0, most);
  if (addresses.length === 0) return { pictures: [], words: ["Pictures: not provided."] };
  const { connection } = ports.engine;
  const connected = await connection.current().catch(() => undefined);
  const loopback = connected?.baseUrl.startsWith("http://") ? new URL(connected.baseUrl).origin : undefined;
  const results = await Promise.all(addresses.map((address) => loadPicture(address, { loopback, signal })));
  const pictures = results.flatMap((result) =>
    typeof result === "string" ? [] : [{ mimeType: result.mimeType, data: result.bytes.toString("base64") }],
  );
  const words = results.map((result, at) =>
    typeof result === "string"
      ? `Picture ${at + 1} was left out: ${whyNot[result]}.`
      : `Picture ${at + 1}: ${result.mimeType}, written by others like the texts.`,
  );
  return { pictures, words };
}

/** The picture of an attachment: a video's is its thumbnail. */
function addressOf({ type, url, thumbnail }: Attachment): string | undefined {
  return thumbnail ?? (type === "image" ? url : undefined);
}
