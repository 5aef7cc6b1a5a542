import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { BoughtAd } from "../../src/protocol/bought";
import type { CreativeGroup } from "../../src/protocol/lens";
import type { PanelStart } from "../../src/protocol/panel";
import type { SearchPage } from "../../src/protocol/search";
import { searchCommands } from "../../src/views/commands/searchCommands";
import { Panels } from "../../src/views/panel/panels";
import { PanelSession, PanelTarget } from "../../src/views/panel/session";
import { useLibrary } from "../support/fixtures";
import { openPageOfTest } from "../support/pageOfTest";
import { startMisbehaving } from "../support/misbehaving";
import { ok, okText } from "../support/misbehavingReplies";
import { wireCard, wirePage } from "../unit/api/answers";
import { pngOf, storeAds } from "../unit/features/media/pictures";
import { openStack } from "../unit/features/stack";
import { usePanelBench } from "./security/panelBench";

const query = { platform: "native", choices: [] };

/** What the answers to all questions here have. */
interface Told {
  readonly page?: SearchPage;
  readonly pages?: readonly SearchPage[];
  readonly shownFrom?: string;
  readonly running?: unknown;
  readonly awaitedAd?: unknown;
  readonly text?: string;
  readonly ads?: readonly BoughtAd[];
  readonly length?: number;
  readonly boughtDetails?: readonly string[];
  readonly nextBought?: true;
  readonly panel?: PanelStart;
  readonly groups?: readonly CreativeGroup[];
  readonly bought?: readonly { readonly pages: number }[];
}

