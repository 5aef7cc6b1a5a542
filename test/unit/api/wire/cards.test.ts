import assert from "node:assert/strict";
import * as fc from "fast-check";
import { isIndividual, platforms, type PlatformSegments, type PlatformToken } from "../../../../src/protocol/platforms";
import { AdLibraryError } from "../../../../src/api/errors";
import { parseExact } from "../../../../src/api/integers";
import { readSearchPage } from "../../../../src/api/wire/cards";
import { readAdDetail } from "../../../../src/api/wire/detail";
import { adSlices } from "../../../../src/api/wire/slices";
import { okText } from "../../../support/misbehavingReplies";
import { wireCard, wirePage } from "../answers";
import { segments } from "../client";
import { damageAt, damaged, pathsOf } from "../mutations";
import { times } from "../../../support/long";

const read = (data: unknown, platform: PlatformToken = "mega") => readSearchPage(okText(data), platform, 1);
const cardsOf = (...cards: readonly unknown[]) => read(wirePage(cards)).ads;
/** Reads card text as it is, for digits that JavaScript would not keep. */
const cardsIn = (...texts: readonly string[]) =>
  readSearchPage(okText(wirePage([0])).replace("[0]", `[${texts.join()}]`), "mega", 1).ads;

describe("Search cards", () => {
  it("have every field of the contract, under names of our own", () => {
    assert.deepEqual(cardsOf(wireCard(5, { active: true })), [
      {
        key: "facebook:5",
        id: "5",
        platform: "facebook",
        platformName: "facebook",
        title: "Ad 5",
        displayUrl: "https://shop.example/5",
        monthlyTraffic: 12005,
        lastSeen: "3 hours ago",
        postUrl: "https://facebook.example/5",
        active: true,
        bookmarked: false,
        owner: { id: "7", name: "Shop", avatarUrl: "https://cdn.example/a.png", verified: true },
        attachments: [
          { id: "1", type: "image", url: "https://cdn.example/1.png", subtitle: "Now" },
          {
            id: "2",
            type: "video",
            url: "https://cdn.example/2.mp4",
            thumbnail: "https://cdn.example/2.png",
            durationSeconds: 15,
          },
        ],
        stats: [{ tooltip: "Likes", value: 10, icon: "like" }],
        metadata: [
          { tooltip: "Regions", values: ["us", "gb"] },
          { tooltip: "Days running", values: ["12 days"] },
        ],
        repairs: 0,
      },
    ]);
  });

  it("leave absent fields absent", () => {
    const empty = { attachments: [], stats: [], metadata: [], repairs: 0 };
    const youtube = { type: "youtube", youtube_id: "abc" };
    assert.deepEqual(cardsOf({ id: 0, platform: "youTube", attachments: [youtube] }, {}), [
      {
        ...empty,
        key: "youtube:0",
        id: "0",
        platform: "youtube",
        platformName: "youTube",
        attachments: [{ type: "youtube", youtubeId: "abc" }],
      },
      { ...empty, key: "?1.2", platformName: "mega" },
    ]);
  });

  it("keep empty texts, zeros, and false", () => {
    const [card] = cardsOf({ title: "", stats: [{ value: 0 }], active: false, somethingweb: 0 });
    assert.deepEqual([card?.title, card?.stats, card?.active, card?.monthlyTraffic], ["", [{ value: 0 }], false, 0]);
  });

  it("know each platform by its name in any case of letters", () => {
    for (const { token } of platforms.filter(({ token }) => isIndividual(token))) {
      for (const name of [token, token.toUpperCase()]) {
        const [card] = cardsOf({ id: 1, platform: name });
        assert.deepEqual([card?.platform, card?.platformName, card?.key], [token, name, `${token}:1`]);
      }
    }
  });

  it("show an unknown platform as received, and mega as none", () => {
    for (const name of ["Newcomer", "mega", "", "__proto__", "toString"]) {
      const [card] = cardsOf({ id: 1, platform: name });
      assert.deepEqual([card?.platform, card?.platformName, card?.key], [undefined, name, `${name.toLowerCase()}:1`]);
    }
  });

  it("use the searched platform if a card names none", () => {
    const own = { ...segments, native: "natif" };
    const page = readSearchPage(
      okText(wirePage([{ id: 1 }, { id: 2, platform: "Natif" }])),
      "native",
      1,
      undefined,
      own,
    );
    assert.deepEqual(
      page.ads.map(({ platform, platformName }) => [platform, platformName]),
      [
        ["native", "natif"],
        ["native", "Natif"],
      ],
    );
    assert.equal(read(wirePage([{ id: 1 }]), "reddit").ads[0]?.key, "reddit:1");
    const damaged = okText(wirePage([{ id: 1, title: 7 }, { platform: "Natif" }]));
    const repaired = readSearchPage(damaged, "native", 1, undefined, own);
    assert.deepEqual(
      repaired.ads.map(({ platform, platformName }) => [platform, platformName]),
      [
        ["native", "natif"],
        ["native", "Natif"],
      ],
    );
  });

  it("use the first of two platforms with the same segment", () => {
    const [first, second] = platforms.filter(({ token }) => isIndividual(token));
    const own = { ...segments, [first!.token]: "same", [second!.token]: "same" };
    const { ads } = readSearchPage(okText(wirePage([{ id: 1, platform: "same" }])), "mega", 1, undefined, own);
    assert.equal(ads[0]?.platform, first!.token);
  });

  it("tell equal IDs of two platforms apart, and repeated ones", () => {
    const keys = cardsOf(...[..."aab"].map((letter) => ({ id: 5, platform: letter === "a" ? "facebook" : "reddit" })));
    assert.deepEqual(
      keys.map(({ key }) => key),
      ["facebook:5", "facebook:5", "reddit:5"],
    );
  });

  it("count each unreadable field, and leave out nothing else", () => {
    const [card] = cardsOf({
      ...wireCard(5),
      title: 7,
      owner: { id: "x", name: "Shop" },
      attachments: [{ type: "image" }, 5, { id: 1.5, url: "u" }, null],
      stats: "none",
      similarweb: "many",
    });
    assert.deepEqual([card?.title, card?.owner, card?.repairs], [undefined, { name: "Shop" }, 5]);
    assert.deepEqual(card?.attachments, [{ type: "image" }, { type: "unknown", url: "u" }]);
    assert.deepEqual([card?.stats, card?.monthlyTraffic], [[], undefined]);
  });

  it("take the ads of such a list in the order of their numbers, in exports as well", () => {
    const text = okText(wirePage([0])).replace("[0]", '{"12":{"id":3},"2":{"id":2},"0":{"id":9},"0":{"id":1}}');
    assert.deepEqual(
      readSearchPage(text, "native", 1).ads.map(({ id }) => id),
      ["1", "2", "3"],
    );
    assert.deepEqual(adSlices(text), ['{"id":1}', '{"id":2}', '{"id":3}']);
  });

  it("keep the readable parts of a stat or remark", () => {
    const [card] = cardsOf({
      stats: [
        { tooltip: 5, value: 1, icon: "like" },
        { tooltip: "Shares", value: 2, icon: [] },
      ],
      metadata: [{ tooltip: {}, value: ["us"] }],
    });
    assert.deepEqual(card?.stats, [
      { value: 1, icon: "like" },
      { tooltip: "Shares", value: 2 },
    ]);
    assert.deepEqual([card?.metadata, card?.repairs], [[{ values: ["us"] }], 3]);
  });

  it('read the first integer whose name ends in "web" as monthly visits', () => {
    const [first, second] = cardsOf(
      { thumb: 1, webs: 2, aweb: "12", bweb: 1.5, cweb: null, dweb: 7, eweb: 8 },
      { thumb: 1, web: "many" },
    );
    assert.deepEqual([first?.monthlyTraffic, first?.repairs], [7, 0]);
    assert.deepEqual([second?.monthlyTraffic, second?.repairs], [undefined, 0]);
    const [sent, later] = cardsOf({ aweb: "many", bweb: "1,234" }, { aweb: "1,234", bweb: 5 });
    assert.deepEqual([sent?.monthlyTraffic, later?.monthlyTraffic], ["“1,234”", 5]);
  });

  it("make a partial card of an invalid one", () => {
    const [first, second, third] = cardsOf(null, 5, [wireCard(1)]);
    assert.deepEqual([first?.repairs, second?.repairs, third?.repairs], [0, 1, 1]);
    assert.deepEqual([first?.key, second?.key, third?.key], ["?1.1", "?1.2", "?1.3"]);
  });

  it("find the texts in metadata of any shape", () => {
    const shapes: readonly (readonly [unknown, readonly string[]])[] = [
      ["12 days", ["12 days"]],
      [12, ["12"]],
      [true, ["true"]],
      [
        ["us", null, "gb"],
        ["us", "gb"],
      ],
      [
        [{ label: "USA", icon: "us" }, { icon: "gb" }, { other: 1 }],
        ["USA", "gb"],
      ],
      [{ name: { text: "deep" } }, ["deep"]],
      [
        [{ title: "T", key: "k" }, { key: "k" }],
        ["T", "k"],
      ],
      [{ label: { label: { label: { label: "deep" } } } }, ["deep"]],
      [{ label: { label: { label: { label: { label: "too deep" } } } } }, []],
      [{ label: null, value: 5 }, ["5"]],
      [{}, []],
      [[[[[["too deep"]]]]], []],
    ];
    for (const [value, values] of shapes) {
      const [card] = cardsOf({ metadata: [{ tooltip: "T", value }] });
      assert.deepEqual(card?.metadata, values.length === 0 ? [] : [{ tooltip: "T", values }]);
    }
  });

  it("survive any depth, inside and outside the cards", () => {
    const deep = `${'{"x":['.repeat(10_000)}${"]}".repeat(10_000)}`;
    const texts = [`{"id":1,"metadata":[{"value":${deep}}],"deep":${deep}}`, '{"id":9007199254740993}'];
    const cards = cardsIn(...texts);
    assert.deepEqual(
      cards.map(({ id }) => id),
      ["1", "9007199254740993"],
    );
    const answer = okText(wirePage([0])).replace("[0]", `[${texts.join()}],"beside":${deep}`);
    assert.equal(readSearchPage(answer, "mega", 1).ads.length, 2);
    assert.deepEqual(adSlices(answer), texts);
  });

  it("keep large texts and long pages whole", () => {
    const title = "x".repeat(1_000_000);
    const page = read(wirePage(Array.from({ length: 60 }, (_, id) => wireCard(id, id === 0 ? { title } : {}))));
    assert.deepEqual([page.ads.length, page.ads[0]?.title?.length, page.hasNextPage], [60, 1_000_000, true]);
    assert.deepEqual([read(wirePage([wireCard(1)])).hasNextPage, read(wirePage([])).ads], [true, []]);
  });

  it("are at most 2,000, with the total", () => {
    const page = (count: number) => read(wirePage(Array.from({ length: count }, (_, id) => ({ id }))));
    const [most, more] = [page(2000), page(2001)];
    assert.deepEqual([most.ads.length, most.adsInAnswer], [2000, undefined]);
    assert.deepEqual([more.ads.length, more.ads.at(-1)?.id, more.adsInAnswer], [2000, "1999", 2001]);
  });

  it("read a spelled-out quantity as a number, and show any other as sent", () => {
    const spelled = ["7", " 7 ", "1.5", "1e3", "9007199254740993", "", " ", "many", "9".repeat(400)];
    const [card] = cardsOf({ stats: spelled.map((value) => ({ value })) });
    assert.deepEqual(
      card?.stats,
      [7, 7, 1.5, 1000, "9007199254740993", "“many”", `“${"9".repeat(40)}”`].map((value) => ({ value })),
    );
    assert.equal(card.repairs, 2);
  });

  it("show a time that is a number as sent", () => {
    const [card] = cardsOf({ last_seen: 1_709_424_000 });
    assert.deepEqual([card?.lastSeen, card?.repairs], ["1709424000", 0]);
    const text = okText({ id: 1, impression: { publish_at: 1, first_seen_at: 1_709_424_000, last_seen_at: [2] } });
    const { impression, repairs } = readAdDetail(text, { platform: "native", id: "1" });
    assert.deepEqual([impression, repairs], [{ publishedAt: "1", firstSeenAt: "1709424000" }, 1]);
  });

  it("show inexact fractions as sent", () => {
    const [card] = cardsIn('{"xweb":1e300,"stats":[{"value":1e300},{"value":7}],"metadata":[{"value":1e300}]}');
    assert.deepEqual(
      [card?.monthlyTraffic, card?.stats, card?.metadata, card?.repairs],
      [undefined, [{ value: "“1e+300”" }, { value: 7 }], [{ values: ["1e+300"] }], 0],
    );
  });

  it("don't report a caller's error as damage", () => {
    const none = {} as PlatformSegments;
    assert.throws(() => readSearchPage(okText(wirePage()), "mega", 1, undefined, none), /toLowerCase/);
  });

  it("don't pollute prototypes", () => {
    cardsIn(
      '{"id":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"owner":{"__proto__":{"name":"x"}}}',
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
});

describe("Damaged search answers", () => {
  const cards = [1, 2, 3].map((id) => wireCard(id));

  it("are read, or refused with the right error, wherever the damage is", () => {
    const answer: unknown = JSON.parse(okText(wirePage(cards)));
    fc.assert(
      fc.property(fc.array(damageAt(pathsOf(answer)), { minLength: 1, maxLength: 3 }), (damages) => {
        const text = JSON.stringify(damaged(answer, damages));
        try {
          const page = readSearchPage(text, "mega", 1);
          assert.equal(page.ads.length, adSlices(text).length);
          page.ads.forEach((ad) => JSON.stringify(ad));
        } catch (error) {
          assert.ok(error instanceof AdLibraryError, String(error));
          assert.ok(["badAnswer", "rejected"].includes(error.code));
        }
      }),
      { numRuns: times(500, 10_000) },
    );
  });

  it("are refused if the text itself is damaged", () => {
    const text = okText(wirePage(cards));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom("", '"', "{", "]", ",", "\\", "\0", "9"), (at, by) => {
        const broken = text.slice(0, at) + by + text.slice(at + 1);
        try {
          readSearchPage(broken, "mega", 1);
          parseExact(broken);
        } catch (error) {
          assert.ok(error instanceof AdLibraryError, String(error));
        }
      }),
      { numRuns: times(300, 3000) },
    );
  });
});

describe("Paging", () => {
  const paging = (more: object, page = 1, sent?: string) => {
    const { lastHit, hasNextPage, doubts, repairs } = readSearchPage(
      okText({ ...wirePage([]), current_page: page, ...more }),
      "native",
      page,
      sent,
    );
    return [hasNextPage, lastHit, doubts, repairs];
  };

  it("continues only if the answer clearly says so, with page 1's snapshot", () => {
    assert.deepEqual(paging({}), [true, "1700000000", [], 0]);
    assert.deepEqual(paging({}, 3, "1700000000"), [true, "1700000000", [], 0]);
    assert.deepEqual(paging({ has_next_page: false }), [false, "1700000000", [], 0]);
  });

  for (const [next, repairs] of [
    [undefined, 0],
    [null, 0],
    ["true", 1],
    [1, 1],
    ["false", 1],
  ] as const) {
    it(`stops as unclear at has_next_page ${JSON.stringify(next)}`, () => {
      assert.deepEqual(paging({ has_next_page: next }), [false, "1700000000", ["unclearNextPage"], repairs]);
    });
  }

  for (const [hit, repairs] of [
    [undefined, 0],
    [null, 0],
    [0, 0],
    [-5, 0],
    ["soon", 1],
    [1.5, 1],
    [{}, 1],
  ] as const) {
    it(`can't continue from page 1 with last_hit ${JSON.stringify(hit)}, but can from later pages`, () => {
      assert.deepEqual(paging({ last_hit: hit }), [false, undefined, ["noSnapshot"], repairs]);
      assert.deepEqual(paging({ last_hit: hit, has_next_page: false }), [false, undefined, [], repairs]);
      assert.deepEqual(paging({ last_hit: hit }, 2, "17"), [true, "17", [], repairs]);
      // Names that the archive gives to such an answer are no snapshot either.
      for (const name of ["", "none-0123456789ab"])
        assert.deepEqual(paging({ last_hit: hit }, 1, name), [false, undefined, ["noSnapshot"], repairs]);
    });
  }

  it("keeps page 1's snapshot when a later page has another", () => {
    assert.deepEqual(paging({ last_hit: 18 }, 2, "17"), [true, "17", ["snapshotChanged"], 0]);
  });

  it("stops when the service returns a different page", () => {
    assert.deepEqual(paging({ current_page: 3 }, 2, "17")[0], false);
    assert.deepEqual(paging({ current_page: 3, last_hit: 17 }, 2, "17")[2], ["otherPageReturned"]);
    assert.deepEqual(paging({ current_page: "2", last_hit: 17 }, 2, "17"), [true, "17", [], 0]);
    assert.deepEqual(paging({ current_page: [], last_hit: 17 }, 2, "17"), [true, "17", [], 1]);
    assert.deepEqual(paging({ current_page: null, last_hit: 17 }, 2, "17"), [true, "17", [], 0]);
  });

  it("keeps the digits of its numbers", () => {
    const big = "9007199254740993";
    const read = (more: Readonly<Record<string, unknown>>) =>
      readSearchPage(okText(wirePage([], more)).replace(":5", `:${big}`), "native", 1);
    assert.equal(read({ last_hit: 5 }).lastHit, big);
    assert.deepEqual(read({ current_page: 5 }).doubts, ["otherPageReturned"]);
  });

  it("has no snapshot if the answer has none", () => {
    assert.equal("lastHit" in read(wirePage([], { last_hit: null })), false);
  });

  it("counts the repairs of page and cards", () => {
    assert.equal(read(wirePage([{ title: 1 }, { owner: 2 }, {}], { last_hit: "x" })).repairs, 3);
  });

  it("needs a list of ads", () => {
    for (const data of [{}, { ads: null }, { ads: {} }, [], null, 5, "x", undefined]) {
      assert.throws(() => read(data), { code: "badAnswer", specifics: "data.ads is not a list" });
    }
  });
});
