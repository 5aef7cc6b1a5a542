import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { cardItem } from "../../../../src/features/assistants/adItems";
import { chainsOf, clickChain, maskedUrl } from "../../../../src/features/lens/chains";
import { CreativeDecisions } from "../../../../src/features/lens/decisions";
import { assetPath, evidenceOf, evidenceOfCard, foldText } from "../../../../src/features/lens/evidence";
import { creativeGroups, type LensAd } from "../../../../src/features/lens/groups";
import { sharesOf } from "../../../../src/features/lens/share";
import { traitsOfCard } from "../../../../src/features/lens/traits";
import type { AdCard, AdDetail, AdRef } from "../../../../src/protocol/ads";
import { okText } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack, useStack } from "../stack";

const title = "The shoes that runners in forty cities swear by";

function lensAd(ad: string, card: Partial<AdCard> = {}, more: Partial<LensAd> = {}): LensAd {
  const whole: AdCard = {
    ...{ key: ad, platformName: "tiktok", attachments: [], stats: [], metadata: [], repairs: 0 },
    ...card,
  };
  return {
    ...{ ad, platform: "tiktok", title: card.title ?? "", advertiser: card.owner?.name ?? "", domain: "" },
    ...{ traits: traitsOfCard(whole), firstSeen: "", lastSeen: "", stats: [] },
    evidence: evidenceOfCard(whole),
    ...more,
  };
}

const image = (url: string) => ({ attachments: [{ type: "image", url }] });
const idsOf = async (ads: readonly LensAd[], ...rest: [Parameters<typeof creativeGroups>[1]?]) =>
  (await creativeGroups(ads, ...rest)).map((group) => group.ads);

describe("creative groups", () => {
  it("join ads by text, media, or landing page with a text, and say why", async () => {
    const ads = [
      lensAd("a", { title: `${title} 🔥 $40` }),
      lensAd("b", { title: title.toUpperCase(), ...image("https://a.example/x/48151623_n.jpg") }),
      lensAd("c", image("https://b.example/x/1080x1080/48151623_n.webp?sig=2")),
      lensAd("d", { title: "Free shipping", displayUrl: "https://shop.example/boots?utm_source=a" }),
      lensAd("e", { title: "Free shipping!", displayUrl: "https://shop.example/boots" }),
      lensAd("f", { title: "Free shipping", displayUrl: "https://other.example/boots" }),
    ];
    const groups = await creativeGroups(ads);
    assert.deepEqual(
      groups.flatMap((group) => [group.ads.join(""), group.reasons.join()]),
      ["abc", "text,asset", "de", "landing", "f", ""],
    );
  });

  it("keep ads apart that share an advertiser, a home page, a template, or a common word", async () => {
    const owner = { name: "Nordlauf" };
    const ads = [
      lensAd("a", { owner, title: "Shop now", displayUrl: "https://nordlauf.example/" }),
      lensAd("b", { owner, title: "Shop now", displayUrl: "https://nordlauf.example/?utm_id=1" }),
      lensAd("c", { title: "The boots that hikers in forty cities swear by" }),
      lensAd("d", { title }),
      lensAd("e", image("https://a.example/banner.jpg")),
      lensAd("f", image("https://b.example/banner.jpg")),
    ];
    assert.equal((await creativeGroups(ads)).length, 6);
  });

  it("are the same in whatever order the ads arrive", async () => {
    const texts = [title, "Boots for wet days in the mountains of Norway", "Shop now"];
    const urls = [
      "https://a.example/x/48151623_n.jpg",
      "https://a.example/x/99151623_n.jpg",
      "https://a.example/b.jpg",
    ];
    const card = fc.record({ title: fc.constantFrom(...texts), url: fc.constantFrom(...urls) });
    const shuffled = fc
      .array(card, { maxLength: 12 })
      .map((cards) => cards.map(({ title, url }, at) => lensAd(`ad${at}`, { title, ...image(url) })))
      .chain((ads) => fc.tuple(fc.constant(ads), fc.shuffledSubarray(ads, { minLength: ads.length })));
    await fc.assert(
      fc.asyncProperty(shuffled, async ([ads, other]) =>
        assert.deepEqual(await creativeGroups(ads), await creativeGroups(other)),
      ),
    );
  });

  it("let other work have its turn while there are many ads", async () => {
    let [looked, most, ended] = [0, 0, false];
    const counted = <T>(value: T): T => {
      looked += 1;
      return value;
    };
    const ads = Array.from({ length: 1_000 }, (_, at): LensAd => {
      const ad = lensAd(`ad${at}`, { title: `${title} ${"x".repeat(at % 500)}` });
      const { evidence } = ad;
      return Object.defineProperty(ad, "evidence", { get: () => counted(evidence) });
    });
    const groups = creativeGroups(ads).finally(() => (ended = true));
    for (let before = 0; !ended; before = looked) {
      await nextTurn();
      most = Math.max(most, looked - before);
    }
    assert.equal((await groups).length, 500);
    assert.ok(looked >= ads.length && most < ads.length / 2, `${most} of ${looked} in one turn`);
  });

  it("follow a person who splits and joins", async () => {
    const ads = [lensAd("a", { title }), lensAd("b", { title }), lensAd("c"), lensAd("d")];
    assert.deepEqual(await idsOf(ads), [["a", "b"], ["c"], ["d"]]);
    assert.deepEqual(await idsOf(ads, { join: [["c", "d", "gone"]], split: ["b"] }), [["c", "d"], ["a"], ["b"]]);
    const groups = await creativeGroups(ads, { join: [["c", "d"]], split: [] });
    assert.deepEqual(groups[1]?.reasons, ["joined"]);
  });

  it("count a number only for ads that have it", async () => {
    const likes = (value: number, growth?: number) => ({
      stats: [{ name: "Likes", value, ...(growth !== undefined && { growth }) }],
    });
    const ads = [lensAd("a", { title }, likes(5)), lensAd("b", { title }, likes(7, 2)), lensAd("c", { title })];
    const [first] = await creativeGroups(ads);
    assert.deepEqual(first?.stats, [{ name: "Likes", sum: 12, max: 7, ads: 2, growth: 2 }]);
  });
});

