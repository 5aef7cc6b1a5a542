import assert from "node:assert/strict";
import * as z from "zod";
import type { AdOwner } from "../../../../src/protocol/bought";
import type { PlatformToken } from "../../../../src/protocol/platforms";
import { AssistantTools } from "../../../../src/features/assistants/assistantTools";
import { toolOutputs } from "../../../../src/features/assistants/toolOutputs";
import { ownersNamed } from "../../../../src/features/lens/advertiser";
import { advertiserNews } from "../../../../src/features/watches/advertiserNews";
import { okText } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { type Stack, useStacks } from "../stack";

const origin = "https://ads.example";
const day = (date: number) => new Date(Date.UTC(2026, 10, date)).toISOString();
const long = "9007199254740993";

interface Ad {
  readonly id: number;
  readonly owner?: { readonly id?: string; readonly name: string };
  readonly url?: string;
  readonly metadata?: readonly object[];
  /** If it is not the one that was searched. */
  readonly platform?: PlatformToken;
}

/** A page as the service sends it; IDs of owners are integers of any size. */
function pageText(platform: PlatformToken, ads: readonly Ad[], more?: boolean): string {
  const told = ads.map(({ id, owner, url, metadata, ...ad }) => {
    const by = owner && { ...(owner.id !== undefined && { id: `#${owner.id}#` }), name: owner.name };
    return {
      id,
      platform: ad.platform ?? platform,
      title: `Ad ${id}`,
      owner: by,
      ...(url !== undefined && { display_url: url }),
      ...(metadata && { metadata }),
    };
  });
  return okText({ ads: told, last_hit: 5, has_next_page: more }).replaceAll(/"#(-?\d+)#"/g, "$1");
}

