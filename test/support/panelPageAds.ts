import type { AdCard, AdDetail, AdRef } from "../../src/protocol/ads";
import type { BoughtDetail } from "../../src/protocol/panel";
import { platforms, type PlatformToken } from "../../src/protocol/platforms";
import type { SearchPage } from "../../src/protocol/search";
import type { LensPorts } from "../../src/features/lens/advertiser";
import { Lens } from "../../src/features/lens/lens";
import type { AdvertiserView, LensOfPanel } from "../../src/protocol/lens";
import type { AdOwner } from "../../src/protocol/bought";
import { testedVersion } from "./apiVersion";

const advertisers = [
  "Nordlicht Coffee",
  "Atlas Travel",
  "Mina & Söhne",
  "Fjord Outdoor",
  "مقهى الصباح",
  "Blue Harbor Bank",
];
const offers = [
  "Fresh roasted beans, delivered every Monday morning",
  "Winter sale: up to 40 % off on all jackets and boots, this week only, while stocks last",
  "Learn a language in ten minutes a day",
  "قهوة طازجة كل صباح",
  "Open an account in five minutes and get a welcome gift",
  "新しいコレクションが入荷しました",
];
const shapes = [
  [800, 600],
  [600, 900],
  [1200, 628],
  [800, 800],
] as const;
const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** The card at a position of a made-up search. Within one page, all variants of the contract occur. */
export function cardAt(platform: PlatformToken, index: number, origin: string): AdCard {
  const own = platform === "mega" ? cycle(platforms.slice(0, 9), index).token : platform;
  const id = String(9007199254740993n + BigInt(index));
  const [width, height] = cycle(shapes, index);
  const movie = index % 5 === 3;
  const picture = `${origin}/picture/${width}x${height}-${index}.svg`;
  return {
    key: `${own}:${id}`,
    id,
    platform: own,
    platformName: own,
    ...(index % 7 === 6 ? {} : { title: cycle(offers, index) }),
    displayUrl: `https://shop${index}.example/landing`,
    ...(index % 3 === 0 && { monthlyTraffic: 12_400 * (index + 1) }),
    lastSeen: `${(index % 23) + 1} hours ago`,
    ...(index % 4 === 0 && { active: index % 8 === 0 }),
    owner: {
      id: String(12 + (index % advertisers.length)),
      name: cycle(advertisers, index),
      ...(index % 2 === 0 && { avatarUrl: `${origin}/picture/64x64-${index}.svg`, verified: index % 4 === 0 }),
    },
    attachments: [
      movie
        ? { type: "video", url: `${origin}/clip.mp4`, thumbnail: picture, durationSeconds: 15 + index }
        : { type: "image", url: picture },
      ...(index % 6 === 1 ? [{ type: "image", url: picture }] : []),
    ],
    stats: [
      { tooltip: "Likes", value: 1_234 * (index + 1), icon: "like" },
      { tooltip: "Comments", value: 37 * (index + 1), icon: "comment" },
      { tooltip: "Shares", value: index === 0 ? "9007199254740995" : 9 * (index + 1), icon: "share" },
    ],
    metadata: [
      { tooltip: "Regions", values: ["US", "DE", "FR", "PL", "JP"] },
      { tooltip: "Days running", values: [`${(index % 60) + 1} days`] },
    ],
    repairs: 0,
  };
}

/** A page of a made-up search that finds `total` ads. */
export function pageOf(platform: PlatformToken, page: number, origin: string, total = 200): SearchPage {
  const first = (page - 1) * 18;
  const count = Math.max(0, Math.min(18, total - first));
  return {
    page,
    lastHit: "9007199254740997",
    hasNextPage: first + 18 < total,
    doubts: [],
    ads: Array.from({ length: count }, (_, at) => cardAt(platform, first + at, origin)),
    fetchedAt: new Date().toISOString(),
    bought: false,
    repairs: 0,
  };
}

const days = Array.from({ length: 30 }, (_, day) => `2026-10-${String(day + 1).padStart(2, "0")}`);
const wave = (day: number, size: number) => Math.round(size * (2 + Math.sin(day / 4) + day / 15));

/** What only V1 says about an ad. */
const toldByV1: Pick<AdDetail, "technologies" | "durations"> = {
  technologies: [{ name: "Shop system", category: "E-commerce" }, { name: "Analytics" }],
  durations: [{ label: "First run", value: "2026-10-01 – 2026-10-21, 20 days" }],
};
const domainOfV1 = { dailyVisits: 6_100, createdAt: "2020-03-04", updatedAt: "2026-03-04", expiresAt: "2030-03-04" };

