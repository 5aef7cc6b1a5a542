import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { AssistantTools } from "../../../src/features/assistants/assistantTools";
import { toolOutputs } from "../../../src/features/assistants/toolOutputs";
import type { Engine } from "../../../src/features/engine";
import { queries } from "../../../src/features/dataset/texts";
import { shareFields } from "../../../src/protocol/lens";
import { overviewGroup } from "../../../webview/charts/overviewGroups";
import { useCommandLine } from "../../support/commandLine";
import { shareLibrary } from "../../support/fixtures";
import { askedInSql, creativesIn } from "../features/dataset/filledArchive";
import { openStack } from "../features/stack";

const coverage = z.object({ ads: z.number(), pages: z.number().optional(), details: z.number() });
const groupsShape = z.object({
  coverage,
  groups: z.array(
    z.object({
      ...{ id: z.string(), title: z.string(), firstSeen: z.string(), lastSeen: z.string() },
      ...{ ads: z.array(z.string()), reasons: z.array(z.string()) },
      ...{ platforms: z.array(z.string()), advertisers: z.array(z.string()) },
    }),
  ),
});
const sharesShape = z.object({
  shares: z.array(
    z.object({ field: z.string(), value: z.string(), ads: z.number(), groups: z.number(), ofAds: z.number() }),
  ),
});
const chainsShape = z.object({
  chains: z.array(z.object({ ad: z.string(), urls: z.array(z.string()) })),
  wanted: z.array(z.object({ platform: z.string(), id: z.string() })),
});

const datasetShape = z.object({ pages: z.number(), files: z.number(), grouped: z.boolean() });

/** What `search_bought_ads` tells an assistant. */
async function assistantsSearch(engine: Engine, input: object) {
  const links = { ad: (platform: string, id: string) => `ad:${platform}:${id}` };
  const door = { door: "mcp", loadMedia: () => "never" as const, budget: () => 0, now: () => new Date() } as const;
  const call = { client: "test", signal: new AbortController().signal };
  const said = await new AssistantTools({ ...door, engine, links }).call("search_bought_ads", input, call);
  assert.ok("data" in said, JSON.stringify(said));
  return { text: said.text, data: toolOutputs.search_bought_ads.parse(said.data) };
}

const creatives = z.array(z.object({ creative: z.string(), ads: z.number(), reasons: z.array(z.string()) }));

const named = z.object({ platform: z.string(), id: z.string(), name: z.string() });
const viewShape = z.object({
  advertiser: named,
  coverage: z.object({ ads: z.number(), searches: z.number(), unfinished: z.number() }),
  groups: z.array(z.object({ id: z.string(), ads: z.array(z.string()) })),
  ads: z.array(z.object({ ad: z.string(), firstSeen: z.string(), lastSeen: z.string() })),
  searches: z.array(z.object({ platform: z.string(), label: z.string(), ads: z.number(), unfinished: z.boolean() })),
  joined: z.array(named.extend({ ads: z.number() })),
  probablySame: z.array(named.extend({ ads: z.number() })),
  news: z.object({ searches: z.number(), compared: z.number() }),
  unseen: z.array(z.object({ platform: z.string(), searches: z.number() })),
});
const cardShape = z.object({
  platform: z.string(),
  id: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
});
type Card = z.infer<typeof cardShape>;

