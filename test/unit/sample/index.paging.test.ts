// Pages through made-up searches to the end while ads keep arriving: no ad twice, none missing, in the right order.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Visitor, segments, type Card, type Fields } from "./visitor";
import { times } from "../../support/long";

const hour = 3_600_000;

const ids = (ads: readonly { readonly id: number; readonly platform?: string }[]): string[] =>
  ads.map(({ id, platform = "" }) => `${platform.toLowerCase()} ${id}`);

/** Filters of many platforms, each left out as often as not. */
const narrowing = fc.record(
  {
    countries: fc.subarray(["us", "de", "jp", "br", "sa", "il", "th"], { minLength: 1 }),
    days_running: fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 365 })),
    search_field: fc.subarray(
      [
        { type: "text", text: "e" },
        { type: "without_owner_name", text: "or" },
        { type: "text", text: "% a" },
      ],
      { minLength: 1 },
    ),
  },
  { requiredKeys: [] },
);

const sortNames = ["newest", "ad_impressions", "days_running"];
const sorting = fc.record({ orderby: fc.constantFrom(...sortNames), order: fc.constantFrom("asc", "desc") });

/** What a sort goes by, as far as cards show it. */
function shown(orderby: string, { stats, metadata }: Card): number | undefined {
  if (orderby === "ad_impressions") return stats.find(({ tooltip }) => tooltip === "Impressions")?.value;
  if (orderby !== "days_running") return undefined;
  const text = metadata.find(({ tooltip }) => tooltip === "Days running")?.value;
  return typeof text === "string" ? Number.parseInt(text) : undefined;
}

function inOrder(ads: readonly Card[], { orderby, order }: { readonly orderby: string; readonly order: string }): void {
  const values = ads.map((card) => shown(orderby, card)).filter((value) => value !== undefined);
  assert.deepEqual(
    values,
    values.toSorted((a, b) => (order === "asc" ? a - b : b - a)),
  );
}

/** Those of the filters that the platform has; any other one is refused. */
async function own(visitor: Visitor, segment: string, filters: Fields): Promise<Fields> {
  const keys = (await visitor.filters(segment)).map(({ key }) => key);
  return Object.fromEntries(Object.entries(filters).filter(([key]) => keys.includes(key)));
}

describe("Paging through the sample library while ads arrive", () => {
  let visitor: Visitor;
  before(async () => {
    visitor = await Visitor.start({ adsPerPlatform: 300 });
  });
  after(() => visitor.library.close());

  const searches = fc.record({
    segment: fc.constantFrom(...segments, "mega"),
    filters: narrowing,
    order: sorting,
    step: fc.integer({ min: 1, max: 400 }),
  });

  it("V2: returns every ad once, in order", () =>
    fc.assert(
      fc.asyncProperty(searches, async ({ segment, filters: chosen, order, step }) => {
        const filters = await own(visitor, segment, chosen);
        const offered = (await visitor.filter(segment, "advanced_order")).items?.map(({ key }) => key) ?? [];
        const moving = () => void (visitor.now += step * hour);
        const still = () => undefined;
        const first = await visitor.search(segment, { ...filters, advanced_order: order });
        const seen = await visitor.all(
          segment,
          { ...filters, advanced_order: order, last_hit: first.last_hit },
          moving,
        );
        assert.equal(new Set(ids(seen)).size, seen.length, "an ad came twice");
        if (offered.includes(order.orderby)) inOrder(seen, order);
        const other = { orderby: "newest", order: order.order === "asc" ? "desc" : "asc" };
        const again = { ...filters, advanced_order: other, last_hit: first.last_hit };
        assert.deepEqual(ids(await visitor.all(segment, again, still)).sort(), ids(seen).sort(), "an ad is missing");
      }),
      { numRuns: times(8, 25) },
    ));

  it("V1: returns every ad once", () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...segments), narrowing, async (segment, chosen) => {
        const filters = await own(visitor, segment, chosen);
        const ask = async (body: Fields) =>
          (await visitor.ok(visitor.post(`/v1/${segment}/ads/search`, { orderby: "oldest", ...filters, ...body }))) as {
            readonly ads: readonly { readonly id: number }[];
            readonly has_next_page: boolean;
            readonly last_hit: number;
          };
        const first = await ask({});
        const { last_hit } = first;
        const seen = [...first.ads];
        for (let page = 2, more = first.has_next_page; more; page++) {
          visitor.now += 100 * hour;
          const next = await ask({ page, last_hit });
          seen.push(...next.ads);
          more = next.has_next_page;
        }
        assert.equal(new Set(ids(seen)).size, seen.length, "an ad came twice");
        const two = (await visitor.all(segment, { ...filters, last_hit })).map(({ id }) => id);
        assert.deepEqual(seen.map(({ id }) => id).sort(), two.sort(), "the versions differ");
      }),
      { numRuns: times(4, 10) },
    ));
});
