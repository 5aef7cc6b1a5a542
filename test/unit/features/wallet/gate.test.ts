import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { abortedBy } from "../../../../src/features/wallet/gate";
import type { SpendingCheckPorts, SpendingReasons } from "../../../../src/features/wallet/spendingCheck";
import { ChildScript } from "../../../support/childScript";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger, useWallets, paid, search } from "./acts";

describe("SpendingPlan", () => {
  const script = ChildScript.forSuite("test/unit/features/wallet/planningWindow.ts");
  const folder = temporaryFolder();
  const openWallet = useWallets();
  const page = (number: number) => ({ ...search, identity: `page ${number}` });

  it("asks once for all and gives permits up to the cap, failed attempts included", async () => {
    let asked = 0;
    const wallet = openWallet(folder(), { confirmAbove: 500, confirm: () => Promise.resolve(++asked > 0) });
    const plan = (await wallet.plan(600, "six pages"))!;
    for (let number = 1; number <= 6; number++)
      await plan.spend(page(number), undefined, paid(number % 2 ? "received" : "rejected"));
    await assert.rejects(plan.spend(page(7), undefined, paid()), {
      code: "overBudget",
      refusal: { limit: "plan", credits: 100, left: 0, of: 600 },
    });
    assert.deepEqual([asked, plan.used, plan.left], [1, 600, 0]);
    assert.deepEqual(await wallet.today(), { spent: 300, maybe: 300, sample: 0 });
  });

  it("doesn't count what was certainly not sent", async () => {
    const plan = (await openWallet(folder()).plan(100, "a page"))!;
    await plan.spend(page(1), undefined, paid("notSent"));
    assert.equal(plan.used, 0);
    await plan.spend(page(1), undefined, paid());
    assert.equal(plan.left, 0);
  });

  it("never exceeds its cap with concurrent pages", async () => {
    const wallet = openWallet(folder());
    const plan = (await wallet.plan(300, "three pages"))!;
    const pages = Array.from({ length: 8 }, (_, number) => plan.spend(page(number), undefined, paid()));
    const results = await Promise.allSettled(pages);
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 3);
    assert.equal((await wallet.today()).spent, 300);
  });

  it("finishes a sent request when its caller cancels, and aborts only on request, whoever requests it", async () => {
    const plan = (await openWallet(folder()).plan(200, "two pages"))!;
    for (const which of [0, 1] as const) {
      const cancel = new AbortController();
      const both = [new AbortController(), new AbortController()] as const;
      const gate = abortedBy(abortedBy(plan, both[0].signal), both[1].signal);
      assert.equal(gate.ofPlan, plan);
      const aborted = await gate.spend(page(which), cancel.signal, async (permit, signal) => {
        await permit.beforeAttempt(1);
        cancel.abort();
        const before = signal.aborted;
        both[which].abort();
        await permit.afterAttempt(1, "received");
        return [before, signal.aborted];
      });
      assert.deepEqual(aborted, [false, true]);
    }
  });

  it("doesn't ask about its pages, whatever else was spent meanwhile", async () => {
    const wallet = openWallet(folder(), { confirmAbove: 300 });
    const plan = (await wallet.plan(300, "three pages"))!;
    await openWallet(folder()).spend(search, undefined, paid());
    for (const number of [1, 2, 3]) await plan.spend(page(number), undefined, paid());
    assert.equal(plan.left, 0);
  });

  it("counts its remaining credits against the limit, in all windows, until it ends", async () => {
    const asked: SpendingReasons[] = [];
    const confirm = (...[, , , reasons]: Parameters<SpendingCheckPorts["confirm"]>) => {
      asked.push(reasons);
      return Promise.resolve(false);
    };
    const more = { confirm, confirmAbove: 500 };
    const [one, two] = [openWallet(folder(), more), openWallet(folder(), more)];
    const plan = (await one.plan(300, "three pages"))!;
    await assert.rejects(two.spend({ ...page(9), credits: 300 }, undefined, paid()), { code: "declined" });
    for (const wallet of [one, two]) assert.equal(await wallet.plan(300, "three pages"), undefined);
    assert.deepEqual(asked, Array(3).fill({ limit: { recent: 0, open: 300 } }));
    await plan.spend(page(1), undefined, paid());
    await plan.spend(page(2), undefined, paid("notSent"));
    await two.spend({ ...search, credits: 150 }, undefined, paid());
    assert.equal(await two.plan(200, "two pages"), undefined);
    assert.deepEqual(asked.at(-1), { limit: { recent: 250, open: 200 } });
    await plan.end();
    assert.ok(await two.plan(200, "two pages"));
  });

  it("counts without what it has spent, also after midnight", async () => {
    let now = new Date(2026, 5, 1, 23);
    const asked: SpendingReasons[] = [];
    const confirm = (...[, , , reasons]: Parameters<SpendingCheckPorts["confirm"]>) =>
      Promise.resolve(asked.push(reasons) === 0);
    const more = { confirm, confirmAbove: 500, now: () => now };
    const [one, two] = [openWallet(folder(), more), openWallet(folder(), more)];
    const plan = (await one.plan(300, "three pages"))!;
    await plan.spend(page(1), undefined, paid());
    now = new Date(2026, 5, 2, 0, 30);
    for (const wallet of [one, two]) assert.equal(await wallet.plan(400, "four pages"), undefined);
    assert.deepEqual(asked, Array(2).fill({ limit: { recent: 0, open: 200 } }));
  });

  it("doesn't count if a person agreed to it, or if it costs nothing", async () => {
    const wallet = openWallet(folder(), { confirmAbove: 500, confirm: () => Promise.resolve(true) });
    await (await wallet.plan(600, "six pages"))!.end();
    for (let times = 0; times < 3; times += 1) {
      assert.ok(await wallet.plan(500, "sample pages", true));
      assert.ok(await wallet.plan(0, "bought pages"));
    }
    const strict = openWallet(folder(), { confirmAbove: 500 });
    assert.ok(await strict.plan(500, "five pages"));
  });

  it("counts once if several windows open at once", async () => {
    let asked = 0;
    const more = { confirmAbove: 500, confirm: () => ((asked += 1), Promise.resolve(false)) };
    const wallets = Array.from({ length: 9 }, () => openWallet(folder(), more));
    const plans = await Promise.all(wallets.map((wallet) => wallet.plan(500, "five pages")));
    assert.deepEqual([plans.filter(Boolean).length, asked], [1, 8]);
  });

  it("counts what another window books while it opens", async () => {
    const asked: SpendingReasons[] = [];
    const confirm = (...[, , , reasons]: Parameters<SpendingCheckPorts["confirm"]>) =>
      Promise.resolve(asked.push(reasons) === 0);
    const ledger = openLedger(folder());
    const hold = ledger.hold.bind(ledger);
    ledger.hold = async (...plan) => {
      await openWallet(folder()).spend({ ...search, credits: 300 }, undefined, paid());
      return hold(...plan);
    };
    assert.equal(await openWallet(folder(), { ledger, confirm, confirmAbove: 500 }).plan(300, "pages"), undefined);
    assert.deepEqual(asked, [{ limit: { recent: 300 } }]);
  });

  it("ends with its process, however that ends", async () => {
    const asking = { confirmAbove: 500, confirm: () => Promise.resolve(false) };
    const child = script.start(folder(), "hold");
    await once(child, "message");
    const meanwhile = openWallet(folder(), asking);
    assert.equal(await meanwhile.plan(100, "a page"), undefined);
    await meanwhile.dispose();
    child.kill("SIGKILL");
    await once(child, "close");
    assert.deepEqual(await script.run(folder(), "leave"), [true]);
    const wallet = openWallet(folder(), asking);
    assert.ok(await wallet.plan(500, "five pages"));
    await wallet.dispose();
    assert.deepEqual(await readdir(folder("plans")), []);
  });

  it("gets its credits back if the budget refuses a page", async () => {
    const [wallet, other] = [openWallet(folder(), { budget: 100 }), openWallet(folder())];
    const plan = (await wallet.plan(100, "a page"))!;
    const bought = plan.spend(page(1), undefined, async (permit) => {
      await other.spend(search, undefined, paid());
      await permit.beforeAttempt(1);
    });
    await assert.rejects(bought, { code: "overBudget", refusal: { limit: "day", credits: 100, left: 0, of: 100 } });
    assert.equal(plan.used, 0);
  });

  it("isn't created if the person declines, or if it exceeds the budget", async () => {
    const declining = openWallet(folder(), { confirmAbove: 500, confirm: () => Promise.resolve(false) });
    assert.equal(await declining.plan(600, "six pages"), undefined);
    const wallet = openWallet(folder(), { budget: 500 });
    await wallet.spend(search, undefined, paid());
    await assert.rejects(wallet.plan(500, "five pages"), {
      code: "overBudget",
      refusal: { limit: "day", credits: 500, left: 400, of: 500 },
    });
  });
});

/** A call that is answered when the test says so. */
function heldCall() {
  let starts = 0;
  let signal: AbortSignal | undefined;
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<string>();
  const run: ReturnType<typeof paid> = async (permit, shared) => {
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
  const openWallet = useWallets();

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
    const others = [
      ...[{ platform: "display" }, { origin: "https://b.example" }, { what: "adDetail" }],
      ...[
        { origin: "https://a", identity: "native1" },
        { origin: "https://anative", identity: "1" },
      ],
    ] as const;
    await Promise.all(
      [search, ...others.map((more) => ({ ...search, ...more }))].map((act) => wallet.spend(act, undefined, paid())),
    );
    await wallet.spend(search, undefined, paid());
    assert.equal((await wallet.today()).spent, 700);
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
});
