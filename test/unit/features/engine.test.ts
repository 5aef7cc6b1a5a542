import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mock } from "node:test";
import * as z from "zod";
import { searchFolder } from "../../../src/features/archive/address";
import { eachMidnight } from "../../../src/features/events";
import { localTarget } from "../../../src/features/export/targets";
import { toFailure } from "../../../src/features/failures/failures";
import { checkStopWords } from "../../../src/features/runs/runWords";
import { defaultSegments } from "../../../src/protocol/platforms";
import type { SearchQuery } from "../../../src/protocol/search";
import { type SampleLibrary, startSampleLibrary } from "../../../src/sample";
import { startCountedLibrary } from "../../support/countedLibrary";
import { useLibrary, useService } from "../../support/fixtures";
import { times } from "../../support/long";
import { type Reply, startMisbehaving } from "../../support/misbehaving";
import { body, failed, hangBeforeHeaders, ok } from "../../support/misbehavingReplies";
import { temporaryFolder } from "../../support/temporaryFolder";
import { wireForm } from "../api/answers";
import { failureOf, openPermit, withoutPauses } from "../api/client";
import { openStack, type Stack, useStack, useStacks } from "./stack";

const never = new AbortController().signal;

/** The sample library of an operator who calls the native platform "outback", in paths and in answers. */
function renaming({ url, key }: SampleLibrary): Reply {
  return async ({ seen, response }) => {
    const answer = await fetch(new URL(seen.target.replace("/outback", "/native"), url), {
      method: seen.method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(seen.body !== "" && { body: seen.body }),
    });
    const text = (await answer.text()).replaceAll('"platform":"native"', '"platform":"outback"');
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  };
}

describe("the engine, with adLibrary.platformSegments set", () => {
  const folder = temporaryFolder();

  it("finds archived ads with their platform and detail", async () => {
    const sample = await startSampleLibrary({ adsPerPlatform: 40 });
    const service = await startMisbehaving(renaming(sample));
    const segments = { ...defaultSegments, native: "outback" };
    const stack = openStack(folder(), service.url, sample.key, { segments });
    after(() => Promise.all([stack, service, sample].map((each) => each.close())));
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    const bought = await stack.search.search(frozen, undefined, never);
    const ad = { platform: "native", id: bought.ads[0]!.id! } as const;
    await stack.details.detail(ad, false, never);
    const found = (await stack.boughtAds.find({})).ads.map(({ card }) => card);
    const byKey = new Map(bought.ads.map((card) => [card.key, card]));
    assert.equal(found.length, bought.ads.length);
    for (const card of found) assert.deepEqual(card, byKey.get(card.key));
    assert.ok(found.every(({ platform }) => platform === "native"));
    assert.deepEqual(await stack.details.boughtAmong([ad]), [`native:${ad.id}`]);
    assert.equal((await stack.boughtAds.history(ad)).length, 2);
  });
});

