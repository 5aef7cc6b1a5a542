import assert from "node:assert/strict";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openWallet, paid, search } from "./acts";

describe("SpendingPlan", () => {
  const folder = temporaryFolder();
  const page = (number: number) => ({ ...search, identity: `page ${number}` });

  it("asks once for all and gives leave up to the cap, failed attempts included", async () => {
    let asked = 0;
    const wallet = openWallet(folder(), { confirmAbove: 500, confirm: () => Promise.resolve(++asked > 0) });
    const plan = (await wallet.plan(600, "six pages"))!;
    for (let number = 1; number <= 6; number++)
      await plan.spend(page(number), undefined, paid(number % 2 ? "received" : "rejected"));
    await assert.rejects(plan.spend(page(7), undefined, paid()), {
      code: "overBudget",
      refusal: { limit: "plan", credits: 100, left: 0 },
    });
    assert.deepEqual([asked, plan.used, plan.left], [1, 600, 0]);
    assert.deepEqual(await wallet.today(), { spent: 300, maybe: 300, sample: 0 });
  });

  it("does not count what was surely not sent", async () => {
    const plan = (await openWallet(folder()).plan(100, "a page"))!;
    await plan.spend(page(1), undefined, paid("notSent"));
    assert.equal(plan.used, 0);
    await plan.spend(page(1), undefined, paid());
    assert.equal(plan.left, 0);
  });

  it("never exceeds its cap with pages at the same time", async () => {
    const wallet = openWallet(folder());
    const plan = (await wallet.plan(300, "three pages"))!;
    const pages = Array.from({ length: 8 }, (_, number) => plan.spend(page(number), undefined, paid()));
    const results = await Promise.allSettled(pages);
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 3);
    assert.equal((await wallet.today()).spent, 300);
  });

  it("finishes what was sent although its caller leaves, once it is told to", async () => {
    const plan = (await openWallet(folder()).plan(200, "two pages"))!;
    /** Whether the request of a caller that leaves is aborted. */
    async function isAborted(number: number): Promise<boolean> {
      const control = new AbortController();
      return plan.spend(page(number), control.signal, async (leave, signal) => {
        await leave.beforeAttempt(1);
        control.abort();
        await leave.afterAttempt(1, "received");
        return signal.aborted;
      });
    }
    assert.equal(await isAborted(1), true);
    plan.finishRequests();
    assert.equal(await isAborted(2), false);
  });

  it("does not ask about its pages, whatever else was spent meanwhile", async () => {
    const wallet = openWallet(folder(), { confirmAbove: 300 });
    const plan = (await wallet.plan(300, "three pages"))!;
    await wallet.spend(search, undefined, paid());
    for (const number of [1, 2, 3]) await plan.spend(page(number), undefined, paid());
    assert.equal(plan.left, 0);
  });

  it("holds nothing of the limit above which a person is asked before its pages are bought", async () => {
    const wallet = openWallet(folder(), { confirmAbove: 300 });
    for (let times = 0; times < 3; times += 1) assert.ok(await wallet.plan(300, "three pages"));
  });

  it("has its credits back where the budget refuses a page after all", async () => {
    const [wallet, other] = [openWallet(folder(), { budget: 100 }), openWallet(folder())];
    const plan = (await wallet.plan(100, "a page"))!;
    const bought = plan.spend(page(1), undefined, async (leave) => {
      await other.spend(search, undefined, paid());
      await leave.beforeAttempt(1);
    });
    await assert.rejects(bought, { code: "overBudget", refusal: { limit: "day", credits: 100, left: 0 } });
    assert.equal(plan.used, 0);
  });

  it("is not made when the person declines, nor when it does not fit into the budget", async () => {
    const declining = openWallet(folder(), { confirmAbove: 500, confirm: () => Promise.resolve(false) });
    assert.equal(await declining.plan(600, "six pages"), undefined);
    const wallet = openWallet(folder(), { budget: 500 });
    await wallet.spend(search, undefined, paid());
    await assert.rejects(wallet.plan(500, "five pages"), {
      code: "overBudget",
      refusal: { limit: "day", credits: 500, left: 400 },
    });
  });
});
