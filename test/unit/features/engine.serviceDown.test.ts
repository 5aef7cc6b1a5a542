import assert from "node:assert/strict";
import { startMisbehaving, type Misbehaving } from "../../support/misbehaving";
import { failed, ok } from "../../support/misbehavingReplies";
import { temporaryFolder } from "../../support/temporaryFolder";
import { wireForm } from "../api/answers";
import { failureOf, openPermit, withoutPauses } from "../api/client";
import { openStack, type Stack } from "./stack";

describe("A service that is down", () => {
  withoutPauses();
  const folder = temporaryFolder();
  let service: Misbehaving;
  let stack: Stack;
  beforeEach(async () => {
    service = await startMisbehaving(failed(1009));
    stack = openStack(folder(), service.url, "key", { paidRetry: "always" });
  });
  afterEach(async () => {
    await stack.close();
    await service.close();
  });

  /** Asks once more, as each act of a window does: with a client of its own. */
  const ask = async () => (await stack.clients.current()).api.filters("native");
  const requestsOf = async (act: () => Promise<unknown>) => {
    const before = service.requests.length;
    await act();
    return service.requests.length - before;
  };

  it("gets ten retries from a window, and no more", async () => {
    const sent: number[] = [];
    for (let times = 0; times < 100; times += 1) sent.push(await requestsOf(() => failureOf(ask())));
    assert.deepEqual(sent, [3, 3, 3, 3, 3, ...Array.from({ length: 95 }, () => 1)]);
    const { api } = await stack.clients.current();
    const paid = () => failureOf(api.search({ platform: "native", body: "{}" }, undefined, openPermit()));
    assert.equal(await requestsOf(paid), 1);
  });

  it("gets one more retry per success, and never more than ten", async () => {
    while ((await requestsOf(() => failureOf(ask()))) > 1);
    service.answer(ok(wireForm));
    assert.equal(await requestsOf(ask), 1);
    service.answer(failed(1009));
    assert.deepEqual([await requestsOf(() => failureOf(ask())), await requestsOf(() => failureOf(ask()))], [2, 1]);
    service.answer(ok(wireForm));
    for (let times = 0; times < 30; times += 1) await ask();
    service.answer(failed(1009));
    let again = 0;
    for (let times = 0; times < 20; times += 1) again += (await requestsOf(() => failureOf(ask()))) - 1;
    assert.equal(again, 10);
  });
});