describe("what is bought, without service or key", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const openOne = useStacks();
  let query: SearchQuery;
  const open = (url = library.url, key: string | undefined = library.key) => openOne(folder(), url, key);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "worked",
      (error: unknown) => toFailure(error).code,
    );

  beforeEach(async () => {
    const { search, details, close } = open();
    query = await search.fromBody("native", { advanced_order: { orderby: "newest", order: "desc" } });
    const frozen = await search.freeze(query);
    const page = await search.search(frozen, undefined, never);
    await search.search(frozen, { page: 2, lastHit: page.lastHit! }, never);
    await details.detail({ platform: "native", id: page.ads[0]!.id! }, false, never);
    await close();
  });

  async function boughtPages({ search }: Stack): Promise<number[]> {
    const frozen = await search.freezeBought(query);
    const [newest] = await search.bought(frozen);
    return (await search.boughtPages(frozen, newest!.lastHit)).map(({ ads }) => ads.length);
  }

  it("is shown when the service is down, without a request", async () => {
    const asked = library.requests.length;
    await library.close();
    const stack = open();
    assert.deepEqual(await boughtPages(stack), [18, 18]);
    const frozen = await stack.search.freezeBought(query);
    const [newest] = await stack.search.bought(frozen);
    const second = await stack.search.search(frozen, { page: 2, lastHit: newest!.lastHit }, never);
    assert.equal(second.bought, true);
    const id = second.ads[0]!.id!;
    assert.deepEqual(await stack.details.boughtAmong([{ platform: "native", id }]), []);
    assert.match(await stack.search.preview(query), /"orderby":"newest"/);
    assert.equal(library.requests.length, asked);
  });

  it("is shown without a key, and says that searching needs one", async () => {
    const asked = library.requests.length;
    const stack = openOne(folder(), library.url, undefined);
    assert.deepEqual(await boughtPages(stack), [18, 18]);
    assert.match(await stack.search.asCurl(await stack.search.freezeBought(query)), /\$AD_LIBRARY_API_KEY/);
    assert.equal(await codeOf(stack.search.freeze(query)), "noKey");
    const frozen = await stack.search.freezeBought(query);
    assert.equal(await codeOf(stack.search.search(frozen, undefined, never)), "noKey");
    assert.equal(library.requests.length, asked);
  });

  it("never checks a paid search against an outdated form", async () => {
    library.behave(ok({ filters: [] }));
    const stack = open();
    const paid = library.paid().length;
    assert.deepEqual(await boughtPages(stack), [18, 18]);
    assert.equal(await codeOf(stack.search.freeze(query)), "invalidRequest");
    assert.equal(library.paid().length, paid);
  });

  it("offers the last form if the service fails or is slow", async () => {
    const { forms } = open();
    const first = await forms.form("native");
    await forms.settled();
    library.behave(hangBeforeHeaders);
    assert.deepEqual(await open().forms.formOrLast("native", 1), first);
    library.behave(ok("no form"));
    assert.deepEqual(await open().forms.formOrLast("native"), first);
    assert.equal(await codeOf(open().forms.formOrLast("display")), "badAnswer");
  });

  it("asks the service if no form was stored, or it is damaged", async () => {
    const kept = folder("forms");
    for (const name of await readdir(kept)) await writeFile(join(kept, name), '{"version":1,"text"');
    assert.deepEqual(await boughtPages(open()), [18, 18]);
    assert.equal(library.requests.at(-1)!.target, "/v2/ads/native/filters");
    const gone = await startCountedLibrary();
    await gone.close();
    assert.equal(await codeOf(boughtPages(open(gone.url, gone.key))), "notSent");
  });

  it("is that of the last library after it was disconnected, and says that searching needs one", async () => {
    const { search, archive } = open();
    const { address, ...frozen } = await search.freezeBought(query);
    const [{ lastHit } = { lastHit: "" }] = await search.bought({ address });
    const { text } = (await archive.page(address, lastHit, 1))!;
    const older = { ...address, origin: "https://older.example" };
    await archive.storePage(older, lastHit, 1, { text, receivedAt: "2020-01-01T00:00:00.000Z" });
    const asked = library.requests.length;
    const stack = open("");
    const pages = await stack.search.boughtPages({ address, ...frozen }, lastHit);
    assert.deepEqual([pages.length, (await stack.runs.read({ address, lastHit })).pages], [2, 2]);
    const { ads } = await stack.boughtAds.find({}, { limit: 100 });
    assert.deepEqual([ads.length, (await stack.boughtAds.about()).size.ads], [36, 36]);
    const ad = { platform: "native", id: pages[0]!.ads[0]!.id! } as const;
    assert.deepEqual(await stack.details.boughtAmong([ad]), [`native:${ad.id}`]);
    assert.deepEqual((await stack.details.detail(ad, false, never)).detail.ad, ad);
    assert.equal((await stack.boughtAds.history(ad)).length, 2);
    const [{ owner } = { owner: undefined }] = pages[0]!.ads;
    const view = await stack.lens.advertiser({ platform: "native", id: owner!.id!, name: owner!.name! });
    assert.deepEqual([view.coverage.searches, view.coverage.details, view.ads.length > 0], [1, 1, true]);
    assert.equal(await codeOf(stack.search.freeze(query)), "noConnection");
    assert.equal(library.requests.length, asked);
  });

  it("belongs to one library only", async () => {
    const other = await startCountedLibrary();
    const { search } = open(other.url, other.key);
    assert.deepEqual(await search.bought(await search.freezeBought(query)), []);
    await other.close();
  });
});

