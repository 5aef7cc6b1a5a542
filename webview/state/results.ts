import type { AdCard, AdRef, Digits } from "../../src/protocol/ads";
import type { CreativeGroup } from "../../src/protocol/lens";
import type { BoughtHere, ToldProblems } from "../../src/protocol/panel";
import { isIndividual } from "../../src/protocol/platforms";
import type { ComparedAd } from "../../src/protocol/runs";
import { type Cursor, cursorAfter, type SearchPage, type SearchQuery } from "../../src/protocol/search";

/** An ad on the screen, with the page on which it first appeared. */
export interface ShownAd {
  readonly card: AdCard;
  readonly page: number;
  /** ISO time at which its page was received: what "last seen" is relative to. */
  readonly fetchedAt: string;
  /** Present if it stands for a creative: for several ads, or alone. */
  readonly group?: CreativeGroup;
  /** What became of it between two runs, if these are compared. */
  readonly compared?: Pick<ComparedAd, "changes" | "stopped" | "why" | "state" | "daysRunning">;
}

/** A frozen search with the pages loaded so far, in order from page 1. */
export interface Results {
  readonly query: SearchQuery;
  readonly lastHit?: Digits;
  readonly pages: readonly SearchPage[];
  /** Each ad once, at its first place. */
  readonly ads: readonly ShownAd[];
  /** The library they come from, if another one is connected. */
  readonly from?: string;
  /** What the platform's form lacks of its search: nothing more of it can be bought. */
  readonly unfit?: ToldProblems;
  /** Ads that came again on a later page or twice on one. */
  readonly repeated: number;
  /** The last page has no ad that no earlier page has. */
  readonly withoutNewAds?: true;
}

function withPages(results: Results, pages: readonly SearchPage[]): Results {
  const known = new Set(results.ads.map(({ card }) => card.key));
  const ads = [...results.ads];
  let { lastHit, repeated } = results;
  let before = 0;
  for (const page of pages) {
    lastHit ??= page.lastHit;
    before = ads.length;
    for (const card of page.ads) {
      if (known.has(card.key)) repeated += 1;
      else ads.push({ card, page: page.page, fetchedAt: page.fetchedAt });
      known.add(card.key);
    }
  }
  return {
    query: results.query,
    ...(results.from !== undefined && { from: results.from }),
    ...(results.unfit && { unfit: results.unfit }),
    ...(lastHit !== undefined && { lastHit }),
    pages: [...results.pages, ...pages],
    ads,
    repeated,
    ...(pages.length > 0 && ads.length === before && { withoutNewAds: true }),
  };
}

/** Adds one page at the end; ads that are already there are counted but not shown again. */
export function withPage(results: Results, page: SearchPage): Results {
  return withPages(results, [page]);
}

/** The results of a query from its pages, in order. */
export function resultsOf(query: SearchQuery, pages: readonly SearchPage[], here: Partial<BoughtHere> = {}): Results {
  const { body, unfit } = here;
  const sent = body === undefined ? query : { ...query, body };
  return withPages({ query: sent, ...(unfit && { unfit }), pages: [], ads: [], repeated: 0 }, pages);
}

/** Where the next page is; absent at the end, if it is doubtful whether there is one, and for another library. */
export function nextCursor({ pages, lastHit, from }: Results): Cursor | undefined {
  const last = pages.at(-1);
  return last && from === undefined ? cursorAfter(last, lastHit) : undefined;
}

/** The name of a card's ad; absent if the service has no route to its detail. */
export function adRef(card: AdCard): AdRef | undefined {
  if (card.id === undefined || card.platform === undefined || !isIndividual(card.platform)) return undefined;
  return { platform: card.platform, id: card.id };
}

/** Whether a card is the ad of a name. */
export function isAd(card: AdCard, ad: AdRef): boolean {
  return card.id === ad.id && card.platform === ad.platform;
}
