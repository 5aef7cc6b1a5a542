import assert from "node:assert/strict";
import { startCountedLibrary } from "../../support/countedLibrary";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack } from "./stack";

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
