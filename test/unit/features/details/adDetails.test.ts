import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { toFailure } from "../../../../src/features/failures/failures";
import type { AdRef } from "../../../../src/protocol/ads";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

const never = new AbortController().signal;

describe("details of single ads", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  let ad: AdRef;
  const paid = () => library.paid().length;
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "worked",
      (error: unknown) => toFailure(error).code,
    );

  beforeEach(async () => {
    library = await startCountedLibrary();
    stack = openStack(folder(), library.url, library.key);
    ad = { platform: "native", id: /"id":(\d+)/.exec(await library.answerOf("native"))![1]! };
  });
  afterEach(async () => {
    await stack.close();
    await library.close();
  });

  it("are paid for once and then bought, also by the next window", async () => {
    assert.equal(await stack.details.bought(ad), undefined);
    const bought = await stack.details.detail(ad, false, never);
    assert.deepEqual([bought.bought, bought.detail.ad.id], [false, ad.id]);
    assert.deepEqual(await stack.details.detail(ad, false, never), { ...bought, bought: true });
    await stack.close();
    stack = openStack(folder(), library.url, library.key);
    assert.deepEqual(await stack.details.detail(ad, false, never), { ...bought, bought: true });
    assert.equal(paid(), 1);
  });

  it("are paid for again on request, and the newer answer counts", async () => {
    const first = await stack.details.detail(ad, false, never);
    const second = await stack.details.detail(ad, true, never);
    assert.equal(second.bought, false);
    assert.ok(second.fetchedAt >= first.fetchedAt);
    assert.equal((await stack.details.bought(ad))?.fetchedAt, second.fetchedAt);
    assert.equal(paid(), 2);
  });

  it("are requested once for simultaneous requests", async () => {
    const held = library.hold();
    let joined = 0;
    const spend: Stack["wallet"]["spend"] = (...args) => {
      joined += 1;
      return stack.wallet.spend(...args);
    };
    const both = Promise.all([1, 2].map(() => stack.details.fetch(ad, never, { spend })));
    // Who comes after the answer finds it bought.
    while (joined < 2) await setImmediate();
    await held.answer();
    const [first, second] = await both;
    assert.deepEqual([first?.bought, second?.bought], [undefined, undefined]);
    assert.equal(first?.answer, second?.answer);
    assert.equal(paid(), 1);
  });

  it("are refused before sending for an ad without details and for another library", async () => {
    assert.equal(await codeOf(stack.details.detail({ platform: "mega", id: "1" }, false, never)), "noDetails");
    const elsewhere = stack.details.detail(ad, false, never, "https://elsewhere.example");
    assert.equal(await codeOf(elsewhere), "otherLibrary");
    assert.equal(library.requests.length, 0);
    assert.equal((await stack.details.detail(ad, false, never, library.url)).detail.ad.id, ad.id);
  });

  it("are returned as the exact text, if bought", async () => {
    assert.equal(await codeOf(stack.details.raw(ad)), "notFound");
    assert.equal(paid(), 0);
    const { answer, kept } = await stack.details.fetch(ad, never, stack.wallet);
    assert.equal(kept, true);
    assert.equal(await stack.details.raw(ad), answer.text);
    assert.match(answer.text, new RegExp(`"id":${ad.id}\\b`));
  });

  it("tell which of many ads have bought details, without a request", async () => {
    await stack.details.detail(ad, false, never);
    const asked = library.requests.length;
    const others: AdRef[] = [
      { platform: "native", id: "1" },
      { platform: "reddit", id: ad.id },
    ];
    assert.deepEqual(await stack.details.boughtAmong([...others, ad]), [`native:${ad.id}`]);
    assert.deepEqual(await stack.details.boughtAmong([]), []);
    assert.equal(library.requests.length, asked);
  });

  it("are found by the library that they are of, whichever is connected", async () => {
    const bought = await stack.details.detail(ad, false, never);
    stack.set({ baseUrl: "https://elsewhere.example" });
    const of = { origin: library.url, version: "v2" } as const;
    assert.deepEqual([await stack.details.boughtAmong([ad]), await stack.details.bought(ad)], [[], undefined]);
    assert.deepEqual(await stack.details.boughtAmong([ad], of), [`native:${ad.id}`]);
    assert.deepEqual(await stack.details.bought(ad, of), { ...bought, bought: true });
  });

  it("leave no request behind when aborted, and say that they may have been charged", async () => {
    library.hold();
    const now = new AbortController();
    const asked = stack.details
      .detail(ad, false, never, undefined, now.signal)
      .then(() => assert.fail("It worked."), toFailure);
    await library.paidArrived(1);
    now.abort();
    assert.deepEqual([(await asked).code, (await asked).charge], ["cancelled", "unknown"]);
    await library.paid()[0]!.closed;
    assert.equal(await stack.details.bought(ad), undefined);
  });
});
