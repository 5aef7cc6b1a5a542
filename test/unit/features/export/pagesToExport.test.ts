import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ExportSpending } from "../../../../src/features/export/exportSources";
import type { ExportedPage, ExportStop } from "../../../../src/features/export/exportTypes";
import { type PagePorts, pagesToExport, type PageWalk } from "../../../../src/features/export/pagesToExport";
import type { Gate, PayingExport } from "../../../../src/features/wallet/gate";
import type { AttemptOutcome } from "../../../../src/features/wallet/ledgerLine";
import type { StoredAnswer } from "../../../../src/protocol/bought";
import type { Cursor } from "../../../../src/protocol/search";
import { search } from "../wallet/acts";
import { adTexts, answerText } from "./someAnswers";

const receivedAt = "2026-01-02T03:04:06.000Z";
const wanted: PageWalk = { version: "v2", platform: "tiktok" };
const hit = "9007199254740995";
const ofPages = (last: number) => (page: number) =>
  answerText({ page, ads: page > last ? [] : adTexts(page), more: page < last });

/** A service with an archive before it, whose answers take turns of the event loop; notes every paid request. */
class Service implements PagePorts {
  readonly paid: (Cursor | undefined)[] = [];
  readonly stored = new Map<string, StoredAnswer>();
  /** How many requests it answered at once at most. */
  atOnce = 0;
  private open = 0;
  constructor(
    private readonly answer: (page: number) => string,
    private readonly turns: (page: number) => number = () => 0,
    private readonly fails?: number,
  ) {}

  get pages(): readonly number[] {
    return this.paid.map((cursor) => cursor?.page ?? 1);
  }
  readonly bought = (page: number, lastHit: string) => Promise.resolve(this.stored.get(`${lastHit} ${page}`));
  readonly fetchPage = async (cursor: Cursor | undefined) => {
    const page = cursor?.page ?? 1;
    this.paid.push(cursor);
    this.atOnce = Math.max(this.atOnce, ++this.open);
    for (let turn = this.turns(page); turn > 0; turn--) await nextTurn();
    this.open -= 1;
    if (page === this.fails) throw new Error(`page ${page} was lost`);
    return { text: this.answer(page), receivedAt };
  };
  own(...pages: readonly number[]): this {
    for (const page of pages) this.stored.set(`${hit} ${page}`, { text: this.answer(page), receivedAt });
    return this;
  }
}

async function walked(walk: AsyncGenerator<ExportedPage, ExportStop>) {
  const seen: ExportedPage[] = [];
  for (;;) {
    const { done, value } = await walk.next();
    if (done) return { seen, pages: seen.map(({ page }) => page), stopped: value };
    assert.equal(value.lastHit, hit);
    seen.push(value);
  }
}

