import * as z from "zod";
import { idPattern, snapshotPattern } from "../../protocol/ads";
import { groupings } from "../../protocol/bought";
import { platforms } from "../../protocol/platforms";
import type { ToolName } from "./toolNames";

/** What bought ads can be grouped by: the index counts them, but for creatives and changes, which the lens finds. */
export const toolGroupings = [...groupings, "creative", "change"] as const;

const platform = z
  .enum(platforms.map(({ token }) => token))
  .describe("Platform of the ads; mega searches all of them at once.");
const detail = z
  .enum(["short", "full"])
  .optional()
  .describe("short (default) keeps the answer small; full has everything known.");
const cursor = z.string().max(40).optional().describe("From the previous answer, to continue after it.");
const text = (most = 200) => z.string().min(1).max(most);
const date = z.iso.date();
const snapshot = z.string().regex(snapshotPattern);
const id = z.string().regex(idPattern);

/**
 * The input of each tool: flat objects, because some models reject a top-level `oneOf`. The manifest repeats the
 * schemas of VS Code's tools; a test compares them with these.
 */
export const toolInputs = {
  list_filters: z.strictObject({
    platform,
    filter: text(100).optional().describe("Key of one filter, to list its items and how to write it in a search."),
  }),
  find_filter_items: z.strictObject({
    platform,
    filter: text(100).describe("Key of a filter whose items are found by text."),
    text: text().describe("Text that the items must contain."),
  }),
  search_bought_ads: z.strictObject({
    text: text().optional().describe('Words of the ad, or their beginnings; "in quotes" for a phrase.'),
    advertiser: text().optional().describe("Words of the advertiser's name."),
    domain: text().optional().describe("Host name of the target link, including subdomains."),
    platform: platform.optional(),
    from: date.optional().describe("Fetched on or after this date, YYYY-MM-DD."),
    to: date.optional().describe("Fetched on or before this date, YYYY-MM-DD."),
    plan_id: text(80).optional().describe("Instead of a search: the ads of a plan bought in this session."),
    group_by: z
      .enum(toolGroupings)
      .optional()
      .describe(
        "Count the ads by this instead of listing them, most ads first (week: of the last fetch, newest first; creative: ads that share a text, media, or a landing page with a short text, with their figures; change: what was launched, first seen, absent, or not covered of one advertiser since the run before of each of its searches; needs advertiser, the exact name).",
      ),
    sort_by: text(100)
      .optional()
      .describe("fetched (default), or the name of a figure as ads have it, such as Likes: largest first."),
    ascending: z.boolean().optional().describe("Smallest or oldest first."),
    limit: z.int().min(1).max(50).optional().describe("Maximum number of ads or groups in an answer. Default: 10."),
    detail,
    cursor,
  }),
  read_bought_ad: z.strictObject({
    platform,
    id: id.describe("Digits of the ad's ID, as text."),
    detail,
    pictures: z.int().min(0).max(5).optional().describe("How many of the ad's images to load. Default: 0."),
  }),
  compare_runs: z.strictObject({
    platform,
    body: z.string().max(20_000).describe("The search that was bought more than once, as JSON text."),
    earlier: snapshot.optional().describe("Snapshot of the earlier run. Default: the second newest."),
    newer: snapshot.optional().describe("Snapshot of the newer run. Default: the newest."),
    cursor,
  }),
  show_spending: z.strictObject({}),
  plan_purchase: z.strictObject({
    platform,
    body: z
      .string()
      .max(20_000)
      .optional()
      .describe("A search as JSON text with the names from list_filters, without page, last_hit, and api_key."),
    pages: z
      .int()
      .min(1)
      .max(50)
      .optional()
      .describe("How many pages of 18 ads, 100 credits each unless bought. Default: 1."),
    fresh: z.boolean().optional().describe("Buy a new result, even if one is bought."),
    ad_ids: z
      .array(id)
      .min(1)
      .max(50)
      .optional()
      .describe("Instead of a search: ads whose details to buy, 100 credits each unless bought."),
  }),
  buy_plan: z.strictObject({ plan_id: text(80).describe("The ID from plan_purchase. Each works once.") }),
} as const satisfies Readonly<Record<ToolName, z.ZodType>>;

export type ToolInput<N extends ToolName> = z.infer<(typeof toolInputs)[N]>;

/** What models read about each tool: only our own words. */
export const toolWords: Readonly<Record<ToolName, { readonly title: string; readonly description: string }>> = {
  list_filters: {
    title: "List Ad Filters",
    description:
      "Free. Lists the filters of a platform's ad search, or one filter's items with an example of how to write it in a search body. Use it before plan_purchase.",
  },
  find_filter_items: {
    title: "Find Filter Items",
    description:
      "Free. Finds items of a filter by text, such as advertisers or interests, with the exact keys for a search body.",
  },
  search_bought_ads: {
    title: "Search Bought Ads",
    description:
      "Free and offline. Finds ads bought before, with the source and age of each figure, sorts them by a figure, or counts them by advertiser, domain, platform, or week. Says how many match. Always look here before planning a purchase.",
  },
  read_bought_ad: {
    title: "Read Bought Ad",
    description:
      "Free and offline, except that images are loaded on request. Reads one bought ad: its details if they were bought, its last search result, and how its figures changed from fetch to fetch.",
  },
  compare_runs: {
    title: "Compare Ad Search Runs",
    description:
      "Free and offline. Compares two bought runs of one search: ads that were launched since, first seen though running longer (new to us, not new), changed, or absent, and what neither run covers. No change is a valid answer.",
  },
  show_spending: {
    title: "Show Ad Library Spending",
    description: "Free. Shows what was spent today, what assistants may still spend, and what is bought.",
  },
  plan_purchase: {
    title: "Plan Ad Purchase",
    description:
      "Free, spends nothing. Checks a search or ad IDs against the live filters and returns a plan: the exact body, pages, what is already bought, the price in credits, and an ID that buy_plan accepts within 15 minutes. Give either body or ad_ids.",
  },
  buy_plan: {
    title: "Buy Planned Ads",
    description:
      "Spends credits. Buys a plan of this session by its ID, once. It is refused if the plan is expired, used, or exceeds what the person allows assistants to spend; only the person can change that. Tell the person the price first.",
  },
};

/** URIs of what is bought, as RFC 6570 templates. */
export const resourceTemplates = {
  ad: "adlibrary://ad/{platform}/{id}",
  page: "adlibrary://page/{platform}/{snapshot}/{page}{?body}",
} as const;
