import assert from "node:assert/strict";
import { searchAct } from "../../../../src/features/search/frozenSearch";
import type { Cursor } from "../../../../src/protocol/search";
import { searchHandlers } from "../../../../src/views/panel/searchHandlers";
import { PanelSession } from "../../../../src/views/panel/session";
import { useLibrary } from "../../../support/fixtures";
import { failed } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { type Stack, useStacks } from "../../features/stack";

const query = { platform: "native", choices: [] } as const;
const never = new AbortController().signal;

describe("a search in a panel", () => {
  const folder = temporaryFolder();
  const [library, other] = [useLibrary(), useLibrary()];
  const open = useStacks();

  for (const agreed of ["on the page", "in a question"])
    it(`goes to no library that was connected since its price was agreed to ${agreed}`, async () => {
      other.accept(library.key);
      const stack = open(folder(), library.url, library.key);
      const session = new PanelSession("native");
      const shown = stack.clients.formsName();
      if (agreed === "in a question") void session.want({ query, run: true, library: shown });
      const asked = { query, ...(agreed === "on the page" && { library: shown }) };
      // As if it were connected right after the first look at what is.
      const services = { ...stack, library: () => shown, onPage: () => undefined };
      stack.set({ baseUrl: other.url });
      await assert.rejects(searchHandlers(services, session).search(asked, never), { code: "otherLibrary" });
      assert.deepEqual([library.paid().length, other.paid().length], [0, 0]);
    });
});

describe("a search of several pages in a panel", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  let stack: Stack;

  /** A panel, and a person who always gives the same answer. */
  function opened(confirmAbove: number, answer = true) {
    const asked: (readonly [number, string])[] = [];
    stack = open(folder(), library.url, library.key, { confirmAbove }, (credits, words) => {
      asked.push([credits, words]);
      return Promise.resolve(answer);
    });
    const session = new PanelSession("native");
    const services = { ...stack, library: () => stack.clients.formsName(), onPage: () => undefined };
    const { search } = searchHandlers(services, session);
    const page = async (pages: number, cursor?: Cursor, signal = never) => {
      const several = pages > 1 && { pages };
      const found = await search({ query, ...several, ...(cursor && { cursor }) }, signal);
      assert.ok("page" in found);
      return { page: found.page.page + 1, lastHit: found.page.lastHit! };
    };
    /** As a page of ours asks for them, one after another. */
    const all = async (pages: number) => {
      let next = await page(pages);
      while (next.page <= pages) next = await page(pages, next);
      return next;
    };
    return { session, asked, page, all };
  }

  it("asks once, for the whole price", async () => {
    const { asked, page, all } = opened(50);
    const next = await all(3);
    assert.deepEqual([asked, library.paid().length], [[[300, "Search on Native: all ads, 3 pages"]], 3]);
    await page(1, next);
    assert.deepEqual(asked.slice(1), [[100, "Search on Native, page 4: all ads"]]);
  });

  it("pays for no page that a person asks for beside it", async () => {
    const { asked, page } = opened(50);
    const second = await page(3);
    await page(3, await page(1, second));
    assert.deepEqual(
      asked.map(([credits]) => credits),
      [300, 100, 100],
    );
  });

  it("sends nothing if a person declines the price", async () => {
    const { session, asked, page } = opened(500, false);
    await assert.rejects(page(8), { code: "declined" });
    assert.deepEqual([asked.length, library.paid().length, session.run], [1, 0, undefined]);
  });

  it("is covered by a yes to a program, as far as that went", async () => {
    const { asked, page, all } = opened(50);
    const act = searchAct(await stack.search.freeze(query));
    stack.wallet.agree(act, 200);
    await all(2);
    assert.deepEqual([asked, library.paid().length], [[], 2]);
    stack.wallet.agree(act, 200);
    await page(8);
    assert.equal(asked[0]?.[0], 800);
  });

  it("pays nothing for a page that is bought, and goes on after it", async () => {
    const { asked, page } = opened(1000);
    const second = await page(3);
    await stack.search.search(await stack.search.freezeBought(query), second, never);
    await page(3, await page(3, second));
    assert.deepEqual([asked, library.paid().length], [[], 3]);
  });

  const ends: Readonly<Record<string, (run: ReturnType<typeof opened>, next: Cursor) => Promise<unknown>>> = {
    "another search": ({ page }) => page(1),
    "a page that isn't the next": ({ page }, { page: at, lastHit }) => page(3, { page: at + 1, lastHit }),
    "a failed page": async ({ page }, next) => {
      library.next(failed(500));
      await assert.rejects(page(3, next));
    },
    "a cancel, even if its page arrives": async ({ page }, next) => {
      const cancel = new AbortController();
      const held = library.hold();
      const canceled = page(3, next, cancel.signal);
      await library.paidArrived(2);
      cancel.abort();
      await held.answer();
      await canceled;
    },
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`is over with ${name}: what it didn't spend no longer counts`, async () => {
      const run = opened(300);
      const next = await run.page(3);
      await end(run, next);
      // 200 are spent: with what a run holds, this would be too much.
      assert.ok(await stack.wallet.plan(100, "Another"));
      assert.deepEqual(run.asked, []);
    });
  }

  it("is over once its panel is closed, after the page on its way", async () => {
    const { session, asked, page } = opened(300);
    const held = library.hold();
    const onItsWay = page(3);
    await library.paidArrived(1);
    session.end();
    await held.answer();
    await onItsWay;
    assert.ok(await stack.wallet.plan(200, "Another"));
    assert.deepEqual([asked, library.paid().length], [[], 1]);
  });

  it("sends nothing if the panel is closed during the question", async () => {
    const session = new PanelSession("native");
    stack = open(folder(), library.url, library.key, { confirmAbove: 50 }, () => {
      session.end();
      return Promise.resolve(true);
    });
    const services = { ...stack, library: () => stack.clients.formsName(), onPage: () => undefined };
    await assert.rejects(searchHandlers(services, session).search({ query, pages: 2 }, never), { name: "AbortError" });
    assert.equal(library.paid().length, 0);
  });
});
