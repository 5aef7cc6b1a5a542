import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { useCommandLine } from "../../support/commandLine";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { deleteAtOnce } from "../../support/temporaryFolder";
import type { FrozenSearch } from "../../../src/features/search";
import { openStack, type Stack } from "../features/stack";

const never = new AbortController().signal;

describe("a terminal beside two windows", () => {
  let library: CountedLibrary;
  const { at, run, paid } = useCommandLine(() => library);
  const windows: Stack[] = [];
  beforeEach(async () => {
    library = await startCountedLibrary();
    writeFileSync(at("a.adsearch.json"), JSON.stringify({ platform: "native", body: {}, pages: 2 }));
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.close();
    await library.close();
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

  it("wants the same at the same moment: it is paid for once, and all three have it", async () => {
    const [one, other] = [open(), open()];
    const [ofOne, ofOther] = await Promise.all([freeze(one), freeze(other)]);
    const answer = library.hold();
    const all = Promise.all([
      search(one, ofOne),
      search(other, ofOther),
      run("run", "a.adsearch.json", "--max-credits", "200", "--out", "a.ndjson"),
    ]);
    await library.paidArrived(1);
    await answer.answer();
    const [first, second, terminal] = await all;
    assert.equal(terminal.code, 0, terminal.stderr);
    assert.deepEqual(first, second);
    assert.equal(paid(), 2, "page 1 once, and page 2 for the terminal");
    for (const window of [one, other]) {
      const [bought] = await window.search.bought(ofOne);
      assert.equal(bought?.pages, 2);
      assert.equal((await window.boughtAds.find({})).ads.length > 0, true);
    }
    assert.equal((await one.wallet.today()).spent, 200);
  });

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

  it("goes on if the archive is deleted under all of them, and buys nothing again without a question", async () => {
    const window = open();
    const frozen = await freeze(window);
    await search(window, frozen);
    deleteAtOnce(at("data", "archive"));
    assert.deepEqual(await window.search.bought(frozen), []);
    const refused = await run("run", "a.adsearch.json", "--max-credits", "200", "--out", "a.ndjson");
    assert.notEqual(refused.code, 0);
    assert.match(
      refused.stderr,
      /You paid for this on .*, but its file is no longer in the archive\.[^]*add --buy-again/,
    );
    assert.equal(paid(), 1);
    const again = await run("run", "a.adsearch.json", "--max-credits", "200", "--buy-again", "--out", "a.ndjson");
    assert.equal(again.code, 0, again.stderr);
    assert.equal((await window.search.bought(frozen))[0]?.pages, 2, "the window sees what the terminal stored");
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
