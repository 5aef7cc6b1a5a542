import assert from "node:assert/strict";
import type { AdCard } from "../../../../src/protocol/ads";
import { daysRunning } from "../../../../src/protocol/adFields";
import type { Filter, FilterForm } from "../../../../src/protocol/filters";
import { overviewFields, type OverviewField } from "../../../../src/protocol/panel";
import { searchedOwner } from "../../../../webview/cards/viewed";
import { matchesOverview, overviewGroup, overviewLabel, ownerFilter } from "../../../../webview/charts/overviewGroups";

const fetchedAt = "2026-03-10T12:00:00Z";
const card = (fields: Partial<AdCard>): AdCard => ({
  key: "k",
  platformName: "facebook",
  platform: "facebook",
  attachments: [],
  stats: [],
  metadata: [],
  repairs: 0,
  ...fields,
});

const shown = (cards: readonly AdCard[]) => cards.map((one) => ({ card: one, fetchedAt }));
const remark = (tooltip: string, ...values: string[]) => card({ metadata: [{ tooltip, values }] });
const labels = (cards: readonly AdCard[], field: OverviewField) =>
  overviewGroup(shown(cards), field).bars.map(({ label, count }) => [label, count]);

describe("overviewGroup", () => {
  const both = [{ type: "image" }, { type: "video" }];
  const all = [
    card({ owner: { name: "Nike" }, displayUrl: "https://www.nike.example/run?x=1", attachments: [{ type: "video" }] }),
    card({ owner: { name: "Nike" }, displayUrl: "nike.example/a", attachments: both }),
    card({ owner: { name: " " }, displayUrl: "::", platformName: "newnet", attachments: [] }),
    card({ owner: { name: "Emma" }, attachments: [{ type: "image" }, { type: "image" }] }),
  ];
  const cards = shown(all);

  it("counts advertisers, most first, and how many are unknown", () => {
    const { bars, without } = overviewGroup(cards, "advertiser");
    assert.deepEqual(bars, [
      { value: "Nike", label: "Nike", count: 2 },
      { value: "Emma", label: "Emma", count: 1 },
    ]);
    assert.equal(without, 1);
  });

  it("counts creatives instead, each once for a value of any of its ads", () => {
    const named = cards.map((one, at) => ({ ...one, card: { ...one.card, key: String(at) } }));
    const creatives = new Map([...["a", "a", "b", "b"].entries()].map(([at, creative]) => [String(at), creative]));
    const count = (field: OverviewField) => {
      const { bars, without } = overviewGroup(named, field, creatives);
      return [...bars.map(({ label, count: creativesOf }) => [label, creativesOf]), without];
    };
    assert.deepEqual(count("advertiser"), [["Emma", 1], ["Nike", 1], 0]);
    assert.deepEqual(count("domain"), [["nike.example", 1], 1]);
  });

  it("counts hosts, not addresses", () => {
    assert.deepEqual(overviewGroup(cards, "domain").bars, [{ value: "nike.example", label: "nike.example", count: 2 }]);
  });

  it("counts a card once for each of its media types, and YouTube's ads as videos", () => {
    assert.deepEqual(labels(all, "mediaType"), [
      ["Images", 2],
      ["Videos", 2],
    ]);
    const youtube = card({ attachments: [{ type: "youtube", youtubeId: "a" }, { type: "video" }] });
    assert.deepEqual(labels([youtube], "mediaType"), [["Videos", 1]]);
  });

  it("counts countries and languages by name, whatever the service calls them", () => {
    assert.deepEqual(labels([remark("Regions", "us", "DE"), remark("Target countries", "us")], "country"), [
      ["United States", 2],
      ["Germany", 1],
    ]);
    assert.deepEqual(labels([remark("Ad language", "pt_BR"), remark("Languages", "de", "de")], "language"), [
      ["Brazilian Portuguese", 1],
      ["German", 1],
    ]);
  });

  it("counts formats and calls to action, and nothing with another name", () => {
    const some = [remark("CTA", "Shop now"), remark("Call to action", "Shop now"), remark("Ad format", "Carousel")];
    assert.deepEqual(labels(some, "callToAction"), [["Shop now", 2]]);
    assert.deepEqual(labels(some, "format"), [["Carousel", 1]]);
    assert.deepEqual(labels([remark("Information", "x"), remark("Factual", "y")], "format"), []);
  });

  it("counts how long ago ads were first and last seen when they were fetched", () => {
    const ads = [
      remark("First seen", "2026-03-09"),
      remark("Start date", "2025-01-01"),
      card({ lastSeen: "40 days ago" }),
    ];
    assert.deepEqual(labels(ads, "firstSeen"), [
      ["0 to 7 days ago", 1],
      ["366 days ago or earlier", 1],
    ]);
    assert.deepEqual(labels(ads, "lastSeen"), [["31 to 90 days ago", 1]]);
  });

  it("names platforms, even unknown ones", () => {
    assert.equal(overviewLabel({ field: "platform", value: "tiktok" }), "TikTok");
    assert.equal(overviewLabel({ field: "platform", value: "newnet" }), "newnet");
  });

  it("keeps spans of days in their order", () => {
    const run = (days: number) => card({ metadata: [{ tooltip: "Days running", values: [`${days} days`] }] });
    assert.deepEqual(labels([400, 3, 8, 9, 31].map(run), "daysRunning"), [
      ["0 to 7 days", 1],
      ["8 to 30 days", 2],
      ["31 to 90 days", 1],
      ["366 days or more", 1],
    ]);
  });

  it("filters exactly the cards that a bar counted", () => {
    for (const field of overviewFields) {
      for (const { value, count } of overviewGroup(cards, field).bars) {
        assert.equal(cards.filter((one) => matchesOverview(one, { field, value })).length, count, `${field} ${value}`);
      }
    }
  });
});

