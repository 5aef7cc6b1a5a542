import assert from "node:assert/strict";
import { SearchPages } from "../../../src/api/pages";
import { startMisbehaving, type Exchange, type Misbehaving } from "../../support/misbehaving";
import * as replies from "../../support/misbehavingReplies";
import { wireCard, wirePage } from "./answers";
import { clientOf, openLeave } from "./client";

const request = { platform: "plat_social_a", body: '{"gender":[1]}' } as const;

/** Pages by number; each of two ads of its own unless told otherwise. */
const serving = (more: (page: number) => object) => (exchange: Exchange) => {
  const { page } = JSON.parse(exchange.seen.body) as { readonly page: number };
  const ads = [wireCard(2 * page), wireCard(2 * page + 1)];
  return replies.ok(wirePage(ads, { current_page: page, last_hit: 1000, ...more(page) }))(exchange);
};

describe("Pages of a search", () => {
  let server: Misbehaving;
  before(async () => {
    server = await startMisbehaving(replies.ok({}));
  });
  after(() => server.close());

  /** The numbers of the pages that came, the bodies sent for them, and why there were no more. */
  async function run(more: (page: number) => object, from?: { page: number; lastHit: string }, most = 50) {
    server.answer(serving(more));
    const first = server.requests.length;
    const leaves: number[] = [];
    const leaveFor = (page: number) => {
      leaves.push(page);
      return openLeave();
    };
    const { library, records } = clientOf(server.url);
    const pages = new SearchPages(library, request, leaveFor, from);
    const numbers: number[] = [];
    for await (const { value } of pages) {
      numbers.push(value.page);
      if (numbers.length === most) break;
    }
    assert.deepEqual(leaves, numbers);
    const credits = records.reduce((sum, record) => sum + record.credits, 0);
    assert.equal(credits, 100 * numbers.length);
    const bodies = server.requests.slice(first).map(({ body }) => body);
    return { numbers, bodies, stopped: pages.stopped };
  }

  it("come to the end with page 1's snapshot in every further body", async () => {
    const { numbers, bodies, stopped } = await run((page) => ({
      has_next_page: page < 3,
      last_hit: page === 1 ? 1000 : 2000 + page,
    }));
    assert.deepEqual([numbers, stopped], [[1, 2, 3], "end"]);
    assert.deepEqual(bodies, [
      '{"gender":[1],"page":1}',
      '{"gender":[1],"page":2,"last_hit":1000}',
      '{"gender":[1],"page":3,"last_hit":1000}',
    ]);
  });

  it("go on from a cursor", async () => {
    const { numbers, bodies } = await run((page) => ({ has_next_page: page < 6 }), { page: 5, lastHit: "77" });
    assert.deepEqual(numbers, [5, 6]);
    assert.deepEqual(bodies, ['{"gender":[1],"page":5,"last_hit":77}', '{"gender":[1],"page":6,"last_hit":77}']);
  });

  const endings: readonly (readonly [string, (page: number) => object, number, string])[] = [
    ["an empty page", (page) => (page === 3 ? { ads: [] } : {}), 3, "emptyPage"],
    ["an empty first page", () => ({ ads: [] }), 1, "emptyPage"],
    ["an empty last page", () => ({ ads: [], has_next_page: false }), 1, "end"],
    ["a page that brings nothing new", () => ({ ads: [wireCard(1), wireCard(2)] }), 2, "repeatedPage"],
    ["the same page over and over", () => ({ ads: [wireCard(1)] }), 2, "repeatedPage"],
    ["a missing has_next_page", (page) => (page === 2 ? { has_next_page: undefined } : {}), 2, "unclearNextPage"],
    ["has_next_page as text", () => ({ has_next_page: "true" }), 1, "unclearNextPage"],
    ["no snapshot", () => ({ last_hit: null }), 1, "noSnapshot"],
    ["has_next_page as a number", () => ({ has_next_page: 1 }), 1, "unclearNextPage"],
    ["has_next_page as nothing", (page) => (page === 2 ? { has_next_page: null } : {}), 2, "unclearNextPage"],
    ["a snapshot that is none", () => ({ last_hit: 0 }), 1, "noSnapshot"],
    ["a snapshot as words", () => ({ last_hit: "now" }), 1, "noSnapshot"],
    ["another page than was asked for", (page) => (page === 2 ? { current_page: 3 } : {}), 2, "otherPageReturned"],
  ];
  for (const [name, more, count, reason] of endings) {
    it(`stop at ${name}`, async () => {
      const { numbers, bodies, stopped } = await run(more);
      assert.deepEqual([numbers.length, bodies.length, stopped], [count, count, reason]);
    });
  }

  it("go on whatever later pages say of the snapshot, with page 1's", async () => {
    for (const other of [undefined, null, 0, "now", 2000, {}]) {
      const { bodies, stopped } = await run((page) => ({
        has_next_page: page < 3,
        ...(page > 1 && { last_hit: other }),
      }));
      assert.deepEqual([bodies.length, stopped], [3, "end"]);
      for (const body of bodies.slice(1)) assert.match(body, /,"last_hit":1000}$/);
    }
  });

  it("go on after more ads than a page has, and after fewer", async () => {
    for (const count of [60, 3]) {
      const ads = (page: number) => Array.from({ length: count }, (_, index) => wireCard(100 * page + index));
      const { numbers } = await run((page) => ({ ads: ads(page), has_next_page: page < 2 }));
      assert.deepEqual(numbers, [1, 2]);
    }
  });

  it("go on over a page that repeats some ads", async () => {
    const { numbers } = await run((page) => ({ ads: [wireCard(1), wireCard(page + 10)], has_next_page: page < 4 }));
    assert.deepEqual(numbers, [1, 2, 3, 4]);
  });

  it("are not asked for once the consumer has enough", async () => {
    const { numbers, bodies, stopped } = await run(() => ({}), undefined, 5);
    assert.deepEqual([numbers.length, bodies.length, stopped], [5, 5, undefined]);
  });

  it("end where leave is refused, and nothing is sent", async () => {
    server.answer(serving(() => ({})));
    const first = server.requests.length;
    const refused = new Error("over budget");
    const leaveFor = (page: number) => (page === 3 ? Promise.reject(refused) : openLeave());
    const pages = new SearchPages(clientOf(server.url).library, request, leaveFor);
    const numbers: number[] = [];
    const reading = (async () => {
      for await (const { value } of pages) numbers.push(value.page);
    })();
    await assert.rejects(reading, refused);
    assert.deepEqual([numbers, server.requests.length - first, pages.stopped], [[1, 2], 2, undefined]);
  });

  it("end with the error of a page, and begin anew when read again", async () => {
    server.answer(
      serving(() => ({})),
      replies.failed(7),
      serving(() => ({ has_next_page: false })),
    );
    const pages = new SearchPages(clientOf(server.url).library, request, openLeave);
    const read = async () => {
      const numbers: number[] = [];
      for await (const { value } of pages) numbers.push(value.page);
      return numbers;
    };
    await assert.rejects(read(), { code: "rejected" });
    assert.deepEqual([await read(), pages.stopped], [[1], "end"]);
  });

  it("stop when cancelled", async () => {
    server.answer(serving(() => ({})));
    const controller = new AbortController();
    const pages = new SearchPages(clientOf(server.url).library, request, openLeave, undefined, controller.signal);
    const reading = (async () => {
      for await (const { value } of pages) if (value.page === 2) controller.abort();
    })();
    await assert.rejects(reading, { code: "cancelled", charge: "none" });
  });
});
