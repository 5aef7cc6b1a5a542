import assert from "node:assert/strict";
import { join } from "node:path";
import { readSearchPage } from "../../../../src/api/wire/cards";
import type { Archive } from "../../../../src/features/archive/archive";
import type { SearchAddress } from "../../../../src/features/archive/searchAddress";
import type { ArchiveCriteria } from "../../../../src/features/archive/archiveCriteria";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aDetail } from "./someAds";

const address: SearchAddress = { origin: "https://ads.example", version: "v2", platform: "mega", body: "{}" };
const at = (second: number) => `2026-01-02T03:04:${String(second).padStart(2, "0")}.000Z`;

interface Wire {
  readonly id?: number | string;
  readonly platform?: string;
  readonly [field: string]: unknown;
}

/** The answer of a search as a service words it; an id given as text goes out as its bare digits. */
function answer(ads: readonly Wire[]): string {
  const list = ads.map((ad) => JSON.stringify(ad).replace(/"id":"(\d+)"/, '"id":$1')).join(",");
  return `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":[${list}],"current_page":1,"has_next_page":true,"last_hit":5}}`;
}

describe("search in the archive", () => {
  const folder = temporaryFolder();
  let archive: Archive;
  beforeEach(() => {
    archive = openArchive(join(folder(), "archive.db"));
  });
  afterEach(() => archive.close());

  async function store(ads: readonly Wire[], second = 1, lastHit = String(second), page = 1): Promise<void> {
    const text = answer(ads);
    const { ads: cards } = readSearchPage(text, address.platform, page, lastHit);
    await archive.storePage(address, lastHit, page, { text, receivedAt: at(second) }, cards);
  }
  const titles = async (criteria: ArchiveCriteria) =>
    (await archive.search(criteria)).hits.map(({ card }) => card.title);

  const ads: readonly Wire[] = [
    {
      id: 1,
      platform: "facebook",
      title: "Running shoes",
      display_url: "https://shop.example.com/a",
      owner: { name: "Åsa Sport" },
    },
    {
      id: 2,
      platform: "tikTok",
      title: "東京タワーの夜景",
      owner: { name: "旅行社" },
      attachments: [{ type: "video", subtitle: "서울에서 만나요" }],
    },
    { id: 3, platform: "youTube", title: "ราคาพิเศษวันนี้", display_url: "notexample.com/x", owner: { name: "Thai Shop" } },
    {
      id: 4,
      platform: "reddit",
      title: "नमस्ते दुनिया",
      display_url: "https://bücher.example/",
      metadata: [{ tooltip: "Regions", value: ["Norway", "Chile"] }],
    },
    { id: 5, platform: "pinterest", title: "Русская зима 🔥", owner: { name: 'O\'Neil "NEAR" (x)' } },
    { id: 6, platform: "native", title: "تخفيضات الصيف", owner: { name: "ＦＵＬＬ width" } },
  ];

  it("finds words of any script, wherever they stand", async () => {
    await store(ads);
    const cases: readonly (readonly [string, number])[] = [
      ["shoes", 0],
      ["RUNN sho", 0],
      ["asa", 0],
      ["東京", 1],
      ["タワー", 1],
      ["夜景", 1],
      ["旅行", 1],
      ["울에", 1],
      ["พิเศษ", 2],
      ["दुनिया", 3],
      ["norway", 3],
      ["зима", 4],
      ["🔥", 4],
      ["الصيف", 5],
      ["full", 5],
      ['"Running shoes"', 0],
      ["shop.example.com", 0],
    ];
    for (const [text, index] of cases) assert.deepEqual(await titles({ text }), [ads[index]!.title], text);
    for (const text of ["京東", '"shoes Running"', "夜タ", "zima", "shoes東京"])
      assert.deepEqual(await titles({ text }), [], text);
  });

  it("takes everything typed as words, never as operators", async () => {
    await store(ads);
    assert.deepEqual(await titles({ text: 'near" (x)' }), [ads[4]!.title]);
    for (const text of [
      '"',
      '""',
      "AND",
      "title:",
      "(",
      "*",
      "^",
      "a OR b",
      "NEAR(a b)",
      "-",
      "'",
      "\\",
      "%",
      "_",
      "owner:asa\u0000",
    ]) {
      await archive.search({ text, advertiser: text });
    }
    assert.deepEqual(await titles({ text: "%" }), []);
    assert.equal((await titles({ text: "  " })).length, 6);
  });

  it("filters by advertiser, domain, platform and time", async () => {
    await store(ads, 1);
    await store([{ id: 7, platform: "facebook", title: "Later", display_url: "https://EXAMPLE.com." }], 9);
    assert.deepEqual(await titles({ advertiser: "sport" }), ["Running shoes"]);
    assert.deepEqual(await titles({ advertiser: "shoes" }), []);
    assert.deepEqual(await titles({ domain: "example.com" }), ["Later", "Running shoes"]);
    assert.deepEqual(await titles({ domain: "Bücher.example" }), [ads[3]!.title]);
    assert.deepEqual(await titles({ text: "bücher" }), [ads[3]!.title]);
    assert.deepEqual(await titles({ platforms: ["plat_shortvideo", "plat_video"] }), [ads[1]!.title, ads[2]!.title]);
    assert.deepEqual(await titles({ from: at(2) }), ["Later"]);
    assert.equal((await titles({ before: at(2) })).length, 6);
    assert.deepEqual(await titles({ origins: ["https://other.example"] }), []);
    assert.deepEqual(await titles({ text: "shop", advertiser: "thai", domain: "notexample.com" }), [ads[2]!.title]);
  });

  it("filters by exact numbers, beyond what a double holds", async () => {
    const stats = (value: string) => [{ tooltip: "Likes", value: `#${value}` }];
    const wire = [
      { id: 1, platform: "facebook", title: "a", vendorweb: 10, stats: stats("9007199254740993") },
      { id: 2, platform: "facebook", title: "b", vendorweb: 20, stats: stats("9007199254740992") },
      { id: 3, platform: "facebook", title: "c", stats: [{ tooltip: "Shares", value: 3 }] },
    ];
    const text = answer(wire).replaceAll(/"#(\d+)"/g, "$1");
    const { ads: cards } = readSearchPage(text, "mega", 1, "5");
    await archive.storePage(address, "5", 1, { text, receivedAt: at(1) }, cards);
    assert.deepEqual(await titles({ stats: [{ name: "Likes", min: "9007199254740993" }] }), ["a"]);
    assert.deepEqual(await titles({ stats: [{ name: "Likes", max: "9007199254740992" }] }), ["b"]);
    assert.deepEqual(await titles({ stats: [{ name: "Shares" }] }), ["c"]);
    assert.deepEqual(await titles({ monthlyTraffic: { min: 10, max: 19 } }), ["a"]);
    assert.deepEqual(await archive.statNames(), ["Likes", "Shares"]);
  });

  it("shows each ad once, as it was seen last, newest first, page by page", async () => {
    await store(
      Array.from({ length: 18 }, (_, id) => ({ id, platform: "facebook", title: `old ${id}` })),
      1,
    );
    await store([{ id: 4, platform: "facebook", title: "new 4" }], 2);
    await store([{ id: "9007199254740993", platform: "facebook", title: "big" }], 3);
    const first = await archive.search({ limit: 4 });
    assert.deepEqual(
      first.hits.map(({ card }) => card.title),
      ["big", "new 4", "old 0", "old 1"],
    );
    assert.deepEqual(first.hits[0]!.ad, { platform: "plat_social_a", id: "9007199254740993" });
    assert.deepEqual(first.hits[1]!.page, { address, lastHit: "2", page: 1 });
    const rest: (string | undefined)[] = [];
    for (let after = first.next; after !== undefined;) {
      const more = await archive.search({ limit: 4, after });
      rest.push(...more.hits.map(({ card }) => card.title));
      after = more.next;
    }
    assert.equal(rest.length, 15);
    assert.deepEqual(await titles({ text: "4" }), ["new 4"]);
  });

  it("finds ads of which only the detail is owned, and tells the history of an ad", async () => {
    const ad = { platform: "plat_social_a", id: "9" } as const;
    await store([{ id: 9, platform: "facebook", title: "Card", stats: [{ tooltip: "Likes", value: 1 }] }], 1);
    await store([{ id: 9, platform: "facebook", title: "Card", stats: [{ tooltip: "Likes", value: 4 }] }], 2);
    const detail = `{"status":"ok","meta":{"code":1000},"data":{"id":9,"card":{"title":"Only here","description":"walnut"}}}`;
    await archive.storeDetail(
      address.origin,
      "v2",
      ad,
      { text: detail, receivedAt: at(3) },
      aDetail({ ad, title: "Only here", description: "walnut", impression: { total: 7 } }),
    );
    const other = { ...ad, id: "10" };
    await archive.storeDetail(
      address.origin,
      "v2",
      other,
      { text: detail.replace(":9,", ":10,"), receivedAt: at(4) },
      aDetail({ ad: other, title: "Only here", description: "walnut" }),
    );
    assert.deepEqual(await titles({ text: "walnut" }), ["Only here", "Card"]);
    assert.deepEqual(await archive.history(address.origin, ad), [
      { receivedAt: at(1), from: "card", stats: [{ name: "Likes", value: 1 }] },
      { receivedAt: at(2), from: "card", stats: [{ name: "Likes", value: 4 }] },
      { receivedAt: at(3), from: "detail", stats: [{ name: "impressions", value: 7 }] },
    ]);
    assert.deepEqual(await archive.history("https://other.example", ad), []);
  });
});
