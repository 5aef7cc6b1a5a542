import assert from "node:assert/strict";
import {
  type Breakdown,
  type Card,
  type Checks,
  type Detail,
  isInteger,
  isText,
  type Period,
  segments,
  type Visitor,
} from "../visitor";
import { valuesOf } from "../../../support/valuesOf";

const verified = ["facebook", "meta", "pinterest", "twitter"];

/** How often something holds; a field that is only there when known is there often, and not always. */
function sometimes(cards: readonly Card[], name: string, holds: (card: Card) => boolean): void {
  const count = cards.filter(holds).length;
  assert.ok(count > 0 && count < cards.length, `${name}: ${count} of ${cards.length}`);
}

/** Checks a variant: its types all occur, and each attachment has the fields of its type and no others. */
const variantOf = (names: string, types: Readonly<Record<string, readonly string[]>>) => async (visitor: Visitor) => {
  const cards = await Promise.all(names.split(" ").map((segment) => visitor.some(segment)));
  const list = cards.flat().flatMap((card) => card.attachments);
  assert.deepEqual([...new Set(list.map(({ type }) => type))].sort(), Object.keys(types).sort());
  for (const attachment of list) {
    assert.deepEqual(Object.keys(attachment).sort(), ["id", "type", ...(types[attachment.type] ?? [])].sort());
    isInteger(attachment.id);
    for (const name of ["url", "thumbnail", "youtube_id", "subtitle"] as const) {
      if (attachment[name] !== undefined) isText(attachment[name]);
    }
    if (attachment.duration !== undefined) isInteger(attachment.duration);
    if (attachment.type === "image") assert.match(attachment.url ?? "", /\.svg$/);
    else if (attachment.type !== "youtube") assert.match(attachment.url ?? "", /\.webm$/);
  }
};

const inDifferentOrder = (lists: readonly (readonly { readonly tooltip: string }[])[]): boolean =>
  new Set(lists.map((list) => list.map(({ tooltip }) => tooltip).join())).size > 3;

