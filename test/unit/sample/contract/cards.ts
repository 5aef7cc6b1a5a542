import assert from "node:assert/strict";
import { isInteger, isText, segments, type Attachment, type Card, type Checks, type Visitor } from "../visitor";

const verified = ["facebook", "meta", "pinterest", "twitter"];

/** How often something holds; a field that is only there when known is there often, and not always. */
function sometimes(cards: readonly Card[], name: string, holds: (card: Card) => boolean): void {
  const count = cards.filter(holds).length;
  assert.ok(count > 0 && count < cards.length, `${name}: ${count} of ${cards.length}`);
}

async function attachments(visitor: Visitor, ...names: readonly string[]): Promise<Attachment[]> {
  const cards = await Promise.all(names.map((segment) => visitor.some(segment)));
  return cards.flat().flatMap((card) => card.attachments);
}

/** Checks a variant: its types all occur, and each attachment has the fields of its type and no others. */
function variant(list: readonly Attachment[], types: Readonly<Record<string, readonly string[]>>): void {
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
}

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

  "attachment-social": async (visitor) => {
    const list = await attachments(visitor, "facebook", "meta");
    variant(list, { image: ["url", "subtitle"], video: ["url", "thumbnail", "subtitle"] });
  },
  "attachment-network": async (visitor) => {
    const list = await attachments(visitor, "native", "display");
    variant(list, { image: ["url"], video: ["url", "thumbnail"], clip: ["url", "thumbnail"] });
  },
  "attachment-board": async (visitor) => {
    const list = await attachments(visitor, "pinterest");
    variant(list, { image: ["url", "subtitle"], video: ["url", "thumbnail", "subtitle", "duration"] });
  },
  "attachment-forum": async (visitor) => {
    variant(await attachments(visitor, "reddit"), { image: ["url"], video: ["url", "thumbnail"] });
  },
  "attachment-shortvideo": async (visitor) => {
    variant(await attachments(visitor, "tiktok"), { video: ["url", "thumbnail", "duration"] });
  },
  "attachment-microblog": async (visitor) => {
    const list = await attachments(visitor, "twitter");
    variant(list, { image: ["url", "subtitle"], video: ["url", "thumbnail", "subtitle", "duration"] });
  },
  "attachment-video": async (visitor) => {
    variant(await attachments(visitor, "youtube"), { youtube: ["youtube_id", "thumbnail", "duration"] });
  },
};
