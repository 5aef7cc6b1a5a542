import assert from "node:assert/strict";
import { CheckNotes } from "../../../../src/features/runs/checkNotes";
import { checkMarkdown } from "../../../../src/features/runs/runFiles";
import { checkStopWords, coverageWords } from "../../../../src/features/runs/runWords";
import type { AdCard } from "../../../../src/protocol/ads";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";

describe("what two runs covered", () => {
  const run = { lastHit: "1", pages: 2, ended: true, ads: 36, platform: "native", version: "v2" } as const;
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

  const launched = { ad: "x:1", page: 1, index: 0, state: "launched", daysRunning: 1 } as const;
  const foundAds = (count: number) => Array.from({ length: count }, () => launched);

  it("says what was found, in the viewer's number format", () => {
    const few = [{ ad: "x:1", page: 1, index: 0, state: "firstSeen" } as const];
    assert.match(
      checkStopWords({ ...check, pages: 1, ads: 1, newAds: 1, found: few, first: false, stopped: "end" }, 2),
      /^Of 1 ad: 0 launched since the last run, 1 first seen\. Running time not provided: 1\. /,
    );
    assert.match(
      checkStopWords({ ...check, pages: 2, ads: 36, beyond: 17, first: false, stopped: "cap" }, 2),
      /^Of 36 ads: 0 launched since the last run, 0 first seen\. 17 more are on pages that no earlier run covered /,
    );
    const many = {
      ...check,
      pages: 1_200,
      ads: 21_600,
      newAds: 1_001,
      found: foundAds(1_001),
      first: false,
      stopped: "end",
    } as const;
    assert.equal(
      checkStopWords(many, 2, (count) => count.toLocaleString("en")),
      "Of 21,600 ads: 1,001 launched since the last run, 0 first seen. Checked 1,200 pages, to the end of the results.",
    );
    assert.equal(
      checkStopWords(many, 2),
      "Of 21600 ads: 1001 launched since the last run, 0 first seen. Checked 1200 pages, to the end of the results.",
    );
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

const at = "2026-11-25T10:00:00.000Z";

describe("notes of checks", () => {
  const folder = temporaryFolder();

  it("lose nothing when one window reads while another starts or ends a check", async () => {
    const [one, other] = [new CheckNotes(folder()), new CheckNotes(folder())];
    for (let round = 0; round < times(15, 60); round += 1) {
      const search = {
        origin: "https://a.example",
        version: "v2",
        platform: "native",
        body: `{"${round}":1}`,
      } as const;
      const last = { at, newAds: 3, stopped: "end", looked: false } as const;
      await one.end(search, last);
      await Promise.all([one.looked(search), other.begin(search, { at, before: ["5"] })]);
      assert.equal((await one.last(search))?.looked, true, `${round}`);
      assert.deepEqual(await other.alone(search, (begun) => Promise.resolve(begun?.before)), ["5"]);
      await one.end(search, last);
      await Promise.all([one.looked(search), other.end(search, { ...last, newAds: 4 })]);
      assert.equal((await one.last(search))?.newAds, 4, `${round}`);
    }
  });
});