/** Cards of search results. */
export const cardChecks: Checks = {
  "card-fields": async (visitor) => {
    const cards = await visitor.some("mega", 10);
    for (const card of cards) {
      isInteger(card.id);
      assert.equal(typeof card.is_bookmarked, "boolean");
      isText(card.platform);
      if (card.title !== undefined) isText(card.title);
      if (card.display_url !== undefined) assert.ok(URL.canParse(card.display_url));
      if (card.visitorweb !== undefined) isInteger(card.visitorweb);
    }
    sometimes(cards, "title", ({ title }) => title === undefined);
    sometimes(cards, "display_url", (card) => card.display_url === undefined);
    sometimes(cards, "traffic", ({ visitorweb }) => visitorweb === undefined);
    sometimes(cards, "bookmarked", (card) => card.is_bookmarked);
  },

  "card-last-seen": async (visitor) => {
    const cards = (await Promise.all(segments.map((segment) => visitor.some(segment, 12)))).flat();
    sometimes(cards, "last_seen", (card) => card.last_seen === undefined);
    for (const card of cards) {
      if (card.last_seen !== undefined) assert.match(card.last_seen, /^(just now|(\d+|an?) \w+ ago)$/);
    }
  },

  "card-post-url": async (visitor) => {
    for (const segment of segments) {
      for (const card of await visitor.some(segment, 1)) {
        if (segment === "native" || segment === "display") assert.ok(!("post_url" in card));
        else assert.ok(URL.canParse(card.post_url ?? ""));
      }
    }
  },

  "card-active": async (visitor) => {
    for (const segment of segments) {
      const cards = await visitor.some(segment, 20);
      if (segment === "meta") sometimes(cards, "active", ({ active }) => active === true);
      for (const card of cards) assert.equal("active" in card, segment === "meta");
    }
  },

  "card-stats": async (visitor) => {
    for (const segment of segments) {
      const cards = await visitor.some(segment, 4);
      for (const { stats } of cards) {
        for (const { tooltip, value, icon } of stats) {
          isText(tooltip);
          isInteger(value);
          isText(icon);
        }
      }
      sometimes(cards, "impressions", ({ stats }) => stats.every(({ tooltip }) => tooltip !== "Impressions"));
    }
    assert.ok(inDifferentOrder((await visitor.some("facebook")).map(({ stats }) => stats)));
  },

  "card-metadata": async (visitor) => {
    const lists = (await visitor.some("mega")).map(({ metadata }) => metadata);
    assert.ok(inDifferentOrder(lists));
    const kinds = new Set(lists.flat().map(({ value }) => (Array.isArray(value) ? "list" : typeof value)));
    assert.deepEqual([...kinds].sort(), ["list", "string"]);
    for (const { tooltip } of lists.flat()) isText(tooltip);
  },

  "owner-verified": async (visitor) => {
    for (const segment of verified) {
      const cards = await visitor.some(segment);
      sometimes(cards, "is_verified", ({ owner }) => owner.is_verified === true);
      for (const { owner } of cards) {
        assert.deepEqual(Object.keys(owner).sort(), ["avatar_url", "id", "is_verified", "name"]);
        isInteger(owner.id);
        isText(owner.name);
      }
    }
  },

  "owner-plain": async (visitor) => {
    for (const segment of segments.filter((one) => !verified.includes(one))) {
      for (const { owner } of await visitor.some(segment)) {
        assert.deepEqual(Object.keys(owner).sort(), ["avatar_url", "id", "name"]);
        isText(owner.avatar_url);
      }
    }
  },

  "attachment-social": variantOf("facebook meta", {
    image: ["url", "subtitle"],
    video: ["url", "thumbnail", "subtitle"],
  }),
  "attachment-network": variantOf("native display", {
    image: ["url"],
    video: ["url", "thumbnail"],
    clip: ["url", "thumbnail"],
  }),
  "attachment-board": variantOf("pinterest", {
    image: ["url", "subtitle"],
    video: ["url", "thumbnail", "subtitle", "duration"],
  }),
  "attachment-forum": variantOf("reddit", { image: ["url"], video: ["url", "thumbnail"] }),
  "attachment-shortvideo": variantOf("tiktok", { video: ["url", "thumbnail", "duration"] }),
  "attachment-microblog": variantOf("twitter", {
    image: ["url", "subtitle"],
    video: ["url", "thumbnail", "subtitle", "duration"],
  }),
  "attachment-video": variantOf("youtube", { youtube: ["youtube_id", "thumbnail", "duration"] }),
};

const day = 86_400_000;

/** Details of the first ads of a platform. */
async function details(visitor: Visitor, segment: string, count = 12): Promise<Detail[]> {
  const cards = await visitor.some(segment, 1);
  return Promise.all(cards.slice(0, count).map(({ id }) => visitor.detail(segment, id)));
}

async function everyDetail(visitor: Visitor, check: (detail: Detail, segment: string) => void): Promise<void> {
  for (const segment of segments) for (const one of await details(visitor, segment)) check(one, segment);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, part) => whole + part, 0);

function addsUp({ value_type, datasets }: Breakdown, total: number): void {
  assert.ok(datasets.length > 0);
  for (const { label, value } of datasets) {
    isText(label);
    assert.ok(value >= 0);
  }
  const whole = sum(datasets.map(({ value }) => value));
  assert.ok(Math.abs(whole - (value_type === "percentage" ? 100 : total)) < 1e-6, `${whole} of ${total}`);
}

function totalsAgree({ timeline, breakdown, growth }: Period): void {
  assert.deepEqual(
    breakdown.datasets.map(({ key, label }) => ({ key, label })),
    timeline.metrics,
  );
  for (const { key = "", value } of breakdown.datasets) {
    isInteger(value);
    assert.equal(value, sum(timeline.datasets.map(({ values }) => values[key] ?? Number.NaN)));
  }
  assert.deepEqual(
    valuesOf(growth.timeline.datasets, "key"),
    timeline.datasets.map(({ key }) => key),
  );
}

