import assert from "node:assert/strict";
import { readCardV1, readSearchPageV1 } from "../../../../src/api/v1/endpointsV1";
import { cardToV2, movedFields } from "../../../../src/api/v1/cardToV2";
import type { AdCard } from "../../../../src/protocol/ads";
import { okText } from "../../../support/misbehavingReplies";
import { cardV1, ownerByDomain, pageV1 } from "../../../support/v1Answers";

const place = { platform: "meta", page: 1, index: 0 } as const;
const read = (more: Readonly<Record<string, unknown>> = {}): AdCard => readCardV1(cardV1(1, more), place);

/** The contract's V1 search-field mapping, row by row: a V1 card's own field, and what becomes of it. */
const rows: readonly { row: string; card: Readonly<Record<string, unknown>>; is: Partial<AdCard> }[] = [
  { row: "updated_at becomes last_seen", card: { updated_at: "1 day ago" }, is: { lastSeen: "1 day ago" } },
  {
    row: "updated_at in epoch seconds becomes a readable time",
    card: { updated_at: 1_700_000_000 },
    is: { lastSeen: "2023-11-14T22:13:20.000Z" },
  },
  { row: "is_active becomes active", card: { is_active: false }, is: { active: false } },
  {
    row: "display_site_url becomes display_url",
    card: { display_site_url: "https://a.example/" },
    is: { displayUrl: "https://a.example/" },
  },
  {
    row: "display_url stays",
    card: { display_site_url: null, display_url: "https://b.example/" },
    is: { displayUrl: "https://b.example/" },
  },
  {
    row: "url becomes display_url",
    card: { display_site_url: null, url: "https://c.example/" },
    is: { displayUrl: "https://c.example/" },
  },
  {
    row: "a link that opens goes before a bare site name",
    card: { display_site_url: "c.example", url: "https://c.example/x" },
    is: { displayUrl: "https://c.example/x" },
  },
  {
    row: "a bare site name is better than none",
    card: { display_site_url: "c.example" },
    is: { displayUrl: "c.example" },
  },
  {
    row: "ad_url becomes post_url",
    card: { ad_url: "https://social.example/9" },
    is: { postUrl: "https://social.example/9" },
  },
  {
    row: "native and display owners: title and icon become name and avatar_url",
    card: { owner: ownerByDomain },
    is: { owner: { id: "9", name: "The Shop", avatarUrl: "https://cdn.example/icon.png" } },
  },
  {
    row: "an owner with a domain alone is named by it",
    card: { owner: { domain: "shop.example", icon: null } },
    is: { owner: { name: "shop.example" } },
  },
  {
    row: "other owners stay",
    card: {},
    is: { owner: { id: "7", name: "Shop", avatarUrl: "https://cdn.example/a.png", verified: true } },
  },
];

describe("V1 search cards", () => {
  for (const { row, card, is } of rows) {
    it(row, () => {
      const ad = read(card);
      for (const [name, value] of Object.entries(is)) assert.deepEqual(ad[name as keyof AdCard], value, name);
      assert.equal(ad.repairs, 0);
    });
  }

  it("attachments: files.main, files.thumbnail and files.youtube_id move up", () => {
    assert.deepEqual(read().attachments, [
      { id: "1", type: "image", url: "https://cdn.example/1.png", subtitle: "Now" },
      {
        id: "2",
        type: "video",
        url: "https://cdn.example/2.mp4",
        thumbnail: "https://cdn.example/2.png",
        durationSeconds: 15,
      },
      { id: "3", type: "youtube", youtubeId: "dQw4w9WgXcQ", thumbnail: "https://cdn.example/3.png" },
    ]);
  });

  it("engagements, views and counts go to stats", () => {
    assert.deepEqual(
      read().stats.map(({ tooltip, value }) => [tooltip, value]),
      [
        ["Likes", 10],
        ["Comments", 2],
        ["Views", 500],
        ["Seen counts", 40],
      ],
    );
    assert.deepEqual(read({ engagements: 12, views: null, seen_counts: "7" }).stats, [
      { tooltip: "Engagements", value: 12, icon: "engagements" },
      { tooltip: "Seen counts", value: 7, icon: "seen_counts" },
    ]);
  });

  it("the names of the fields that move are known", () => {
    const card = { id: 1, likes: 10, views: null, locations: ["us"], placements: null };
    assert.deepEqual(movedFields(card), { stats: ["likes"], metadata: ["locations"] });
  });

  it("locations and placements go to metadata, and the domain of an owner that has a name", () => {
    assert.deepEqual(read({ owner: ownerByDomain }).metadata, [
      { tooltip: "Locations", values: ["us", "gb"] },
      { tooltip: "Placements", values: ["feed"] },
      { tooltip: "Domain", values: ["shop.example"] },
    ]);
  });

  it("the platform is the searched one, and the traffic keeps its vendor's field", () => {
    const { platform, key, monthlyTraffic } = read();
    assert.deepEqual({ platform, key, monthlyTraffic }, { platform: "meta", key: "meta:1", monthlyTraffic: 12_000 });
  });

  it("a card with V2 names stays unchanged", () => {
    const once = cardToV2(cardV1(1, { owner: ownerByDomain }));
    assert.deepEqual(cardToV2(once), once);
  });

  it("survives invalid cards, and counts what can't be read", () => {
    const ads = [null, 5, {}, { owner: 3, attachments: "x", files: [], stats: {} }, cardV1(2)];
    const page = readSearchPageV1(okText(pageV1(ads)), "native", 1);
    assert.equal(page.ads.length, ads.length);
    assert.equal(page.ads[4]?.title, "Ad 2");
    assert.ok(page.repairs > 0);
  });
});
