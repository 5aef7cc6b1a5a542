import assert from "node:assert/strict";
import { newestUnnamed } from "../../../src/features/readOwned";
import { startCountedLibrary } from "../../support/countedLibrary";
import { ok } from "../../support/misbehavingReplies";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack } from "./stack";

describe("answers for which the service named no snapshot", () => {
  const folder = temporaryFolder();

  it("are each kept and read again", async () => {
    const library = await startCountedLibrary();
    const { search, close } = openStack(folder(), library.url, library.key);
    const frozen = await search.freeze({ platform: "native", choices: [] });
    const found: string[] = [];
    for (const id of [11, 12, 12]) {
      library.next(ok({ ads: [{ id, title: `Ad ${id}` }], has_next_page: true }));
      const page = await search.search(frozen, undefined, AbortSignal.timeout(60_000));
      found.push(...page.ads.map((ad) => ad.id ?? ""));
    }
    assert.deepEqual(found, ["11", "12", "12"]);
    const owned = await search.owned(frozen);
    assert.deepEqual(owned.map(({ lastHit }) => lastHit).sort(), ["", "~2"]);
    const kept = await Promise.all(owned.map(({ lastHit }) => search.ownedPages(frozen, lastHit)));
    assert.deepEqual(kept.flatMap((pages) => pages.flatMap(({ ads }) => ads.map(({ id }) => id))).sort(), ["11", "12"]);
    assert.equal(newestUnnamed(owned), owned[0]!.lastHit);
    assert.equal(library.paid().length, 3);
    await close();
    await library.close();
  });
});

describe("a search of another library", () => {
  const folder = temporaryFolder();

  it("is read as far as this one has it, with what it has not, for nothing", async () => {
    const library = await startCountedLibrary();
    const { search, close } = openStack(folder(), library.url, library.key);
    const body = { search_field: [{ type: "text", text: "tea" }], hologram: [1], gender: ["of elsewhere"] };
    const { query, problems } = await search.fromBodyAsFar("native", body);
    assert.deepEqual(
      query.choices.map(({ filter }) => filter),
      ["search_field"],
    );
    assert.deepEqual(problems.map(({ filter }) => filter).sort(), ["gender", "hologram"]);
    assert.equal(library.paid().length, 0);
    await close();
    await library.close();
  });
});
