import type { AdCard, AdDetail } from "../../src/protocol/ads";

const huge = "W".repeat(200_000);
const tricky = "\u202Eevil \u2067txt \u0000\u001b[31m<b>bold</b> ${x} $& {0}";

/** A detail that is wrong in every way that the types allow. */
export const hostileAd: AdDetail = {
  ad: { platform: "display", id: "12345678901234567890" },
  postUrl: "javascript:alert(1)",
  title: huge,
  subtitle: tricky,
  description: "مرحبا بالعالم ".repeat(9000),
  callToAction: huge,
  owner: { name: tricky + huge, avatarUrl: "https://user:password@x.invalid/a.png", verified: true },
  attachments: [
    { type: "hologram", url: "https://x.invalid/a" },
    ...Array.from({ length: 80 }, () => ({ type: "image", url: "data:," })),
  ],
  impression: {
    total: "99999999999999999999999999",
    daysRunning: -5,
    devices: {
      unit: huge,
      points: [
        { label: huge, value: Number.NaN },
        { label: "", value: -1e308 },
        { label: tricky, value: 1e308 },
        { label: "Infinite", value: Infinity },
      ],
    },
    publishedAt: huge,
    firstSeenAt: "2025-02-31",
    lastSeenAt: "",
  },
  targeting: {
    cards: Array.from({ length: 300 }, (_, index) => ({
      // Shorter and shorter: the page gets it in one message.
      label: index % 2 ? huge.slice(0, 400_000 / index) : "",
      value: `${tricky}${index}`,
    })),
    tabs: [
      { key: "a", label: huge, breakdown: { points: [] } },
      ...Array.from({ length: 100 }, (_, tab) => ({
        key: `t${tab}`,
        label: `Tab ${tab}`,
        breakdown: {
          unit: "percentage",
          points: Array.from({ length: 1000 }, (_, point) => ({ label: `L${point}`, value: Math.sin(point) * 100 })),
        },
      })),
    ],
  },
  engagement: {
    score: "18446744073709551616",
    growthLastMonth: huge,
    lifetime: {
      growth: tricky,
      timeline: {
        unit: "number",
        metrics: Array.from({ length: 40 }, (_, metric) => ({
          key: `m${metric}`,
          label: metric === 1 ? huge : metric === 2 ? tricky : `Metric ${metric}`,
        })),
        points: Array.from({ length: 1000 }, (_, point) => ({
          date: new Date(Date.UTC(2020, 0, 1 + point)).toISOString().slice(0, 10),
          values: Array.from({ length: 40 }, (_, metric) =>
            point % 50 < 5 ? undefined : (metric === 0 ? -1 : 1) * (point * metric + Math.sin(point / 20) * 500),
          ),
        })),
      },
      growthTimeline: {
        points: [
          { label: "?", key: "garbage", value: 3 },
          { label: "b", key: "2024-01-01", value: 5 },
          { label: huge, value: 4 },
        ],
      },
      breakdown: { points: [{ label: "only", value: 0 }] },
    },
    lastMonth: {
      timeline: { unit: "x", metrics: [{ key: "a", label: "A" }], points: [{ date: "2025-01-01", values: [5] }] },
      growthTimeline: { points: [] },
    },
  },
  urlChain: [
    { url: "javascript:alert(1)", count: -1 },
    { url: "https://user:password@good.example/", count: 1 },
    { url: `https://аррӏе.com/${huge}`, count: 2 },
    { count: 3 },
    ...Array.from({ length: 400 }, (_, index) => ({ url: `https://h${index}.example/`, count: index })),
  ],
  domain: {
    name: tricky,
    monthlyVisits: "-12",
    age: huge,
    timeline: {
      points: Array.from({ length: 5 }, (_, index) => ({
        label: `p${index}`,
        key: `2024-0${index + 1}-01`,
        value: index % 2 ? Infinity : index * 1e300,
      })),
    },
  },
  repairs: 12345,
};

/** The card of that ad. */
export const hostileCard: AdCard = {
  key: "display:12345678901234567890",
  id: "12345678901234567890",
  platform: "display",
  platformName: tricky,
  displayUrl: "https://xn--80ak6aa92e.com/%00",
  lastSeen: huge,
  active: false,
  attachments: [],
  stats: [{ tooltip: huge, value: "1".repeat(50) }],
  metadata: [{ values: [tricky, huge] }],
  repairs: 0,
};

/** A detail of an ad about which the service knows next to nothing. */
export const sparseAd: AdDetail = {
  ad: { platform: "native", id: "77" },
  attachments: [],
  impression: { total: 3, firstSeenAt: "yesterday" },
  urlChain: [],
  repairs: 2,
};
