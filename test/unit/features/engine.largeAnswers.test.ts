import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { localTarget } from "../../../src/features/export/targets";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { body } from "../../support/misbehavingReplies";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack } from "./stack";

const count = 40_000;
const ads = Array.from(
  { length: count },
  (_, id) =>
    `{"id":${9007199254740993n + BigInt(id)},"title":"Ad ${id} \\u20ac [ } \\" ,","platform":"native","extra":[{"a":1}]}`,
);
const large = `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":[ ${ads.join(" ,\n")} ],"current_page":1,"has_next_page":false,"last_hit":77}}`;

describe("An answer with 40,000 ads", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  before(async () => (library = await startCountedLibrary()));
  after(() => library.close());

  it("shows its first 2,000 ads, and is stored and exported whole", async () => {
    const stack = openStack(folder(), library.url, library.key);
    const query = await stack.search.fromBody("native", {});
    const frozen = await stack.search.freeze(query);
    library.next(body(large));
    const page = await stack.search.search(frozen, undefined, new AbortController().signal);
    assert.deepEqual([page.ads.length, page.adsInAnswer, page.lastHit, page.hasNextPage], [2000, count, "77", false]);
    assert.deepEqual([page.ads[0]!.id, page.ads[1999]!.id], ["9007199254740993", "9007199254742992"]);

    assert.equal((await stack.search.boughtAnswer(frozen, "77", 1))?.text, large);
    const [again] = await stack.search.boughtPages(frozen, "77");
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
});
