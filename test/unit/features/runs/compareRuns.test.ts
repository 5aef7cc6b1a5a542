import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { type AdPrint, changesBetween, type Look, printOf } from "../../../../src/features/runs/adPrint";
import { comparedAds, countStates, type RunAds } from "../../../../src/features/runs/compareRuns";
import { addPrints } from "../../../../src/features/runs/readRuns";
import type { AdCard } from "../../../../src/protocol/ads";
import { times } from "../../../support/long";
import { valuesOf } from "../../../support/valuesOf";

/** An ad that has only what a test says of it. */
function card(id: string | undefined, more: Partial<AdCard> = {}): AdCard {
  const key = id ?? "no id";
  return {
    ...{ key, platform: "tiktok", platformName: "tiktok", attachments: [], stats: [], metadata: [] },
    ...(id !== undefined && { id }),
    ...{ repairs: 0, ...more },
  };
}

function run(pages: readonly (readonly AdCard[])[], ended: boolean, look: Look = { fetchedAt: "" }): RunAds {
  const prints = new Map<string, AdPrint>();
  for (const [index, ads] of pages.entries()) addPrints(prints, ads, { page: index + 1, look });
  return { pages: pages.length, ended, prints, look };
}

const compareRuns = (...runs: Parameters<typeof comparedAds>) => [...comparedAds(...runs)];
const same = { sameSearch: true };
const states = (earlier: RunAds, newer: RunAds, options = same) =>
  compareRuns(earlier, newer, options).map(({ ad, state }) => `${ad.replace("tiktok:", "")} ${state}`);