describe("an advertiser's bought ads", () => {
  const folder = temporaryFolder();
  const open = useStacks();
  let stack: Stack;
  beforeEach(() => (stack = open(folder(), origin, undefined)));

  /** Stores a page as if it had been fetched on that day of November. */
  const store = (platform: PlatformToken, date: number, ads: readonly Ad[], { body = "{}", more = false } = {}) =>
    stack.archive.storePage({ origin, version: "v2", platform, body }, String(date), 1, {
      text: pageText(platform, ads, more),
      receivedAt: day(date),
    });
  const acme = { id: long, name: "Acme" };
  const look = (owner: AdOwner) => stack.lens.advertiser(owner);
  const names = (ads: readonly { readonly ad: string }[]) => ads.map(({ ad }) => ad).sort();

  it("are shown although another page of their search can't be read", async () => {
    await store("facebook", 1, [{ id: 1, owner: acme }]);
    const address = { origin, version: "v2", platform: "facebook", body: "{}" } as const;
    await stack.archive.storePage(address, "1", 2, { text: '{"status":"ok"', receivedAt: day(1) });
    const { ads, searches } = await look({ platform: "facebook", ...acme });
    assert.deepEqual(names(ads), ["facebook:1"]);
    assert.deepEqual(valuesOf(searches, "unfinished"), [true]);
  });

  it("may be on more pages if the service doesn't say that there are none", async () => {
    const address = { origin, version: "v2", platform: "facebook", body: "{}" } as const;
    const unclear = { text: pageText("facebook", [{ id: 1, owner: acme }]), receivedAt: day(1) };
    await stack.archive.storePage(address, "1", 1, unclear);
    const { searches } = await look({ platform: "facebook", ...acme });
    assert.deepEqual(valuesOf(searches, "unfinished"), [true]);
  });

  it("are all read, however many there are", async () => {
    const ids = Array.from({ length: 1_201 }, (_, index) => index + 1);
    await store(
      "facebook",
      1,
      ids.map((id) => ({ id, owner: acme })),
    );
    const { coverage, ads } = await look({ platform: "facebook", ...acme });
    assert.equal(coverage.ads, ids.length);
    assert.deepEqual(names(ads), ids.map((id) => `facebook:${id}`).sort());
  });

  it("are those with its ID on one platform, whatever its name was", async () => {
    await store("facebook", 1, [{ id: 1, owner: { id: long, name: "Acme Old" } }]);
    await store("facebook", 2, [
      { id: 2, owner: acme },
      { id: 3, owner: { id: "9007199254740992", name: "Acme" } },
      { id: 4, owner: { id: long, name: "Acme" } },
    ]);
    await store("tiktok", 3, [{ id: 5, owner: acme }]);
    const { ads, coverage, shares, probablySame } = await look({ platform: "facebook", ...acme });
    assert.deepEqual(names(ads), ["facebook:1", "facebook:2", "facebook:4"]);
    assert.equal(coverage.ads, 3);
    const called = shares.filter(({ field }) => field === "advertiser");
    assert.deepEqual(
      called.flatMap(({ value, ads: count }) => [value, count]),
      ["Acme", 2, "Acme Old", 1],
    );
    // The same ID means nothing on another platform, but the same name does.
    assert.deepEqual(
      probablySame.flatMap(({ platform, id, ads: count, because }) => [platform, id, count, because]),
      ["facebook", "9007199254740992", 1, ["name"], "tiktok", long, 1, ["name"]],
    );
  });

  it("are of one country or language, whether the service sends its code or its name", async () => {
    const metadata = [
      { tooltip: "Countries", value: ["BE", "FR"] },
      { tooltip: "Language", value: ["he"] },
    ];
    await store("facebook", 1, [{ id: 1, owner: acme, metadata }]);
    const tab = (key: string, ...labels: readonly string[]) => ({
      ...{
        key,
        label: key,
        breakdown: { value_type: "percentage", datasets: labels.map((label) => ({ label, value: 1 })) },
      },
    });
    const tabs = [tab("region", "Belgium", "united kingdom", "Benelux"), tab("language", "Hebrew")];
    await stack.archive.storeDetail(...([origin, "v2", { platform: "facebook", id: "1" }] as const), {
      text: okText({ id: 1, targeting_detail: { tabs } }),
      receivedAt: day(1),
    });
    const { shares } = await look({ platform: "facebook", ...acme });
    const called = (field: string) => shares.flatMap((share) => (share.field === field ? share.value : []));
    assert.deepEqual([called("country"), called("language")], [["BE", "Benelux", "FR", "GB"], ["HE"]]);
  });

  it("are told by the exact name where ads have no ID", async () => {
    await store("native", 1, [
      { id: 1, owner: { name: "Acme" } },
      { id: 2, owner: { name: "Acme Shoes" } },
      { id: 3, owner: { id: "7", name: "Acme" } },
      { id: 4, owner: { name: 'Say "hi"' } },
      { id: 5, owner: { name: "🍏" } },
    ]);
    const bought = async (name: string) => names((await look({ platform: "native", name })).ads);
    assert.deepEqual(await bought("Acme"), ["native:1"]);
    assert.deepEqual(await bought('Say "hi"'), ["native:4"]);
    assert.deepEqual(await bought("🍏"), ["native:5"]);
    assert.deepEqual((await look({ platform: "native", name: "Acme" })).probablySame, [
      { platform: "native", id: "7", name: "Acme", ads: 1, because: ["name"] },
    ]);
  });

  it("may be an advertiser's elsewhere if few lead to its domain", async () => {
    const url = "https://www.acme.example/shoes";
    await store("facebook", 1, [{ id: 1, owner: acme, url }]);
    await store("tiktok", 2, [{ id: 2, owner: { id: "8", name: "Acme Official" }, url }]);
    const because = async () => (await look({ platform: "facebook", ...acme })).probablySame.map((one) => one.because);
    assert.deepEqual(await because(), [["domain"]]);
    const others = [1, 2, 3, 4, 5].map((n) => ({ id: 10 + n, owner: { id: `${20 + n}`, name: `Shop ${n}` }, url }));
    await store("reddit", 3, others);
    assert.deepEqual(await because(), []);
  });

  it("say when they were seen, in which searches, and where nothing was looked for", async () => {
    const shoes = { body: '{"a":1}', more: true };
    await store("facebook", 1, [{ id: 1, owner: acme }], shoes);
    await store("facebook", 4, [{ id: 1, owner: acme }], shoes);
    await store("mega", 6, [{ id: 1, owner: acme, platform: "facebook" }]);
    await store("tiktok", 7, [{ id: 9, owner: { id: "9", name: "Other" } }]);
    const { ads, searches, coverage, unseen } = await look({ platform: "facebook", ...acme });
    assert.deepEqual(valuesOf(ads, "firstSeen", "lastSeen"), [day(1), day(6)]);
    assert.deepEqual(searches, [
      { platform: "mega", body: "{}", label: "{}", ads: 1, from: day(6), to: day(6), unfinished: false },
      { platform: "facebook", body: '{"a":1}', label: '{"a":1}', ads: 1, from: day(1), to: day(4), unfinished: true },
    ]);
    assert.deepEqual([coverage.searches, coverage.unfinished, coverage.from, coverage.to], [2, 1, day(1), day(6)]);
    assert.deepEqual(
      unseen.map(({ platform, searches: count }) => `${platform} ${count}`),
      ["meta 1", "native 1", "display 1", "pinterest 1", "reddit 1", "tiktok 2", "twitter 1", "youtube 1"],
    );
  });

  describe("with details or days that they ran", () => {
    const storeDetail = (
      id: number,
      date: number,
      [first, last]: readonly [first?: number | undefined, last?: number],
    ) =>
      stack.archive.storeDetail(
        origin,
        "v2",
        { platform: "facebook", id: String(id) },
        {
          text: okText({
            id,
            impression: {
              ...(first !== undefined && { first_seen_at: day(first) }),
              ...(last !== undefined && { last_seen_at: day(last) }),
            },
          }),
          receivedAt: day(date),
        },
      );
    const days = (count: number) => [{ tooltip: "Days running", value: [`${count} days`] }];
    const times = async () => {
      const { ads } = await look({ platform: "facebook", ...acme });
      return ads.map(({ ad, firstSeen, lastSeen }) => [ad, firstSeen, lastSeen]).sort();
    };

    it("were last seen when the details say, unless a page came after them", async () => {
      await store(
        "facebook",
        10,
        [1, 2, 3].map((id) => ({ id, owner: acme })),
      );
      await storeDetail(1, 9, [undefined, 8]);
      // An ad that has ended is still in results: its details know better than the page.
      await storeDetail(2, 11, [undefined, 4]);
      await storeDetail(3, 9, []);
      const last = (await times()).map(([ad, , time]) => [ad, time]);
      assert.deepEqual(last, [
        ["facebook:1", day(10)],
        ["facebook:2", day(4)],
        ["facebook:3", day(10)],
      ]);
    });

    it("were first seen at the first purchase at the latest", async () => {
      await store(
        "facebook",
        5,
        [1, 2, 3].map((id) => ({ id, owner: acme, metadata: days(2) })),
      );
      await store(
        "facebook",
        20,
        [1, 2, 3].map((id) => ({ id, owner: acme, metadata: days(3) })),
      );
      await storeDetail(2, 20, [2, 20]);
      await storeDetail(3, 20, [8, 20]);
      const [paused, told, wrong] = (await times()).map(([, first]) => first);
      assert.deepEqual([paused, told, wrong], [day(5), day(2), day(5)]);
      await store("facebook", 21, [{ id: 1, owner: acme, metadata: days(20) }]);
      assert.equal((await times())[0]?.[1], day(1));
    });
  });

  it("are counted with those of advertisers that a person joined, until they are separated", async () => {
    const url = "https://acme.example/shoes";
    await store("facebook", 1, [{ id: 1, owner: acme, url }]);
    await store("tiktok", 2, [
      { id: 2, owner: { id: "8", name: "Acme Official" }, url },
      { id: 3, owner: { id: "9", name: "Other" } },
    ]);
    await store("native", 3, [
      { id: 4, owner: { name: "Acme" } },
      { id: 5, owner: { name: "Acme Shoes" } },
    ]);
    const one = { platform: "facebook", ...acme } as const;
    const [official, plain] = [
      { platform: "tiktok", id: "8", name: "Acme Official" },
      { platform: "native", name: "Acme" },
    ] as const;
    await stack.lens.decideAdvertisers([one, official], true);
    await stack.lens.decideAdvertisers([one, plain], true);
    await stack.close();
    stack = open(folder(), origin, undefined);
    for (const owner of [one, official, plain]) {
      const { ads, groups, joined, searches, coverage, probablySame, unseen } = await look(owner);
      assert.deepEqual(names(ads), ["facebook:1", "native:4", "tiktok:2"]);
      assert.deepEqual([coverage.ads, coverage.searches, searches.length, probablySame], [3, 3, 3, []]);
      assert.equal(groups.flatMap((group) => group.ads).length, 3);
      assert.deepEqual(joined.map(({ platform, ads: count }) => `${platform} ${count}`).length, 2);
      assert.ok(unseen.every(({ platform }) => !["facebook", "tiktok", "native"].includes(platform)));
    }
    assert.deepEqual((await look(one)).joined, [
      { ...official, ads: 1 },
      { ...plain, ads: 1 },
    ]);
    await stack.lens.decideAdvertisers([plain], false);
    assert.deepEqual(names((await look(one)).ads), ["facebook:1", "tiktok:2"]);
    assert.deepEqual(names((await look(plain)).ads), ["native:4"]);
  });

  it("are new or absent by the last two runs of all their searches, each once", async () => {
    const ads = (...ids: readonly number[]) => ids.map((id) => ({ id, owner: acme }));
    const [shoes, boots] = [{ body: '{"a":1}' }, { body: '{"a":2}' }];
    const owner = { platform: "facebook", ...acme } as const;
    const news = async () => {
      const { searches, compared, ads: found } = await advertiserNews(stack, await look(owner));
      return [compared, searches, ...found.map(({ ad, state }) => `${ad} ${state}`).sort()];
    };
    await store("facebook", 1, ads(1, 2, 3), shoes);
    assert.deepEqual(await news(), [0, 1]);
    await store("facebook", 2, [...ads(1, 4, 5), { id: 9, owner: { id: "9", name: "Other" } }], shoes);
    await store("facebook", 3, ads(6), { body: '{"a":3}', more: true });
    const alone = ["facebook:2 absent", "facebook:3 absent", "facebook:4 firstSeen", "facebook:5 firstSeen"];
    assert.deepEqual(await news(), [1, 2, ...alone]);
    // What another search already had is not new, and what it still has is not absent.
    await store("facebook", 3, ads(4, 7), boots);
    await store("facebook", 4, ads(3, 4), { ...boots, more: true });
    const all = ["facebook:2 absent", "facebook:5 firstSeen", "facebook:7 notCovered"];
    assert.deepEqual(await news(), [2, 3, ...all]);
    assert.deepEqual(await toldToAssistants(), [2, 3, ...all]);
  });

  it("are neither new nor absent if a search that ran once had them before, or has them since", async () => {
    const ads = (...ids: readonly number[]) => ids.map((id) => ({ id, owner: acme }));
    const metadata = [{ tooltip: "Days running", value: ["2 days"] }];
    const changes = async () => {
      const { ads: found } = await advertiserNews(stack, await look({ platform: "facebook", ...acme }));
      return found.map(({ ad, state }) => `${ad} ${state}`).sort();
    };
    await store("facebook", 10, ads(1, 2, 3), { body: '{"a":1}' });
    await store("facebook", 20, [...ads(3, 4, 5), { id: 6, owner: acme, metadata }], { body: '{"a":1}' });
    const alone = ["facebook:1 absent", "facebook:2 absent", "facebook:4 firstSeen", "facebook:5 firstSeen"];
    assert.deepEqual(await changes(), [...alone, "facebook:6 launched"]);
    // One is still there, and one was there already. What is seen before it is gone, or after it was new, says nothing.
    await store("facebook", 1, ads(2, 4), { body: '{"a":2}' });
    await store("facebook", 25, ads(1, 5), { body: '{"a":3}' });
    // A few minutes earlier is soon enough to have it first, but an ad that was launched since the last look still was.
    await store("facebook", 19, ads(6), { body: '{"a":4}' });
    assert.deepEqual(await changes(), ["facebook:2 absent", "facebook:5 firstSeen", "facebook:6 launched"]);
    await store("facebook", 18, ads(5), { body: '{"a":5}' });
    assert.deepEqual(await changes(), ["facebook:2 absent", "facebook:6 launched"]);
  });

  it("are not new if any earlier run of another search had them", async () => {
    const ads = (...ids: readonly number[]) => ids.map((id) => ({ id, owner: acme }));
    for (const [date, ids] of [
      [1, [1, 2]],
      [2, [2]],
      [3, [2]],
    ] as const)
      await store("facebook", date, ads(...ids), { body: '{"a":1}' });
    await store("facebook", 4, ads(2), { body: '{"a":2}' });
    await store("facebook", 5, ads(1, 2), { body: '{"a":2}' });
    const { ads: found } = await advertiserNews(stack, await look({ platform: "facebook", ...acme }));
    assert.deepEqual(found, []);
  });

  /** What assistants read of Acme, one change at a time. */
  async function toldToAssistants() {
    const links = { ad: (platform: string, id: string) => `${platform}:${id}` };
    const door = { door: "mcp", loadMedia: () => "never" as const, budget: () => 0, now: () => new Date() } as const;
    const tools = new AssistantTools({ ...door, engine: stack, links });
    const changes: string[] = [];
    const call = { client: "test", signal: new AbortController().signal };
    for (let cursor: string | undefined = "0"; ;) {
      const input = { group_by: "change", advertiser: "acme", platform: "facebook", limit: 1, cursor };
      const said = await tools.call("search_bought_ads", input, call);
      assert.ok("data" in said, JSON.stringify(said));
      const { untrusted, compared, searches, next_cursor } = toolOutputs.search_bought_ads.parse(said.data);
      assert.match(
        said.text,
        /^Last two runs compared of 2 of 3 searches: 0 launched, 1 first seen, 1 absent, 1 not covered\.$/m,
      );
      const [item] = z.array(z.looseObject({ ad: z.string(), change: z.string() })).parse(untrusted?.items);
      changes.push(`${item?.ad} ${item?.change}`);
      if (next_cursor === undefined) return [compared, searches, ...changes.sort()];
      cursor = next_cursor;
    }
  }

  it("are gone with their answers", async () => {
    await store("facebook", 1, [{ id: 1, owner: acme }]);
    assert.equal((await look({ platform: "facebook", ...acme })).ads.length, 1);
    await stack.archive.clear();
    const { ads, searches, coverage } = await look({ platform: "facebook", ...acme });
    assert.deepEqual([ads, searches, coverage.ads, coverage.from], [[], [], 0, ""]);
  });

  it("are found by a name without regard to case and spaces, but not by a part of it", async () => {
    await store("facebook", 1, [{ id: 1, owner: { id: "1", name: "ACME  shoes" } }]);
    const found = async (name: string) => (await ownersNamed(stack.boughtAds, name)).map(({ id }) => id);
    assert.deepEqual(await found("acme Shoes"), ["1"]);
    assert.deepEqual([await found("acme"), await found(" ")], [[], []]);
  });
});