describe("pages to export", () => {
  const walk = (service: PagePorts, more: Partial<PageWalk> = {}) =>
    walked(pagesToExport(service, { ...wanted, ...more }));

  it("end where the service says, and no further", async () => {
    const service = new Service(ofPages(3));
    const { pages, stopped } = await walk(service);
    assert.deepEqual([pages, stopped], [[1, 2, 3], "end"]);
    assert.deepEqual(service.paid, [undefined, { page: 2, lastHit: hit }, { page: 3, lastHit: hit }]);
  });

  it("cost nothing if bought, even in between, and end at the requested page", async () => {
    const service = new Service(ofPages(5)).own(1, 2, 4);
    const { pages, stopped } = await walk(service, { lastHit: hit });
    assert.deepEqual([pages, stopped, service.pages], [[1, 2, 3, 4, 5], "end", [3, 5]]);
    const limited = new Service(ofPages(9)).own(1);
    const asked = await walk(limited, { lastHit: hit, to: 3 });
    assert.deepEqual([asked.pages, asked.stopped, limited.pages], [[1, 2, 3], "asked", [2, 3]]);
  });

  it("are never requested if only bought pages are wanted", async () => {
    const service = new Service(ofPages(9)).own(1, 2, 4);
    const bought = await walk(service, { lastHit: hit, boughtOnly: true });
    const missing = await walk(service, { lastHit: hit, to: 4, boughtOnly: true });
    assert.deepEqual([bought.pages, bought.stopped], [[1, 2], "asked"]);
    assert.deepEqual([missing.pages, missing.stopped, service.paid], [[1, 2], "missing", []]);
  });

  it("end with the reason if the answer is unclear, and go on behind it once it is bought", async () => {
    for (const [reason, from, to] of [
      ["unclearNextPage", '"has_next_page":true', '"has_next_page":"true"'],
      ["otherPageReturned", '"current_page":2', '"current_page":3'],
    ] as const) {
      const service = new Service((page) => (page > 2 ? ofPages(4)(page) : ofPages(4)(page).replace(from, to)));
      assert.equal((await walk(service)).stopped, reason);
      assert.ok(service.paid.length <= 2);
      const resumed = await walk(service.own(1, 2), { lastHit: hit });
      assert.deepEqual([resumed.pages, resumed.stopped, service.pages.slice(-2)], [[1, 2, 3, 4], "end", [3, 4]]);
    }
    const without = new Service((page) => ofPages(9)(page).replace(/,"last_hit":\d+/, ""));
    const pages = pagesToExport(without, wanted);
    assert.equal((await pages.next()).done, false);
    assert.deepEqual([(await pages.next()).value, without.paid.length], ["noSnapshot", 1]);
  });

  it("continue with page 1's snapshot if a later page names another", async () => {
    const service = new Service((page) =>
      answerText({ page, ads: adTexts(page), more: page < 3, lastHit: page === 1 ? hit : "7" }),
    );
    await walk(service);
    assert.deepEqual(service.paid.slice(1), [
      { page: 2, lastHit: hit },
      { page: 3, lastHit: hit },
    ]);
  });

  it("begin a snapshot with page 1, and stay in it, if it isn't bought in the one wanted", async () => {
    for (const ahead of [1, 4]) {
      const service = new Service(ofPages(3));
      for (const page of [2, 3]) service.stored.set(`7 ${page}`, { text: ofPages(3)(page), receivedAt });
      const { pages, stopped } = await walked(pagesToExport(service, { ...wanted, lastHit: "7" }, undefined, ahead));
      assert.deepEqual([pages, stopped], [[1, 2, 3], "end"]);
      const [first, ...later] = service.paid;
      assert.deepEqual([first, new Set(later.map((cursor) => cursor?.lastHit))], [undefined, new Set([hit])]);
    }
  });

  it("end after ten paid pages without new ads, unless at most 15 pages are wanted", async () => {
    const empty = (page: number) => answerText({ page, ads: page < 4 ? adTexts(page) : [] });
    const same = (page: number) => answerText({ page, ads: adTexts(Math.min(page, 3)) });
    for (const answer of [empty, same]) {
      const { pages, stopped } = await walk(new Service(answer));
      assert.deepEqual([pages.length, stopped], [13, "noNewAds"]);
      const owning = new Service(answer).own(1, 2, 3, 4, 5, 9);
      const later = await walk(owning, { lastHit: hit, to: 50 });
      assert.deepEqual([later.pages.length, later.stopped, owning.paid.length], [16, "noNewAds", 10]);
      for (const ahead of [1, 4]) {
        const few = await walked(pagesToExport(new Service(answer), { ...wanted, to: 15 }, undefined, ahead));
        assert.deepEqual([few.pages.length, few.stopped], [15, "asked"]);
      }
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
    await assert.rejects(pagesToExport(new Service(ofPages(9), undefined, 1), wanted).next(), /lost/);
  });
});

describe("pages fetched ahead", () => {
  const slow = (last: number, turns: (page: number) => number, fails?: number) =>
    new Service(ofPages(last), turns, fails);

  it("end at the due page's failure, and request no page beyond a failed one, nor that one again, even if it isn't due yet", async () => {
    for (const failing of [1, 2, 3, 4, 5, 6, 8, 9]) {
      let before = 0;
      const service = slow(50, (page) => (page === failing - 1 ? 60 : (page * 3) % 7), failing);
      const fetchPage: PagePorts["fetchPage"] = (cursor) =>
        service.fetchPage(cursor).catch((error: unknown) => {
          before = service.paid.length;
          throw error;
        });
      const seen: number[] = [];
      const reading = async () => {
        const ahead = pagesToExport({ bought: service.bought, fetchPage }, wanted, undefined, 4);
        for await (const { page } of ahead) seen.push(page);
      };
      await assert.rejects(reading, new RegExp(`page ${failing} was lost`));
      const beyond = service.pages.slice(before).filter((page) => page > failing);
      assert.deepEqual([before > 0, beyond, seen.length], [true, [], failing - 1], String(failing));
      assert.equal(service.pages.filter((page) => page === failing).length, 1);
    }
  });

  it("are the same as one by one, with at most one request past the end", async () => {
    for (const last of [1, 2, 3, 4, 5, 7, 8, 9, 10, 16, 17, 50]) {
      const expected = await walked(pagesToExport(new Service(ofPages(last)), wanted));
      for (const ahead of [1, 2, 3, 4, 8, 16]) {
        const service = slow(last, (page) => (page * 7) % 5);
        assert.deepEqual(await walked(pagesToExport(service, wanted, undefined, ahead)), expected);
        assert.equal(new Set(service.pages).size, service.paid.length, "a page was paid for twice");
        assert.ok(service.paid.length <= last + 1, `${service.paid.length} of ${last} ahead ${ahead}`);
        assert.ok(service.atOnce <= ahead, `${service.atOnce} at once`);
        if (last >= 16 && ahead > 1) assert.ok(service.atOnce > 1);
      }
    }
  });

  it("stay within the requested pages, and cost nothing if bought", async () => {
    const service = slow(50, () => 2).own(1, 2, 3, 7);
    const { pages, stopped } = await walked(pagesToExport(service, { ...wanted, lastHit: hit, to: 10 }, undefined, 4));
    assert.deepEqual([pages.length, stopped], [10, "asked"]);
    assert.deepEqual(service.pages.toSorted((a, b) => a - b), [4, 5, 6, 8, 9, 10]); // prettier-ignore
  });

  it("cost nothing if all are bought, however many more could be requested at once", async () => {
    for (const last of [1, 2, 3, 5])
      for (const ahead of [1, 2, 4, 8]) {
        const service = slow(last, () => 1).own(...Array.from({ length: last }, (_, index) => index + 1));
        const { pages, stopped } = await walked(pagesToExport(service, { ...wanted, lastHit: hit }, undefined, ahead));
        assert.deepEqual([pages.length, stopped, service.pages], [last, "end", []]);
      }
  });

  it("await pending requests when the reader stops, and request nothing after an abort", async () => {
    const service = slow(50, () => 20);
    for await (const { page } of pagesToExport(service, wanted, undefined, 4)) if (page === 3) break;
    const paid = service.paid.length;
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    assert.equal(service.paid.length, paid);

    const abort = new AbortController();
    const aborted = slow(50, () => 2);
    const pages = pagesToExport(aborted, wanted, abort.signal, 4);
    for (let page = 1; page <= 2; page += 1) await pages.next();
    abort.abort();
    const before = aborted.paid.length;
    await assert.rejects(walked(pages));
    assert.equal(aborted.paid.length, before);
  });
});

describe("what an export has spent", () => {
  it("leaves out pending requests", () => {
    const sent: PayingExport[] = [];
    const spend: Gate["spend"] = (act) => (sent.push(act.export!), new Promise(() => undefined));
    const spending = new ExportSpending({ spend }, "export-1", { spent: 300, maybe: 100 });
    for (let page = 2; page <= 4; page += 1)
      void spending.gate.spend(search, undefined, () => Promise.reject(new Error("never called")));
    assert.deepEqual([sent.map(({ id }) => id), spending.soFar()], [Array(3).fill("export-1"), { spent: 300, maybe: 100 }]); // prettier-ignore
    for (const [index, outcome] of (["received", "unknown", "notSent"] satisfies AttemptOutcome[]).entries())
      sent[index]!.ended(outcome);
    assert.deepEqual(spending.soFar(), { spent: 400, maybe: 200 });
  });
});