/** Details of one ad. */
export const detailChecks: Checks = {
  "detail-card": (visitor) =>
    everyDetail(visitor, ({ id, post_url, card }, segment) => {
      isInteger(id);
      assert.equal(post_url === undefined, segment === "native" || segment === "display");
      for (const text of [card.subtitle, card.description, card.cta]) isText(text);
      if (card.title !== undefined) isText(card.title);
      assert.equal(typeof card.is_bookmarked, "boolean");
    }),

  "detail-owner": (visitor) =>
    everyDetail(visitor, ({ card: { owner } }, segment) => {
      isInteger(owner.id);
      isText(owner.name);
      isText(owner.avatar_url);
      assert.equal(typeof owner.is_verified, segment === "facebook" ? "boolean" : "undefined");
    }),

  "detail-attachments": (visitor) =>
    everyDetail(visitor, ({ card: { attachments } }, segment) => {
      assert.ok(attachments.length > 0);
      for (const { type, url, thumbnail, youtube_id } of attachments) {
        if (segment === "youtube") isText(youtube_id);
        else assert.match(url ?? "", type === "image" ? /\.svg$/ : /\.webm$/);
        assert.equal(thumbnail !== undefined, type !== "image");
      }
    }),

  "detail-impression": (visitor) =>
    everyDetail(visitor, ({ impression }) => {
      isInteger(impression.total);
      const [first, last] = [Date.parse(impression.first_seen_at), Date.parse(impression.last_seen_at)];
      assert.equal(impression.days_running, Math.floor(last / day) - Math.floor(first / day) + 1);
    }),

  "detail-devices": async (visitor) => {
    const units = new Set<string>();
    await everyDetail(visitor, ({ impression: { devices, total } }) => {
      units.add(devices.value_type);
      addsUp(devices, total);
      for (const { key } of devices.datasets) isText(key);
    });
    assert.deepEqual([...units].sort(), ["number", "percentage"]);
  },

  "detail-times": (visitor) =>
    everyDetail(visitor, ({ impression }) => {
      const times = [impression.publish_at, impression.first_seen_at, impression.last_seen_at];
      for (const time of times) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      assert.deepEqual([...times].sort(), times);
      assert.ok(Date.parse(impression.last_seen_at) <= visitor.now);
    }),

  "detail-targeting-cards": async (visitor) => {
    const keys = new Set<string>();
    await everyDetail(visitor, ({ targeting_detail: targeting }) => {
      for (const card of targeting?.cards ?? []) {
        keys.add(card.key);
        for (const text of [card.key, card.label, card.value, card.icon]) isText(text);
      }
    });
    assert.deepEqual([...keys].sort(), ["affiliate_network", "age_range", "gender", "tracker"]);
  },

  "detail-targeting-tabs": async (visitor) => {
    const keys = new Set<string>();
    await everyDetail(visitor, ({ targeting_detail: targeting }) => {
      for (const { key, label, breakdown } of targeting?.tabs ?? []) {
        keys.add(key);
        isText(label);
        addsUp(breakdown, 100);
      }
    });
    assert.deepEqual([...keys].sort(), ["interest", "language", "os", "placement", "region"]);
  },

  "detail-url-chain": async (visitor) => {
    let longest = 0;
    await everyDetail(visitor, ({ url_chain: chain = [], impression: { total } }) => {
      longest = Math.max(longest, chain.length);
      for (const { id, url, count } of chain) {
        isInteger(id);
        assert.ok(URL.canParse(url) && count > 0);
      }
      if (chain.length > 0) assert.equal(sum(chain.map(({ count }) => count)), total);
    });
    assert.ok(longest > 1);
  },

  "detail-domain": async (visitor) => {
    const cards = (await visitor.some("facebook", 1)).filter(({ visitorweb }) => visitorweb !== undefined);
    for (const { id, visitorweb, display_url } of cards) {
      const { domain } = await visitor.detail("facebook", id);
      assert.ok(domain);
      assert.equal(domain.monthly_visit, visitorweb);
      assert.equal(domain.timeline.datasets.at(-1)?.value, visitorweb);
      assert.match(domain.age, /^\d+ (year|month)s?( \d+ months?)?$/);
      if (display_url !== undefined) assert.equal(new URL(display_url).hostname, `www.${domain.name}`);
      for (const { key } of domain.timeline.datasets) assert.match(key ?? "", /^\d{4}-\d\d-01$/);
    }
  },

  "detail-sections": async (visitor) => {
    const sets = new Set<string>();
    await everyDetail(visitor, (one) => sets.add(Object.keys(one).sort().join()));
    assert.ok(sets.size >= 4, [...sets].join("\n"));
  },

  "engagement-growth": (visitor) =>
    everyDetail(visitor, ({ engagement_data: data }, segment) => {
      if (!data) return;
      isInteger(data.score);
      assert.ok(data.score >= 0 && data.score <= 100);
      assert.equal(typeof data.growth_last_month, segment === "reddit" ? "number" : "string");
      assert.match(data.lifetime.growth.value, /^-?\d+(\.\d)?%$/);
      if (data.last_month)
        assert.equal(`${Number.parseFloat(String(data.growth_last_month))}%`, data.last_month.growth.value);
    }),

  "engagement-periods": async (visitor) => {
    let both = 0;
    await everyDetail(visitor, ({ engagement_data: data }) => {
      if (!data?.last_month) return;
      both += 1;
      for (const period of [data.lifetime, data.last_month]) {
        assert.deepEqual(Object.keys(period).sort(), ["breakdown", "growth", "timeline"]);
        assert.deepEqual(Object.keys(period.timeline).sort(), ["datasets", "metrics", "value_type"]);
      }
    });
    assert.ok(both > 10);
  },

  "engagement-keys": (visitor) =>
    everyDetail(visitor, ({ engagement_data: data, impression }) => {
      const months = data?.lifetime.timeline.datasets.map(({ key }) => key) ?? [];
      for (const key of months) assert.match(key, /^\d{4}-\d\d-01$/);
      if (data) assert.equal(months[0]?.slice(0, 7), impression.first_seen_at.slice(0, 7));
      if (data) assert.equal(months.at(-1)?.slice(0, 7), impression.last_seen_at.slice(0, 7));
      const days = data?.last_month?.timeline.datasets.map(({ key }) => key) ?? [];
      for (const key of days) assert.match(key, /^\d{4}-\d\d-\d\d$/);
      if (days.length > 0) assert.deepEqual([days.length, days.at(-1)], [30, "2025-11-21"]);
    }),

  "engagement-counters": async (visitor) => {
    for (const [segment, counters] of [
      ["reddit", ["comments", "upvotes"]],
      ["facebook", ["comments", "likes", "shares", "views"]],
    ] as const) {
      for (const { engagement_data: data } of await details(visitor, segment)) {
        for (const { values } of data?.lifetime.timeline.datasets ?? []) {
          assert.deepEqual(Object.keys(values).sort(), counters);
          for (const value of Object.values(values)) isInteger(value);
        }
      }
    }
  },

  "engagement-totals": async (visitor) => {
    for (const segment of segments) {
      for (const { id, stats } of (await visitor.some(segment, 1)).slice(0, 8)) {
        const { engagement_data: data, impression } = await visitor.detail(segment, id);
        const shown = new Map(stats.map(({ tooltip, value }) => [tooltip, value]));
        assert.equal(shown.get("Impressions") ?? impression.total, impression.total);
        if (!data) continue;
        totalsAgree(data.lifetime);
        if (data.last_month) totalsAgree(data.last_month);
        for (const { label, value } of data.lifetime.breakdown.datasets) assert.equal(shown.get(label) ?? value, value);
      }
    }
  },
};