describe("daysRunning", () => {
  it("reads a stat or a remark", () => {
    assert.equal(daysRunning(card({ stats: [{ tooltip: "Days Running", value: 12 }] })), 12);
    assert.equal(daysRunning(card({ metadata: [{ values: ["Running 1,204 days"] }] })), 1204);
    assert.equal(daysRunning(card({ metadata: [{ tooltip: "Active days", values: ["77"] }] })), 77);
  });

  it("invents nothing", () => {
    assert.equal(daysRunning(card({ stats: [{ tooltip: "Likes", value: 12 }] })), undefined);
    assert.equal(daysRunning(card({ metadata: [{ tooltip: "Regions", values: ["3 dayspas", "us"] }] })), undefined);
    // Other days than those that it has run, in either order.
    const remark = (tooltip: string, ...values: string[]) => ({ tooltip, values });
    const seen = [remark("Last seen", "3 days ago"), remark("Estimated impressions, last 30 days", "10")];
    assert.equal(daysRunning(card({ metadata: [...seen, remark("Days running", "210 days")] })), 210);
    assert.equal(daysRunning(card({ metadata: [remark("", "9 days"), remark("Running", "7 days"), ...seen] })), 7);
    assert.equal(daysRunning(card({ metadata: [remark("", " 9 days ")] })), 9);
    for (const text of ["1.5 days", "2 months, 3 days", "3 days ago", "in the last 3 days"])
      assert.equal(daysRunning(card({ metadata: [remark("Running", text), ...seen] })), undefined, text);
    assert.equal(daysRunning(card({ stats: [{ tooltip: "Views in 7 days", value: 5000 }] })), undefined);
  });
});

describe("the advertiser that a search named", () => {
  const owners = [
    ...[
      { id: "7", name: "Acme" },
      { id: "7", name: "ACME Shop" },
      { id: "8", name: "acme" },
      { id: "7", name: "acme" },
    ],
    ...[{ name: "Acme" }, { id: "9", name: "Other" }, undefined],
  ];
  const ads = owners.map((owner, at) => ({
    ...{ card: card({ key: String(at), ...(owner && { owner }) }), fetchedAt, page: 1 },
  }));
  const filter: Filter = {
    ...{ key: "search_field", component: "SearchBox", componentName: "SearchBox", defaults: [] },
    items: [{ key: '"text"' }, { key: '"owner_name"' }],
  };
  const form: FilterForm = { platform: "native", filters: [filter], repairs: 0 };
  const found = (...texts: { type: string; text: string }[]) => {
    const choices = [{ filter: "search_field", value: { kind: "texts" as const, texts } }];
    return searchedOwner({ query: { platform: "native", choices }, ads }, form);
  };

  it("is the one with the most ads of this name, counted by its ID whatever its name is", () => {
    const { owner, count } = found({ type: "owner_name", text: " Acme " })!;
    assert.deepEqual([owner.id, count], ["7", 3]);
    const only = ownerFilter(owner);
    assert.deepEqual(
      ads.filter((ad) => matchesOverview(ad, only)).map(({ card: { key } }) => key),
      ["0", "1", "3"],
    );
    assert.equal(overviewLabel(only), "Acme");
  });

  it("is none for other searches, and for names that no ad has", () => {
    for (const texts of [
      [{ type: "text", text: "Acme" }],
      [{ type: "owner_name", text: "Acm" }],
      [{ type: "owner_name", text: "Acme" }, { type: "owner_name", text: "Other" }], // prettier-ignore
      [],
    ])
      assert.equal(found(...texts), undefined, JSON.stringify(texts));
  });
});
