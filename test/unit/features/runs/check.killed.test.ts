import assert from "node:assert/strict";
import { parseExact } from "../../../../src/api/integers";
import { ChildScript } from "../../../support/childScript";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../stack";

interface Message {
  readonly step: string;
  /** Snapshots, newest first, each with how many of its pages are owned. */
  readonly owned?: readonly (readonly [lastHit: string, pages: number])[];
  readonly result?: {
    readonly pages: number;
    readonly bought: number;
    readonly newAds: number;
    readonly resumedFrom?: string;
  };
}

describe("a check that is killed at any step", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let script: ChildScript;
  before(async () => (script = await ChildScript.of("test/unit/features/runs/checkProcess.ts")));
  after(() => script.dispose());
  beforeEach(async () => (library = await startCountedLibrary({ moments: true, adsPerPlatform: 200 })));
  afterEach(() => library.close());

  /** Snapshot and page of each paid request of the second moment; page 1 sends no snapshot. */
  const asked = (from: number) =>
    library
      .paid()
      .slice(from)
      .map(({ body }) => parseExact(body) as { page: number; last_hit?: number })
      .map(({ page, last_hit }) => `${last_hit ?? "new"} ${page}`);

  it("goes on with its own snapshot and pays for no page that it owns", async () => {
    const args = [folder(), library.url, library.key];
    await script.run(...args);
    await library.nextMoment();
    const baseline = String(asked(1).map((one) => one.split(" ")[0])[0]);
    const kills = [5, 4, 6, 3, 7, 5, 4, 6, 3, 7].slice(0, times(4, 10));
    let done: Message | undefined;
    /** Runs a check, to its end or until it is killed: nothing that was owned as it began may be asked for. */
    const act = async (run: () => Promise<unknown[]>) => {
      const first = library.paid().length;
      const messages = (await run()) as Message[];
      const requests = asked(first);
      const [newest] = messages[0]!.owned!;
      const goesOn = newest![0] !== baseline;
      assert.equal(goesOn && requests.includes("new 1"), false, "page 1 was asked for again");
      for (const [lastHit, pages] of messages[0]!.owned!)
        for (let page = 1; page <= pages; page++)
          assert.ok(!requests.includes(`${lastHit} ${page}`), `owned: page ${page}`);
      done = messages.find(({ step }) => step === "done");
    };
    for (const after of kills) if (!done) await act(() => script.kill(after, ...args));
    if (!done) await act(() => script.run(...args));
    const pages = done!.result!.pages;
    const stack = openStack(`${folder()}/storage`, library.url, library.key);
    try {
      const frozen = await stack.search.freeze({ platform: "plat_social_a", choices: [] });
      const [run, first, ...others] = await stack.runs.list(frozen.address);
      assert.deepEqual([others.length, run!.pages, run!.ended, first!.ended], [0, pages, true, true]);
      const { spent } = (await stack.wallet.report()).service.total;
      assert.ok(spent <= (first!.pages + pages) * 100);
      assert.equal(done!.result!.newAds, 10);
    } finally {
      await stack.close();
    }
  });
});
