import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { addEntries, newBoard } from "../../../src/features/boards/editBoard";
import { useCommandLine } from "../../support/commandLine";
import { shareLibrary } from "../../support/fixtures";
import { startMisbehaving } from "../../support/misbehaving";
import { pngOf, storeAds } from "../features/media/pictures";
import { openStack } from "../features/stack";

const verified = z.object({ ads: z.number(), answers: z.number(), markdown: z.boolean(), problems: z.array(z.object({ where: z.string(), about: z.string(), message: z.string() })) }); // prettier-ignore

describe("the command line's reports", () => {
  const library = shareLibrary({ adsPerPlatform: 100 });
  const { at, play, paid } = useCommandLine(library);
  beforeEach(async () => {
    writeFileSync(at("shoes.adsearch.json"), JSON.stringify({ platform: "tiktok", body: {} }));
    await play("run", "shoes.adsearch.json", "--pages", "2", "--max-credits", "200");
    const stack = openStack(at("data"), library.url, undefined);
    try {
      const { ads } = await stack.boughtAds.find({});
      const refs = ads.flatMap(({ card: { platform, id } }) => (platform && id !== undefined ? { ad: { platform, id } } : [])); // prettier-ignore
      const entries = await stack.boards.entriesOf(refs.slice(0, 12), "Hook");
      assert.equal(entries.length, 12);
      writeFileSync(at("spring.adboard.json"), addEntries(newBoard("Spring", ["Hook"]), entries)?.text ?? "");
    } finally {
      await stack.close();
    }
  });
  const html = () => readFileSync(at("out/spring.report.html"), "utf8");

  it("are written and verified offline, for 0 credits, the same bytes each time", async () => {
    const before = paid();
    const requests = library.requests.length;
    const written = await play("report", "spring.adboard.json", "--out", "out");
    assert.deepEqual([written.code, written.stderr], [0, ""]);
    assert.match(written.stdout, /spring\.report\.html: 12 ads/);
    const first = [html(), readFileSync(at("out/spring.report.md"), "utf8")];
    assert.equal((await play("report", "spring.adboard.json", "--out", "out")).code, 0);
    assert.deepEqual([html(), readFileSync(at("out/spring.report.md"), "utf8")], first);
    const held = await play("verify", "out/spring.report.html");
    assert.deepEqual([held.code, held.stderr], [0, ""]);
    assert.match(held.stdout, /all figures of 12 ads hold/);
    assert.equal(paid(), before);
    assert.equal(library.requests.length, requests);
  });

  it("name what no longer holds, in words and as JSON", async () => {
    await play("report", "spring.adboard.json", "--out", "out");
    const line =
      html()
        .split("\n")
        .findIndex((text) => text.includes("<dt>Ads</dt>")) + 1;
    writeFileSync(at("out/spring.report.html"), html().replace("<dd>12<", "<dd>13<"));
    const told = await play("verify", "out/spring.report.html");
    assert.equal(told.code, 1);
    assert.equal(told.stdout.trim(), `out/spring.report.html:${line}: The board and the stored answers say something else: the figure “Ads”.`); // prettier-ignore
    const json = verified.parse(JSON.parse((await play("verify", "out/spring.report.html", "--json")).stdout));
    assert.deepEqual([json.ads, json.markdown, json.problems.length], [12, true, 1]);
    const elsewhere = await play("verify", "out/spring.report.html", "--data", at("empty"), "--json");
    assert.equal(elsewhere.code, 1);
    const { problems } = verified.parse(JSON.parse(elsewhere.stdout));
    assert.deepEqual(new Set(problems.map(({ where }) => where)), new Set(["answer"]));
    assert.equal(problems.length, 12);
  });

  it("have kept pictures beside the Markdown, each checked", async () => {
    const hosts = await startMisbehaving(({ seen, response }) => response.end(pngOf(seen.target)));
    const stack = openStack(at("data"), hosts.url, undefined);
    const board = await storeAds(stack, hosts.url, [[`${hosts.url}/a.png`], [`${hosts.url}/b.png`]]);
    await stack.boards.keepPictures(board, { signal: new AbortController().signal });
    await stack.close();
    await hosts.close();
    writeFileSync(at("kept.adboard.json"), addEntries(newBoard("Kept"), board.entries)?.text ?? "");
    assert.equal((await play("report", "kept.adboard.json", "--out", "out")).code, 0);
    const [first = "", ...others] = readdirSync(at("out/pictures"));
    assert.equal(others.length, 1);
    assert.ok(readFileSync(at("out/kept.report.md"), "utf8").includes(`](pictures/${first})`));
    assert.equal((await play("verify", "out/kept.report.html")).code, 0);
    writeFileSync(at(`out/pictures/${first}`), "another");
    const told = await play("verify", "out/kept.report.html");
    assert.deepEqual([told.code, told.stdout.includes(`pictures/${first}`)], [1, true]);
    assert.equal((await play("report", "kept.adboard.json", "--out", "out")).code, 0);
    assert.equal((await play("verify", "out/kept.report.html")).code, 0);
    rmSync(at("data/archive/media"), { recursive: true });
    const gone = await play("verify", "out/kept.report.html");
    assert.equal(gone.code, 1);
    assert.match(gone.stdout, /^tiktok:1: The picture in the report is not the one that was kept for this ad, or/m);
  });

  it("never replace anything else, and refuse what is no board or report", async () => {
    mkdirSync(at("out"));
    writeFileSync(at("out/spring.report.md"), "# Mine\n");
    const refused = await play("report", "spring.adboard.json", "--out", "out");
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /spring\.report\.md is there and is no report/);
    assert.equal(readFileSync(at("out/spring.report.md"), "utf8"), "# Mine\n");
    assert.throws(html);
    for (const [code, ...args] of [
      [2, "report", "spring.adboard.json"],
      [2, "report", "shoes.adsearch.json", "--out", "new"],
      [2, "report", "none.adboard.json", "--out", "new"],
      [2, "verify", "none.report.html"],
      [1, "verify", "shoes.adsearch.json"],
    ] as const)
      assert.equal((await play(...args)).code, code, args.join(" "));
    writeFileSync(at("broken.adboard.json"), '{\n  "entries": [{}]\n}\n');
    const broken = await play("report", "broken.adboard.json", "--out", "new");
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /broken\.adboard\.json:2:15 error: “ad” is missing\./);
    if (process.platform !== "win32") {
      symlinkSync("/dev/null", at("pipe.adboard.json"));
      assert.equal((await play("report", "pipe.adboard.json", "--out", "new")).code, 2);
    }
  });
});
