import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

import { mayPay, type Ownership } from "../../../../src/features/archive/ownership";
import { toFailure } from "../../../../src/features/failures/failures";
import type { SpendingAct } from "../../../../src/features/wallet/gate";
import type { SpendingReasons } from "../../../../src/features/wallet/spendingCheck";

const act = (words: string): SpendingAct => ({
  ...{ what: "search", identity: words, credits: 100, origin: "https://ads.example", sample: false },
  ...{ platform: "native", label: "", words, of: { page: 1 } },
});
const paidAt = "2026-11-24T10:00:00.000Z";

describe("The check before the wallet's gate", () => {
  const asked: { readonly words: string; readonly again: SpendingReasons["again"]; answer(yes: boolean): void }[] = [];
  let paid: boolean;
  const check = mayPay({
    archive: { canTake: () => Promise.resolve() },
    paidFor: () => Promise.resolve(paid ? { paidAt } : undefined),
    confirm: (_credits, words, _sample, { again }) => new Promise((answer) => asked.push({ words, again, answer })),
  });
  beforeEach(() => {
    asked.length = 0;
    paid = false;
  });
  type Plan = NonNullable<Parameters<typeof check>[2]>;
  const of = (state: Ownership, plan?: Plan) => check(act("page"), () => Promise.resolve(state), plan);
  const refusal = (work: Promise<unknown>) => work.then(() => assert.fail("It was not refused."), toFailure);

  it("asks nothing for new answers or refreshed bought ones", async () => {
    await of("absent");
    paid = true;
    await of("bought");
    assert.equal(asked.length, 0);
  });

  it("asks before buying an answer again that is damaged, or in the ledger but not the archive", async () => {
    const damaged = of("damaged");
    await setImmediate();
    asked[0]!.answer(true);
    await damaged;
    paid = true;
    const gone = of("absent");
    await setImmediate();
    asked[1]!.answer(false);
    assert.equal((await refusal(gone)).code, "declined");
    assert.deepEqual(
      asked.map(({ again }) => again),
      [{ state: "damaged" }, { state: "gone", paidAt }],
    );
  });

  it("asks nothing for an answer that another process stores and books while the archive is asked", async () => {
    paid = true;
    const states: Ownership[] = ["absent", "bought"];
    assert.equal(await check(act("page"), () => Promise.resolve(states.shift()!), undefined), "byAnother");
    assert.equal(asked.length, 0);
  });

  it("asks once for all acts of a plan, and once for each single act", async () => {
    const plan = {};
    const together = [of("damaged", plan), of("damaged", plan)];
    await setImmediate();
    assert.equal(asked.length, 1);
    asked[0]!.answer(true);
    await Promise.all(together);
    await of("damaged", plan);
    assert.equal(asked.length, 1);
    for (const count of [2, 3]) {
      const single = of("damaged");
      await setImmediate();
      assert.equal(asked.length, count);
      asked[count - 1]!.answer(true);
      await single;
    }
  });

  it("asks nothing in a plan whose lost answers were agreed to before it began", async () => {
    paid = true;
    await of("absent", { buysAgain: Promise.resolve(true) });
    assert.equal(asked.length, 0);
  });

  it("refuses assistants without asking", async () => {
    const failure = await refusal(
      of("damaged", { by: { door: "mcp", client: "a model", tool: "buy_plan", since: paidAt } }),
    );
    assert.equal(failure.code, "paidBefore");
    assert.equal(asked.length, 0);
  });
});
