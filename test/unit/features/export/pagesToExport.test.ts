import type { StoredAnswer } from "../../../../src/protocol/bought";
import assert from "node:assert/strict";
import type { ExportedPage, ExportStop } from "../../../../src/features/export/exportTypes";
import { type PagePorts, pagesToExport, type PageWalk } from "../../../../src/features/export/pagesToExport";
import type { Cursor } from "../../../../src/protocol/search";
import { adTexts, answerText } from "./someAnswers";

const receivedAt = "2026-01-02T03:04:06.000Z";
const wanted: PageWalk = { version: "v2", platform: "tiktok" };

/** A service of so many pages with an archive before it; notes every paid request. */
class Service implements PagePorts {
  readonly paid: (Cursor | undefined)[] = [];
  readonly stored = new Map<string, StoredAnswer>();
  constructor(private readonly answer: (page: number) => string) {}

  readonly bought = (page: number, lastHit: string) => Promise.resolve(this.stored.get(`${lastHit} ${page}`));
  readonly fetchPage = (cursor: Cursor | undefined) => {
    this.paid.push(cursor);
    return Promise.resolve({ text: this.answer(cursor?.page ?? 1), receivedAt });
  };
  own(lastHit: string, ...pages: readonly number[]): void {
    for (const page of pages) this.stored.set(`${lastHit} ${page}`, { text: this.answer(page), receivedAt });
  }
}

const hit = "9007199254740995";
const ofPages = (last: number) => (page: number) => answerText({ page, ads: adTexts(page), more: page < last });

async function walked(
  pages: AsyncGenerator<ExportedPage, ExportStop>,
): Promise<{ readonly pages: readonly number[]; readonly stopped: ExportStop }> {
  const seen: number[] = [];
  for (;;) {
    const { done, value } = await pages.next();
    if (done) return { pages: seen, stopped: value };
    assert.equal(value.lastHit, hit);
    seen.push(value.page);
  }
}

describe("pages to export", () => {
  it("end where the service says, and no further", async () => {
    const service = new Service(ofPages(3));
    assert.deepEqual(await walked(pagesToExport(service, wanted)), {
      pages: [1, 2, 3],
      stopped: "end",
    });
    assert.deepEqual(service.paid, [undefined, { page: 2, lastHit: hit }, { page: 3, lastHit: hit }]);
  });

  it("cost nothing if bought, even in between", async () => {
    const service = new Service(ofPages(5));
    service.own(hit, 1, 2, 4);
    const { pages, stopped } = await walked(pagesToExport(service, { ...wanted, lastHit: hit }));
    assert.deepEqual([pages, stopped], [[1, 2, 3, 4, 5], "end"]);
    assert.deepEqual(
      service.paid.map((cursor) => cursor?.page),
      [3, 5],
    );
  });

  it("end at the requested page", async () => {
    const service = new Service(ofPages(9));
    service.own(hit, 1);
    const { pages, stopped } = await walked(pagesToExport(service, { ...wanted, lastHit: hit, to: 3 }));
    assert.deepEqual([pages.length, stopped, service.paid.length], [3, "asked", 2]);
  });

  it("are never requested if only bought pages are wanted", async () => {
    const service = new Service(ofPages(9));
    service.own(hit, 1, 2, 4);
    const { pages, stopped } = await walked(pagesToExport(service, { ...wanted, lastHit: hit, boughtOnly: true }));
    assert.deepEqual([pages.length, stopped, service.paid.length], [2, "asked", 0]);
    const missing = await walked(pagesToExport(service, { ...wanted, lastHit: hit, to: 4, boughtOnly: true }));
    assert.deepEqual([missing.pages.length, missing.stopped, service.paid.length], [2, "missing", 0]);
  });

  it("end with the reason if the answer is unclear", async () => {
    const answers: readonly (readonly [ExportStop, (page: number) => string])[] = [
      ["unclearNextPage", (page) => ofPages(9)(page).replace('"has_next_page":true', '"has_next_page":"true"')],
      ["otherPageReturned", (page) => ofPages(9)(page).replace('"current_page":2', '"current_page":3')],
    ];
    for (const [reason, answer] of answers) {
      const service = new Service(answer);
      assert.equal((await walked(pagesToExport(service, wanted))).stopped, reason);
      assert.ok(service.paid.length <= 2);
    }
    const without = new Service((page) => ofPages(9)(page).replace(/,"last_hit":\d+/, ""));
    const pages = pagesToExport(without, wanted);
    assert.equal((await pages.next()).done, false);
    assert.equal((await pages.next()).value, "noSnapshot");
    assert.equal(without.paid.length, 1);
  });

  it("continue with page 1's snapshot if a later page names another", async () => {
    const service = new Service((page) =>
      answerText({ page, ads: adTexts(page), more: page < 3, lastHit: page === 1 ? hit : "7" }),
    );
    await walked(pagesToExport(service, wanted));
    assert.deepEqual(service.paid.slice(1), [
      { page: 2, lastHit: hit },
      { page: 3, lastHit: hit },
    ]);
  });

  it("end after ten paid pages without new ads, unless at most 15 pages are wanted", async () => {
    const empty = (page: number) => answerText({ page, ads: page < 4 ? adTexts(page) : [] });
    const same = (page: number) => answerText({ page, ads: adTexts(Math.min(page, 3)) });
    for (const answer of [empty, same]) {
      const stopped = await walked(pagesToExport(new Service(answer), wanted));
      assert.deepEqual([stopped.pages.length, stopped.stopped], [13, "noNewAds"]);
      const owning = new Service(answer);
      owning.own(hit, 1, 2, 3, 4, 5, 9);
      const later = await walked(pagesToExport(owning, { ...wanted, lastHit: hit, to: 50 }));
      assert.deepEqual([later.pages.length, later.stopped, owning.paid.length], [16, "noNewAds", 10]);
      const few = await walked(pagesToExport(new Service(answer), { ...wanted, to: 15 }));
      assert.deepEqual([few.pages.length, few.stopped], [15, "asked"]);
    }
  });

  it("throw the request's error, and request nothing once aborted", async () => {
    const service = new Service(ofPages(9));
    const abort = new AbortController();
    const pages = pagesToExport(service, wanted, abort.signal);
    await pages.next();
    abort.abort();
    await assert.rejects(pages.next(), { name: "AbortError" });
    assert.equal(service.paid.length, 1);
    const failing = { ...service, fetchPage: () => Promise.reject(new Error("lost")) };
    await assert.rejects(pagesToExport(failing, wanted).next(), /lost/);
  });
});
