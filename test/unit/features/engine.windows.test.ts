import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { localTarget } from "../../../src/features/export/targets";
import { ChildScript } from "../../support/childScript";
import { useLibrary } from "../../support/fixtures";
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
  const script = ChildScript.forSuite("test/unit/features/buyingWindow.ts");
  const library = useLibrary({ moments: true });
  let windows: readonly [OtherWindow, OtherWindow];

  beforeEach(() => {
    const window = () => new OtherWindow(script.start(folder(), library.url, library.key));
    windows = [window(), window()];
  });
  afterEach(() => Promise.all(windows.map((window) => window.close())));

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

  it("pay once for a new search, even one already bought word for word, a page, a detail, and a page in both plans", async () => {
    const wasBought = async (purchase: Purchase) => (await together(purchase)).map(({ bought }) => bought);
    const [search, sameSearch] = await together({ what: "search" });
    assert.deepEqual([search.bought, sameSearch.bought], [false, true]);
    assert.deepEqual(sameSearch.ids, search.ids);
    const [id] = search.ids ?? assert.fail("The search found nothing.");
    const [again, sameAgain] = await together({ what: "search" });
    assert.deepEqual([again.bought, sameAgain.bought], [false, true]);
    assert.deepEqual([again.lastHit, sameAgain.lastHit], [search.lastHit, search.lastHit]);
    assert.equal(library.paid().length, 2);
    const lastHit = search.lastHit!;
    const [page, samePage] = await together({ what: "search", lastHit, page: 2 });
    assert.deepEqual([page.bought, samePage.bought], [false, true]);
    assert.deepEqual(samePage.ids, page.ids);
    for (const refresh of [false, true])
      assert.deepEqual(await wasBought({ what: "detail", id: id!, refresh }), [false, true]);
    const [paying, other] = await together({ what: "planned", lastHit, page: 3 });
    assert.deepEqual([paying, other], [{ bought: false, used: 100 }, { bought: true, used: 0 }]); // prettier-ignore
    assert.equal(library.paid().length, 6);
    assert.deepEqual(await spent(), { spent: 600, maybe: 0, sample: 0 });
  });

  it("pay again for what is older than the request or dated in the future, but not for an export's first page that was just bought", async () => {
    const stack = openStack(folder(), library.url, library.key);
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", {}));
    const { lastHit, ids } = await windows[0].buy({ what: "search" });
    const gate = (await stack.wallet.plan(200, "an export"))!;
    const file = folder("ads.ndjson");
    const wish = { format: "ndjson", target: localTarget(file), place: file, gate, to: 2 } as const;
    const summary = await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
    assert.deepEqual([summary.pages, gate.used, library.paid().length], [2, 100, 2]);
    assert.equal((await windows[1].buy({ what: "search" })).bought, false);
    for (const window of windows)
      assert.equal((await window.buy({ what: "detail", id: ids![0]!, refresh: true })).bought, false);
    const { text } = (await stack.search.boughtAnswer(frozen, lastHit!, 1))!;
    await stack.archive.storePage(frozen.address, "1", 1, { text, receivedAt: "2999-01-01T00:00:00.000Z" });
    await stack.close();
    assert.equal((await windows[1].buy({ what: "search" })).bought, false);
    assert.equal(library.paid().length, 6);
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
