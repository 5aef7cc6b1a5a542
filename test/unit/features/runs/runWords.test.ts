import assert from "node:assert/strict";
import { checkStopWords, coverageWords } from "../../../../src/features/runs/runWords";

describe("what two runs covered", () => {
  const run = {
    lastHit: "1",
    pages: 2,
    ended: true,
    ads: 36,
    platform: "native",
    version: "v2",
  } as const;
  const told = (earlier: string, newer: string, timeText?: (iso: string, toTheSecond: boolean) => string, ads = 36) => {
    const [from, to] = [earlier, newer].map((fetchedAt) => ({ ...run, ads, body: "{}", origin: "o", fetchedAt }));
    return coverageWords(
      { earlier: from!, newer: to!, differs: [] },
      timeText,
      timeText && ((count) => count.toLocaleString("en")),
    );
  };

  it("shows seconds only if two runs began in the same minute", () => {
    assert.deepEqual(told("2026-11-13T09:00:07Z", "2026-11-20T09:00:41Z"), [
      "Earlier run, 2026-11-13 09:00 UTC: 36 ads, complete.",
      "Newer run, 2026-11-20 09:00 UTC: 36 ads, complete.",
    ]);
    assert.deepEqual(told("2026-11-20T09:00:07Z", "2026-11-20T09:00:41Z"), [
      "Earlier run, 2026-11-20 09:00:07 UTC: 36 ads, complete.",
      "Newer run, 2026-11-20 09:00:41 UTC: 36 ads, complete.",
    ]);
  });

  it("uses the viewer's time and number formats", () => {
    const clock = (iso: string, toTheSecond: boolean) => `at ${iso.slice(11, toTheSecond ? 19 : 16)}`;
    assert.deepEqual(told("2026-11-20T09:00:07Z", "2026-11-20T09:00:41Z", clock, 1_236), [
      "Earlier run, at 09:00:07: 1,236 ads, complete.",
      "Newer run, at 09:00:41: 1,236 ads, complete.",
    ]);
  });
});

describe("how a check went", () => {
  const check = { newAds: 0, beyond: 0, credits: 0, uncertain: 0, found: [] };

  it("says what was found, in the viewer's number format", () => {
    const many = { ...check, pages: 1_200, ads: 21_600, newAds: 1_001, first: false, stopped: "end" } as const;
    assert.equal(
      checkStopWords(many, 2, (count) => count.toLocaleString("en")),
      "1,001 of 21,600 ads are new. Checked 1,200 pages, to the end of the results.",
    );
    assert.equal(checkStopWords(many, 2), "1001 of 21600 ads are new. Checked 1200 pages, to the end of the results.");
  });

  it("says nothing about ads if no page came", () => {
    for (const first of [true, false])
      assert.deepEqual(
        (["failed", "cancelled", "cap"] as const).map((stopped) =>
          checkStopWords({ ...check, pages: 0, ads: 0, first, stopped }, 2),
        ),
        [
          "Stopped before the first page.",
          "Canceled before the first page.",
          "Not checked, because the credits you agreed to are used up.",
        ],
      );
  });
});
