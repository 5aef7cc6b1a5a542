import assert from "node:assert/strict";
import fc from "fast-check";
import { comparedAds, countStates, type RunAds } from "../../../../src/features/runs/compareRuns";
import { addPrints } from "../../../../src/features/runs/readRuns";
import type { AdPrint, Look } from "../../../../src/features/runs/adPrint";
import type { AdCard } from "../../../../src/protocol/ads";
import { times } from "../../../support/long";

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
  it("finds new, changed, seen, and absent ads of two complete runs", () => {
    const earlier = run([[card("1"), card("2", { title: "Old" })], [card("3")]], true);
    const newer = run([[card("4"), card("2", { title: "New" })], [card("1")]], true);
    assert.deepEqual(states(earlier, newer), ["4 firstSeen", "2 changed", "1 seen", "3 absent"]);
  });

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

  it("has every ad of either run in exactly one state, and mirrors new and absent of complete runs (10,000 pairs)", () => {
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
    const pairs = times(10_000, 100_000);
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
