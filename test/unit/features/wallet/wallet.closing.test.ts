import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { toFailure } from "../../../../src/features/failures/failures";
import type { Settings } from "../../../../src/features/settings";
import type { Failure } from "../../../../src/protocol/failure";
import { useLibrary } from "../../../support/fixtures";
import { resetBeforeHeaders } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack, useStacks } from "../stack";
import { openLedger, openWallet, search } from "./acts";
import { closingBodies } from "./closingBodies";

describe("a window that ends", () => {
  const folder = temporaryFolder();
  const never = new AbortController().signal;
  const library = useLibrary();

  const open = () => openStack(folder(), library.url, library.key);
  const frozen = async (stack: Stack, body: object) => stack.search.freeze(await stack.search.fromBody("native", body));
  const run = async (stack: Stack, body: object) => stack.search.search(await frozen(stack, body), undefined, never);
  /** How many of the searches are bought. */
  async function bought(stack: Stack): Promise<number> {
    let count = 0;
    for (const body of closingBodies) count += (await stack.search.bought(await frozen(stack, body))).length;
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
    assert.equal(await bought(next), 1);
    assert.deepEqual(await next.wallet.today(), { spent: 100, maybe: 0, sample: 0 });
    assert.equal(library.paid().length, 1);
    await next.close();
  });

  it("aborts unanswered requests when time is up, and says that they may have been charged", async () => {
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

  const place = () => folder("ledger");
  /** What the lines of the ledger's only file are. */
  async function lines(): Promise<readonly string[] | null> {
    const [name = ""] = (await readdir(place())).filter((each) => each.endsWith(".ndjson"));
    return (await readFile(join(place(), name), "utf8")).match(/"line":"[a-zA-Z]+"/g);
  }

  it("books an answer as received only when it is stored", async () => {
    const wallet = openWallet(place());
    await wallet.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      await permit.afterAttempt(1, "received");
      assert.deepEqual(await lines(), ['"line":"sent"']);
    });
    assert.deepEqual((await lines())?.at(-1), '"line":"received"');
    await wallet.dispose();
  });

  it("sends nothing more of pending acts", async () => {
    const wallet = openWallet(place());
    let closed: Promise<void> | undefined;
    const begun = wallet.spend(search, undefined, async (permit) => {
      closed = wallet.dispose(60_000);
      await permit.beforeAttempt(1);
    });
    await assert.rejects(begun, { name: "AbortError", message: "The window is closing, so nothing more is sent." });
    await closed;
    assert.deepEqual(
      await openLedger(place())
        .everything()
        .then((all) => [...all.all()]),
      [],
    );
  });

  it("treats its open question as a no, and asks none afterward", async () => {
    const asked = Promise.withResolvers<void>();
    const confirm = () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    };
    const wallet = openWallet(place(), { confirm, confirmAbove: 0 });
    const ended = { name: "AbortError", message: "The window is closing, so nothing more is sent." };
    const open = assert.rejects(
      wallet.spend(search, undefined, () => assert.fail("It was not agreed to.")),
      ended,
    );
    await asked.promise;
    await wallet.dispose();
    await open;
    await assert.rejects(wallet.plan(100, "a page"), ended);
  });

  it("stops waiting for the lock of an act that another window pays for", async () => {
    const ledger = openLedger(place());
    const [one, two] = [openWallet(place()), openWallet(place(), { ledger })];
    const control = new AbortController();
    const begin = ledger.begin.bind(ledger);
    /** Settles when the other window's next act has its name, so that only its lock is missing. */
    const begun = () =>
      new Promise<void>((resolve) => {
        ledger.begin = (intent) => (resolve(), begin(intent));
      });
    await one.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      const never = () => assert.fail("It did not have the lock.");
      const named = begun();
      const cancelled = assert.rejects(two.spend(search, control.signal, never), { name: "AbortError" });
      await named;
      control.abort();
      await cancelled;
      const namedAgain = begun();
      const closing = assert.rejects(two.spend(search, undefined, never), { name: "AbortError" });
      await namedAgain;
      await two.dispose();
      await closing;
      await permit.afterAttempt(1, "received");
    });
    await one.dispose();
  });

  it("notifies nobody of its requests' outcomes, and leaves no timer behind", async () => {
    const wallet = openWallet(place());
    let told = 0;
    const started = Promise.withResolvers<void>();
    const held = wallet.spend(search, undefined, async (permit, signal) => {
      await permit.beforeAttempt(1);
      started.resolve();
      await once(signal, "abort");
      signal.throwIfAborted();
    });
    const failed = assert.rejects(held, { code: "cancelled" });
    await started.promise;
    wallet.onChanged(() => (told += 1));
    await wallet.dispose();
    await failed;
    assert.equal(told, 0);
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    await openWallet(place()).dispose(60_000);
    assert.ok(timers() <= before);
  });
});

describe("An attempt that may have been charged stays uncertain", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  let stack: Stack;

  async function failed(settings: Partial<Settings>, stop = new AbortController()): Promise<Failure> {
    stack = open(folder(), library.url, library.key, { paidRetry: "always", ...settings });
    const listening = stack.wallet.onChanged(() => {
      if (sentLines() === 2) stop.abort();
    });
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    library.next(resetBeforeHeaders);
    return (
      stack.search
        .search(frozen, undefined, stop.signal)
        .then(
          () => assert.fail("It succeeded."),
          (error: unknown) => toFailure(error),
        )
        // The folder is removed before the stack is closed, which is a change too.
        .finally(() => listening.dispose())
    );
  }

  function sentLines(): number {
    const ledger = folder("ledger");
    const text = readdirSync(ledger)
      .filter((name) => name.endsWith(".ndjson"))
      .map((name) => readFileSync(join(ledger, name), "utf8"));
    return text.join("").split('"line":"sent"').length - 1;
  }

  it("even if the budget refuses the next one", async () => {
    const { code, charge, message } = await failed({ dailyBudget: 100 });
    assert.deepEqual([code, charge, library.paid().length], ["overBudget", "unknown", 1]);
    assert.match(message, /^Not tried again\. .* may have been charged\.$/);
    assert.deepEqual(await stack.wallet.today(), { spent: 0, maybe: 100, sample: 0, budget: { of: 100, left: 0 } });
  });

  it("even if the next one is canceled before it is sent", async () => {
    const { code, charge, message } = await failed({});
    assert.deepEqual([code, charge, library.paid().length], ["cancelled", "unknown", 1]);
    assert.match(message, /may have been charged\.$/);
    assert.deepEqual(await stack.wallet.today(), { spent: 0, maybe: 100, sample: 0 });
  });
});