describe("comparing runs", () => {
  it("calls an ad launched if it has run since the last look at most, with a day of tolerance, whatever the clocks do", () => {
    const second = (day: string) => String(Date.parse(day) / 1000);
    const state = (days: number | undefined, since: Look, at: Look) => {
      const metadata = days === undefined ? [] : [{ tooltip: "Days running", values: [`${days} days`] }];
      return compareRuns(run([[]], true, since), run([[card("1", { metadata })]], true, at), same)[0]?.state;
    };
    const [monday, next] = ["2026-11-02T06:00:00Z", "2026-11-09T06:00:00Z"];
    const cases: readonly (readonly [string, number | undefined, Look, Look, string])[] = [
      ["launched in the week", 3, { fetchedAt: monday }, { fetchedAt: next }, "launched"],
      ["the tolerated day", 8, { fetchedAt: monday }, { fetchedAt: next }, "launched"],
      ["a day more", 9, { fetchedAt: monday }, { fetchedAt: next }, "firstSeen"],
      ["running time not provided", undefined, { fetchedAt: monday }, { fetchedAt: next }, "firstSeen"],
      ["clock put forward by an hour", 8, { fetchedAt: monday }, { fetchedAt: "2026-11-09T05:00:00Z" }, "launched"],
      ["clock put back by a month", 1, { fetchedAt: monday }, { fetchedAt: "2026-10-09T06:00:00Z" }, "firstSeen"],
      [
        "clock put forward by a year, but the service's says a week",
        ...([9, { fetchedAt: monday, lastHit: second(monday) }] as const),
        ...([{ fetchedAt: "2027-11-09T06:00:00Z", lastHit: second(next) }, "firstSeen"] as const),
      ],
      [
        "clock put back by a month, but the service's says a week",
        ...([8, { fetchedAt: monday, lastHit: second(monday) }] as const),
        ...([{ fetchedAt: "2026-10-09T06:00:00Z", lastHit: second(next) }, "launched"] as const),
      ],
      [
        "a snapshot that is no time",
        3,
        { fetchedAt: monday, lastHit: "7" },
        { fetchedAt: next, lastHit: "8" },
        "launched",
      ],
    ];
    for (const [what, days, since, at, wanted] of cases) assert.equal(state(days, since, at), wanted, what);
  });

  it("calls nothing absent beyond an early stop, and nothing new beyond the earlier depth", () => {
    const short = run([[card("1")]], false);
    const long = run([[card("2")], [card("3")]], false);
    assert.deepEqual(states(short, long), ["2 firstSeen", "3 notCovered", "1 notCovered"]);
    assert.deepEqual(states(long, short), ["1 firstSeen", "2 notCovered", "3 notCovered"]);
    assert.deepEqual(states(long, run([[card("1")]], true)), ["1 firstSeen", "2 absent", "3 absent"]);
    assert.deepEqual(states(run([[card("1")]], true), long), ["2 firstSeen", "3 firstSeen", "1 notCovered"]);
  });

  it("says “stopped?” only if another complete run in between lacked the ad, too", () => {
    const [earlier, newer] = [run([[card("1"), card("2")]], true), run([[card("3")]], true)];
    const compared = compareRuns(earlier, newer, { ...same, between: [new Set(["tiktok:2"])] });
    assert.deepEqual(
      compared.filter(({ stopped }) => stopped).map(({ ad }) => ad),
      ["tiktok:1"],
    );
    assert.deepEqual([countStates(compared).absent, countStates(compared).stopped], [2, 1]);
  });

  it("calls nothing new or absent between different searches, and no ad without an ID", () => {
    const [earlier, newer] = [run([[card("1"), card("2")]], true), run([[card("2"), card("3")]], true)];
    assert.deepEqual(states(earlier, newer, { sameSearch: false }), ["2 seen", "3 notCovered", "1 notCovered"]);
    const unnamed = [card(undefined, { title: "A" }), card(undefined, { title: "B" })] as const;
    const counts = countStates(compareRuns(run([[unnamed[0]]], true), run([unnamed], true), same));
    assert.deepEqual([counts.seen, counts.notCovered, counts.launched + counts.firstSeen], [1, 1, 0]);
  });

  it("reports changed fields and numbers, ignoring relative times, signatures, and spelling", () => {
    const url = (signature: string, name = "a") =>
      `https://cdn.example/${name}.jpg?w=3&X-Amz-Signature=${signature}&oe=${signature}&oh=${signature}`;
    const before = card("1", {
      ...{ lastSeen: "2 hours ago", title: "Shoes", displayUrl: "https://shop.example/?id=7&Expires=1" },
      attachments: [{ type: "image", url: url("aa") }],
      stats: [{ tooltip: "Likes", value: 10 }],
      metadata: [
        { tooltip: "Days running", values: ["1 day"] },
        { tooltip: "Updated", values: ["3 minutes ago"] },
        { tooltip: "Regions", values: ["DE", "FR"] },
      ],
    });
    const rotated = card("1", {
      ...{ ...before, platformName: "tikTok", lastSeen: "now", displayUrl: "https://shop.example/?id=7&Expires=2" },
      attachments: [{ type: "image", url: url("bb") }],
      metadata: [before.metadata[2]!, before.metadata[0]!, { tooltip: "Updated", values: ["5 minutes ago"] }],
    });
    const [first] = compareRuns(run([[before]], true), run([[rotated]], true), same);
    assert.deepEqual([first?.state, first?.changes], ["seen", []]);
    const changed = card("1", {
      ...{ ...before, displayUrl: "https://shop.example/?id=8&Expires=2" },
      attachments: [{ type: "image", url: url("aa", "b") }],
      stats: [{ tooltip: "Likes", value: 25 }],
      metadata: [{ tooltip: "Days running", values: ["8 days"] }, before.metadata[2]!],
    });
    const [second] = compareRuns(run([[before]], true), run([[changed]], true), same);
    assert.deepEqual(second?.changes, [
      {
        field: "creative 1.file",
        kind: "content",
        from: "https://cdn.example/a.jpg?w=3",
        to: "https://cdn.example/b.jpg?w=3",
      },
      { field: "display_url", kind: "content", from: "https://shop.example/?id=7", to: "https://shop.example/?id=8" },
      { field: "meta.days_running", kind: "figures", from: 1, to: 8 },
      { field: "stat.likes", kind: "figures", from: 10, to: 25 },
    ]);
  });

  it("has every ad of either run in exactly one state, and mirrors new and absent of complete runs", () => {
    const ad = fc.record({ id: fc.integer({ min: 1, max: 40 }), likes: fc.integer({ min: 0, max: 2 }) });
    const page = fc.array(ad, { maxLength: 6 });
    const anyRun = fc.tuple(fc.array(page, { minLength: 1, maxLength: 5 }), fc.boolean()).map(([pages, ended]) =>
      run(
        pages.map((ads) =>
          ads.map(({ id, likes }) =>
            card(id > 38 ? undefined : String(id), { stats: [{ icon: "like", value: likes }] }),
          ),
        ),
        ended,
      ),
    );
    const named = (earlier: RunAds, newer: RunAds, state: string) =>
      compareRuns(earlier, newer, same)
        .filter((one) => one.state === state)
        .map((one) => one.ad)
        .sort();
    const pairs = times(3_000, 100_000);
    fc.assert(
      fc.property(anyRun, anyRun, (earlier, newer) => {
        const compared = compareRuns(earlier, newer, same).map((one) => one.ad);
        const all = new Set([...earlier.prints.keys(), ...newer.prints.keys()]);
        assert.equal(new Set(compared).size, compared.length);
        assert.deepEqual(new Set(compared), all);
        assert.deepEqual(named(earlier, newer, "changed"), named(newer, earlier, "changed"));
        assert.deepEqual(named(earlier, newer, "seen"), named(newer, earlier, "seen"));
        if (!newer.ended) assert.deepEqual(named(earlier, newer, "absent"), []);
        if (!earlier.ended || !newer.ended) return;
        assert.deepEqual(named(earlier, newer, "firstSeen"), named(newer, earlier, "absent"));
        assert.deepEqual(named(earlier, newer, "absent"), named(newer, earlier, "firstSeen"));
      }),
      { numRuns: pairs },
    );
  });
});