describe("the command line's lens", () => {
  const library = shareLibrary({ adsPerPlatform: 100 });
  const { at, play, paid } = useCommandLine(library);
  beforeEach(async () => {
    for (const platform of ["facebook", "tiktok"])
      writeFileSync(at(`${platform}.adsearch.json`), JSON.stringify({ platform, body: {} }));
    await play("run", "facebook.adsearch.json", "tiktok.adsearch.json", "--pages", "2", "--max-credits", "400");
  });
  const json = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await play("lens", ...args, "--json")).stdout);

  it("groups, counts, and follows bought ads, from runs and the archive, for 0 credits", async () => {
    const before = paid();
    const files = ["facebook.adsearch.json", "tiktok.adsearch.json"];
    const ofFiles = groupsShape.parse(await json("groups", ...files));
    const ofArchive = groupsShape.parse(await json("groups", "--archive", ""));
    assert.equal(ofFiles.coverage.ads, 72);
    assert.equal(ofFiles.coverage.pages, 4);
    assert.deepEqual(ofFiles.groups, ofArchive.groups);
    assert.deepEqual(ofFiles.groups.flatMap(({ ads }) => ads).length, 72);
    const { shares } = sharesShape.parse(await json("share", ...files));
    const platforms = shares.filter(({ field }) => field === "platform");
    assert.deepEqual(
      platforms.map(({ ads, ofAds }) => [ads, ofAds]),
      [
        [36, 0.5],
        [36, 0.5],
      ],
    );
    const { chains, wanted } = chainsShape.parse(await json("chains", ...files));
    assert.deepEqual([chains.length, wanted.length], [0, 10]);
    assert.equal(paid(), before);
    const [{ platform, id }] = wanted as [(typeof wanted)[0]];
    await play("details", platform, id, "--max-credits", "100");
    assert.equal(chainsShape.parse(await json("chains", ...files)).chains[0]?.ad, `${platform}:${id}`);
  });

  it("counts what the overview of the same ads counts", async () => {
    const engine = openStack(at("data"), library.url, library.key);
    const { ads } = await engine.boughtAds.find({}, { limit: 100 });
    await engine.close();
    const { groups } = groupsShape.parse(await json("groups", "--archive", ""));
    const { shares } = sharesShape.parse(await json("share", "--archive", ""));
    const keyOf = new Map(ads.map(({ card }) => [`${card.platform}:${card.id}`, card.key]));
    const creatives = new Map(groups.flatMap(({ id, ads: all }) => all.map((ad) => [keyOf.get(ad)!, id] as const)));
    for (const field of shareFields) {
      const [byAds, byCreatives] = [overviewGroup(ads, field), overviewGroup(ads, field, creatives)];
      const known = ads.length - byAds.without;
      const counted = byAds.bars.map(({ value, count }) => {
        const [other] = byCreatives.bars.filter((bar) => bar.value === value);
        return { field, value, ads: count, groups: other?.count, ofAds: count / known };
      });
      const inOrder = <T extends { readonly value: string }>(all: readonly T[]) =>
        all.toSorted((one, other) => (one.value < other.value ? -1 : 1));
      assert.deepEqual(inOrder(counted), inOrder(shares.filter((one) => one.field === field)));
    }
    for (const field of ["advertiser", "platform", "mediaType", "country", "domain"])
      assert.ok(
        shares.some((one) => one.field === field),
        field,
      );
  });

  it("fills a dataset's creative_group with the same groups, whose SQL counts the same", async () => {
    const told = async () => groupsShape.parse(await json("groups", "--archive", "")).groups;
    const dataset = async () =>
      datasetShape.parse(JSON.parse((await play("dataset", "--out", "set", "--json")).stdout));
    const sameAs = async (groups: Awaited<ReturnType<typeof told>>) => {
      const inOrder = groups.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      assert.deepEqual(
        await creativesIn(at("set")),
        inOrder.map(({ id, reasons, title, ads }) => ({ creative: id, reasons: reasons.join(","), title, ads })),
      );
      const counted = groups.map((one) => [
        ...[one.id, one.title || null, one.reasons.join(",") || null, one.ads.length, one.platforms.length],
        ...[one.advertisers.length, Date.parse(one.firstSeen), Date.parse(one.lastSeen)],
      ]);
      assert.deepEqual(await askedInSql(at("set"), queries.creatives, ["sightings", "creative_group"]), counted);
      assert.deepEqual((await play("dataset", "verify", "set")).code, 0);
    };
    const before = await told();
    const [largest] = before as [(typeof before)[0]];
    assert.ok(largest.ads.length > 1 && largest.reasons.length > 0, "nothing is grouped");
    assert.deepEqual((await dataset()).grouped, true);
    await sameAs(before);
    assert.equal((await dataset()).files, 0);

    const engine = openStack(at("data"), library.url, library.key);
    const ref = (name: string) => ({ platform: name.split(":")[0] as "tiktok", id: name.split(":")[1]! });
    await engine.lens.decide([ref(largest.ads[0]!)], "apart");
    await engine.lens.decide(
      before.slice(-2).map(({ id }) => ref(id)),
      "joined",
    );
    await engine.close();
    const decided = await told();
    assert.notDeepEqual(decided, before);
    const { pages, files } = await dataset();
    assert.deepEqual([pages, files > 0], [0, true]);
    await sameAs(decided);
    // A new page, and a detail, which has more evidence and other times.
    await play("run", "tiktok.adsearch.json", "--pages", "3", "--max-credits", "100");
    const { platform, id } = ref(decided[0]!.ads[0]!);
    await play("details", platform, id, "--max-credits", "100");
    await dataset();
    const more = await told();
    assert.equal(more.flatMap(({ ads }) => ads).length, 90);
    await sameAs(more);
    rmSync(at("set/manifest.json"));
    await play("dataset", "adopt", "set");
    await sameAs(more);
    assert.equal((await dataset()).files, 0);
  });

  it("gives assistants the same groups, page by page", async () => {
    const { groups } = groupsShape.parse(await json("groups", "--archive", ""));
    const engine = openStack(at("data"), library.url, library.key);
    const told: { creative: string; ads: number; reasons: string[] }[] = [];
    let cursor: string | undefined;
    do {
      const input = { group_by: "creative", limit: 50, ...(cursor !== undefined && { cursor }) };
      const { data } = await assistantsSearch(engine, input);
      assert.deepEqual([data.total, data.groups], [72, groups.length]);
      told.push(...creatives.parse(data.untrusted?.items));
      cursor = data.next_cursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      told.map(({ creative, ads, reasons }) => ({ creative, ads, reasons })),
      groups.map(({ id, ads, reasons }) => ({ creative: id, ads: ads.length, reasons })),
    );
    await engine.close();
  });

  it("sorts creatives by how long they run, and shortens long lists in a terminal", async () => {
    const { groups } = groupsShape.parse(await json("groups", "--archive", ""));
    const days = groups.map(({ firstSeen }) => firstSeen.slice(0, 10)).sort();
    // The cards say for how many days the ads have run.
    assert.ok(days[0]! < new Date(Date.now() - 30 * 86_400_000).toISOString());
    const { stdout } = await play("lens", "groups", "--archive", "", "--sort", "longest", "--limit", "5");
    const lines = stdout.trim().split("\n").slice(1);
    assert.deepEqual(
      lines.map((line) => /\d{4}-\d\d-\d\d/.exec(line)?.[0]),
      days.slice(0, 5),
    );
    assert.ok(
      lines.every((line) => line.split(" · ").length <= 7),
      stdout,
    );
    assert.equal((await play("lens", "share", "--archive", "", "--sort", "longest")).code, 2);
  });

  it("prints tables and CSV with their coverage, and says what it can't read", async () => {
    const table = await play("lens", "share", "tiktok.adsearch.json");
    assert.match(table.stdout, /^field +value/);
    assert.match(table.stderr, /Observed: 36 ads on 2 pages of 1 search, .*; 1 stopped before the end\./);
    const csv = await play("lens", "groups", "--archive", "", "--csv");
    assert.match(csv.stdout, /^\uFEFFcreative,ads,reasons,title,/);
    assert.equal((await play("lens", "groups", "--archive", "nothingofthiskind")).code, 1);
    for (const args of [
      ["pie", "tiktok.adsearch.json"],
      ["groups"],
      ["groups", "tiktok.adsearch.json", "--archive", "x"],
    ])
      assert.equal((await play("lens", ...args)).code, 2, args.join(" "));
  });
});