describe("shares of what was observed", () => {
  it("count ads and creatives, of those for which the value was provided", async () => {
    const ads = [
      lensAd("a", { title, owner: { name: "Nordlauf" } }, { lastSeen: "2026-11-04T00:00:00Z" }),
      lensAd("b", { title, owner: { name: "Nordlauf" } }, { lastSeen: "2026-11-12T00:00:00Z" }),
      lensAd("c", { owner: { name: "Alba" } }),
      lensAd("d"),
    ];
    const [first, second] = sharesOf(ads, await creativeGroups(ads));
    assert.deepEqual(first, {
      ...{ field: "advertiser", value: "Nordlauf", ads: 2, groups: 1, ofAds: 2 / 3, ofGroups: 1 / 2 },
      weeks: [
        { week: "2026-11-02", ads: 1 },
        { week: "2026-11-09", ads: 1 },
      ],
    });
    assert.equal(second?.value, "Alba");
  });
});

describe("where clicks lead", () => {
  const ad = (name: string, advertiser: string, domain = "") => ({ ad: name, advertiser, domain });
  const detail = (urls: readonly string[], tracker?: string): AdDetail => ({
    ...{ ad: { platform: "tiktok", id: "1" }, attachments: [], repairs: 0 },
    urlChain: urls.map((url) => ({ url })),
    ...(tracker !== undefined && {
      targeting: { cards: [{ key: "tracker", label: "Tracker", value: tracker }], tabs: [] },
    }),
  });

  it("names landing domains by who shares them, and what lies between", () => {
    const { domains, edges } = chainsOf([
      clickChain(ad("a", "Nordlauf"), detail(["https://track.example/1", "https://www.shop.example/x"], "Voluum")),
      clickChain(ad("b", "Alba", "shop.example"), detail([])),
      clickChain(ad("c", "Alba"), detail(["https://alba.example/"])),
    ]);
    assert.deepEqual(domains[0], {
      ...{ landing: "shop.example", ads: 2, advertisers: ["Alba", "Nordlauf"], via: ["track.example"] },
      ...{ trackers: ["Voluum"], networks: [] },
    });
    assert.ok(edges.some(({ from, to }) => from === "Voluum" && to === "shop.example"));
    assert.ok(edges.some(({ from, to }) => from === "Alba" && to === "shop.example"));
  });

  it("goes by the domain that the details name, in whatever order the URLs are", () => {
    const urls = ["https://www.shop.example/x", "https://track.example/1"];
    for (const each of [urls, urls.toReversed()]) {
      const { landing, via } = clickChain(ad("a", "Nordlauf"), { ...detail(each), domain: { name: "shop.example" } });
      assert.deepEqual([landing, via], ["shop.example", ["track.example"]]);
    }
  });

  it("masks credentials and tokens", () => {
    assert.equal(maskedUrl("https://me:pw@a.example/x?token=abc&color=red"), "https://…@a.example/x?token=…&color=red");
    assert.equal(maskedUrl("https://a.example/?q=9f86d081884c7d659a2feaa0c55ad015"), "https://a.example/?q=…");
    assert.equal(maskedUrl("https://a.example/#access_token=1"), "https://a.example/#…");
    assert.equal(maskedUrl("me:pw@nowhere"), "…");
  });
});

