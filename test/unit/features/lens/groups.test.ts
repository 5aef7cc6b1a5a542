import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import type { AdCard, AdDetail } from "../../../../src/protocol/ads";
import { chainsOf, clickChain, maskedUrl } from "../../../../src/features/lens/chains";
import { evidenceOfCard } from "../../../../src/features/lens/evidence";
import { creativeGroups, type LensAd } from "../../../../src/features/lens/groups";
import { sharesOf } from "../../../../src/features/lens/share";
import { traitsOfCard } from "../../../../src/features/lens/traits";

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
      groups.map((group) => [group.ads.join(""), group.reasons.join()]),
      [
        ["abc", "text,asset"],
        ["de", "landing"],
        ["f", ""],
      ],
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

  it("masks credentials and tokens", () => {
    assert.equal(maskedUrl("https://me:pw@a.example/x?token=abc&color=red"), "https://…@a.example/x?token=…&color=red");
    assert.equal(maskedUrl("https://a.example/?q=9f86d081884c7d659a2feaa0c55ad015"), "https://a.example/?q=…");
    assert.equal(maskedUrl("https://a.example/#access_token=1"), "https://a.example/#…");
    assert.equal(maskedUrl("me:pw@nowhere"), "…");
  });
});