describe("A service that is down", () => {
  withoutPauses();
  const folder = temporaryFolder();
  const service = useService(failed(1009));
  const stack = useStack(() => openStack(folder(), service.url, "key", { paidRetry: "always" }));

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

describe("answers and whose they are", () => {
  const at = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  const window = (
    name: string,
    ...[more, confirm]: [Parameters<typeof openStack>[3]?, Parameters<typeof openStack>[4]?]
  ) => {
    mkdirSync(at(name), { recursive: true });
    return open(at(name), library.url, library.key, more, confirm);
  };
  const frozenIn = async (stack: Stack) => stack.search.freeze(await stack.search.fromBody("native", {}));

  it("says from whom in details, runs, and exports, unless one bought them", async () => {
    const theirs = window("theirs");
    const bought = await theirs.search.search(await frozenIn(theirs), undefined, never);
    const { platform, id } = bought.ads.find((each) => each.platform !== undefined && each.id !== undefined)!;
    const ad = { platform: platform!, id: id! };
    await theirs.details.detail(ad, false, never);
    const paid = library.paid().length;
    const [imported, linked] = [window("imported"), window("linked", { archiveLinked: [at("theirs", "archive")] })];
    const { name } = await imported.archive.sharing.take(at("theirs"));
    for (const [stack, from] of [
      [theirs, undefined],
      [imported, name],
      [linked, "archive"],
    ] as const) {
      const frozen = await frozenIn(stack);
      assert.equal((await stack.details.detail(ad, false, never)).from, from);
      const [run] = await stack.runs.list(frozen.address);
      assert.equal(run?.from, from);
      const file = at(`${from ?? "own"}.json`);
      const wish = { format: "json", target: localTarget(file), place: file, withDetails: true } as const;
      await stack.exports.run(frozen, { ...wish, lastHit: run!.lastHit, to: 1 }, () => undefined, never);
      const { about } = z
        .object({ about: z.object({ from: z.array(z.string()).optional() }) })
        .parse(JSON.parse(readFileSync(file, "utf8")));
      assert.deepEqual(about.from, from === undefined ? undefined : [from]);
    }
    assert.equal(library.paid().length, paid);
  });

  it("are not called bought by a check that could not store them", async () => {
    const stack = window("mine", {}, () => Promise.resolve(true));
    const frozen = await frozenIn(stack);
    const inTheWay = at("mine", "archive", searchFolder(frozen.address));
    library.next((exchange) => {
      mkdirSync(dirname(inTheWay), { recursive: true });
      writeFileSync(inTheWay, "a file in the way");
      return library.usual(exchange);
    });
    const gate = await stack.wallet.plan(200, "a check");
    const result = await stack.runs.check(frozen, { gate: gate!, knownPages: 2 }, () => undefined, never);
    assert.deepEqual([result.notKept, result.credits, result.pages], [100, 100, 1]);
    assert.match(
      checkStopWords(result, 2),
      /Answers worth 100 credits couldn't be stored in the archive\. The next check may buy them again\.$/,
    );
  });

  it("are counted for the connected library only", async () => {
    const stack = window("mine");
    const { ads } = await stack.search.search(await frozenIn(stack), undefined, never);
    const sample = { origin: "sample:", version: "v2", platform: "native", body: "{}" } as const;
    const text = '{"status":"ok","meta":{"code":1000},"data":{"ads":[{"id":1,"platform":"native"}],"last_hit":5}}';
    await stack.archive.storePage(sample, "5", 1, { text, receivedAt: "2026-01-02T03:04:05.678Z" });
    const { size } = await stack.boughtAds.about();
    assert.deepEqual([size.pages, size.ads], [1, ads.length]);
    assert.equal((await stack.archive.size()).pages, 2);
  });
});

const count = times(5_000, 40_000);
const ads = Array.from(
  { length: count },
  (_, id) =>
    `{"id":${9007199254740993n + BigInt(id)},"title":"Ad ${id} \\u20ac [ } \\" ,","platform":"native","extra":[{"a":1}]}`,
);

const large = `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":[ ${ads.join(" ,\n")} ],"current_page":1,"has_next_page":false,"last_hit":77}}`;

describe("An answer with thousands of ads", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const stack = useStack(() => openStack(folder(), library.url, library.key));

  it("shows its first 2,000 ads, and is stored and exported whole", async () => {
    const query = await stack.search.fromBody("native", {});
    const frozen = await stack.search.freeze(query);
    library.next(body(large));
    const page = await stack.search.search(frozen, undefined, new AbortController().signal);
    assert.deepEqual([page.ads.length, page.adsInAnswer, page.lastHit, page.hasNextPage], [2000, count, "77", false]);
    assert.deepEqual([page.ads[0]!.id, page.ads[1999]!.id], ["9007199254740993", "9007199254742992"]);

    assert.equal((await stack.search.boughtAnswer(frozen, "77", 1))?.text, large);
    const [again] = await stack.search.boughtPages(frozen, "77");
    assert.deepEqual(again?.ads, page.ads);
    assert.equal(again?.adsInAnswer, count);
    for (const id of [0, 150, 1999]) {
      const found = await stack.archive.search({ text: `"Ad ${id}"` });
      assert.equal(found.hits[0]?.card.title, `Ad ${id} € [ } " ,`);
    }

    for (const format of ["json", "ndjson", "csv"] as const) {
      const file = folder(`all.${format}`);
      const wish = { format, target: localTarget(file), place: file, lastHit: "77" } as const;
      const summary = await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
      assert.deepEqual([summary.ads, summary.complete], [count, true], format);
      const text = await readFile(file, "utf8");
      for (const id of [0, 1999, 2000, count - 1])
        assert.ok(text.includes(String(9007199254740993n + BigInt(id))), `${id} in ${format}`);
      if (format === "ndjson") assert.deepEqual(text.match(/"id":\d+/g)?.length, count);
    }
    assert.equal(library.paid().length, 1);
  });
});

describe("Each midnight", () => {
  afterEach(() => mock.timers.reset());

  it("calls once a day, also where a day has 23 or 25 hours, until it is disposed", () => {
    const hour = 60 * 60_000;
    const begin = new Date(2026, 2, 1, 22).getTime();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: begin });
    const calls: string[] = [];
    const midnights = eachMidnight(() => calls.push(new Date().toString().slice(0, 24)));
    mock.timers.tick(hour);
    assert.equal(calls.length, 0);
    for (let hours = 0; hours < 365 * 24; hours += 1) mock.timers.tick(hour);
    assert.equal(calls.length, 365);
    assert.ok(
      calls.every((call) => call.endsWith("00:00:00")),
      calls.find((call) => !call.endsWith("00:00:00")),
    );
    midnights.dispose();
    mock.timers.tick(48 * hour);
    assert.equal(calls.length, 365);
  });
});