type Label = "same" | "figures" | "content";

/** The field, what it was, what it is, and what a person says of it. `meta.` names a remark; `meta.` alone has no name. */
type Pair = readonly [field: string, from: string, to: string, label: Label];

const cdn = "https://scontent-fra3-1.xx.fbcdn.example/v/t45.1600-4";
const other = "https://scontent-iad3-2.xx.fbcdn.example/v/t45.1600-4";
const tik = "https://p16-sign-va.tiktokcdn.example/tos-alisg/7f3a9c21b04e~tplv-noop.jpeg";
const pairs: readonly Pair[] = [
  // One asset under another address.
  ["file", `${cdn}/48291_n.jpg?oh=00_A&oe=66`, `${other}/48291_n.jpg?oh=00_B&oe=67`, "same"],
  ["file", `${cdn}/48291_n.jpg?_nc_cat=1&oh=a`, `${cdn}/48291_n.jpg?_nc_cat=108&oh=b`, "same"],
  ["file", `${tik}?lk3s=a&x-expires=1`, `${tik.replace("p16", "p77")}?lk3s=b&x-expires=2`, "same"],
  ["file", "https://a.example/img/shoe.png", "https://b.example/img/shoe.png", "same"],
  ["file", "https://cdn1.shop.example/shoe.webp?v=1", "https://cdn7.shop.example/shoe.webp?v=2", "same"],
  ["file", "https://m.example/a.mp4?token=1", "https://m.example/a.mp4?token=2&session=9", "same"],
  ["file", "https://m.example/a.mp4?cache=xy1", "https://m.example/a.mp4?cache=xy2", "same"],
  ["file", "https://v1.example/9f8e7d6c5b4a/play", "https://v9.example/9f8e7d6c5b4a/play?edge=2", "same"],
  ["file", "http://i.example/x.gif", "https://i.example/x.gif", "same"],
  ["file", "https://i.example:8443/x.gif", "https://i.example/x.gif", "same"],
  ["file", "https://i.example/x.jpg?w=300", "https://i.example/x.jpg?w=600", "same"],
  ["file", "https://i.example/x.jpg?Signature=a&Key-Pair-Id=b", "https://i.example/x.jpg?Signature=c", "same"],
  ["file", "https://i.example/x.jpg#a", "https://i.example/x.jpg#b", "same"],
  [
    "file",
    `https://v.example/${"a".repeat(32)}/65f00000/video.mp4`,
    `https://v.example/${"b".repeat(32)}/65f00001/video.mp4`,
    "same",
  ],
  ["thumbnail", `${cdn}/771_t.jpg?oh=1`, `${other}/771_t.jpg?oh=2`, "same"],
  ["picture", "https://s1.example/p/55.png?e=1", "https://s2.example/p/55.png?e=2", "same"],
  // Another asset.
  ["file", `${cdn}/48291_n.jpg`, `${cdn}/48292_n.jpg`, "content"],
  ["file", "https://a.example/img/shoe.png", "https://a.example/img/boot.png", "content"],
  ["file", "https://a.example/2025/shoe.png", "https://a.example/2026/shoe.png", "content"],
  ["file", "https://a.example/shoe.png", "https://a.example/shoe.gif", "content"],
  ["file", "https://a.example/image.php?id=5", "https://a.example/image.php?id=6", "content"],
  ["file", "https://a.example/render?ad=summer", "https://a.example/render?ad=winter", "content"],
  ["file", "https://v1.example/9f8e7d6c5b4a/play", "https://v1.example/1a2b3c4d5e6f/play", "content"],
  ["file", tik, tik.replace("7f3a9c21b04e", "0b1c2d3e4f50"), "content"],
  ["thumbnail", `${cdn}/771_t.jpg`, `${cdn}/772_t.jpg`, "content"],
  ["picture", "https://s1.example/p/55.png", "https://s1.example/p/56.png", "content"],
  ["file", "shoe", "boot", "content"],
  // A known limit: a resized copy in another folder looks like another asset.
  ["file", "https://a.example/300x300/shoe.png", "https://a.example/600x600/shoe.png", "same"],
  // Figures.
  ["meta.reach", "<1K", "<5K", "figures"],
  ["meta.reach", "< 1,000", "1,000 - 5,000", "figures"],
  ["meta.growth", "-1%", "-2%", "figures"],
  ["meta.growth", "-1%", "2%", "figures"],
  ["meta.growth", "−12.5 %", "+3.5 %", "figures"],
  ["meta.spend", "$100", "$200", "figures"],
  ["meta.spend", "€1.000–€4.999", "€5.000–€9.999", "figures"],
  ["meta.spend", "US$1.2K", "US$1.3K", "figures"],
  ["meta.spend", "100 €", "250 €", "figures"],
  ["meta.spend", "EUR 100", "EUR 120", "figures"],
  ["meta.spend", "¥12万", "¥13万", "figures"],
  ["meta.spend", "$100", "€100", "figures"],
  ["meta.impressions", "~10K", "~12K", "figures"],
  ["meta.impressions", "≥1M", "≥2M", "figures"],
  ["meta.impressions", "1K-5K", "5K-10K", "figures"],
  ["meta.impressions", "1 234 567", "1 234 890", "figures"],
  ["meta.impressions", "10,000+", "20,000+", "figures"],
  ["meta.days_running", "12 days", "13 days", "figures"],
  ["meta.days_running", "1 day", "2 days", "figures"],
  ["meta.views", "1 view", "2 views", "figures"],
  ["meta.views", "1.2M views", "1.3M views", "figures"],
  ["meta.frequency", "3 per week", "4 per week", "figures"],
  ["meta.ratio", "3/5", "4/5", "figures"],
  ["meta.rank", "12", "15", "figures"],
  // Words, with or without figures in them.
  ["meta.format", "Image", "Video", "content"],
  ["meta.regions", "DE, FR", "DE, US", "content"],
  ["meta.model", "Galaxy S24", "Galaxy S25", "content"],
  ["meta.duration", "12 hours", "12 weeks", "content"],
  ["meta.views", "5 views", "5 likes", "content"],
  ["meta.offer", "50% off", "50% more", "content"],
  ["title", "50% off", "60% off", "content"],
  ["title", "10", "20", "content"],
  ["title", "3 tips for you", "5 tips for you", "content"],
  ["title", "From $10", "From $20", "content"],
  ["text", "24 hours left", "12 hours left", "content"],
  ["title", "Shoes", "Boots", "content"],
  ["advertiser", "Studio 54", "Studio 55", "content"],
  // Times.
  ["meta.last_seen", "2 hours ago", "5 minutes ago", "same"],
  ["meta.updated", "3 minutes ago", "yesterday", "same"],
  ["meta.updated_at", "today", "yesterday", "same"],
  ["meta.first_seen", "about a month ago", "about 2 months ago", "same"],
  ["meta.", "2 hours ago", "3 hours ago", "same"],
  ["meta.status", "2 hours ago", "3 days ago", "same"],
  ["meta.status", "just now", "5 minutes ago", "same"],
  ["meta.published", "Today, 9:15", "Yesterday, 9:15", "same"],
  ["meta.updated", "a few minutes ago", "Yesterday at 9:15 pm", "same"],
  ["meta.programs", "Today Show", "USA Today", "content"],
  ["meta.shown_on", "Today Show", "USA Today", "content"],
  ["meta.", "Today Show", "USA Today", "content"],
  ["meta.program", "Today", "Tonight", "content"],
  ["meta.interests", "Yesterday, Beatles", "Today, Beatles", "content"],
  ["title", "Buy today", "Buy right now", "content"],
  ["text", "Ends today", "Ends tomorrow", "content"],
  ["meta.publisher", "USA Today", "The Sun", "content"],
  ["meta.published", "May 3, 2026", "May 4, 2026", "content"],
];

