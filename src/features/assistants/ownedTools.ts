import type { AdCard, AdRef, AdSighting } from "../../protocol/ads";
import { FeatureError } from "../failures";
import { ageText, cardItem, detailItem } from "./adItems";
import { answer, clippedTo, fitting, mostItemBytes, type ToolAnswer } from "./answer";
import type { ToolPorts, ToolCall } from "./answer";
import { picturesOf } from "./pictures";
import { parseBody, platformOf, wrong } from "./planPurchase";
import type { ToolInput } from "./toolInputs";

type Find = ToolInput<"search_owned_ads">;

/** Finds owned ads, or lists those of a plan. Free and offline. */
export async function searchOwnedAds(ports: ToolPorts, input: Find): Promise<ToolAnswer> {
  const { detail = "short", limit = 10 } = input;
  const now = ports.now();
  const found = input.plan_id === undefined ? await find(ports, input, limit) : await ofPlan(ports, input, limit);
  const items = found.ads.map(({ card, fetchedAt }) => cardItem(card, fetchedAt, detail, now));
  const shown = fitting(items, detail);
  // If fewer fit than were asked for, the next answer begins after the last one shown.
  const next = shown < items.length ? await found.after(shown) : found.next;
  return answer({
    summary: [
      items.length === 0
        ? "No owned ads match. To buy some, call list_filters, then plan_purchase."
        : `${shown} owned ads, newest fetch first.`,
      ...(items.length === 0 ? [] : [`To open an ad in the panel: ${ports.links.ad("{platform}", "{id}")}`]),
    ],
    facts: { ads: shown, library: ports.engine.clients.libraryName() },
    items: items.slice(0, shown),
    next,
  });
}

interface Found {
  readonly ads: readonly { readonly card: AdCard; readonly fetchedAt: string }[];
  readonly next: string | undefined;
  /** Where the next answer begins if this one shows this many. */
  readonly after: (shown: number) => Promise<string | undefined>;
}

async function find(
  { engine }: ToolPorts,
  { cursor, platform, from, to, ...words }: Find,
  limit: number,
): Promise<Found> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw wrong("This cursor is not from search_owned_ads.");
  const { text, advertiser, domain } = words;
  const criteria = {
    ...(text !== undefined && { text }),
    ...(advertiser !== undefined && { advertiser }),
    ...(domain !== undefined && { domain }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(platform !== undefined && platform !== "mega" && { platforms: [platformOf(platform)] }),
  };
  const { ads, next } = await engine.ownedAds.find(criteria, { after: cursor, limit });
  return {
    ads,
    next,
    after: async (shown) => (await engine.ownedAds.find(criteria, { after: cursor, limit: shown })).next,
  };
}

async function ofPlan(
  { engine, plans }: ToolPorts,
  { plan_id = "", cursor = "0" }: Find,
  limit: number,
): Promise<Found> {
  if (!/^\d{1,4}$/.test(cursor)) throw wrong("This cursor is not from this plan.");
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
  const frozen = await search.freezeOwned(await search.fromBody(platformOf(platform), parseBody(body)));
  const found = (await search.ownedPages(frozen, lastHit)).find((each) => each.page === page);
  if (!found)
    throw new FeatureError("notFound", { specifics: "This page is not owned. To buy it, call plan_purchase." });
  const items = found.ads.map((card) => cardItem(card, found.fetchedAt, "short", now()));
  const shown = fitting(items, "full");
  return answer({
    summary: [`Page ${page} of an owned search on ${platform}: ${shown} of ${items.length} ads.`],
    items: items.slice(0, shown),
  });
}

type Read = ToolInput<"read_owned_ad">;

/** One owned ad with its history. Free; pictures come from their hosts. */
export async function readOwnedAd(ports: ToolPorts, input: Read, { signal }: ToolCall): Promise<ToolAnswer> {
  const { detail = "short", pictures = 0, id } = input;
  const ad: AdRef = { platform: platformOf(input.platform), id };
  const { details, ownedAds } = ports.engine;
  const [owned, history, card] = [await details.owned(ad), await ownedAds.history(ad), await ownedAds.card(ad)];
  if (!owned && !card && history.length === 0)
    throw new FeatureError("notFound", {
      specifics:
        "This ad is not owned. Find owned ads with search_owned_ads, or plan to buy details with plan_purchase and ad_ids.",
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
        : `The details of ad ${id} are not owned. They cost 100 credits: call plan_purchase with ad_ids.`,
      `Open it in the panel: ${ports.links.ad(input.platform, id)}`,
      ...(detail === "short" && history.length > 5
        ? [`The last 5 of ${history.length} fetches. For more, set detail to full.`]
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
    items: [clippedTo(item, mostItemBytes[detail])],
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
