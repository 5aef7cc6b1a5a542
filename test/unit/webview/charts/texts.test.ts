import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatAgo,
  formatDate,
  formatDay,
  formatMoment,
  formatTick,
  readDate,
  seenText,
} from "../../../../webview/charts/dates";
import { clipText, labelInSentence, plainLabel } from "../../../../webview/charts/label";
import {
  compactCount,
  countValue,
  formatCompact,
  formatCount,
  formatNumber,
  formatShare,
  isPercentage,
} from "../../../../webview/charts/numbers";

describe("numbers", () => {
  it("writes counts beyond 2^53 with every digit", () => {
    assert.equal(formatCount("9007199254740993"), "9,007,199,254,740,993");
    assert.equal(formatCount("-18446744073709551616"), "-18,446,744,073,709,551,616");
    assert.equal(formatCount(1284530), "1,284,530");
    assert.equal(formatCount(undefined), "-");
  });

  it("shows other values as received, clipped", () => {
    assert.equal(formatCount("“1,234”"), "“1,234”");
    assert.deepEqual(["“1,234”", 1234, "9007199254740993"].map(compactCount), ["“1,234”", "1.2K", "9.01E15"]);
    assert.ok(formatCount("1".repeat(200_000)).length <= 41);
  });

  it("writes units, absent and absurd values", () => {
    assert.equal(formatNumber(71.44, "percentage"), "71.4%");
    assert.equal(formatNumber(1234.567, "number"), "1,234.57");
    for (const value of [undefined, Number.NaN, Infinity]) {
      assert.equal(formatNumber(value), "-");
      assert.equal(formatCompact(value), "-");
    }
    assert.equal(formatCompact(4200), "4.2K");
    assert.equal(formatCompact(1e308), "1E308");
    assert.equal(formatNumber(-1e300, "percentage"), "-1E300");
  });

  it("never rounds a share to 0% or 100%", () => {
    assert.equal(formatShare(0.614), "61%");
    assert.equal(formatShare(0), "0%");
    assert.equal(formatShare(0.0001), "< 1%");
    assert.equal(formatShare(0.99), "99%");
    assert.equal(formatShare(0.9999), "> 99%");
    assert.equal(formatShare(1), "100%");
  });

  it("recognizes percentages by common units", () => {
    assert.deepEqual(["percentage", "Percent", "%", "number", undefined].map(isPercentage), [
      ...[true, true, true, false, false],
    ]);
  });

  it("reads counts as doubles for drawing", () => {
    assert.equal(countValue("9007199254740993"), 9007199254740992);
    assert.equal(countValue("x"), undefined);
    assert.equal(countValue(""), undefined);
    assert.equal(countValue(0), 0);
  });
});

const family = "👨‍👩‍👧‍👦";

describe("label", () => {
  it("clips by graphemes", () => {
    assert.equal(clipText("abcdef", 3), "abc…");
    assert.equal(clipText("abc", 3), "abc");
    assert.equal(clipText(family.repeat(3), 2), `${family}${family}…`);
    assert.equal(clipText(family.repeat(2), 2), family.repeat(2));
  });

  it("is quick and short with huge texts and endless combining marks", () => {
    assert.equal(clipText("W".repeat(1_000_000), 10), `${"W".repeat(10)}…`);
    assert.ok(plainLabel(`a${"\u0301".repeat(1_000_000)}`, 10).length < 200);
  });

  it("makes controls visible and folds white space", () => {
    assert.equal(plainLabel("a\u202Eb\u0000c\u001B[31m"), "a\uFFFDb\uFFFDc\uFFFD[31m");
    assert.equal(plainLabel(" a\r\n\tb\u2028c "), "a b c");
  });

  it("leaves out marks of direction, which right-to-left texts often begin with", () => {
    assert.equal(plainLabel("\u200Fشحن\u200E\uFEFF مجاني\u061C"), "شحن مجاني");
  });

  it("never lets a control character through", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        assert.doesNotMatch(plainLabel(text), /[\u202A-\u202E\u2066-\u2069\p{Cc}]/u);
      }),
    );
  });

  it("isolates right-to-left labels inside sentences only", () => {
    assert.equal(labelInSentence("שלום"), "\u2068שלום\u2069");
    assert.equal(labelInSentence("Likes"), "Likes");
  });
});

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

  it("rejects other texts, which are shown as sent", () => {
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
      const shown = text ? `“${plainLabel(text, 40)}”` : "-";
      assert.equal(formatDay(text), shown);
      assert.equal(formatMoment(text), shown);
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

  it("says how long ago in the largest fitting unit", () => {
    const now = Date.parse("2025-05-03T12:00:00Z");
    assert.equal(formatAgo("2025-05-03T10:00:00Z", now), "2 hours ago");
    assert.equal(formatAgo("2025-05-02T10:00:00Z", now), "yesterday");
    assert.equal(formatAgo("2025-05-03T11:59:59Z", now), "just now");
    assert.equal(formatAgo("2024-01-01T00:00:00Z", now), "last year");
  });
});

describe("when an ad was last seen", () => {
  it("is the service's own words", () => {
    for (const words of ["3 hours ago", "1 day ago", "vor 2 Tagen", "12 minutes ago"])
      assert.equal(seenText(words), words);
    assert.equal(seenText("a\u202Eb", { length: 10 }), "a\uFFFDb");
    assert.equal(seenText("long ".repeat(20), { length: 4 }), "long…");
  });

  it("becomes a day once the relative time is outdated", () => {
    const fetchedAt = "2026-11-20T10:00:00Z";
    const at = (iso: string) => ({ fetchedAt, now: Date.parse(iso) });
    assert.equal(seenText("7 minutes ago", at("2026-11-20T10:30:00Z")), "7 minutes ago");
    assert.equal(seenText("7 minutes ago", at("2026-11-22T10:00:00Z")), "Nov 20, 2026");
    assert.equal(seenText("a day ago", at("2026-11-22T10:00:00Z")), "Nov 19, 2026");
    assert.equal(seenText("3 weeks ago", at("2026-11-22T10:00:00Z")), "Oct 30, 2026");
    assert.equal(seenText("just now", at("2027-11-22T10:00:00Z")), "Nov 20, 2026");
    assert.equal(seenText("vor 2 Tagen", at("2026-11-22T10:00:00Z")), "vor 2 Tagen, as of Nov 20, 2026");
  });

  it("is the day if V1 sent a time", () => {
    assert.match(seenText("2025-10-21T12:00:00.000120Z"), /^Oct 21, 2025$/);
  });
});
