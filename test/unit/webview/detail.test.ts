import assert from "node:assert/strict";
import type { AdSighting } from "../../../src/protocol/ads";
import { tableOfPlot } from "../../../webview/charts/table";
import { historyFindings } from "../../../webview/detail/AdHistory";
import { hostAndPath } from "../../../webview/detail/links";

const seen = (
  fetchedAt: string,
  stats: Readonly<Record<string, number>>,
  from: "card" | "detail" = "card",
): AdSighting => ({
  ...{ fetchedAt, from },
  stats: Object.entries(stats).map(([name, value]) => ({ name, value })),
});

describe("an ad's history", () => {
  it("plots numbers that changed over all fetches, with gaps for missing ones", () => {
    const { moved, same } = historyFindings([
      seen("2026-11-01T10:00:00Z", { Likes: 10, Shares: 3, Comments: 5 }),
      seen("2026-11-02T10:00:00Z", { timesObserved: 900 }, "detail"),
      seen("2026-11-03T10:00:00Z", { Shares: 3 }),
      seen("2026-11-09T10:00:00Z", { Likes: 40, Shares: 3 }),
    ]);
    assert.equal(moved.length, 1);
    assert.deepEqual(moved[0]!.plot.series, [{ label: "Likes", values: [10, undefined, 40] }]);
    assert.deepEqual(same, ["Shares"]);
    assert.deepEqual(tableOfPlot(moved[0]!.plot).rows, [
      ["2026-11-01", 10],
      ["2026-11-03", undefined],
      ["2026-11-09", 40],
    ]);
  });

  it("keeps two fetches of one day apart, and details apart from cards", () => {
    const { moved } = historyFindings([
      seen("2026-11-01T10:00:00Z", { timesObserved: 1 }, "detail"),
      seen("2026-11-01T12:00:00Z", { Likes: 1 }),
      seen("2026-11-01T13:00:00Z", { Likes: 2 }),
      seen("2026-11-01T14:00:00Z", { timesObserved: 2 }, "detail"),
    ]);
    assert.deepEqual(
      moved.map(({ from }) => from),
      ["card", "detail"],
    );
    const times = tableOfPlot(moved[0]!.plot).rows.map(([time]) => time);
    assert.equal(new Set(times).size, 2);
  });
});

describe("hostAndPath", () => {
  it("shows the host that a browser would reach", () => {
    assert.deepEqual(hostAndPath("https://www.Example.com:8443/a?b=1#c"), {
      host: "www.example.com:8443",
      path: "/a?b=1",
    });
    assert.deepEqual(hostAndPath("http://example.com/"), { host: "example.com", path: "" });
    assert.equal(hostAndPath("https://аррӏе.com/")?.host, "xn--80ak6aa92e.com");
    assert.equal(hostAndPath("https://good.example\\@evil.example/")?.host, "good.example");
  });

  it("accepts nothing else as a web address", () => {
    for (const url of [
      undefined,
      "",
      "x",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://a:b@c.example",
      "vscode://x",
    ]) {
      assert.equal(hostAndPath(url), undefined, url);
    }
  });
});
