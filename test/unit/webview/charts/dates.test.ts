import assert from "node:assert/strict";
import { formatAgo, formatDate, formatDay, formatMoment, formatTick, readDate } from "../../../../webview/charts/dates";

describe("dates", () => {
  it("reads calendar dates as UTC", () => {
    assert.equal(readDate("2025-05-03")?.toISOString(), "2025-05-03T00:00:00.000Z");
    assert.equal(readDate("2025-05")?.toISOString(), "2025-05-01T00:00:00.000Z");
    assert.equal(readDate("2025-5-3")?.toISOString(), "2025-05-03T00:00:00.000Z");
    assert.equal(readDate(" 2025/05/03 ")?.toISOString(), "2025-05-03T00:00:00.000Z");
  });

  it("reads ISO times with microseconds, offsets, or without a zone", () => {
    assert.equal(readDate("2025-05-03T10:11:12.123456Z")?.toISOString(), "2025-05-03T10:11:12.123Z");
    assert.equal(readDate("2025-05-03T10:11:12+02:00")?.toISOString(), "2025-05-03T08:11:12.000Z");
    assert.equal(readDate("2025-05-03 10:11:12")?.toISOString(), "2025-05-03T10:11:12.000Z");
  });

  it("refuses what is no date", () => {
    for (const text of [
      undefined,
      "",
      "yesterday",
      "2025-02-31",
      "2025-13-01",
      "2025-05-03T99:00:00Z",
      "9".repeat(1e5),
    ]) {
      assert.equal(readDate(text), undefined, text?.slice(0, 40));
      assert.equal(formatDay(text), "-");
      assert.equal(formatMoment(text), "-");
      assert.equal(formatAgo(text, 0), "-");
    }
  });

  it("writes months, days and years", () => {
    const date = new Date("2025-05-03T00:00:00Z");
    assert.equal(formatDate(date, "day"), "May 3, 2025");
    assert.equal(formatDate(date, "month"), "May 2025");
    assert.equal(formatTick(date, "day", true), "May 3");
    assert.equal(formatTick(date, "month", false), "May");
    assert.equal(formatTick(date, "year", true), "2025");
  });

  it("tells how long ago in the largest fitting unit", () => {
    const now = Date.parse("2025-05-03T12:00:00Z");
    assert.equal(formatAgo("2025-05-03T10:00:00Z", now), "2 hours ago");
    assert.equal(formatAgo("2025-05-02T10:00:00Z", now), "yesterday");
    assert.equal(formatAgo("2025-05-03T11:59:59Z", now), "just now");
    assert.equal(formatAgo("2024-01-01T00:00:00Z", now), "last year");
  });
});
