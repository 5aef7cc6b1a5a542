import type { StoredAnswer } from "../../../../src/protocol/bought";
import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExportedPage, ExportStop } from "../../../../src/features/export/exportTypes";
import { pagesAhead } from "../../../../src/features/export/pagesAhead";
import { type PagePorts, pagesToExport, type PageWalk } from "../../../../src/features/export/pagesToExport";
import type { Cursor } from "../../../../src/protocol/search";
import { adTexts, answerText } from "./someAnswers";

const wanted: PageWalk = { version: "v2", platform: "tiktok" };

/** A service of so many pages whose answers take turns of the event loop; notes how many it answers at once. */
class SlowService implements PagePorts {
  readonly paid: number[] = [];
  atOnce = 0;
  private open = 0;
  constructor(
    private readonly last: number,
    private readonly turns: (page: number) => number = () => 3,
    private readonly fails: readonly number[] = [],
    private readonly boughtPages: readonly number[] = [],
  ) {}

  readonly bought = (page: number) => Promise.resolve(this.boughtPages.includes(page) ? this.answer(page) : undefined);
  readonly fetchPage = async (cursor: Cursor | undefined) => {
    const page = cursor?.page ?? 1;
    this.paid.push(page);
    this.atOnce = Math.max(this.atOnce, ++this.open);
    for (let turn = this.turns(page); turn > 0; turn--) await nextTurn();
    this.open -= 1;
    if (this.fails.includes(page)) throw new Error(`page ${page} was lost`);
    return this.answer(page);
  };
  private answer(page: number): StoredAnswer {
    const text = answerText({ page, ads: page > this.last ? [] : adTexts(page), more: page < this.last });
    return { text, receivedAt: "2026-01-02T03:04:06.000Z" };
  }
}

async function all(pages: AsyncGenerator<ExportedPage, ExportStop>): Promise<[ExportedPage[], ExportStop]> {
  const seen: ExportedPage[] = [];
  for (;;) {
    const { done, value } = await pages.next();
    if (done) return [seen, value];
    seen.push(value);
  }
}

describe("pages fetched ahead", () => {
  it("request no page beyond a failed one, even if it isn't due yet", async () => {
    const last = 50;
    for (const failing of [3, 4, 5, 6, 9]) {
      let before = 0;
      const service = new SlowService(last, (page) => (page === failing - 1 ? 60 : 3), [failing]);
      const { fetchPage } = service;
      const watched: PagePorts = {
        bought: service.bought,
        fetchPage: (cursor) =>
          fetchPage(cursor).catch((error: unknown) => {
            before = service.paid.length;
            throw error;
          }),
      };
      await assert.rejects(all(pagesAhead(watched, wanted, 4)), new RegExp(`page ${failing} was lost`));
      const beyond = service.paid.slice(before).filter((page) => page > failing);
      assert.deepEqual([before > 0, beyond], [true, []], String(failing));
    }
  });

  it("are the same as one by one, with at most one request past the end", async () => {
    for (const last of [1, 2, 3, 4, 5, 7, 8, 9, 10, 16, 17, 50]) {
      const [expected] = [await all(pagesToExport(new SlowService(last), wanted))];
      for (const ahead of [1, 2, 3, 4, 8, 16]) {
        const service = new SlowService(last, (page) => (page * 7) % 5);
        assert.deepEqual(await all(pagesAhead(service, wanted, ahead)), expected);
        assert.equal(new Set(service.paid).size, service.paid.length, "a page was paid for twice");
        assert.ok(service.paid.length <= last + 1, `${service.paid.length} of ${last} ahead ${ahead}`);
        assert.ok(service.atOnce <= ahead, `${service.atOnce} at once`);
        if (last >= 16 && ahead > 1) assert.ok(service.atOnce > 1);
      }
    }
  });

  it("stay within the requested pages, and cost nothing if bought", async () => {
    const service = new SlowService(50, () => 2, [], [1, 2, 3, 7]);
    const [pages, stopped] = await all(pagesAhead(service, { ...wanted, lastHit: "5", to: 10 }, 4));
    assert.deepEqual([pages.length, stopped], [10, "asked"]);
    assert.deepEqual(
      service.paid.sort((a, b) => a - b),
      [4, 5, 6, 8, 9, 10],
    );
  });

  it("end at the due page's failure, and never request a lost page again", async () => {
    for (const lost of [1, 2, 5, 8, 9]) {
      const service = new SlowService(20, (page) => (page * 3) % 7, [lost]);
      const pages = pagesAhead(service, wanted, 4);
      const seen: number[] = [];
      await assert.rejects(
        async () => {
          for await (const { page } of pages) seen.push(page);
        },
        new RegExp(`page ${lost} was lost`),
      );
      assert.equal(seen.length, lost - 1);
      assert.equal(service.paid.filter((page) => page === lost).length, 1);
    }
  });

  it("await pending requests when the reader stops", async () => {
    const service = new SlowService(50, () => 20);
    let taken = 0;
    for await (const { page } of pagesAhead(service, wanted, 4)) {
      taken = page;
      if (page === 3) break;
    }
    const paid = service.paid.length;
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    assert.equal(taken, 3);
    assert.equal(service.paid.length, paid);
  });

  it("request nothing after an abort", async () => {
    const abort = new AbortController();
    const service = new SlowService(50, () => 2);
    const pages = pagesAhead(service, wanted, 4, abort.signal);
    await pages.next();
    await pages.next();
    abort.abort();
    const paid = service.paid.length;
    await assert.rejects(async () => {
      for await (const page of pages) assert.ok(page);
    });
    assert.equal(service.paid.length, paid);
  });
});
