import assert from "node:assert/strict";
import { AdLibraryError } from "../../../../src/api/errors";
import { readAdDetailV1 } from "../../../../src/api/v1/endpointsV1";
import type { AdDetail } from "../../../../src/protocol/ads";
import { okText } from "../../../support/misbehavingReplies";
import { detailV1 } from "../../../support/v1Answers";

type Json = Record<string, unknown>;
const ad = { platform: "native", id: "1" } as const;
const readAll = (data: unknown) => readAdDetailV1(okText(data), ad);

/** The detail with other sections beside the ad, and other fields in it. */
function read(beside: Json = {}, inside: Json = {}): AdDetail {
  const { data } = detailV1 as { data: Json };
  return readAll({ data: { ...data, ...beside, ad: { ...(data.ad as Json), ...inside } } });
}

describe("V1 detail", () => {
  it("every row of the detail mapping", () => {
    const detail = read();
    assert.deepEqual(detail.ad, ad);
    assert.equal(detail.postUrl, "https://social.example/1", "ad_url to post_url");
    assert.deepEqual([detail.title, detail.callToAction, detail.bookmarked], ["Ad", "Buy", true], "card.*");
    assert.deepEqual(detail.owner, { id: "9", name: "The Shop", avatarUrl: "https://cdn.example/icon.png" });
    assert.deepEqual(detail.attachments, [{ id: "1", type: "image", url: "https://cdn.example/1.png" }]);
    assert.deepEqual(detail.impression, {
      total: 1234,
      daysRunning: 12,
      firstSeenAt: "2024-01-02T03:04:05.000006Z",
      lastSeenAt: "2024-01-14T03:04:05.000006Z",
    });
    assert.deepEqual(detail.engagement?.lifetime?.breakdown?.points, [
      { label: "Likes", value: 10, key: "likes" },
      { label: "Comments", value: 2, key: "comments" },
    ]);
    assert.deepEqual(detail.urlChain, [{ id: "5", url: "https://shop.example/", count: 3 }]);
    assert.equal(detail.repairs, 0);
  });

  it("V1-only data: technologies, durations, the domain's dates, and daily traffic", () => {
    const { technologies, durations, domain } = read();
    assert.deepEqual(technologies, [
      { name: "Shop system", category: "E-commerce", icon: "cart" },
      { name: "Analytics" },
    ]);
    assert.deepEqual(durations, [{ label: "First run", value: "2024-01-02 – 2024-01-09, 7 days" }]);
    assert.deepEqual(domain, {
      name: "shop.example",
      monthlyVisits: 12_000,
      dailyVisits: 400,
      createdAt: "2001-02-03",
      updatedAt: "2020-02-03",
      expiresAt: "2031-02-03",
    });
  });

  it("technologies by category, durations as named facts, dates in seconds", () => {
    const detail = read({
      technologies: { web_servers: ["nginx"], analytics: [{ name: "Counter" }] },
      durations: { total_days: 12, first_seen_at: 1_700_000_000 },
      domain: { domain: "a.example", created: 1_000_000_000 },
    });
    assert.deepEqual(detail.technologies, [
      { name: "nginx", category: "Web servers" },
      { name: "Counter", category: "Analytics" },
    ]);
    assert.deepEqual(detail.durations, [
      { label: "Total days", value: "12" },
      { label: "First seen at", value: "2023-11-14T22:13:20.000Z" },
    ]);
    assert.deepEqual(detail.domain, { name: "a.example", createdAt: "2001-09-09T01:46:40.000Z" });
  });

  it("the ad's times may be in durations", () => {
    const durations = { active_days: 3, first_seen_at: "2024-01-01", last_seen_at: "2024-01-04" };
    const inside = { active_days: undefined, first_seen_at: undefined, last_seen_at: undefined };
    const { impression } = read({ durations }, inside);
    assert.deepEqual(impression, {
      total: 1234,
      daysRunning: 3,
      firstSeenAt: "2024-01-01",
      lastSeenAt: "2024-01-04",
    });
  });

  it("engagements in V2's sections, as one number, or as a list", () => {
    const sections = { score: 5, last_month: { growth: { value: 3 } } };
    assert.deepEqual(read({}, { engagements: sections }).engagement, { score: 5, lastMonth: { growth: "3%" } });
    const points = (engagements: unknown) => read({}, { engagements }).engagement?.lifetime?.breakdown?.points;
    assert.deepEqual(points(7), [{ label: "Engagements", value: 7, key: "engagements" }]);
    assert.deepEqual(points([{ tooltip: "Likes", value: 7 }]), [{ label: "Likes", value: 7 }]);
    assert.equal(read({}, { engagements: null }).engagement, undefined);
  });

  it("takes the first valid URL of a link", () => {
    const { urlChain } = read({
      url_chains: [{ id: 1, urls: ["nowhere", "https://a.example/"], count: 2 }, "https://b.example/"],
    });
    assert.deepEqual(urlChain, [{ id: "1", url: "https://a.example/", count: 2 }, { url: "https://b.example/" }]);
  });

  it("reads sections inside the ad, and an ad directly under data", () => {
    const { data } = detailV1 as { data: Json };
    const { ad: inner, ...beside } = data;
    assert.deepEqual(readAll(data), read());
    assert.deepEqual(readAll({ ad: { ...(inner as Json), ...beside } }), read());
  });

  it("invents nothing", () => {
    assert.deepEqual(readAll({ data: { ad: { id: 1 } } }), { ad, attachments: [], urlChain: [], repairs: 0 });
  });

  it("rejects an answer without an ad", () => {
    for (const data of [[], null, {}, { data: {} }, { data: { ad: [] } }]) {
      assert.throws(
        () => readAll(data),
        (error) => error instanceof AdLibraryError && error.code === "badAnswer" && error.charge === "unknown",
      );
    }
  });

  it("survives sections of any shape", () => {
    for (const wrong of [0, "x", [], [[1]], [{ a: { b: { c: { d: { e: 1 } } } } }], { x: [null, true] }]) {
      const sections = ["durations", "technologies", "url_chains", "domain"];
      const detail = read(Object.fromEntries(sections.map((name) => [name, wrong])), {
        owner: wrong,
        engagements: wrong,
      });
      assert.equal(detail.title, "Ad");
    }
  });
});
