import type { AdCard, AdDetail, Timeline } from "../../src/protocol/ads";

const months = Array.from({ length: 14 }, (_, index) => isoDay(2024, 3 + index, 1));
const days = Array.from({ length: 30 }, (_, index) => isoDay(2025, 3, 12 + index));

function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

function wave(index: number, base: number, swing: number): number {
  return Math.round(base + swing * Math.abs(Math.sin(index * 0.7 + (base % 7))) * (1 + index / 10));
}

function timeline(dates: readonly string[], scale: number): Timeline {
  return {
    unit: "number",
    metrics: [
      { key: "likes", label: "Likes" },
      { key: "comments", label: "Comments" },
      { key: "shares", label: "Shares" },
      { key: "views", label: "Views" },
    ],
    points: dates.map((date, index) => ({
      date,
      values: [
        wave(index, 300 * scale, 1400 * scale),
        wave(index + 2, 90 * scale, 320 * scale),
        index === 6 ? undefined : wave(index + 5, 40 * scale, 220 * scale),
        wave(index + 1, 900 * scale, 2900 * scale),
      ],
    })),
  };
}

/** An ad with everything that the contract knows. Its pictures are those of the page's server. */
export const fullAd = (origin: string): AdDetail => ({
  ad: { platform: "facebook", id: "9007199254740995" },
  postUrl: "https://social.example/ads/?id=9007199254740995",
  title: "Sleep deeper from the first night",
  subtitle: "Free delivery, 120 nights to try",
  description: "Your back knows the difference.\n\n• 120 nights at home\n• 10 years of guarantee",
  callToAction: "Shop now",
  bookmarked: false,
  owner: { id: "4411", name: "Nuvem Sleep", avatarUrl: `${origin}/picture/64x64-1.svg`, verified: true },
  attachments: [
    { type: "image", url: `${origin}/picture/1200x628-2.svg`, subtitle: "The mattress in a sunny room" },
    { type: "video", url: `${origin}/clip.mp4`, thumbnail: `${origin}/picture/720x1280-3.svg`, durationSeconds: 31 },
    { type: "youtube", youtubeId: "abc", thumbnail: `${origin}/picture/480x360-4.svg`, durationSeconds: 94 },
  ],
  impression: {
    total: 1284530,
    daysRunning: 214,
    devices: {
      unit: "percentage",
      points: [
        { label: "Mobile", value: 71.4, key: "mobile" },
        { label: "Desktop", value: 21.9, key: "desktop" },
        { label: "Tablet", value: 6.7, key: "tablet" },
      ],
    },
    publishedAt: "2024-10-01T08:12:44.120394Z",
    firstSeenAt: "2024-10-02T10:00:00.000000Z",
    lastSeenAt: "2025-05-04T21:40:12.991823Z",
  },
  targeting: {
    cards: [
      { key: "gender", label: "Gender", value: "Women and men" },
      { key: "age_range", label: "Age range", value: "25–54" },
      { key: "tracker", label: "Tracker", value: "ClickTrack" },
    ],
    tabs: [
      {
        key: "region",
        label: "Region",
        breakdown: {
          unit: "percentage",
          points: Array.from({ length: 12 }, (_, index) => ({ label: `Country ${index + 1}`, value: 24 - index * 2 })),
        },
      },
      {
        key: "placement",
        label: "Placement",
        breakdown: {
          unit: "percentage",
          points: [
            { label: "Feed", value: 82 },
            { label: "Stories", value: 55 },
          ],
        },
      },
      { key: "os", label: "OS", breakdown: { unit: "number", points: [{ label: "iOS", value: 58 }] } },
    ],
  },
  engagement: {
    score: 87,
    growthLastMonth: "12.4%",
    lifetime: {
      growth: "318%",
      growthTimeline: {
        unit: "number",
        points: months.map((key, index) => ({ key, label: key, value: wave(index, 500, 900) + index * 300 })),
      },
      timeline: timeline(months, 1),
      breakdown: {
        unit: "number",
        points: [
          { key: "likes", label: "Likes", value: 42310 },
          { key: "comments", label: "Comments", value: 9120 },
          { key: "views", label: "Views", value: 88012 },
        ],
      },
    },
    lastMonth: { growth: "12.4%", timeline: timeline(days, 0.05) },
  },
  urlChain: [
    { id: "1", url: "https://l.social.example/l?u=https%3A%2F%2Fnuvem.example%2Foffer", count: 1204 },
    { id: "2", url: "https://www.nuvem.example/", count: "90071992547409931234" },
  ],
  domain: {
    name: "nuvem.example",
    monthlyVisits: 482110,
    age: "6 years, 2 months",
    timeline: {
      unit: "number",
      points: months.map((key, index) => ({ key, label: key, value: wave(index, 280000, 90000) })),
    },
  },
  repairs: 0,
});

/** The card of that ad. */
export const fullCard: AdCard = {
  key: "facebook:9007199254740995",
  id: "9007199254740995",
  platform: "facebook",
  platformName: "facebook",
  displayUrl: "https://www.nuvem.example/spring?utm_source=social",
  monthlyTraffic: 482110,
  lastSeen: "3 hours ago",
  active: true,
  owner: { name: "Nuvem Sleep" },
  attachments: [{ type: "image" }],
  stats: [{ tooltip: "Days running", value: 214 }],
  metadata: [],
  repairs: 0,
};