function cardWith(field: string, value: string): AdCard {
  const base = { key: "native:1", id: "1", platform: "native", platformName: "native" } as const;
  const lists = { attachments: [], stats: [], metadata: [], repairs: 0 };
  const attachment = { type: "image" };
  switch (field) {
    case "title":
      return { ...base, ...lists, title: value };
    case "advertiser":
      return { ...base, ...lists, owner: { name: value } };
    case "picture":
      return { ...base, ...lists, owner: { avatarUrl: value } };
    case "file":
      return { ...base, ...lists, attachments: [{ ...attachment, url: value }] };
    case "thumbnail":
      return { ...base, ...lists, attachments: [{ ...attachment, thumbnail: value }] };
    case "text":
      return { ...base, ...lists, attachments: [{ ...attachment, subtitle: value }] };
    default: {
      const tooltip = field.slice("meta.".length);
      return { ...base, ...lists, metadata: [{ ...(tooltip !== "" && { tooltip }), values: [value] }] };
    }
  }
}

const at = { fetchedAt: "2026-01-01T00:00:00.000Z" };
const judged = pairs.map(([field, from, to, label]) => {
  const [change] = changesBetween(printOf(cardWith(field, from), 1, 0, at), printOf(cardWith(field, to), 1, 0, at));
  const found: Label = change?.kind ?? "same";
  return { pair: `${field}: ${from} | ${to}`, label, found };
});