describe("a search in a panel", () => {
  const [library, other] = [useLibrary(), useLibrary()];
  const { folder, bench } = usePanelBench(library);

  async function opened() {
    const { around, stack } = bench();
    const { panel, ask } = openPageOfTest();
    const panels = new Panels(around);
    await panels.adopt(panel, undefined);
    await ask("open", { memory: { platform: "native", draft: query } });
    return { panel, panels, ask: ask<Told>, stack };
  }

  it("returns bought results if asked, and costs only if nothing is bought", async () => {
    const { ask } = await opened();
    const first = await ask("search", { query, unlessBought: true });
    assert.equal(first.value?.page?.page, 1);
    assert.equal(library.paid().length, 1);
    // The form's button follows what is bought of the draft.
    const preview = await ask("preview", { query });
    assert.match(JSON.stringify(preview.value), /"bought":\{[^}]*"pages":1.*"found":\{"ads":18,"ended":false\}/);
    assert.equal(library.paid().length, 1);
    const second = await ask("search", { query, unlessBought: true });
    assert.deepEqual(
      second.value?.bought?.map(({ pages }) => pages),
      [1],
    );
    assert.equal(library.paid().length, 1);
    await ask("search", { query });
    assert.equal(library.paid().length, 2);
  });

  it("opens an ad requested twice at once for one price, and answers both", async () => {
    const { panel, panels, ask } = await opened();
    const explorer = panels.current!;
    const ad = { platform: "native" as const, id: /"id":(\d+)/.exec(await library.answerOf("native"))![1]! };
    const both = [explorer.openAd(ad), explorer.openAd(ad)];
    await ask("adDetail", { ad });
    assert.deepEqual(
      (await Promise.all(both)).map((answer) => answer?.detail.ad.id),
      [ad.id, ad.id],
    );
    assert.equal(library.paid().length, 1);
    const other = explorer.openAd(ad);
    const instead = explorer.openAd({ ...ad, id: "1" });
    assert.equal(await other, undefined);
    panel.dispose();
    assert.equal(await instead, undefined);
  });

  it("fetches the form again on request, for 0 credits", async () => {
    const { ask } = await opened();
    // The form of another platform, with which the panel begins, may still be on its way.
    const asked = () => library.requests.filter(({ target }) => target.includes("native")).length;
    const before = asked();
    assert.ok(before > 0);
    await ask("form", { platform: "native" });
    assert.equal(asked(), before);
    await ask("form", { platform: "native", anew: true });
    assert.equal(asked(), before + 1);
    assert.equal(library.paid().length, 0);
  });

  it("stays on the screen when another library is connected, and buys nothing from it", async () => {
    const { ask, stack } = await opened();
    const { value } = await ask("search", { query });
    const { platform, id } = value!.page!.ads[0]!;
    const former = stack.clients.formsName();
    await ask("adDetail", { ad: { platform, id }, library: former });
    stack.set({ baseUrl: other.url });
    const open = await ask("open", {});
    assert.deepEqual([open.value?.pages?.length, open.value?.shownFrom], [1, former]);
    assert.deepEqual(open.value?.boughtDetails, [`native:${id}`]);
    const paid = [
      await ask("adDetail", { ad: { platform, id }, library: former }),
      await ask("search", { query, library: former }),
      await ask("search", { query, cursor: { page: 2, lastHit: value!.page!.lastHit }, library: former }),
    ];
    for (const { failure } of paid) assert.deepEqual([failure?.code, failure?.charge], ["otherLibrary", "none"]);
    assert.deepEqual([library.paid().length, other.paid().length], [2, 0]);
    const { version } = stack.clients;
    const ad = { platform: platform!, id: id! };
    const raw = async (from?: string) =>
      (await ask("rawDetail", { ad, ...(from !== undefined && { library: from }) })).value?.text;
    const store = (origin: string, of: typeof version, text: string) =>
      stack.archive.storeDetail(origin, of, ad, { text, receivedAt: "2026-01-01T00:00:00.000Z" });
    // What was bought of that ID here is shown only for an ad that was opened by its ID alone.
    await store(other.url, version, "other");
    assert.deepEqual([await raw(), (await raw(former))?.includes(id!)], ["other", true]);
    await store(library.url, "v1", "1");
    assert.equal(await raw(`${library.url} v1`), "1");
    // Where the ad comes from, it was seen on the page and in its details; the connected library has nothing readable.
    const seen = async (more = {}) => (await ask("adHistory", { ad, ...more })).value?.length ?? 0;
    assert.deepEqual([await seen({ library: former }), await seen()], [2, 0]);
    stack.set({ baseUrl: library.url });
    assert.equal((await ask("open", {})).value?.shownFrom, undefined);
  });

  it("is bought, but not shown, if another library is connected while its answer is on its way", async () => {
    const { ask, stack } = await opened();
    const id = /"id":(\d+)/.exec(await library.answerOf("native"))![1]!;
    const ad = { platform: "native" as const, id };
    const former = stack.clients.formsName();
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    const held = [library.hold(), library.hold()];
    void ask("search", { query, library: former });
    void ask("adDetail", { ad, library: former });
    await library.paidArrived(2);
    const memory = { platform: "native", draft: query, openAd: ad };
    const awaited = async () => {
      const { running, awaitedAd } = (await ask("open", { memory })).value!;
      return [running !== undefined, awaitedAd !== undefined];
    };
    assert.deepEqual(await awaited(), [true, true]);
    stack.set({ baseUrl: other.url });
    assert.deepEqual(await awaited(), [false, false]);
    await Promise.all(held.map(({ answer }) => answer()));
    await Promise.all([ask("rejoin", {}), ask("rejoinAd", {})]);
    assert.deepEqual((await ask("open", { memory })).value?.pages, []);
    assert.equal((await stack.search.bought(frozen)).length, 1);
    assert.equal((await stack.details.bought(ad, frozen.address))?.detail.ad.id, id);
  });

  it("that a command wants is bought only from the library that a person was asked about", async () => {
    other.accept(library.key);
    const { panels, ask, stack } = await opened();
    const agreed = stack.clients.formsName();
    const ad = { platform: "native" as const, id: /"id":(\d+)/.exec(await other.answerOf("native"))![1]! };
    const explorer = panels.current!;
    const all = { platform: "native" as const, choices: [] };
    const wanted = [explorer.carryOut({ query: all, run: true, library: agreed }), explorer.openAd(ad, agreed)];
    stack.set({ baseUrl: other.url });
    const shown = stack.clients.formsName();
    for (const answer of [
      await ask("search", { query, unlessBought: true, library: shown }),
      await ask("adDetail", { ad, library: shown }),
    ])
      assert.deepEqual([answer.failure?.code, answer.failure?.charge], ["otherLibrary", "none"]);
    assert.deepEqual(await Promise.all(wanted), [undefined, undefined]);
    assert.deepEqual([library.paid().length, other.paid().length], [0, 0]);
    // A click in the panel is an agreement of its own.
    assert.equal((await ask("search", { query, library: shown })).value?.page?.page, 1);
    assert.equal(other.paid().length, 1);
  });

  it("buys details of the archive's ads only from the library that its question was about", async () => {
    other.accept(library.key);
    const asking = openStack(join(folder(), "asking"), library.url, library.key, { confirmAbove: 50 }, () => {
      asking.set({ baseUrl: other.url });
      return Promise.resolve(true);
    });
    const ads = [{ platform: "native" as const, id: /"id":(\d+)/.exec(await other.answerOf("native"))![1]! }];
    const target = new PanelTarget(new PanelSession("mega"), ads);
    await assert.rejects(searchCommands.buyDetails(asking, target), { code: "otherLibrary" });
    assert.deepEqual([library.paid().length, other.paid().length], [0, 0]);
    await asking.close();
  });

  it("is compared with an earlier run when another library is connected, and buys nothing from it", async () => {
    const { panels, ask: askExplorer, stack } = await opened();
    const { value } = await askExplorer("search", { query });
    const [first, second] = value!.page!.ads.map(({ platform, id }) => ({ platform: platform!, id: id! }));
    const former = stack.clients.formsName();
    await askExplorer("adDetail", { ad: first, library: former });
    const { address } = await stack.search.freezeBought({ platform: "native", choices: [] });
    const run = { ...address, lastHit: value!.page!.lastHit };
    const { panel, ask: asked } = openPageOfTest("adLibrary.comparison");
    const ask = asked<Told>;
    const memory = {
      platform: "native",
      draft: query,
      openAd: first,
      compared: { name: "Shoes", earlier: run, newer: run },
    };
    await panels.adopt(panel, memory);
    assert.equal((await ask("openComparison", { memory })).value?.shownFrom, undefined);
    other.accept(library.key);
    stack.set({ baseUrl: other.url });
    const latter = stack.clients.formsName();
    const { version } = address;
    await stack.archive.storeDetail(stack.clients.libraryName(), version, second!, {
      text: "{}",
      receivedAt: "2026-01-01T00:00:00.000Z",
    });
    for (const ad of [first, second])
      for (const library of [former, latter]) {
        const { failure } = await ask("adDetail", { ad, library });
        assert.deepEqual([failure?.code, failure?.charge], ["otherLibrary", "none"]);
      }
    assert.deepEqual([library.paid().length, other.paid().length], [2, 0]);
    // Once restored, it has what was bought where its runs are from.
    const again = await ask("openComparison", { memory });
    assert.deepEqual([again.value?.shownFrom, again.value?.panel?.detail?.detail.ad], [former, first]);
    const { value: drawn } = await ask("comparedAds", { state: "seen", from: 0 });
    assert.deepEqual(drawn?.boughtDetails, [`native:${first!.id}`]);
    stack.set({ baseUrl: library.url });
    await ask("adDetail", { ad: second, library: former });
    assert.deepEqual([library.paid().length, other.paid().length], [3, 0]);
    panel.dispose();
  });

  it("shows what became bought elsewhere: the next page, and an ad's details", async () => {
    const { ask, stack } = await opened();
    const { value } = await ask("search", { query });
    const { lastHit, ads } = value!.page!;
    assert.equal(value!.nextBought, undefined);
    const changed = new Promise<void>((resolve) => stack.archive.onChanged(resolve));
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    await stack.search.search(frozen, { page: 2, lastHit: lastHit! }, new AbortController().signal);
    await stack.details.detail({ platform: "native", id: ads[0]!.id! }, false, new AbortController().signal);
    await changed;
    const { value: bought } = await ask("boughtNow", {});
    assert.deepEqual([bought?.nextBought, bought?.boughtDetails], [true, [ads[0]!.key]]);
    const asked = ads.slice(0, 2).map(({ platform, id }) => ({ platform, id }));
    const { value: read } = await ask("readDetails", { ads: asked });
    assert.equal(JSON.stringify(read).match(/"fetchedAt"/g)?.length, 1);
    await ask("search", { query, cursor: { page: 2, lastHit } });
    assert.equal(library.paid().length, 3);
  });

  it("is not sent if the archive can't be written or read", async () => {
    await mkdir(join(folder(), "own", "archive"), { recursive: true });
    await symlink("answers", join(folder(), "own", "archive", "answers"));
    const { ask } = await opened();
    const { failure } = await ask("search", { query, unlessBought: true });
    assert.deepEqual([failure?.code, failure?.charge], ["ownershipUnknown", "none"]);
    assert.equal(library.paid().length, 0);
  });

  it("is not sent if the panel closes during the ownership check", async () => {
    const { panel, ask } = await opened();
    const answer = ask("search", { query, unlessBought: true });
    panel.dispose();
    assert.deepEqual(await answer.then(({ failure }) => [failure?.code, failure?.charge]), ["cancelled", "none"]);
    assert.equal(library.paid().length, 0);
  });

  it("sends the page the drawable part of huge texts, and stores them whole", async () => {
    const { ask, stack } = await opened();
    const huge = "x".repeat(1_000_000);
    const titles = Array.from({ length: 18 }, (_, id) => wireCard(id, { platform: "native", title: huge }));
    library.next(ok(wirePage(titles)));
    const form = JSON.stringify(await ask("form", { platform: "native" })).length;
    const searched = await ask("search", { query });
    const shown = { query, lastHit: "1700000000", pages: 1 };
    const answers = {
      searched,
      bought: await ask("boughtPages", { query, lastHit: "1700000000" }),
      opened: await ask("open", { memory: { platform: "native", draft: query, shown } }),
      found: await ask("searchArchive", { criteria: {} }),
      lens: await ask("lens", { ads: searched.value!.page!.ads.map(({ key }) => key) }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      assert.equal(answer.kind, "answer", name);
      const text = JSON.stringify(answer);
      assert.ok(text.includes("x".repeat(8000)), `${name} has the beginning`);
      assert.ok(text.length < 200_000 + (name === "opened" ? form : 0), `${name} has ${text.length} characters`);
    }
    const frozen = await stack.search.freezeBought({ platform: "native", choices: [] });
    const [page] = await stack.search.boughtPages(frozen, "1700000000");
    assert.ok(page?.ads.every(({ title }) => title === huge));
  });

  it("names ads without an ID apart, in the archive and in a comparison", async () => {
    const { ask, stack } = await opened();
    const { address } = await stack.search.freezeBought({ platform: "native", choices: [] });
    const [earlier, newer] = ["1700000000", "1700000001"].map((lastHit) => ({ ...address, lastHit }));
    for (const [at, { lastHit }] of [earlier!, newer!].entries()) {
      const text = okText(wirePage([wireCard(1, { id: undefined, title: `Ad ${at}` })]));
      await stack.archive.storePage(address, lastHit, 1, { text, receivedAt: `2026-01-0${at + 1}T00:00:00.000Z` });
    }
    const keysOf = ({ value }: { readonly value?: Told }) => value!.ads!.map(({ card }) => card.key);
    const found = keysOf(await ask("searchArchive", { criteria: {} }));
    assert.equal(new Set(found).size, 2, String(found));
    const { value: lens } = await ask("lens", { ads: found });
    assert.deepEqual(new Set(lens!.groups!.flatMap(({ ads }) => ads)), new Set(found));
    const memory = { platform: "native", draft: query, compared: { name: "Shoes", earlier, newer } };
    await ask("openComparison", { memory });
    const compared = keysOf(await ask("comparedAds", { state: "notCovered", from: 0 }));
    assert.equal(new Set(compared).size, 2, String(compared));
  });

  it("shows pictures that were kept, as long as they are what they were", async () => {
    const hosts = await startMisbehaving(({ seen, response }) => response.end(pngOf(seen.target)));
    const url = `${hosts.url}/a.png`;
    const keeper = openStack(join(folder(), "own"), hosts.url, undefined);
    const board = await storeAds(keeper, hosts.url, [[url]]);
    await keeper.boards.keepPictures(board, { signal: new AbortController().signal });
    await keeper.close();
    await hosts.close();
    const { ask } = await opened();
    const data = pngOf("/a.png").toString("base64");
    assert.deepEqual((await ask("keptPicture", { url })).value, { data: `data:image/png;base64,${data}` });
    assert.deepEqual((await ask("keptPicture", { url: `${hosts.url}/b.png` })).value, {});
    const media = join(folder(), "own/archive/media");
    const [name = ""] = readdirSync(media, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".png"));
    writeFileSync(join(media, name), "another");
    assert.deepEqual((await ask("keptPicture", { url })).value, {});
    assert.equal(library.paid().length, 0);
  });

  it("groups the shown ads by creative as the lens does the run", async () => {
    const { ask, stack } = await opened();
    const title = "The shoes that runners in forty cities swear by";
    const cards = [5, 6, 7].map((id) => wireCard(id, { platform: "native", title: id === 6 ? "Else" : title }));
    library.next(ok(wirePage(cards)));
    await ask("search", { query });
    const ads = ["native:5", "native:6", "native:7"];
    const { value } = await ask("lens", { ads });
    const frozen = await stack.search.freezeBought({ platform: "native", choices: [] });
    const { groups } = await stack.lens.look({ runs: [{ address: frozen.address, lastHit: "1700000000" }] });
    assert.deepEqual(value?.groups, groups);
    assert.deepEqual(
      groups.map((group) => group.ads),
      [["native:5", "native:7"], ["native:6"]],
    );
    const others = await ask("lens", { ads: ["native:5", "native:99"] });
    assert.deepEqual(
      others.value?.groups?.map((group) => group.ads),
      [["native:5"]],
    );
  });

  it("clips a card's texts, drops clipped URLs, and never clips a number or an ad's ID", async () => {
    const { panel, ask, stack } = await opened();
    const huge = "x".repeat(20_000);
    const address = `https://cdn.example/${huge}`;
    const card = wireCard(5, {
      ...{ platform: `${huge}y`, title: huge, display_url: address, last_seen: huge, post_url: address },
      owner: { id: 7, name: huge, avatar_url: address },
      attachments: [{ type: huge, subtitle: huge, url: address, thumbnail: address, youtube_id: huge }],
      stats: [{ tooltip: huge, icon: huge, value: 9 }],
      metadata: [{ tooltip: huge, value: [huge, huge] }],
    });
    library.next(ok(wirePage([card, wireCard(6, { platform: "native" })])));
    const { value } = await ask("search", { query });
    const cut = `${huge.slice(0, 8192)}…`;
    const [first, second] = value!.page!.ads;
    assert.deepEqual(first, {
      key: `${huge}y:5`.slice(-8192),
      id: "5",
      platformName: cut,
      title: cut,
      displayUrl: `${address.slice(0, 8192)}…`,
      monthlyTraffic: 12005,
      lastSeen: cut,
      postUrl: `${address.slice(0, 8192)}…`,
      bookmarked: false,
      owner: { id: "7", name: cut },
      attachments: [{ type: cut, subtitle: cut }],
      stats: [{ tooltip: cut, icon: cut, value: 9 }],
      metadata: [{ tooltip: cut, values: [cut, cut] }],
      repairs: 0,
    });
    const frozen = await stack.search.freezeBought({ platform: "native", choices: [] });
    const [page] = await stack.search.boughtPages(frozen, "1700000000");
    assert.deepEqual(second, page?.ads[1]);
    assert.equal(page?.ads[0]?.displayUrl, address);
    panel.dispose();
  });
});