describe("the command line's advertiser", () => {
  const library = shareLibrary({ adsPerPlatform: 100 });
  const { at, play, paid } = useCommandLine(library);
  /** Everything that is bought. */
  let cards: readonly Card[];
  beforeEach(async () => {
    for (const platform of ["facebook", "tiktok"])
      writeFileSync(at(`${platform}.adsearch.json`), JSON.stringify({ platform, body: {} }));
    await play("run", "facebook.adsearch.json", "tiktok.adsearch.json", "--pages", "5", "--max-credits", "1000");
    const { stdout } = await play("lens", "share", "--archive", "", "--json");
    const { shares } = sharesShape.parse(JSON.parse(stdout));
    const names = shares.filter(({ field }) => field === "advertiser").map(({ value }) => value);
    const found = await play("find", names[0] ?? "", "--json");
    cards = found.stdout
      .trimEnd()
      .split("\n")
      .map((line) => cardShape.parse(JSON.parse(line)));
  });
  const json = async (...args: string[]) =>
    viewShape.parse(JSON.parse((await play("advertiser", ...args, "--json")).stdout));

  it("has exactly the ads of one platform and ID, and names the others with its name, for 0 credits", async () => {
    const before = paid();
    const [{ owner }] = cards as [Card];
    const view = await json(owner.name);
    const { advertiser } = view;
    const isIts = (card: Card) => card.platform === advertiser.platform && card.owner.id === advertiser.id;
    assert.deepEqual(
      view.ads.map(({ ad }) => ad).sort(),
      cards
        .filter(isIts)
        .map(({ platform, id }) => `${platform}:${id}`)
        .sort(),
    );
    assert.ok(view.coverage.ads > 1);
    assert.deepEqual([view.coverage.searches, view.coverage.unfinished], [1, 1]);
    assert.deepEqual(
      view.searches.map(({ platform, label, ads }) => [platform, label, ads]),
      [[advertiser.platform, "all ads", view.coverage.ads]],
    );
    const others = cards.filter((card) => !isIts(card) && card.owner.name === owner.name);
    assert.deepEqual(
      new Set(view.probablySame.map(({ platform, id }) => `${platform} ${id}`)),
      new Set(others.map((card) => `${card.platform} ${card.owner.id}`)),
    );
    const searched = view.unseen.filter(({ searches }) => searches > 0).map(({ platform }) => platform);
    const elsewhere = new Set(view.probablySame.map(({ platform }) => platform));
    const other = advertiser.platform === "facebook" ? "tiktok" : "facebook";
    assert.deepEqual(searched, elsewhere.has(other) ? [] : [other]);
    assert.deepEqual(await json(advertiser.id, "--platform", advertiser.platform), view);
    assert.equal(paid(), before);
  });

  it("has the creatives that assistants get of it", async () => {
    const { advertiser, groups, coverage } = await json((cards as [Card])[0].owner.name);
    const engine = openStack(at("data"), library.url, library.key);
    const name = `"${advertiser.name}"`;
    const input = { group_by: "creative", limit: 50, advertiser: name, platform: advertiser.platform };
    const { data } = await assistantsSearch(engine, input);
    assert.equal(data.total, coverage.ads);
    assert.deepEqual(
      creatives.parse(data.untrusted?.items).map(({ creative, ads }) => [creative, ads]),
      groups.map(({ id, ads }) => [id, ads.length]),
    );
    await engine.close();
  });

  it("counts advertisers that a person joined as one, for programs and assistants too", async () => {
    const owners = [
      ...new Map(cards.map(({ platform, owner }) => [`${platform}:${owner.id}`, { platform, ...owner }])),
    ];
    const name = (cards as [Card])[0].owner.name;
    const alone = await json(name);
    const { platform, id } = alone.advertiser;
    const [, other] = owners.find(([key]) => key !== `${platform}:${id}`) ?? [];
    const joined = other ?? { platform: "tiktok", id: "1", name: "Nobody" };
    const engine = openStack(at("data"), library.url, library.key);
    const owner = z.object({ platform: z.enum(["facebook", "tiktok"]), id: z.string(), name: z.string() });
    await engine.lens.decideAdvertisers([owner.parse(alone.advertiser), owner.parse(joined)], true);
    const view = await json(name);
    assert.deepEqual(
      view.joined.map((one) => `${one.platform}:${one.id}`),
      [`${joined.platform}:${joined.id}`],
    );
    assert.equal(view.coverage.ads, alone.coverage.ads + (view.joined[0]?.ads ?? 0));
    const text = await play("advertiser", name);
    assert.ok(text.stdout.includes(`Joined by you, counted here: ${joined.name} (`), text.stdout);
    assert.match(text.stdout, /Last two runs compared of 0 of \d search(es)?: no ad can be called new or absent/);
    const said = await assistantsSearch(engine, { advertiser: name, limit: 1 });
    assert.equal(said.data.total, view.coverage.ads);
    assert.ok(said.text.includes(`${joined.platform}:${joined.id}`), said.text);
    await engine.close();
  });

  it("prints tables and Markdown, and says what it doesn't find", async () => {
    const [{ owner }] = cards as [Card];
    const text = await play("advertiser", ...owner.name.split(" "), "--limit", "1");
    assert.ok(text.stdout.startsWith(`${owner.name} (`));
    assert.match(text.stdout, /1 stopped before the end/);
    assert.match(text.stdout, /Not covered, because you bought no search there: .*Reddit/);
    assert.match(text.stdout, /^Ads \(\d+ more with --limit all\)$/m);
    const markdown = await play("advertiser", owner.name, "--md");
    assert.match(markdown.stdout, /^# .*\n\n/);
    assert.match(markdown.stdout, /^\| field \| value \| ads \| creatives \|\n\| --- \| --- \| --- \| --- \|$/m);
    const part = await play("advertiser", owner.name.slice(0, 4));
    assert.equal(part.code, 1);
    assert.ok(part.stderr.includes(`Similar names: ${owner.name} (`), part.stderr);
    assert.equal((await play("advertiser", "")).code, 2);
  });
});