/** Of 100 pairs with this label, how many are found; and of 100 found, how many have it. */
function quality(isIt: (one: Label) => boolean) {
  const [labeled, found] = [judged.filter(({ label }) => isIt(label)), judged.filter((one) => isIt(one.found))];
  const right = labeled.filter((one) => isIt(one.found)).length;
  return { recall: right / labeled.length, precision: right / found.length };
}

describe("Two sightings of an ad", () => {
  it("are 83 pairs that people have labeled", () => {
    assert.equal(pairs.length, 83);
    assert.equal(new Set(judged.map(({ pair }) => pair)).size, 83);
  });

  it("differ as people say, but for a resized copy in another folder", () => {
    const wrong = judged.filter(({ label, found }) => label !== found);
    assert.deepEqual(valuesOf(wrong, "pair", "found"), [
      "file: https://a.example/300x300/shoe.png | https://a.example/600x600/shoe.png",
      "content",
    ]);
  });

  it("differ in figures alone if one of them has none", () => {
    const none = printOf(cardWith("meta.other", "x"), 1, 0, at);
    for (const [value, kind] of [
      ["<1K", "figures"],
      ["1000", "figures"],
      ["12 days", "figures"],
      ["Image", "content"],
    ] as const) {
      const some = printOf(cardWith("meta.reach", value), 1, 0, at);
      for (const changes of [changesBetween(some, none), changesBetween(none, some)])
        assert.equal(changes.find(({ field }) => field === "meta.reach")?.kind, kind, value);
    }
  });

  it("are compared whatever a hostile service sends: no text takes longer than its length", () => {
    const parts = [
      "1 ",
      "1 - ",
      "-",
      "- ",
      "$ ",
      "ABC ",
      "< ",
      " ",
      "123 ",
      "1.",
      "to ",
      "per ",
      "a",
      "now ",
      "\u00a0",
    ];
    for (const part of parts)
      for (const end of ["", "!", " ago", "1 x"]) {
        const text = `1${part.repeat(20_000)}${end}`;
        const [one, other] = [`${text}5`, `${text}6`].map((value) => printOf(cardWith("meta.reach", value), 1, 0, at));
        assert.ok(changesBetween(one!, other!).length <= 1, part);
      }
  });

  it("are the same if a remark about a time only says anew how long ago that was", () => {
    const sighting = (value: string) => printOf(cardWith("meta.last_seen", value), 1, 0, at);
    assert.deepEqual(changesBetween(sighting("Seen 2 hours ago"), sighting("Seen 3 days ago")), []);
  });

  it("have the precision and recall that docs/performance.md states", () => {
    const changed = quality((label) => label !== "same");
    const content = quality((label) => label === "content");
    const figures = quality((label) => label === "figures");
    const text = readFileSync("docs/performance.md", "utf8");
    for (const [name, { precision, recall }] of Object.entries({ changed, content, figures }))
      assert.ok(
        text.includes(`| ${name} | ${percent(precision)} | ${percent(recall)} |`),
        `${name} ${percent(precision)} ${percent(recall)}`,
      );
  });
});

const percent = (share: number) => `${Math.floor(share * 100)}%`;
