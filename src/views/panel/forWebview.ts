import type { AdCard } from "../../protocol/ads";
import type { SearchPage } from "../../protocol/search";

/** The most characters of one card text sent to a page. It draws the first few hundred; exports and links have all. */
const longest = 8192;
/** Fields that are useless when cut. */
const urls: ReadonlySet<string> = new Set(["url", "thumbnail", "avatarUrl", "youtubeId"]);
const numbers: ReadonlySet<string> = new Set(["id", "value"]);

function shortened(name: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= longest || numbers.has(name)) return value;
  if (urls.has(name)) return undefined;
  // The end of a key is the ad's id.
  return name === "key" ? value.slice(-longest) : `${value.slice(0, longest)}…`;
}

/** A card without texts long enough to slow down the page. */
export function cardForWebview(card: AdCard): AdCard {
  const text = JSON.stringify(card);
  // eslint-disable-next-line no-restricted-syntax -- the same card, with texts cut
  return text.length <= longest ? card : (JSON.parse(text, shortened) as AdCard);
}

/** A search's page with such cards. */
export function pageForWebview(page: SearchPage): SearchPage {
  return { ...page, ads: page.ads.map(cardForWebview) };
}
