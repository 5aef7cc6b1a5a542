import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { body } from "../../support/misbehavingReplies";
import { adTexts, answerText, type AnswerShape } from "../features/export/someAnswers";

const told = z.object({
  pages: z.int(),
  complete: z.boolean(),
  stopped: z.string(),
  resumable: z.boolean().optional(),
});

describe("Pages without new ads", () => {
  const library = useLibrary();
  const { at, play, paid } = useCommandLine(library);
  beforeEach(() => writeFileSync(at("s.adsearch.json"), JSON.stringify({ platform: "tiktok", body: {} })));

  /** Makes a page's answer from its number. */
  const serve = (shape: (page: number) => Partial<AnswerShape>) =>
    library.behave((exchange) => {
      if (exchange.seen.method !== "POST") return library.usual(exchange);
      const { page = 1 } = z.object({ page: z.int().optional() }).parse(JSON.parse(exchange.seen.body));
      return body(answerText({ page, ads: adTexts(page), ...shape(page) }))(exchange);
    });
  const exported = async (...args: string[]) => {
    const { stdout, stderr } = await play(...args, "--json");
    return { ...told.parse(JSON.parse(stdout)), stderr };
  };
  const rows = (file: string) => readFileSync(at(file), "utf8").trimEnd().split("\n").length - 1;

  for (const faster of [[], ["--faster"]])
    it(`stop a large export, which resumes behind them: ${faster.join("") || "one by one"}`, async () => {
      serve((page) => ({
        ads: page < 4 ? adTexts(page) : page < 20 ? adTexts(3) : page > 21 ? [] : adTexts(page),
        more: page < 21,
      }));
      const endless = await exported("run", "s.adsearch.json", "--pages", "all", "--max-credits", "5000", ...faster);
      assert.deepEqual([endless.stopped, endless.resumable], ["noNewAds", true]);
      assert.ok(paid() <= 15, String(paid()));
      const before = paid();
      const resumed = await exported("resume", "s.ndjson", "--max-credits", "5000");
      assert.deepEqual([resumed.pages, resumed.complete], [21, true], `${before} before. ${resumed.stderr}`);
      // Each page once, and with Faster at most one past the end.
      assert.ok(paid() >= 21 && paid() <= 21 + faster.length, `${before} before, ${paid()} in all`);
      assert.equal(rows("s.ndjson"), 21 * 18);
    });

  it("are told apart from known ads by a check", async () => {
    serve((page) => ({ more: page < 5 }));
    assert.equal((await exported("run", "s.adsearch.json", "--pages", "5", "--max-credits", "500")).pages, 5);
    const check = async (ads: (page: number) => readonly string[], ...args: string[]) => {
      serve((page) => ({ ads: ads(page), more: page < 5, lastHit: String(paid()) }));
      return (await play("check", "s.adsearch.json", "--max-credits", "500", ...args)).stdout;
    };
    assert.match(await check(adTexts), /Checked 2 pages; the last 2 had only known ads\./);
    assert.match(await check((page) => (page === 1 ? adTexts(9) : [])), /Checked 3 pages; the last 2 had no new ads\./);
    assert.match(await check(() => adTexts(1)), /Checked 2 pages; the last 2 had no new ads\./);
    assert.match(await check(() => [], "--known-pages", "1"), /Checked 1 page; the last one had no new ads\./);
    // Whether an ad without an ID is new, nobody can tell.
    const unnamed = (page: number) => adTexts(page).map((text) => text.replace(/"id": \d+, /, ""));
    for (const ads of [
      (page: number) => unnamed(page + 20),
      (page: number) => [...adTexts(page), ...unnamed(page + 40)],
    ])
      assert.match(
        await check(ads),
        /None of the ads that have an ID are new\. Checked 2 pages; the last 2 had no new ads, except perhaps those without an ID\./,
      );
  });
});
