import assert from "node:assert/strict";
import { coverageWords } from "../../../../src/features/runs/runWords";

describe("what two runs covered", () => {
  const run = {
    lastHit: "1",
    pages: 2,
    ended: true,
    credits: 200,
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

  it("is told with seconds only where two runs began in the same minute", () => {
    assert.deepEqual(told("2026-11-13T09:00:07Z", "2026-11-20T09:00:41Z"), [
      "Earlier run, 2026-11-13 09:00 UTC: 36 ads, complete.",
      "Newer run, 2026-11-20 09:00 UTC: 36 ads, complete.",
    ]);
    assert.deepEqual(told("2026-11-20T09:00:07Z", "2026-11-20T09:00:41Z"), [
      "Earlier run, 2026-11-20 09:00:07 UTC: 36 ads, complete.",
      "Newer run, 2026-11-20 09:00:41 UTC: 36 ads, complete.",
    ]);
  });

  it("is told in the times and numbers of whoever shows it", () => {
    const clock = (iso: string, toTheSecond: boolean) => `at ${iso.slice(11, toTheSecond ? 19 : 16)}`;
    assert.deepEqual(told("2026-11-20T09:00:07Z", "2026-11-20T09:00:41Z", clock, 1_236), [
      "Earlier run, at 09:00:07: 1,236 ads, complete.",
      "Newer run, at 09:00:41: 1,236 ads, complete.",
    ]);
  });
});