describe("evidence of a creative", () => {
  it("folds look-alikes, case, emoji, prices, numbers, and dates", () => {
    const folded = foldText("✨ Running shoes from $49.90 until 3 March 2026!");
    assert.equal(folded, foldText("ｒｕｎｎｉｎｇ SHOES from €55 until 14. März 2027 🔥"));
    assert.equal(folded, "running shoes from until");
    assert.equal(foldText("12 % 🔥 1.000"), "");
  });

  it("keeps words that are no dates", () => {
    assert.equal(foldText("You may march on"), "you may march on");

    // No text takes longer than its length: with many ways to part its spaces, this one would take minutes.
    for (const part of [" ", "\u3000", "\n", "1 ", "- ", ". "]) assert.equal(foldText(`1${part.repeat(4000)}`), "");
  });

  it("takes a text beside the title for evidence only together with a short title, or a page", () => {
    const ad = (title: string | undefined, text: string, link?: string) =>
      evidenceOf({ title, texts: [text], attachments: [], link }).map(({ reason, key }) => `${reason} ${key}`);
    const common = "Order before 4 pm and it leaves our warehouse the same day";
    assert.deepEqual(ad(undefined, common), []);
    const alike = (one: readonly string[], other: readonly string[]) => one.filter((each) => other.includes(each));
    assert.deepEqual(alike(ad("Boots for hikers", common), ad("Shoes for runners", common)), []);
    assert.equal(alike(ad("Boots for hikers", common), ad("BOOTS for hikers", common)).length, 1);
    const page = "https://shop.example/boots";
    assert.deepEqual(alike(ad("Boots for hikers", common, page), ad("Shoes for runners", common, page)), []);
    assert.equal(alike(ad(undefined, common, page), ad(undefined, common, page)).length, 1);
  });

  it("takes no file name for evidence that anyone may use", () => {
    const inFolder = assetPath("https://cdn.example.com/creative/1299143073/0.svg");
    assert.equal(inFolder, assetPath("https://cdn2.example.com/creative/1299143073/0.png"));
    for (const name of [
      ...["banner.jpg", "ads/banner.jpg", "thumb-1.png", "image_300x250.gif", "wide-homeandgarden.webm"],
      "video1.mp4",
    ])
      assert.equal(assetPath(`https://cdn.example.com/${name}`), undefined, name);
  });

  it("looks at the first 100 characters of a file name only, however long a hostile one is", () => {
    assert.equal(assetPath(`https://cdn.example.com/${"a".repeat(100)}12345.jpg`), undefined);
    assert.notEqual(assetPath(`https://cdn.example.com/${"a".repeat(95)}12345.jpg`), undefined);
  });
});

const origin = "https://ads.example";

