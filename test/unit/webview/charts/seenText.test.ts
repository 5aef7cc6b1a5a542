import assert from "node:assert/strict";
import { seenText } from "../../../../webview/charts/seenText";

describe("when an ad was last seen", () => {
  it("is the service's own words", () => {
    for (const words of ["3 hours ago", "1 day ago", "vor 2 Tagen", "12 minutes ago"])
      assert.equal(seenText(words), words);
    assert.equal(seenText("a\u202Eb", { length: 10 }), "a\uFFFDb");
    assert.equal(seenText("long ".repeat(20), { length: 4 }), "long…");
  });

  it('is the day that the words stood for once they are old, and never "7 minutes ago" for ever', () => {
    const fetchedAt = "2026-11-20T10:00:00Z";
    const at = (iso: string) => ({ fetchedAt, now: Date.parse(iso) });
    assert.equal(seenText("7 minutes ago", at("2026-11-20T10:30:00Z")), "7 minutes ago");
    assert.equal(seenText("7 minutes ago", at("2026-11-22T10:00:00Z")), "Nov 20, 2026");
    assert.equal(seenText("a day ago", at("2026-11-22T10:00:00Z")), "Nov 19, 2026");
    assert.equal(seenText("3 weeks ago", at("2026-11-22T10:00:00Z")), "Oct 30, 2026");
    assert.equal(seenText("just now", at("2027-11-22T10:00:00Z")), "Nov 20, 2026");
    assert.equal(seenText("vor 2 Tagen", at("2026-11-22T10:00:00Z")), "vor 2 Tagen, as of Nov 20, 2026");
  });

  it("is the day where V1 sent a time", () => {
    assert.match(seenText("2025-10-21T12:00:00.000120Z"), /^Oct 21, 2025$/);
  });
});
