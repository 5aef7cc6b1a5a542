import assert from "node:assert/strict";
import fc from "fast-check";
import { AdLibrary } from "../../../../src/api/adLibrary";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { temporaryFolder } from "../../../support/temporaryFolder";
import type { Wallet } from "../../../../src/features/wallet/wallet";
import { openWallet, search } from "./acts";
import { faults, FaultyLibrary } from "./faultyLibrary";
import { times } from "../../../support/long";

/** An address of this machine where nothing listens. */
async function nowhere(): Promise<string> {
  const library = new FaultyLibrary();
  const baseUrl = await library.start();
  await library.stop();
  return baseUrl;
}

describe("a long session with faults", () => {
  const folder = temporaryFolder();
  let library: FaultyLibrary;
  let here = "";
  let away = "";
  beforeEach(async () => {
    library = new FaultyLibrary();
    [here, away] = [await library.start(), await nowhere()];
  });
  afterEach(() => library.stop());

  const cancels = new Map<string, AbortController>();
  /** Searches for the named fault; what the library leaves unanswered is aborted. */
  async function run(wallet: Wallet, name: string, fault: string, paidRetry: "never" | "always"): Promise<unknown> {
    const baseUrl = fault === "nowhere" ? away : here;
    const api = new AdLibrary({ baseUrl, segments: defaultSegments, key: () => "k", timeoutMs: 30_000, paidRetry });
    const request = { platform: "native", body: JSON.stringify({ fault, name }) } as const;
    const cancel = new AbortController();
    cancels.set(name, cancel);
    const act = { ...search, identity: request.body, label: name };
    return wallet
      .spend(act, undefined, (permit, shared) => api.search(request, undefined, permit, shared), cancel.signal)
      .catch((error: unknown) => error);
  }

  async function booked(): Promise<{ left: number; received: number; notSent: number }> {
    const { requests, received, notSent } = (await openWallet(folder()).report()).service.total;
    return { left: requests - notSent, received, notSent };
  }

  it("books as many requests as reached the library, whatever their outcome", async () => {
    library.onSilence = (name) => cancels.get(name)?.abort();
    const wallets = [openWallet(folder()), openWallet(folder()), openWallet(folder())];
    const steps = fc.sample(fc.record({ fault: fc.constantFrom(...faults, "nowhere"), window: fc.nat(2) }), {
      numRuns: times(150, 500),
      seed: 7,
    });
    for (let at = 0; at < steps.length; at += 10) {
      const batch = steps.slice(at, at + 10);
      await Promise.all(batch.map(({ fault, window }, n) => run(wallets[window]!, `${at + n}`, fault, "never")));
    }
    for (const wallet of wallets) await wallet.dispose();
    const { left, received, notSent } = await booked();
    assert.equal(left, library.requests);
    assert.equal(received, steps.filter(({ fault }) => fault === "page").length);
    assert.equal(notSent, steps.filter(({ fault }) => fault === "nowhere").length);
    const { spent, maybe } = await openWallet(folder()).today();
    assert.equal(spent + maybe, library.requests * 100);
  });

  it("books each attempt if paid requests are retried", async () => {
    const wallet = openWallet(folder());
    const wanted = ["page", "failed", "reset", "half", "serverError", "nowhere"];
    await Promise.all(wanted.map((fault) => run(wallet, fault, fault, "always")));
    assert.deepEqual(await booked(), { left: 13, received: 1, notSent: 3 });
    assert.equal(library.requests, 13);
  });

  it("sends nothing beyond the budget, whatever the outcomes", async () => {
    const wallets = [openWallet(folder(), { budget: 1000 }), openWallet(folder(), { budget: 1000 })];
    const some = ["page", "failed", "reset", "serverError"];
    const runs = Array.from({ length: 24 }, (_, n) => run(wallets[n % 2]!, `${n}`, some[n % 4]!, "always"));
    const results = await Promise.all(runs);
    assert.equal(library.requests, 10);
    assert.ok(results.some((result) => result instanceof Error && "code" in result && result.code === "overBudget"));
  });

  it("pays once for ten clicks", async () => {
    const wallet = openWallet(folder());
    await Promise.all(Array.from({ length: 10 }, () => run(wallet, "same", "page", "never")));
    assert.equal(library.requests, 1);
    assert.equal((await wallet.today()).spent, 100);
  });
});
