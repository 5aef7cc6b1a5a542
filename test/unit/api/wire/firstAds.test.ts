import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { versions, type ApiVersion } from "../../../../src/api/versions";
import { localTarget } from "../../../../src/features/export/localTarget";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { body } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../../features/stack";

const count = 40_000;
const ads = Array.from(
  { length: count },
  (_, id) =>
    `{"id":${9007199254740993n + BigInt(id)},"title":"Ad ${id} \\u20ac [ } \\" ,","platform":"native","extra":[{"a":1}]}`,
);
const answerOf = (list: string, more = "") =>
  `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":${list},"current_page":1${more},"has_next_page":false,"last_hit":77}}`;
const large = answerOf(`[ ${ads.join(" ,\n")} ]`);

/** How often other work has its turn while some work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, done] = [0, false];
  const others = (async () => {
    while (!done) {
      await new Promise(setImmediate);
      turns += 1;
    }
  })();
  await work().finally(() => (done = true));
  await others;
  return turns;
}

describe("an answer with 40,000 ads", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  before(async () => (library = await startCountedLibrary()));
  after(() => library.close());

  it("is stored whole, read in part, found again, and exported with every ad", async () => {
    const stack = openStack(folder(), library.url, library.key);
    const query = await stack.search.fromBody("native", {});
    const frozen = await stack.search.freeze(query);
    library.next(body(large));
    const page = await stack.search.search(frozen, undefined, new AbortController().signal);
    assert.deepEqual([page.ads.length, page.adsInAnswer, page.lastHit, page.hasNextPage], [2000, count, "77", false]);
    assert.deepEqual([page.ads[0]!.id, page.ads[1999]!.id], ["9007199254740993", "9007199254742992"]);

    assert.equal((await stack.search.ownedAnswer(frozen, "77", 1))?.text, large);
    const [again] = await stack.search.ownedPages(frozen, "77");
    assert.deepEqual(again?.ads, page.ads);
    assert.equal(again?.adsInAnswer, count);
    for (const id of [0, 150, 1999]) {
      const found = await stack.archive.search({ text: `"Ad ${id}"` });
      assert.equal(found.hits[0]?.card.title, `Ad ${id} € [ } " ,`);
    }

    for (const format of ["json", "ndjson", "csv"] as const) {
      const file = join(folder(), `all.${format}`);
      const wish = { format, target: localTarget(file), place: file, lastHit: "77" } as const;
      const summary = await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
      assert.deepEqual([summary.ads, summary.complete], [count, true], format);
      const text = await readFile(file, "utf8");
      for (const id of [0, 1999, 2000, count - 1])
        assert.ok(text.includes(String(9007199254740993n + BigInt(id))), `${id} in ${format}`);
      if (format === "ndjson") assert.deepEqual(text.match(/"id":\d+/g)?.length, count);
    }
    assert.equal(library.paid().length, 1);
    await stack.close();
  });

  it("lets other work have its turn while it is read, stored and exported", async () => {
    const stack = openStack(join(folder(), "b"), library.url, library.key);
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", {}));
    const content = await versions.v2.readPageInSteps(large, "native", 1);
    const turns = {
      read: await turnsDuring(() => versions.v2.readPageInSteps(large, "native", 1)),
      store: await turnsDuring(() =>
        stack.archive.storePage(
          frozen.address,
          "77",
          1,
          { text: large, receivedAt: "2026-01-02T03:04:05.000Z" },
          content.ads,
        ),
      ),
      export: await turnsDuring(() =>
        stack.exports.run(
          frozen,
          { format: "csv", target: localTarget(join(folder(), "a.csv")), place: "a", lastHit: "77" },
          () => undefined,
          new AbortController().signal,
        ),
      ),
    };
    // A step looks through a million characters, notes 100 ads, or makes 500 rows.
    assert.ok(turns.read >= Math.floor(large.length / 1_000_000), JSON.stringify(turns));
    assert.ok(turns.store >= 19 && turns.export >= 80, JSON.stringify(turns));
    await stack.close();
  });

  it("is read as a small one is, whatever else is in it", async () => {
    const filler = `,"filler":"${"x".repeat(1_100_000)}"`;
    const cards = ads.slice(0, 3).join();
    const texts = [
      answerOf(`[${cards}]`, filler),
      answerOf("[]", filler),
      answerOf(`[${cards}],"ads":[${ads[5]}]`, filler),
      answerOf(`[${cards}],"ads":[]`, filler),
      answerOf(`{"0":1}`, filler),
      answerOf(`[${cards}`, filler),
      answerOf(`[${cards}]`, filler).slice(0, -1),
      `{"status":"failed","meta":{"code":1009,"message":"no"}${filler},"data":[]}`,
      `${" ".repeat(1_100_000)}`,
    ];
    const outcome = async (read: () => unknown) => {
      try {
        return { page: await read() };
      } catch (error) {
        return { error: String(error) };
      }
    };
    for (const version of Object.keys(versions) as ApiVersion[])
      for (const [index, text] of texts.entries()) {
        const { readSearchPage, readPageInSteps } = versions[version];
        const whole = await outcome(() => readSearchPage(text, "native", 1));
        assert.deepEqual(await outcome(() => readPageInSteps(text, "native", 1)), whole, `${version}, ${index}`);
      }
  });
});
