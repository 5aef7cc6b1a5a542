import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { rowsOf } from "../../../support/valuesOf";
import { outcomes } from "../../../../src/features/wallet/ledgerLine";
import { FeatureError, WalletError } from "../../../../src/features/failures/featureError";
import { openLedger, openWallet, paid, search } from "./acts";

const refused = (code: string, limit?: string) => (error: unknown) => {
  assert.ok(error instanceof WalletError);
  assert.deepEqual([error.code, error.refusal?.limit], [code, limit]);
  return true;
};

describe("Wallet", () => {
  const folder = temporaryFolder();

  it("says what is left of a daily budget, whatever was spent of the sample library", async () => {
    const wallet = openWallet(folder(), { budget: 250 });
    await wallet.spend({ ...search, sample: true, origin: "sample:" }, undefined, paid());
    assert.deepEqual((await wallet.today()).budget, { of: 250, left: 250 });
    await wallet.spend(search, undefined, paid());
    assert.deepEqual((await wallet.today("another library")).budget, { of: 250, left: 150 });
    await assert.rejects(
      wallet.spend({ ...search, identity: "x", credits: 200 }, undefined, paid()),
      refused("overBudget", "day"),
    );
  });

  it("books each outcome's charge", async () => {
    const wallet = openWallet(folder());
    for (const outcome of outcomes) await wallet.spend({ ...search, identity: outcome }, undefined, paid(outcome));
    await wallet.spend({ ...search, sample: true, origin: "sample:" }, undefined, paid());
    const { service, sample, corruptLines } = await wallet.report();
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 200, sample: 100 });
    assert.deepEqual(
      { ...service.total },
      { requests: 4, received: 1, rejected: 1, notSent: 1, unknown: 1, spent: 100, maybe: 200 },
    );
    assert.equal(sample.total.spent, 100);
    assert.equal(corruptLines, 0);
  });

  it("writes an attempt's line to disk before the attempt is sent", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      const [file = ""] = (await readdir(folder())).filter((name) => name.endsWith(".ndjson"));
      assert.match(await readFile(folder(file), "utf8"), /^\{"line":"sent".*\n$/);
      await permit.afterAttempt(1, "received");
    });
  });

  it("counts each attempt of a retried call", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, async (permit) => {
      for (const [index, outcome] of (["notSent", "unknown", "received"] as const).entries()) {
        await permit.beforeAttempt(index + 1);
        await permit.afterAttempt(index + 1, outcome);
      }
    });
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 100, sample: 0 });
  });

  it("counts an attempt without an outcome as possibly charged, and passes on the error", async () => {
    const wallet = openWallet(folder());
    const broken = new Error("broken");
    const call = wallet.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      throw broken;
    });
    await assert.rejects(call, broken);
    assert.deepEqual(await wallet.today(), { spent: 0, maybe: 100, sample: 0 });
  });

  it("says that a request canceled without an outcome may have been charged", async () => {
    const call = openWallet(folder()).spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      throw new DOMException("Cancelled.", "AbortError");
    });
    await assert.rejects(call, { code: "cancelled", more: { charge: "unknown" } });
  });

  it("records nothing of an act canceled during its question, and no attempt of one canceled later", async () => {
    const lines = async () => {
      const names = (await readdir(folder())).filter((name) => name.endsWith(".ndjson"));
      return Promise.all(names.map((name) => readFile(folder(name), "utf8")));
    };
    const [first, second] = [new AbortController(), new AbortController()];
    const confirm = () => {
      first.abort();
      return Promise.resolve(true);
    };
    const asking = openWallet(folder(), { confirm, confirmAbove: 0 });
    await assert.rejects(asking.spend(search, first.signal, paid()), { name: "AbortError" });
    assert.deepEqual(await lines(), []);
    const call = openWallet(folder()).spend(search, second.signal, async (permit) => {
      second.abort();
      await permit.beforeAttempt(1);
    });
    await assert.rejects(call, { name: "AbortError" });
    assert.deepEqual(await lines(), []);
  });

  it("counts nothing against the limit for an act that ended without a request", async () => {
    const wallet = openWallet(folder(), { confirmAbove: 100 });
    await wallet.spend(search, undefined, () => Promise.resolve());
    await wallet.spend(search, undefined, paid());
    assert.equal((await wallet.today()).spent, 100);
  });

  it("keeps the locks of acts in a folder of their own", async () => {
    await openWallet(folder()).spend(search, undefined, paid());
    assert.equal((await readdir(folder("locks"))).filter((name) => name.endsWith(".db")).length, 1);
  });

  it("announces that today's credits may have changed after each outcome", async () => {
    const wallet = openWallet(folder());
    let told = 0;
    wallet.onChanged(() => (told += 1));
    await wallet.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      const before = told;
      await permit.afterAttempt(1, "rejected");
      assert.ok(told > before);
    });
  });

  for (const [outcome, charge] of [
    ["notSent", "none"],
    ["rejected", "unknown"],
    ["unknown", "unknown"],
  ] as const) {
    it(`reports a refusal after an attempt that ended as ${outcome} as ${charge}`, async () => {
      for (const refusal of [undefined, new FeatureError("assistantsStopped")]) {
        const place = folder(refusal?.code ?? "budget");
        const [ledger, other] = [openLedger(place), openWallet(place)];
        const wallet = openWallet(place, { ledger, budget: 200 });
        const call = wallet.spend(search, undefined, async (permit) => {
          await permit.beforeAttempt(1);
          await permit.afterAttempt(1, outcome);
          for (const identity of ["2", "3"]) await other.spend({ ...search, identity }, undefined, paid());
          if (refusal) ledger.send = () => Promise.reject(refusal);
          await permit.beforeAttempt(2);
        });
        await assert.rejects(call, ({ code, more }: FeatureError) => {
          assert.deepEqual([code, more.charge ?? "none"], [refusal?.code ?? "overBudget", charge]);
          return true;
        });
      }
    });
  }

  it("tells an export how its attempts ended", async () => {
    const told: string[] = [];
    const paying = { id: "an export", ended: (outcome: string) => void told.push(outcome) };
    const wallet = openWallet(folder());
    await wallet.spend({ ...search, export: paying }, undefined, paid());
    assert.deepEqual(told, ["received"]);
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("gives no permit after the act has ended", async () => {
    const wallet = openWallet(folder());
    const permit = await wallet.spend(search, undefined, (given) => Promise.resolve(given));
    await assert.rejects(permit.beforeAttempt(1), /has ended/);
    assert.deepEqual(await wallet.today(), { spent: 0, maybe: 0, sample: 0 });
  });

  it("leaves pending requests out of today's sum", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      assert.deepEqual(await wallet.today(), { spent: 0, maybe: 0, sample: 0 });
      assert.deepEqual(await openWallet(folder()).today(), { spent: 0, maybe: 100, sample: 0 });
      await permit.afterAttempt(1, "received");
    });
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("refuses what exceeds the daily budget, before anything is sent", async () => {
    const wallet = openWallet(folder(), { budget: 250 });
    await wallet.spend(search, undefined, paid());
    await wallet.spend({ ...search, identity: "2" }, undefined, paid("unknown"));
    await assert.rejects(wallet.spend({ ...search, identity: "3" }, undefined, paid()), refused("overBudget", "day"));
    await wallet.spend({ ...search, sample: true }, undefined, paid());
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 100, sample: 100, budget: { of: 250, left: 50 } });
  });

  it("checks the budget for each attempt of one act", async () => {
    const wallet = openWallet(folder(), { budget: 200 });
    const call = wallet.spend(search, undefined, async (permit) => {
      for (let attempt = 1; ; attempt++) {
        await permit.beforeAttempt(attempt).catch(() => {
          throw new Error("wrapped by the client");
        });
        await permit.afterAttempt(attempt, "rejected");
      }
    });
    await assert.rejects(call, refused("overBudget", "day"));
    assert.deepEqual(await wallet.today(), { spent: 0, maybe: 200, sample: 0, budget: { of: 200, left: 0 } });
  });

  it("restores the budget for unsent requests, and on the next day", async () => {
    let now = new Date(2026, 0, 31, 23, 59, 59);
    const wallet = openWallet(folder(), { budget: 100, now: () => now });
    await wallet.spend(search, undefined, paid("notSent"));
    await wallet.spend(search, undefined, paid());
    await assert.rejects(wallet.spend(search, undefined, paid()), refused("overBudget", "day"));
    now = new Date(2026, 1, 1, 0, 0, 0);
    await wallet.spend(search, undefined, paid());
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 0, sample: 0, budget: { of: 100, left: 0 } });
    assert.deepEqual(rowsOf((await wallet.report()).service.days, "name", "spent"), [
      ["2026-02-01", 100],
      ["2026-01-31", 100],
    ]);
  });

  it("books an act around midnight at a month's end on the day its attempt was sent", async () => {
    let now = new Date(2026, 0, 31, 23, 59, 59);
    const wallet = openWallet(folder(), { now: () => now });
    await wallet.spend(search, undefined, async (permit) => {
      now = new Date(2026, 1, 1, 0, 0, 1);
      await permit.beforeAttempt(1);
      await permit.afterAttempt(1, "received");
    });
    assert.equal((await wallet.today()).spent, 100);
    assert.equal((await openWallet(folder(), { now: () => now }).today()).spent, 100);
  });

  it("asks only above the limit, with the price, and accepts a no", async () => {
    const asked: unknown[] = [];
    const confirm = (...question: unknown[]) => {
      asked.push(question);
      return Promise.resolve(false);
    };
    const wallet = openWallet(folder(), { confirm, confirmAbove: 500 });
    await wallet.spend({ ...search, credits: 500 }, undefined, paid());
    assert.deepEqual(asked, []);
    await assert.rejects(wallet.spend({ ...search, credits: 600 }, undefined, paid()), refused("declined"));
    assert.deepEqual(asked, [[600, "Search on Native: “shoes”", false, { limit: { recent: 500 } }]]);
    assert.equal((await wallet.today()).spent, 500);
  });

  it("sends nothing if the ledger can't be written", async () => {
    const path = folder("taken");
    await writeFile(path, "");
    await assert.rejects(openWallet(path).spend(search, undefined, paid()), refused("storage"));
  });

  it("returns the answer even if its outcome can't be recorded, and counts it as possibly charged", async () => {
    const path = folder("ledger");
    const problems: unknown[] = [];
    const ledger = openLedger(path);
    const wallet = openWallet(path, { ledger, onLedgerProblem: (error) => problems.push(error) });
    let aside: () => Promise<void> = () => Promise.resolve();
    const answer = await wallet.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      const [file = ""] = (await readdir(path)).filter((name) => name.endsWith(".ndjson"));
      await rename(join(path, file), join(path, "aside"));
      await mkdir(join(path, file));
      await permit.afterAttempt(1, "received");
      aside = async () => {
        await rmdir(join(path, file));
        await rename(join(path, "aside"), join(path, file));
      };
      return "answer";
    });
    await aside();
    assert.equal(answer, "answer");
    assert.equal(problems.length, 1);
    assert.deepEqual(await wallet.today(), { spent: 0, maybe: 100, sample: 0 });
  });

  it("equals what was sent, over any mix of outcomes, failures, and windows", async () => {
    const step = fc.record({ outcome: fc.constantFrom(...outcomes), throws: fc.boolean(), window: fc.nat(2) });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const path = folder(String(round++));
        const windows = [0, 1, 2].map(() => openWallet(path));
        let left = 0;
        const acts = steps.map(({ outcome, throws, window }, index) =>
          windows[window]!.spend({ ...search, identity: String(index) }, undefined, async (permit) => {
            await permit.beforeAttempt(1);
            if (throws || outcome !== "notSent") left += 100;
            if (throws) throw new Error("broken");
            await permit.afterAttempt(1, outcome);
          }),
        );
        await Promise.allSettled(acts);
        for (const window of windows) {
          const { spent, maybe } = await window.today();
          assert.equal(spent + maybe, left);
          await window.dispose();
        }
      }),
      { numRuns: times(15, 30) },
    );
  });
});