describe("ads of runs that a wrong clock dated", () => {
  const folder = temporaryFolder();

  it("are shown and counted in the order of the service's clock, which says when they were seen", async () => {
    const stack = openStack(folder(), origin, undefined);
    const address = { origin, version: "v2", platform: "facebook", body: "{}" } as const;
    const days = ["2025-11-01T10:00:00.000Z", "2025-11-08T10:00:00.000Z", "2025-11-15T10:00:00.000Z"] as const;
    const clocks = ["2025-11-01T10:00:05.000Z", "2099-01-01T00:00:00.000Z", "2019-01-01T00:00:00.000Z"] as const;
    const runs = days.map((day) => ({ address, lastHit: String(Date.parse(day) / 1000) }));
    for (const [at, { lastHit }] of runs.entries()) {
      const ad = { id: 1, platform: "facebook", title: `Run ${at}`, stats: [{ tooltip: "Likes", value: 5 + at }] };
      const data = { ads: [ad], last_hit: Number(lastHit), has_next_page: false };
      const text = JSON.stringify({ status: "ok", meta: { code: 1000, message: null }, data });
      await stack.archive.storePage(address, lastHit, 1, { text, receivedAt: clocks[at]! });
    }
    const { groups, coverage } = await stack.lens.look({ runs });
    const [{ title, firstSeen, lastSeen, stats } = assert.fail()] = groups;
    assert.deepEqual([title, firstSeen, lastSeen], ["Run 2", clocks[0], days[2]]);
    assert.deepEqual(stats, [{ name: "Likes", sum: 7, max: 7, ads: 1, growth: 2 }]);
    assert.deepEqual([coverage.from, coverage.to], [clocks[0], days[2]]);
    await stack.close();
  });

  it("are dated by the service's clock among everything bought, too, if no other clock saw them", async () => {
    const stack = openStack(folder(), origin, undefined);
    const address = { origin, version: "v2", platform: "facebook", body: "{}" } as const;
    const store = (id: number, lastHit: number, receivedAt: string) => {
      const ads = [{ id, platform: "facebook", title: `Ad ${id}` }];
      return stack.archive.storePage(address, String(lastHit), 1, {
        text: okText({ ads, last_hit: lastHit }),
        receivedAt,
      });
    };
    const made = "2025-11-08T10:00:00.000Z";
    await store(1, Date.parse(made) / 1000, "2099-01-01T00:00:00.000Z");
    await store(2, Date.parse(made) / 1000 + 60, "2025-11-08T10:01:01.000Z");
    const { groups, coverage } = await stack.lens.look({ criteria: {} });
    const dated = groups.map(({ title, firstSeen, lastSeen }) => [title, firstSeen, lastSeen]);
    const right = "2025-11-08T10:01:01.000Z";
    assert.deepEqual(
      new Set(dated),
      new Set([
        ["Ad 1", made, made],
        ["Ad 2", right, right],
      ]),
    );
    assert.deepEqual([coverage.from, coverage.to], [made, right]);
    const { hits } = await stack.archive.search({});
    assert.deepEqual(
      hits.map(({ receivedAt }) => receivedAt),
      [right, made],
    );
    await stack.close();
  });
});

describe("numbers of one name", () => {
  const folder = temporaryFolder();
  const stack = useStack(() => openStack(folder(), origin, undefined));

  it("are told apart, and are of one ad", async () => {
    const address = { origin, version: "v2", platform: "facebook", body: "{}" } as const;
    const store = (date: number, ...values: readonly number[]) => {
      const stats = values.map((value, at) => (at < 2 ? { tooltip: "Likes", value } : { value }));
      return stack.archive.storePage(address, String(date), 1, {
        text: okText({ ads: [{ id: 1, platform: "facebook", title: "Boots", stats }], last_hit: date }),
        receivedAt: `2026-11-0${date}T10:00:00.000Z`,
      });
    };
    await store(1, 5, 7, 3, 40);
    await store(2, 6, 9, 3, 41);
    const { groups } = await stack.lens.look({ runs: ["1", "2"].map((lastHit) => ({ address, lastHit })) });
    assert.deepEqual(
      groups.flatMap(({ stats }) => stats.map(({ name, sum, max, ads, growth }) => [name, sum, max, ads, growth])),
      [
        ["#3", 3, 3, 1, 0],
        ["#4", 41, 41, 1, 1],
        ["Likes", 6, 6, 1, 1],
        ["Likes 2", 9, 9, 1, 2],
      ],
    );
    const [found] = (await stack.boughtAds.find({})).ads;
    assert.ok(found);
    const { figures } = cardItem(found.card, found.fetchedAt, "short", new Date());
    assert.deepEqual(figures, { Likes: 6, "Likes 2": 9, "#3": 3, "#4": 41 });
  });
});

