import * as z from "zod";
import { toolGroupings } from "./toolInputs";
import type { ToolName } from "./toolNames";

const count = z.int().min(0);
const next_cursor = z.string().optional().describe("To call again for what follows.");
/** What others wrote. An item that is too large even when shortened is left out. */
const untrusted = (...items: readonly [z.ZodObject, ...z.ZodObject[]]) =>
  z
    .object({
      ...{ note: z.string(), nonce: z.string() },
      items: z.array(z.union([...items, z.object({ left_out: z.string() })])),
    })
    .optional();

const source = { source: z.string(), fetched_at: z.iso.datetime(), age: z.string() };
const ad = z.looseObject({ platform: z.string(), id: z.string(), title: z.string(), ...source });
const quote = z.looseObject({});
const left_for_assistants = z.number().describe("Credits that assistants may still spend today.");
const sample_library = z.boolean().describe("Credits of the sample library are never charged.");
const open_ad = z.string().describe("Opens an ad in the panel.");
const wantedFilter = z.looseObject({ key: z.string(), label: z.string(), write: z.string() });

/** The shape of each tool's data. */
export const toolOutputs = {
  list_filters: z.object({
    filters: count.optional(),
    items: count.optional().describe("How many items the one filter has."),
    untrusted: untrusted(wantedFilter),
  }),
  find_filter_items: z.object({
    ...{ found: count, shown: count },
    untrusted: untrusted(z.object({ key: z.string(), label: z.string() })),
  }),
  search_bought_ads: z.object({
    library: z.string(),
    total: count.describe("How many bought ads match, shown or not."),
    shown: count.describe("How many ads or groups this answer has."),
    known: count.optional().describe("How many of the matching ads have the value that they are grouped or sorted by."),
    group_by: z.enum(toolGroupings).optional(),
    groups: count.optional().describe("How many groups there are, shown or not."),
    indexed: z
      .object({ done: count, of: count })
      .optional()
      .describe("Answers indexed so far. Ads of the others are not found yet."),
    searches: count.optional().describe("In how many searches the advertiser was seen."),
    compared: count.optional().describe("How many of them have a run before, so that changes are known."),
    open_ad: open_ad.optional(),
    untrusted: untrusted(ad, z.looseObject({ ads: count }), z.looseObject({ change: z.string() })),
    next_cursor,
  }),
  read_bought_ad: z.object({
    ...{ platform: z.string(), id: z.string(), details_bought: z.boolean(), fetches: count, open_ad },
    images: z.array(z.string()).describe("What became of each image."),
    untrusted: untrusted(
      z.object({
        ...{ details: z.looseObject(source).optional(), result: ad.optional() },
        history: z.array(z.unknown()),
      }),
    ),
  }),
  compare_runs: z.object({
    ...{ earlier: z.string(), newer: z.string() },
    earlier_fetched_at: z.iso.datetime(),
    newer_fetched_at: z.iso.datetime(),
    coverage: z.array(z.string()),
    counts: z.record(z.string(), count),
    untrusted: untrusted(z.looseObject({ state: z.string(), ad: z.looseObject({}) })),
    next_cursor,
  }),
  show_spending: z.object({
    spent: z.number().describe("Credits spent today."),
    maybe: z.number().describe("Credits that may have been charged today."),
    sample: z.number(),
    daily_budget: z.number().describe("0 if none is set."),
    assistants: z.object({
      spent: z.number().describe("Credits spent today, including those that may have been charged."),
      ...{ sample: z.number(), allowance: z.number(), left: z.number(), stopped: z.boolean() },
    }),
    bought: z.object({ ads: count, pages: count, details: count, removed: count, bytes: count }),
  }),
  plan_purchase: z.object({
    ...{ plan_id: z.string(), credits: z.number(), bought: count, expires: z.iso.datetime() },
    ...{ left_for_assistants, sample_library },
    allowed: z.boolean().describe("Whether the price is within what assistants may spend."),
    untrusted: untrusted(z.object({ body: z.string(), remarks: z.array(z.string()).optional() })),
  }),
  buy_plan: z.object({
    ...{ plan_id: z.string(), spent: z.number(), left_for_assistants, sample_library },
    uncertain: z.number().describe("Further credits that may have been charged."),
    pages: count.optional().describe("Pages bought now."),
    ads: count.optional().describe("Ads on them."),
    details: count.optional().describe("Ads whose details are bought now."),
    not_stored: count.optional().describe("Answers that were paid for and could not be stored."),
    stopped: z.string().optional(),
    untrusted: untrusted(ad, z.object({ page_1_as_a_resource: z.string() }), quote),
  }),
} as const satisfies Readonly<Record<ToolName, z.ZodObject>>;
