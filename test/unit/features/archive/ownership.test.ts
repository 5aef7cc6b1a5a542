import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { mayPay } from "../../../../src/features/archive/ownership";
import { toFailure } from "../../../../src/features/failures/failures";

const act = (words: string) => ({ credits: 100, sample: false, words });

describe("The check before the wallet's gate", () => {
  it("asks once about damage, however many acts come while the question is open", async () => {
    let lost = 2;
    const asked: { readonly words: string; readonly lost: number | undefined; answer(yes: boolean): void }[] = [];
    const check = mayPay({
      archive: {
        canTake: () => Promise.resolve(),
        losses: { count: () => Promise.resolve(lost), agree: () => Promise.resolve((lost = 0)) },
      },
      confirm: (_credits, words, _sample, { lostAnswers }) =>
        new Promise((answer) => asked.push({ words, lost: lostAnswers, answer })),
    });
    const together = async (...names: readonly string[]) => {
      const checks = Promise.allSettled(names.map((name) => check(act(name))));
      await setImmediate();
      return checks;
    };
    const waiting = [together("page 2", "page 3"), together("page 4")];
    await setImmediate();
    assert.deepEqual(
      asked.map((each) => [each.words, each.lost]),
      [["page 2", 2]],
    );
    asked[0]!.answer(false);
    for (const outcome of (await Promise.all(waiting)).flat())
      assert.ok(outcome.status === "rejected" && toFailure(outcome.reason).code === "declined", outcome.status);

    const again = together("page 2", "page 3");
    await setImmediate();
    asked[1]!.answer(true);
    assert.deepEqual(
      (await again).map(({ status }) => status),
      ["fulfilled", "fulfilled"],
    );
    await check(act("page 4"));
    assert.equal(asked.length, 2);
  });
});
