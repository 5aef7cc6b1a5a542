import assert from "node:assert/strict";
import fc from "fast-check";
import { abortedBy } from "../../../src/features/wallet/gate";
import type { SearchPage } from "../../../src/protocol/search";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import type { Reply } from "../../support/misbehaving";
import { body, failed, hangBeforeHeaders, redirect, resetInBody, shortBody } from "../../support/misbehavingReplies";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack, type Stack } from "./stack";
import { times } from "../../support/long";

const faults: Readonly<Record<string, Reply>> = {
  refused: failed(1003, "not enabled"),
  serverError: failed(1009, "server error"),
  html: body("<html>Sign in</html>"),
  resetInBody,
  shortBody,
  redirect: redirect(307, "https://elsewhere.example/"),
};

const countries = ["us", "gb", "ca", "au"];

/** What a person does next. Numbers choose among what there is. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("search" as const), text: fc.nat(11), twice: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("next" as const) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("detail" as const), ad: fc.nat(30), refresh: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("leave" as const), by: fc.constantFrom("cancel", "newKey") }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant("fault" as const), name: fc.constantFrom(...Object.keys(faults)) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe("a long random session with faults", () => {
  const folder = temporaryFolder();
  const never = new AbortController().signal;
  let library: CountedLibrary;
  let shown: {
    readonly stack: Stack;
    readonly query: { platform: "native"; choices: [] };
    readonly pages: SearchPage[];
  };
  beforeEach(async () => {
    library = await startCountedLibrary();
  });
  afterEach(() => library.close());

  const settled = (work: Promise<unknown>) => work.catch(() => undefined);

  async function search(stack: Stack, text: number, now = never): Promise<void> {
    const query = await stack.search.fromBody("native", {
      countries: countries.slice(0, 1 + (text % 4)),
      os: [1 + (text % 5)],
    });
    const frozen = await stack.search.freeze(query);
    const page = await stack.search.search(frozen, undefined, never, abortedBy(stack.wallet, now));
    await stack.ran.note(frozen, page);
    shown = { stack, query: query as never, pages: [page] };
  }

  async function next(stack: Stack): Promise<void> {
    const last = shown.pages.at(-1)!;
    if (!last.hasNextPage || last.lastHit === undefined) return;
    const frozen = await stack.search.freezeBought(shown.query);
    shown.pages.push(await stack.search.search(frozen, { page: last.page + 1, lastHit: last.lastHit }, never));
  }

  async function detail(stack: Stack, at: number, refresh: boolean): Promise<void> {
    const ads = shown.pages.flatMap(({ ads }) => ads);
    const ad = ads[at % Math.max(1, ads.length)];
    if (ad?.id !== undefined) await stack.details.detail({ platform: "native", id: ad.id }, refresh, never);
  }

  /** A request on its way is left: by its caller, or because another key counts from now on. */
  async function leave(stack: Stack, by: string): Promise<void> {
    const before = library.paid().length;
    const left = new AbortController();
    library.next(hangBeforeHeaders);
    const asked = settled(search(stack, 1000 + before, left.signal));
    await library.paidArrived(before + 1);
    if (by === "cancel") left.abort();
    else
      await stack.connection
        .setKey({ key: `${library.key}-${before}` })
        .then(() => stack.connection.setKey({ key: library.key }));
    await asked;
  }

  async function take(stack: Stack, wish: Step): Promise<void> {
    switch (wish.act) {
      case "search":
        if (wish.twice) await Promise.all([search(stack, wish.text), search(stack, wish.text)]);
        else await search(stack, wish.text);
        return;
      case "next":
        return next(stack);
      case "detail":
        return detail(stack, wish.ad, wish.refresh);
      case "leave":
        return leave(stack, wish.by);
      case "fault":
        return library.next(faults[wish.name]!);
    }
  }

  it("leaves a ledger with as many paid requests as the library counted", async () => {
    // Before something is bought again whose last answer can't be read, the person is asked.
    const agrees = () => Promise.resolve(true);
    const stacks = [1, 2, 3].map(() => openStack(folder(), library.url, library.key, {}, agrees));
    await search(stacks[0]!, 0);
    const steps = fc.sample(fc.record({ wish: step, window: fc.nat(2) }), { numRuns: times(250, 500), seed: 11 });
    for (const { wish, window } of steps) await settled(take(stacks[window]!, wish));
    for (const stack of stacks) await stack.close();

    const reader = openStack(folder(), library.url, library.key);
    const { requests, notSent, received, rejected, unknown, spent, maybe } = (await reader.wallet.report()).service
      .total;
    assert.ok(library.paid().length > times(75, 150));
    assert.equal(requests - notSent, library.paid().length);
    assert.ok(received > times(50, 100) && rejected > times(2, 5) && unknown > times(2, 5));
    assert.equal(spent + maybe, library.paid().length * 100);
    assert.equal(spent, received * 100);
    await reader.close();
  });

  it("never pays twice for what it owns", async () => {
    const stack = openStack(folder(), library.url, library.key);
    await search(stack, 0);
    const frozen = await stack.search.freeze(shown.query);
    const ad = { platform: "native", id: shown.pages[0]!.ads[0]!.id! } as const;
    await stack.details.detail(ad, false, never);
    await next(stack);
    const paid = library.paid().length;
    for (let times = 0; times < 5; times += 1) {
      assert.equal((await stack.details.detail(ad, false, never)).bought, true);
      const page = await stack.search.search(frozen, { page: 2, lastHit: shown.pages[0]!.lastHit! }, never);
      assert.equal(page.bought, true);
    }
    assert.equal(library.paid().length, paid);
    await stack.close();
  });
});