/** A detail with everything that the contract names. */
export function detailOf(ad: AdRef, origin: string): BoughtDetail {
  const engagement: NonNullable<AdDetail["engagement"]>["lastMonth"] = {
    growth: "12.4%",
    timeline: {
      unit: "number",
      metrics: [
        { key: "likes", label: "Likes" },
        { key: "comments", label: "Comments" },
      ],
      points: days.map((date, day) => ({ date, values: [wave(day, 120), wave(day, 18)] })),
    },
    breakdown: {
      unit: "number",
      points: [
        { label: "Likes", value: 6_400, key: "likes" },
        { label: "Comments", value: 811, key: "comments" },
      ],
    },
  };
  const detail: AdDetail = {
    ad,
    postUrl: "https://social.example/post/1",
    title: "Fresh roasted beans, delivered every Monday morning",
    description: "We roast on Sunday and ship on Monday.",
    callToAction: "Shop now",
    owner: { name: "Nordlicht Coffee", verified: true },
    attachments: [{ type: "image", url: `${origin}/picture/1200x628-7.svg` }],
    impression: {
      total: 182_000,
      daysRunning: 41,
      firstSeenAt: "2026-10-01T08:00:00.000000Z",
      lastSeenAt: "2026-11-20T21:14:00.000000Z",
      devices: {
        unit: "percentage",
        points: [
          { label: "Mobile", value: 71 },
          { label: "Desktop", value: 24 },
          { label: "Tablet", value: 5 },
        ],
      },
    },
    engagement: { score: 87, growthLastMonth: "12.4%", lastMonth: engagement, lifetime: engagement },
    urlChain: [{ id: "1", url: "https://shop1.example/landing?utm=1", count: 12 }],
    domain: {
      name: "shop1.example",
      monthlyVisits: 184_000,
      ...(testedVersion === "v1" ? domainOfV1 : { age: "6 years" }),
    },
    ...(testedVersion === "v1" && toldByV1),
    repairs: 0,
  };
  return { detail, fetchedAt: new Date().toISOString(), bought: false };
}

/** What the lens sees in made-up cards, without details. */
export async function lensOf(keys: readonly string[], origin: string): Promise<LensOfPanel> {
  const ads = keys.flatMap((key) => {
    const [, token, id = "0"] = /^(.*):(\d+)$/.exec(key) ?? [];
    const platform = platforms.find((one) => one.token === token);
    const card = cardAt(platform?.token ?? "facebook", Number(BigInt(id) - 9007199254740993n), origin);
    return { card, fetchedAt: "2026-11-20T10:00:00Z" };
  });
  const { coverage, groups, clicks } = await lens.look({ ads });
  return { coverage, groups, clicks };
}

const ports = {
  decisions: { read: () => Promise.resolve({ join: [], split: [] }) },
  archive: { boughtDetails: () => Promise.resolve(new Set<string>()) },
  clients: { nameIfKnown: () => "sample:", version: testedVersion },
};
const lens = new Lens(ports as unknown as LensPorts);

/** What is bought of an advertiser, if 40 ads of all platforms are. @param together with the one of TikTok joined */
export async function advertiserIn(advertiser: AdOwner, origin: string, together = false): Promise<AdvertiserView> {
  const cards = Array.from({ length: 40 }, (_, at) => cardAt("mega", at, origin));
  const own = cards.filter(
    ({ platform, owner }) => platform === advertiser.platform && owner?.name === advertiser.name,
  );
  const ads = own.map((card, at) => ({ card, fetchedAt: `2026-11-${20 + at}T10:00:00Z` }));
  const { coverage, groups, shares, ads: seen } = await lens.look({ ads });
  const [from, to] = ["2026-11-20T10:00:00Z", "2026-11-26T10:00:00Z"];
  const other = { platform: "tiktok", id: "77", name: advertiser.name, ads: 4 } as const;
  return {
    ...{ advertiser, groups, shares: shares(), ads: seen(), joined: together ? [other] : [] },
    coverage: { ...coverage, searches: 2, unfinished: 1 },
    searches: [
      {
        platform: "mega",
        body: '{"search_field":[{"type":"text","text":"coffee"}]}',
        label: "coffee",
        ads: own.length,
        from,
        to,
        unfinished: true,
      },
      { platform: advertiser.platform, body: "{}", label: "all ads", ads: 1, from, to: from, unfinished: false },
    ],
    probablySame: together ? [] : [{ ...other, because: ["name", "domain"] }],
    unseen: [
      { platform: "youtube", searches: 3 },
      { platform: "reddit", searches: 0 },
    ],
  };
}
