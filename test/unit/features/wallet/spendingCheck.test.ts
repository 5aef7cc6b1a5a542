import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { AgreedLimits, type Limits, type LooserLimit } from "../../../../src/features/wallet/agreements";
import {
  reasonWords,
  type SpendingCheckPorts,
  type SpendingReasons,
} from "../../../../src/features/wallet/spendingCheck";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger, useWallets, paid, search } from "./acts";

const minute = 60_000;

describe("a person's limits", () => {
  const folder = temporaryFolder();
  const openWallet = useWallets();
  const act = (identity: string) => ({ ...search, identity });

  /** Answers each question the same way and keeps what was asked. */
  function person(answer: boolean) {
    const asked: SpendingReasons[] = [];
    return {
      asked,
      confirm: (_credits: number, _label: string, _sample: boolean, reasons: SpendingReasons) => {
        asked.push(reasons);
        return Promise.resolve(answer);
      },
    };
  }

  it("still count after a clock that ran ahead is corrected", async () => {
    let ahead = 300 * minute;
    const { asked, confirm } = person(true);
    const now = () => new Date(Date.UTC(2026, 5, 1, 12) + (ahead += 1));
    const wallet = openWallet(folder(), { confirm, confirmAbove: 300, now });
    for (const name of ["a", "b", "c", "d"]) await wallet.spend(act(name), undefined, paid());
    assert.equal(asked.length, 1);
    ahead = 0;
    for (const name of ["e", "f", "g", "h"]) await wallet.spend(act(name), undefined, paid());
    assert.ok(asked.length > 1);
  });

  it("count over ten minutes and all windows, and start over once the person has agreed", async () => {
    let now = new Date(2026, 5, 1, 12);
    const { asked, confirm } = person(true);
    const more = { confirm, confirmAbove: 300, now: () => now };
    const [one, two] = [openWallet(folder(), more), openWallet(folder(), more)];
    await Promise.all(["a", "b"].map((name) => one.spend(act(name), undefined, paid())));
    await two.spend(act("c"), undefined, paid("unknown"));
    assert.deepEqual(asked, []);
    now = new Date(now.getTime() + 9 * minute);
    await two.spend(act("d"), undefined, paid());
    assert.deepEqual(asked, [{ limit: { recent: 300 } }]);
    for (const name of ["e", "f", "g"]) await one.spend(act(name), undefined, paid());
    assert.equal(asked.length, 1);
    now = new Date(now.getTime() + 11 * minute);
    for (const name of ["h", "i", "j"]) await one.spend(act(name), undefined, paid());
    assert.equal(asked.length, 1);
  });

  it("are told once that a container forgets what is bought, before anything is", async () => {
    let inContainer = true;
    const { asked, confirm } = person(true);
    const settings = () => ({ ...{ confirmAbove: 500, dailyBudget: 0, assistantAllowance: 0 }, paidRetry: "never" as const, inContainer }); // prettier-ignore
    const refused = openWallet(folder(), { confirm: person(false).confirm, settings });
    await assert.rejects(refused.spend(act("a"), undefined, paid()), { code: "declined" });
    assert.equal((await refused.today()).spent, 0);
    const wallet = openWallet(folder(), { confirm, settings });
    await wallet.spend(act("a"), undefined, paid());
    inContainer = false;
    await wallet.spend(act("b"), undefined, paid());
    assert.deepEqual(asked, [{ inContainer: true }]);
    await wallet.spend({ ...search, sample: true, origin: "sample:" }, undefined, paid());
    assert.match(reasonWords({ inContainer: true }).join(), /in this container, and lost when it is rebuilt/);
  });

  it("hold for concurrent acts, and count nothing unsent or from the sample library", async () => {
    const { asked, confirm } = person(false);
    const wallet = openWallet(folder(), { confirm, confirmAbove: 300 });
    await wallet.spend(act("x"), undefined, paid("notSent"));
    const sample = { ...search, sample: true, origin: "sample:" };
    for (let times = 0; times < 5; times += 1) await wallet.spend(sample, undefined, paid());
    const all = await Promise.allSettled([..."abcde"].map((name) => wallet.spend(act(name), undefined, paid())));
    assert.equal(all.filter(({ status }) => status === "fulfilled").length, 3);
    assert.equal(asked.length, 2);
    assert.equal((await wallet.today()).spent, 300);
  });

  it("count an act once that is booked while another one is pending", async () => {
    const { asked, confirm } = person(true);
    const ledger = openLedger(folder());
    const state = ledger.state.bind(ledger);
    const wallet = openWallet(folder(), { ledger, confirm, confirmAbove: 100 });
    let second: Promise<unknown> | undefined;
    await wallet.spend(act("a"), undefined, async (permit) => {
      const booked = Promise.withResolvers<void>();
      // The ledger is read before the first act is booked, and told of after that.
      await new Promise<void>((read) => {
        ledger.state = async (isCounted) => {
          const before = await state(isCounted);
          read();
          await booked.promise;
          return before;
        };
        second = wallet.spend(act("b"), undefined, paid());
      });
      await permit.beforeAttempt(1);
      booked.resolve();
      await permit.afterAttempt(1, "received");
    });
    await second;
    assert.deepEqual(asked, [{ limit: { recent: 100 } }]);
  });

  it("count an act once whose line is written before its window knows", async () => {
    const { asked, confirm } = person(true);
    const ledger = openLedger(folder());
    const send = ledger.send.bind(ledger);
    const wallet = openWallet(folder(), { ledger, confirm, confirmAbove: 100 });
    let second: Promise<unknown> | undefined;
    ledger.send = async (...booking) => {
      const booked = await send(...booking);
      if (!second) await (second = wallet.spend(act("b"), undefined, paid()));
      return booked;
    };
    await wallet.spend(act("a"), undefined, paid());
    assert.deepEqual(asked, [{ limit: { recent: 100 } }]);
  });

  it("count nothing for an attempt that was certainly not sent, even while its act continues", async () => {
    const wallet = openWallet(folder(), { confirmAbove: 100 });
    await wallet.spend(act("a"), undefined, async (permit) => {
      await permit.beforeAttempt(1);
      await permit.afterAttempt(1, "notSent");
      await wallet.spend(act("b"), undefined, paid());
    });
    assert.equal((await wallet.today()).spent, 100);
  });

  it("ask once per agreement", async () => {
    const { asked, confirm } = person(false);
    const wallet = openWallet(folder(), { confirm, confirmAbove: 0 });
    wallet.agree(search);
    await wallet.spend(search, undefined, paid());
    await assert.rejects(wallet.spend(search, undefined, paid()), { code: "declined" });
    assert.equal(asked.length, 1);
  });

  it("keep an agreement to what it was for: so many credits, once", () => {
    const wallet = openWallet(folder());
    wallet.agree(search, 300);
    assert.deepEqual([wallet.agreedTo(search, 300), wallet.agreedTo(search, 300)], [true, false]);
    wallet.agree(search, 300);
    assert.equal(wallet.agreedTo(search, 400), false);
  });

  it("stop all paid acts while one limit is unreadable, except in the sample library", async () => {
    const settings = () => ({
      confirmAbove: 500,
      dailyBudget: 0,
      assistantAllowance: 0,
      paidRetry: "never" as const,
      unreadableLimits: ["adLibrary.dailyBudget"],
    });
    const wallet = openWallet(folder(), { settings });
    for (const spending of [wallet.spend(search, undefined, paid()), wallet.plan(100, "a page")])
      await assert.rejects(spending, { code: "limitUnreadable", more: { specifics: "adLibrary.dailyBudget" } });
    await wallet.spend({ ...search, sample: true }, undefined, paid());
    assert.deepEqual(await wallet.today(), { spent: 0, maybe: 0, sample: 100 });
  });

  it("ask once when a limit is loosened, not when it is tightened", async () => {
    let limits = { confirmAbove: 500, dailyBudget: 2000, assistantAllowance: 0, paidRetry: "whenNotSent" } as Limits;
    const settings = () => limits;
    const [no, yes] = [person(false), person(true)];
    const more = { settings, agreedLimits: new AgreedLimits(folder()) };
    const [declining, agreeing] = [openWallet(folder(), { ...more, ...no }), openWallet(folder(), { ...more, ...yes })];
    await declining.noteLimits();
    const steps: readonly (readonly [Partial<Limits>, readonly LooserLimit[]])[] = [
      [{ confirmAbove: 400, dailyBudget: 1500 }, []],
      [{ confirmAbove: 450 }, [{ name: "confirmAbove", from: 400, to: 450 }]],
      [{ dailyBudget: 0 }, [{ name: "dailyBudget", from: 1500, to: 0 }]],
      [{ assistantAllowance: 100 }, [{ name: "assistantAllowance", from: 0, to: 100 }]],
      [{ paidRetry: "always" }, [{ name: "paidRetry", from: "whenNotSent", to: "always" }]],
      [{ paidRetry: "never" }, []],
      [{ paidRetry: "whenNotSent", confirmAbove: 10 }, [{ name: "paidRetry", from: "never", to: "whenNotSent" }]],
    ];
    for (const [at, [change, looser]] of steps.entries()) {
      limits = { ...limits, ...change };
      await agreeing.noteLimits();
      const asked = looser.length === 0 ? [] : [{ looser }];
      const isDeclined = declining.spend({ ...act(`no ${at}`), credits: 0 }, undefined, paid());
      if (looser.length > 0) await assert.rejects(isDeclined, { code: "declined" });
      await isDeclined.catch(() => undefined);
      for (const name of ["once", "twice"])
        await agreeing.spend({ ...act(`${name} ${at}`), credits: 0 }, undefined, paid());
      assert.deepEqual([no.asked.splice(0), yes.asked.splice(0)], [asked, asked], JSON.stringify(change));
    }
  });

  it("count from when they became stricter, even if the person declines another that became looser", async () => {
    const { asked, confirm } = person(false);
    let limits = { confirmAbove: 500, dailyBudget: 0, assistantAllowance: 0, paidRetry: "never" } as Limits;
    const agreedLimits = new AgreedLimits(folder());
    const wallet = openWallet(folder(), { settings: () => limits, agreedLimits, confirm });
    await wallet.noteLimits();
    for (const change of [
      { confirmAbove: 100, paidRetry: "always" },
      { confirmAbove: 500, paidRetry: "never" },
    ] as const) {
      // prettier-ignore
      limits = { ...limits, ...change };
      await assert.rejects(wallet.spend(act("a"), undefined, paid()), { code: "declined" });
    }
    assert.deepEqual(asked, [
      { looser: [{ name: "paidRetry", from: "never", to: "always" }] },
      { looser: [{ name: "confirmAbove", from: 100, to: 500 }] },
    ]);
  });

  it("ask as with the defaults if the agreement can't be read", async () => {
    const { asked, confirm } = person(false);
    await writeFile(folder("limits.json"), "{");
    const agreedLimits = new AgreedLimits(folder());
    const wallet = openWallet(folder(), { agreedLimits, confirm, confirmAbove: 600 });
    await assert.rejects(wallet.spend(act("a"), undefined, paid()), { code: "declined" });
    assert.deepEqual(asked, [{ looser: [{ name: "confirmAbove", from: 500, to: 600 }] }]);
  });

  it("don't ask if no answer could permit it", async () => {
    const wallet = openWallet(folder(), { confirmAbove: 0, budget: 100 });
    for (const spending of [
      wallet.spend({ ...search, credits: 200 }, undefined, paid()),
      wallet.plan(200, "two pages"),
      wallet.refuse({ credits: 200, sample: false }),
    ])
      await assert.rejects(spending, { code: "overBudget" });
    await wallet.refuse({ credits: 200, sample: true });
  });

  it("ask again after an answer couldn't be stored, even within a plan", async () => {
    const full = new Error("ENOSPC");
    const asked: SpendingReasons[] = [];
    // Only the first question is declined.
    const confirm = (...[, , , reasons]: Parameters<SpendingCheckPorts["confirm"]>) =>
      Promise.resolve(asked.push(reasons) > 1);
    const wallet = openWallet(folder(), { confirm });
    const plan = (await wallet.plan(300, "three pages"))!;
    wallet.noteNotStored(full);
    await assert.rejects(wallet.spend(act("a"), undefined, paid()), { code: "declined" });
    await wallet.spend(act("a"), undefined, paid());
    wallet.noteNotStored(full);
    await plan.spend(act("b"), undefined, paid());
    await plan.spend(act("c"), undefined, paid());
    assert.deepEqual(asked, Array(3).fill({ notStored: { error: full } }));
  });

  it("ask while the ledger is damaged until the person agrees, across windows", async () => {
    const first = openWallet(folder());
    for (const name of ["a", "b", "c"]) await first.spend(act(name), undefined, paid());
    await first.dispose();
    const [name = ""] = (await readdir(folder())).filter((each) => each.endsWith(".ndjson"));
    const lines = (await readFile(folder(name), "utf8")).split("\n");
    await writeFile(folder(name), lines.filter((_, at) => at !== 4).join("\n"));
    const [no, yes] = [person(false), person(true)];
    const declining = openWallet(folder(), no);
    for (let times = 0; times < 2; times += 1)
      await assert.rejects(declining.spend(act("d"), undefined, paid()), { code: "declined" });
    assert.deepEqual(no.asked, [{ damagedLedger: { missing: 100 } }, { damagedLedger: { missing: 100 } }]);
    const agreeing = openWallet(folder(), yes);
    for (const each of ["e", "f"]) await agreeing.spend(act(each), undefined, paid());
    await openWallet(folder()).spend(act("g"), undefined, paid());
    assert.equal(yes.asked.length, 1);
    const { damaged } = await declining.report();
    assert.deepEqual(damaged, [{ file: name, missing: 100 }]);
  });

  it("ask if the ledger, or its end, reads as zeros, or lines were joined, even after a free act", async () => {
    const first = openWallet(folder());
    for (const name of ["a", "b", "c"]) await first.spend(act(name), undefined, paid());
    await first.dispose();
    const [name = ""] = (await readdir(folder())).filter((each) => each.endsWith(".ndjson"));
    const good = await readFile(folder(name));
    const joined = good.toString().replaceAll("\n", "");
    for (const bad of [Buffer.from(good).fill(0), Buffer.from(good).fill(0, 100), joined]) {
      await writeFile(folder(name), bad);
      await openWallet(folder()).spend({ ...search, sample: true, origin: "sample:" }, undefined, paid());
      const { asked, confirm } = person(false);
      const wallet = openWallet(folder(), { confirm });
      await assert.rejects(wallet.spend(act("d"), undefined, paid()), { code: "declined" });
      assert.deepEqual(asked, [{ damagedLedger: { missing: 0 } }], bad.toString());
      await wallet.dispose();
    }
  });
});