const ad = (id: number): AdRef => ({ platform: "facebook", id: String(id) });

describe("decisions about creatives", () => {
  const folder = temporaryFolder();
  const file = () => folder("creatives.json");
  const moved: string[] = [];
  const decisions = () => new CreativeDecisions(folder(), ({ movedTo }) => moved.push(movedTo));

  it("join ads, add to what is joined, and take ads out again, the newest one first", async () => {
    await decisions().decide([ad(1), ad(2)], "joined");
    await decisions().decide([ad(3), ad(4)], "joined");
    await decisions().decide([ad(2), ad(5)], "joined");
    const others = ["facebook:3", "facebook:4"];
    assert.deepEqual(await decisions().read(), {
      join: [others, ["facebook:1", "facebook:2", "facebook:5"]],
      split: [],
      advertisers: [],
    });
    await decisions().decide([ad(1), ad(3)], "apart");
    const joined = [["facebook:2", "facebook:5"]];
    assert.deepEqual(await decisions().read(), { join: joined, split: ["facebook:1", "facebook:3"], advertisers: [] });
    await decisions().decide([ad(1), ad(3), ad(2)], "evidence");
    assert.deepEqual(await decisions().read(), { join: [], split: [], advertisers: [] });
    await decisions().decide([ad(1)], "apart");
    await decisions().decide([ad(1), ad(2)], "joined");
    assert.deepEqual(await decisions().read(), { join: [["facebook:1", "facebook:2"]], split: [], advertisers: [] });
  });

  it("count for nothing in a damaged file, which is set aside", async () => {
    const damaged = '{"join":[["facebook:1"';
    await writeFile(file(), damaged);
    assert.deepEqual(await decisions().read(), { join: [], split: [], advertisers: [] });
    assert.deepEqual(await Promise.all(moved.map((name) => readFile(folder(name), "utf8"))), [damaged]);
    await decisions().decide([ad(7)], "apart");
    assert.deepEqual(JSON.parse(await readFile(file(), "utf8")), { join: [], split: ["facebook:7"], advertisers: [] });
  });

  it("are followed by every look, in later windows as well", async () => {
    let stack: Stack = openStack(folder(), origin, undefined);
    const titles = [
      "The softest winter boots you will ever wear",
      "The softest winter boots you will ever wear",
      "Tea",
    ];
    const ads = titles.map((title, at) => ({ id: at + 1, platform: "facebook", title }));
    await stack.archive.storePage({ origin, version: "v2", platform: "facebook", body: "{}" }, "5", 1, {
      text: okText({ ads, last_hit: 5 }),
      receivedAt: "2026-11-20T10:00:00.000Z",
    });
    const groups = async () =>
      (await stack.lens.look({ criteria: {} })).groups.map(({ ads: members, reasons }) => [members.join(), ...reasons]);
    assert.deepEqual(await groups(), [["facebook:1,facebook:2", "text"], ["facebook:3"]]);
    await stack.lens.decide([ad(2)], "apart");
    await stack.lens.decide([ad(1), ad(3)], "joined");
    await stack.close();
    stack = openStack(folder(), origin, undefined);
    assert.deepEqual(await groups(), [["facebook:1,facebook:3", "joined"], ["facebook:2"]]);
    await stack.lens.decide([ad(1), ad(2), ad(3)], "evidence");
    assert.deepEqual(await groups(), [["facebook:1,facebook:2", "text"], ["facebook:3"]]);
    await stack.close();
  });
});
