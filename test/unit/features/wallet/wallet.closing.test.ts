import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ChildScript } from "../../../support/childScript";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";
import { openWallet, search } from "./acts";
import { closingBodies } from "./closingBodies";

describe("a window that ends", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  const never = new AbortController().signal;
  let library: CountedLibrary;
  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(() => library.close());

  const open = () => openStack(folder(), library.url, library.key);
  const frozen = async (stack: Stack, body: object) => stack.search.freeze(await stack.search.fromBody("native", body));
  const run = async (stack: Stack, body: object) => stack.search.search(await frozen(stack, body), undefined, never);
  /** How many of the searches are owned. */
  async function owned(stack: Stack): Promise<number> {
    let count = 0;
    for (const body of closingBodies) count += (await stack.search.owned(await frozen(stack, body))).length;
    return count;
  }

  it("waits for what it sent, stores and books it, and sends nothing more", async () => {
    const [stack, [first = {}, second = {}]] = [open(), closingBodies];
    const held = library.hold();
    const searching = run(stack, first);
    await library.paidArrived(1);
    const frozenSecond = await frozen(stack, second);
    const closed = stack.close(60_000);
    await assert.rejects(stack.search.search(frozenSecond, undefined, never), { name: "AbortError" });
    await held.answer();
    assert.equal((await searching).ads.length, 18);
    await closed;
    const next = open();
    assert.equal(await owned(next), 1);
    assert.deepEqual(await next.wallet.today(), { spent: 100, maybe: 0, sample: 0 });
    assert.equal(library.paid().length, 1);
    await next.close();
  });

  it("aborts what has no answer when the time is over, and says that it may have been charged", async () => {
    const stack = open();
    library.hold();
    const searching = run(stack, closingBodies[0]!);
    const failed = assert.rejects(searching);
    await library.paidArrived(1);
    await stack.close(1);
    await failed;
    const next = open();
    assert.deepEqual(await next.wallet.today(), { spent: 0, maybe: 100, sample: 0 });
    await next.close();
  });

  it("books an answer as received only when it is stored", async () => {
    const place = join(folder(), "ledger");
    const wallet = openWallet(place);
    const lines = async () => {
      const [name = ""] = (await readdir(place)).filter((each) => each.endsWith(".ndjson"));
      return (await readFile(join(place, name), "utf8")).match(/"line":"[a-zA-Z]+"/g);
    };
    await wallet.spend(search, undefined, async (leave) => {
      await leave.beforeAttempt(1);
      await leave.afterAttempt(1, "received");
      assert.deepEqual(await lines(), ['"line":"planned"', '"line":"sent"']);
    });
    assert.deepEqual((await lines())?.at(-1), '"line":"received"');
    await wallet.dispose();
  });

  it("owns every answer that it booked, killed at whatever moment after an answer", async () => {
    const script = await ChildScript.of("test/unit/features/wallet/closingWindow.ts");
    try {
      for (const turns of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55]) {
        const place = join(folder(), String(turns));
        const before = library.paid().length;
        const child = script.start(place, library.url, library.key);
        const ended = once(child, "close");
        library.next(library.usual, async (exchange) => {
          await library.usual(exchange);
          for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
          child.kill("SIGKILL");
        });
        await ended;
        const stack = openStack(place, library.url, library.key);
        const { received, requests } = (await stack.wallet.report()).service.total;
        assert.ok(received <= (await owned(stack)), `${received} booked as received, after ${turns} turns`);
        assert.equal(requests, library.paid().length - before);
        assert.ok(requests >= 2);
        await stack.close();
      }
    } finally {
      await script.dispose();
    }
  });
});
