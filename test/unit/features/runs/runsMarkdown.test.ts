import assert from "node:assert/strict";
import { checkMarkdown } from "../../../../src/features/runs/runFiles";
import type { AdCard } from "../../../../src/protocol/ads";

const card = (title: string, displayUrl: string, name: string, url: string): AdCard => ({
  ...{ key: "1", platformName: "x", stats: [], metadata: [], repairs: 0, title, displayUrl, owner: { name } },
  attachments: [{ type: "image", url }],
});
const result = {
  pages: 1,
  ads: 2,
  newAds: 1,
  beyond: 0,
  credits: 1,
  uncertain: 0,
  first: false,
  stopped: "end",
  found: [],
} as const;

const found = (one: AdCard) => [{ card: one, ad: "x:1", page: 1, index: 0, state: "firstSeen" as const }];

describe("a summary", () => {
  it("shows foreign texts as text, only http links, and pictures only if wanted", () => {
    const hostile = card(
      "a | b\n# c <script>x</script> ![p](https://e.example/t.png) @everyone [l](javascript:1)",
      "https://shop.example/?a=1>|<b",
      "*bold* `code` &lt;",
      'https://cdn.example/a.png?"onerror=alert(1)',
    );
    const plain = checkMarkdown("n | m", result, found(hostile), { thumbnails: false, knownPages: 2 });
    const row = plain.split("\n").find((line) => line.includes("script"))!;
    assert.equal(row.replaceAll("\\|", "").split("|").length, 5, row);
    assert.doesNotMatch(plain, /<script|<img|(?<!\\)!\[|(?<!\\)@|\]\(<?javascript/);
    assert.match(row, /\]\(<https:\/\/shop\.example\/\?a=1%3E%7C%3Cb>\)/);
    const shown = checkMarkdown("n", result, found(hostile), { thumbnails: true, knownPages: 2 });
    assert.match(shown, /<img src="https:\/\/cdn\.example\/a\.png\?%22onerror=alert%281%29" width="96" alt="">/);
    const bad = checkMarkdown("n", result, found(card("t", "javascript:alert(1)", "o", "data:x")), {
      ...{ thumbnails: true, knownPages: 2 },
    });
    assert.doesNotMatch(bad, /javascript|data:|<img/);
  });
});
