import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import type { FrozenSearch } from "../../../src/features/search";
import { openStack, type Stack } from "../features/stack";

const never = new AbortController().signal;

describe("a terminal beside two windows", () => {
  const library = useLibrary();
  const { at, run, paid } = useCommandLine(library);
  const windows: Stack[] = [];
  beforeEach(() => writeFileSync(at("a.adsearch.json"), JSON.stringify({ platform: "native", body: {}, pages: 2 })));
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.close();
  });
  const open = () => {
    const window = openStack(at("data"), library.url, library.key);
    windows.push(window);
    return window;
  };
  const freeze = async (window: Stack) => window.search.freeze(await window.search.fromBody("native", {}));
  const search = async (window: Stack, frozen: FrozenSearch) => {
    const page = await window.search.search(frozen, undefined, never);
    return page.ads.map(({ id }) => id);
  };

  it("buys nothing that a window stores after it looked for it, unless it wants a new result", async () => {
    const [one, other] = [open(), open()];
    const [ofOne, ofOther] = await Promise.all([freeze(one), freeze(other)]);
    assert.deepEqual(await other.search.bought(ofOther), []);
    const ids = await search(one, ofOne);
    const { ads } = await other.search.search(ofOther, undefined, never, undefined, "");
    assert.deepEqual(
      ads.map(({ id }) => id),
      ids,
    );
    assert.equal(paid(), 1);
    await search(other, await freeze(other));
    assert.equal(paid(), 2);
  });

  for (const what of ["page", "details"] as const)
    it(`buys damaged answers again if that is agreed to: ${what}`, async () => {
      const words = ["run", "a.adsearch.json", "--out", "a.ndjson", "--pages", "1", "--max-credits", "1900"];
      if (what === "page") words.splice(5, 1, "12");
      else words.push("--details");
      assert.equal((await run(...words)).code, 0);
      const bought = paid();
      const [damaged = ""] = readdirSync(at("data", "archive"), { recursive: true, encoding: "utf8" })
        .filter((name) => (what === "page" ? /answers.*0002\.[^/\\]*$/ : /details.*\.(zst|gz)$/).test(name))
        .sort();
      writeFileSync(at("data", "archive", damaged), "damaged");
      const plan = await run("plan", "a.adsearch.json", "--pages", "12");
      assert.match(plan.stdout, what === "page" ? /1100 credits .*1 bought/ : /1100 credits /);
      const refused = await run(...words);
      assert.match(refused.stderr, /in the archive is damaged[^]*add --buy-again/);
      assert.deepEqual([refused.code === 0, paid()], [false, bought]);
      const again = await run(...words, "--buy-again");
      assert.deepEqual([again.code, paid()], [0, bought + 1], again.stderr);
      assert.equal((await run(...words)).code, 0);
      assert.equal(paid(), bought + 1);
    });
});
