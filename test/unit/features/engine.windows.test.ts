import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { localTarget } from "../../../src/features/export/targets";
import { ChildScript } from "../../support/childScript";
import type { SampleOptions } from "../../../src/sample";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { temporaryFolder } from "../../support/temporaryFolder";
import type { Bought, Purchase } from "./buyingWindow";
import { openStack } from "./stack";

/** A window in a process of its own. */
class OtherWindow {
  constructor(private readonly child: ChildProcess) {}

  /** Begins a purchase; resolves when the person has agreed to it. */
  async agree(purchase: Purchase): Promise<{ readonly bought: Promise<Bought> }> {
    const asked = once(this.child, "message");
    this.child.send(purchase);
    assert.equal((await asked)[0], "asked");
    return { bought: once(this.child, "message").then(([bought]) => bought as Bought) };
  }

  async buy(purchase: Purchase): Promise<Bought> {
    return (await this.agree(purchase)).bought;
  }

  async close(): Promise<void> {
    if (!this.child.connected) return;
    this.child.disconnect();
    await once(this.child, "exit");
  }
}

describe("two windows that buy the same at once", () => {
  const folder = temporaryFolder();
  let script: ChildScript;
  let library: CountedLibrary;
  let windows: readonly [OtherWindow, OtherWindow];

  before(async () => (script = await ChildScript.of("test/unit/features/buyingWindow.ts")));
  const open = async (options: SampleOptions = {}) => {
    library = await startCountedLibrary(options);
    const window = () => new OtherWindow(script.start(folder(), library.url, library.key));
    windows = [window(), window()];
  };
  const close = async () => {
    for (const window of windows) await window.close();
    await library.close();
  };
  beforeEach(() => open());
  afterEach(close);
  after(() => script.dispose());

  /** Both windows begin to buy before the service answers the first one. */
  async function together(purchase: Purchase): Promise<readonly [Bought, Bought]> {
    const before = library.paid().length;
    const held = library.hold();
    const first = await windows[0].agree(purchase);
    await library.paidArrived(before + 1);
    const second = await windows[1].agree(purchase);
    await held.answer();
    return [await first.bought, await second.bought];
  }

  const spent = async () => {
    const stack = openStack(folder(), library.url, library.key);
    return stack.wallet.today().finally(() => stack.close());
  };

  it("pay once for a new search, a page, and a detail, and both get the answer", async () => {
    const [search, sameSearch] = await together({ what: "search" });
    assert.deepEqual([search.bought, sameSearch.bought], [false, true]);
    assert.deepEqual(sameSearch.ids, search.ids);
    const [id] = search.ids ?? assert.fail("The search found nothing.");
    const [page, samePage] = await together({ what: "search", lastHit: search.lastHit!, page: 2 });
    assert.deepEqual([page.bought, samePage.bought], [false, true]);
    assert.deepEqual(samePage.ids, page.ids);
    const details = await together({ what: "detail", id: id!, refresh: false });
    assert.deepEqual(
      details.map(({ bought }) => bought),
      [false, true],
    );
    const refreshed = await together({ what: "detail", id: id!, refresh: true });
    assert.deepEqual(
      refreshed.map(({ bought }) => bought),
      [false, true],
    );
    assert.equal(library.paid().length, 4);
    assert.deepEqual(await spent(), { spent: 400, maybe: 0, sample: 0 });
  });

  it("pay once for a new search whose answer is already bought, word for word", async () => {
    await close();
    await open({ moments: true });
    const { lastHit } = await windows[0].buy({ what: "search" });
    const [search, same] = await together({ what: "search" });
    assert.deepEqual([search.lastHit, same.lastHit], [lastHit, lastHit]);
    assert.deepEqual([search.bought, same.bought], [false, true]);
    assert.equal(library.paid().length, 2);
    assert.equal((await windows[1].buy({ what: "search" })).bought, false);
    await windows[0].buy({ what: "search", lastHit: lastHit!, page: 2 });
    assert.equal((await windows[1].buy({ what: "search" })).bought, false);
  });

  it("pay once for a page in both plans, and the other plan keeps its credits", async () => {
    const { lastHit } = await windows[0].buy({ what: "search" });
    const both = await together({ what: "planned", lastHit: lastHit!, page: 2 });
    assert.deepEqual(both, [
      { bought: false, used: 100 },
      { bought: true, used: 0 },
    ]);
    assert.equal(library.paid().length, 2);
    assert.deepEqual(await spent(), { spent: 200, maybe: 0, sample: 0 });
  });

  it("pay nothing for an export's first page that the other one bought meanwhile", async () => {
    const stack = openStack(folder(), library.url, library.key);
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", {}));
    await windows[0].buy({ what: "search" });
    const gate = (await stack.wallet.plan(200, "an export"))!;
    const file = join(folder(), "ads.ndjson");
    const wish = { format: "ndjson", target: localTarget(file), place: file, gate, to: 2 } as const;
    const summary = await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
    assert.deepEqual([summary.pages, gate.used], [2, 100]);
    assert.equal(library.paid().length, 2);
    await stack.close();
  });

  it("pay again for a search and a refreshed detail that are older than the request", async () => {
    const { ids } = await windows[0].buy({ what: "search" });
    assert.equal((await windows[1].buy({ what: "search" })).bought, false);
    for (const window of windows) {
      const { bought } = await window.buy({ what: "detail", id: ids![0]!, refresh: true });
      assert.equal(bought, false);
    }
    assert.equal(library.paid().length, 4);
  });

  it("pay even if a bought answer is dated in the future", async () => {
    const { lastHit } = await windows[0].buy({ what: "search" });
    const stack = openStack(folder(), library.url, library.key);
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", {}));
    const { text } = (await stack.search.boughtAnswer(frozen, lastHit!, 1))!;
    await stack.archive.storePage(frozen.address, "1", 1, { text, receivedAt: "2999-01-01T00:00:00.000Z" });
    await stack.close();
    assert.equal((await windows[1].buy({ what: "search" })).bought, false);
    assert.equal(library.paid().length, 2);
  });

  it("pay again if the first one is killed while waiting", async () => {
    library.hold();
    const child = script.start(folder(), library.url, library.key);
    const killed = new OtherWindow(child);
    const lost = await killed.agree({ what: "search" });
    lost.bought.catch(() => undefined);
    await library.paidArrived(1);
    const second = await windows[1].agree({ what: "search" });
    child.kill("SIGKILL");
    assert.equal((await second.bought).bought, false);
    assert.equal(library.paid().length, 2);
    assert.deepEqual(await spent(), { spent: 100, maybe: 100, sample: 0 });
  });
});
