import assert from "node:assert/strict";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openWallet, paid, search } from "./acts";

function later<T>() {
  let settle: ((value: T) => void) | undefined;
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return { promise, resolve: (value: T) => settle?.(value) };
}

/** A call that is answered when the test says so. */
function heldCall() {
  let starts = 0;
  let signal: AbortSignal | undefined;
  const { promise: started, resolve: start } = later<void>();
  const { promise: released, resolve: release } = later<string>();
  const run: Parameters<ReturnType<typeof openWallet>["spend"]>[2] = async (permit, shared) => {
    starts += 1;
    signal = shared;
    await permit.beforeAttempt(1);
    start();
    const ended = new Promise<never>((_, reject) =>
      shared.addEventListener("abort", () => reject(shared.reason as Error)),
    );
    const answer = await Promise.race([released, ended]).catch(async (error: unknown) => {
      await permit.afterAttempt(1, "unknown");
      throw error;
    });
    await permit.afterAttempt(1, "received");
    return answer;
  };
  return { run, started, release, starts: () => starts, signal: () => signal };
}

describe("identical acts in flight", () => {
  const folder = temporaryFolder();

  it("are joined: ten callers, one request, one answer", async () => {
    const wallet = openWallet(folder());
    const { run, release, starts } = heldCall();
    const answers = Array.from({ length: 10 }, () => wallet.spend(search, new AbortController().signal, run));
    release("answer");
    assert.deepEqual(await Promise.all(answers), Array(10).fill("answer"));
    assert.equal(starts(), 1);
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("are not joined once answered, nor with another platform, origin or kind", async () => {
    const wallet = openWallet(folder());
    const others = [{ platform: "display" }, { origin: "https://b.example" }, { what: "adDetail" }] as const;
    await Promise.all(
      [search, ...others.map((more) => ({ ...search, ...more }))].map((act) => wallet.spend(act, undefined, paid())),
    );
    await wallet.spend(search, undefined, paid());
    assert.equal((await wallet.today()).spent, 500);
  });

  it("ask once for a price above the limit", async () => {
    let asked = 0;
    const confirm = () => Promise.resolve(++asked === 1);
    const wallet = openWallet(folder(), { confirm, confirmAbove: 500 });
    await Promise.all([1, 2, 3].map(() => wallet.spend({ ...search, credits: 900 }, undefined, paid())));
    assert.equal(asked, 1);
  });

  it("continue while one caller stays", async () => {
    const wallet = openWallet(folder());
    const { run, started, release, signal } = heldCall();
    const leaver = new AbortController();
    const left = wallet.spend(search, leaver.signal, run);
    const stayed = wallet.spend(search, new AbortController().signal, run);
    await started;
    leaver.abort();
    await assert.rejects(left, { name: "AbortError" });
    assert.equal(signal()?.aborted, false);
    release("answer");
    assert.equal(await stayed, "answer");
  });

  it("finish the pending request when the last caller leaves, who gets its answer", async () => {
    const wallet = openWallet(folder());
    const { run, started, release, signal } = heldCall();
    const [a, b] = [new AbortController(), new AbortController()];
    const calls = [wallet.spend(search, a.signal, run), wallet.spend(search, b.signal, run)];
    await started;
    a.abort();
    b.abort();
    await assert.rejects(calls[0]!, { name: "AbortError" });
    assert.equal(signal()?.aborted, false);
    release("answer");
    assert.equal(await calls[1], "answer");
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("send nothing more once the last caller has left", async () => {
    const wallet = openWallet(folder());
    const leaver = new AbortController();
    const left = wallet.spend(search, leaver.signal, async (permit) => {
      await permit.beforeAttempt(1);
      leaver.abort();
      await permit.afterAttempt(1, "notSent");
      await permit.beforeAttempt(2);
    });
    await assert.rejects(left, { name: "AbortError" });
    assert.deepEqual(await wallet.today(), { spent: 0, maybe: 0, sample: 0 });
  });

  it("are aborted only by the last caller, and booked as possibly charged", async () => {
    const wallet = openWallet(folder());
    const { run, started, signal } = heldCall();
    const [a, b] = [new AbortController(), new AbortController()];
    const calls = [a, b].map((each) => wallet.spend(search, undefined, run, each.signal));
    await started;
    a.abort();
    await assert.rejects(calls[0]!, { name: "AbortError" });
    assert.equal(signal()?.aborted, false);
    b.abort();
    await assert.rejects(calls[1]!, { code: "cancelled", more: { charge: "unknown" } });
    assert.equal(signal()?.aborted, true);
    await wallet.dispose();
    assert.deepEqual(await wallet.today(), { spent: 0, maybe: 100, sample: 0 });
  });

  it("start again beside a call that is ending, and end with the window", async () => {
    const wallet = openWallet(folder());
    const { run, started } = heldCall();
    const leaver = new AbortController();
    const left = wallet.spend(search, leaver.signal, run);
    await started;
    leaver.abort();
    const again = wallet.spend(search, undefined, paid());
    const ended = assert.rejects(left, { code: "cancelled", more: { charge: "unknown" } });
    await wallet.dispose();
    await Promise.all([ended, again.catch(() => undefined)]);
    assert.equal((await openWallet(folder()).report()).service.total.unknown, 1);
  });

  it("are neither started nor joined by a caller who has already left", async () => {
    const wallet = openWallet(folder());
    const { run, starts } = heldCall();
    await assert.rejects(async () => wallet.spend(search, AbortSignal.abort(), run), { name: "AbortError" });
    assert.equal(starts(), 0);
  });

  it("end with the window, their outcome recorded", async () => {
    const wallet = openWallet(folder());
    const { run, started } = heldCall();
    const call = wallet.spend(search, undefined, run);
    const ended = assert.rejects(call, { code: "cancelled", more: { charge: "unknown" } });
    await started;
    await wallet.dispose();
    await ended;
    const { service } = await openWallet(folder()).report();
    assert.equal(service.total.unknown, 1);
  });
});
