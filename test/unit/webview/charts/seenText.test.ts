import assert from "node:assert/strict";
import { seenText } from "../../../../webview/charts/seenText";

describe("when an ad was last seen", () => {
  it("is the service's own words", () => {
    for (const words of ["3 hours ago", "1 day ago", "vor 2 Tagen", "12 minutes ago"])
      assert.equal(seenText(words), words);
    assert.equal(seenText("a\u202Eb", 10), "a\uFFFDb");
    assert.equal(seenText("long ".repeat(20), 4), "long…");
  });

  it("is the day where V1 sent a time", () => {
    assert.match(seenText("2025-10-21T12:00:00.000120Z"), /^Oct 21, 2025$/);
  });
});
