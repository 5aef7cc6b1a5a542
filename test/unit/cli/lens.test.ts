import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { AssistantTools } from "../../../src/features/assistants/assistantTools";
import { toolOutputs } from "../../../src/features/assistants/toolOutputs";
import { tables } from "../../../src/features/dataset/tables";
import { queries } from "../../../src/features/dataset/texts";
import { shareFields } from "../../../src/protocol/lens";
import { overviewGroup } from "../../../webview/charts/overviewGroups";
import { useCommandLine } from "../../support/commandLine";
import { type CountedLibrary, startCountedLibrary } from "../../support/countedLibrary";
import { creativesIn, tableIn } from "../features/dataset/filledArchive";
import { openStack } from "../features/stack";

const coverage = z.object({ ads: z.number(), pages: z.number().optional(), details: z.number() });
const groupsShape = z.object({
  coverage,
  groups: z.array(
    z.object({ id: z.string(), ads: z.array(z.string()), reasons: z.array(z.string()), firstSeen: z.string() }),
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

const wholeGroups = z.object({
  groups: z.array(
    z.object({
      ...{ id: z.string(), title: z.string(), firstSeen: z.string(), lastSeen: z.string() },
      ...{ ads: z.array(z.string()), reasons: z.array(z.string()) },
      ...{ platforms: z.array(z.string()), advertisers: z.array(z.string()) },
    }),
  ),
});
const datasetShape = z.object({ pages: z.number(), files: z.number(), grouped: z.boolean() });

/** The rows of a query on a dataset, in SQLite. */
async function askedInSql(dataset: string, sql: string): Promise<unknown[][]> {
  const db = new DatabaseSync(":memory:");
  for (const table of ["sightings", "creative_group"] as const) {
    const names = tables[table].map(({ name }) => name);
    db.exec(`create table ${table} (${names.join()})`);
    const insert = db.prepare(`insert into ${table} values (${names.map(() => "?").join()})`);
    for (const row of await tableIn(dataset, table))
      insert.run(...names.map((name) => (typeof row[name] === "boolean" ? Number(row[name]) : (row[name] ?? null))));
  }
  const rows = db.prepare(sql).all().map(Object.values);
  db.close();
  return rows;
}

const creatives = z.array(z.object({ creative: z.string(), ads: z.number(), reasons: z.array(z.string()) }));

describe("the command line's lens", () => {
  let library: CountedLibrary;
  const { at, run, paid } = useCommandLine(() => library);
  before(async () => (library = await startCountedLibrary({ adsPerPlatform: 100 })));
  after(() => library.close());
  beforeEach(async () => {
    for (const platform of ["facebook", "tiktok"])
      writeFileSync(at(`${platform}.adsearch.json`), JSON.stringify({ platform, body: {} }));
    await run("run", "facebook.adsearch.json", "tiktok.adsearch.json", "--pages", "2", "--max-credits", "400");
  });
  const json = async (...args: string[]): Promise<unknown> => JSON.parse((await run("lens", ...args, "--json")).stdout);

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
    await run("details", platform, id, "--max-credits", "100");
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
    const told = async () => wholeGroups.parse(await json("groups", "--archive", "")).groups;
    const dataset = async () => datasetShape.parse(JSON.parse((await run("dataset", "--out", "set", "--json")).stdout));
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
      assert.deepEqual(await askedInSql(at("set"), queries.creatives), counted);
      assert.deepEqual((await run("dataset", "verify", "set")).code, 0);
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
    await run("run", "tiktok.adsearch.json", "--pages", "3", "--max-credits", "100");
    const { platform, id } = ref(decided[0]!.ads[0]!);
    await run("details", platform, id, "--max-credits", "100");
    await dataset();
    const more = await told();
    assert.equal(more.flatMap(({ ads }) => ads).length, 90);
    await sameAs(more);
    rmSync(at("set/manifest.json"));
    await run("dataset", "adopt", "set");
    await sameAs(more);
    assert.equal((await dataset()).files, 0);
  });

  it("gives assistants the same groups, page by page", async () => {
    const { groups } = groupsShape.parse(await json("groups", "--archive", ""));
    const engine = openStack(at("data"), library.url, library.key);
    const links = { ad: (platform: string, id: string) => `ad:${platform}:${id}` };
    const ports = {
      engine,
      door: "mcp",
      links,
      loadMedia: () => "never" as const,
      budget: () => 0,
      now: () => new Date(),
    } as const;
    const tools = new AssistantTools(ports);
    const told: { creative: string; ads: number; reasons: string[] }[] = [];
    let cursor: string | undefined;
    do {
      const input = { group_by: "creative", limit: 50, ...(cursor !== undefined && { cursor }) };
      const said = await tools.call("search_bought_ads", input, {
        client: "test",
        signal: new AbortController().signal,
      });
      assert.ok("data" in said, JSON.stringify(said));
      const { total, groups: of, next_cursor } = toolOutputs.search_bought_ads.parse(said.data);
      assert.deepEqual([total, of], [72, groups.length]);
      told.push(...creatives.parse(said.data.untrusted?.items));
      cursor = next_cursor;
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
    const { stdout } = await run("lens", "groups", "--archive", "", "--sort", "longest", "--limit", "5");
    const lines = stdout.trim().split("\n").slice(1);
    assert.deepEqual(
      lines.map((line) => /\d{4}-\d\d-\d\d/.exec(line)?.[0]),
      days.slice(0, 5),
    );
    assert.ok(
      lines.every((line) => line.split(" · ").length <= 7),
      stdout,
    );
    assert.equal((await run("lens", "share", "--archive", "", "--sort", "longest")).code, 2);
  });

  it("prints tables and CSV with their coverage, and says what it can't read", async () => {
    const table = await run("lens", "share", "tiktok.adsearch.json");
    assert.match(table.stdout, /^field +value/);
    assert.match(table.stderr, /Observed: 36 ads on 2 pages of 1 search, .*; 1 stopped before the end\./);
    const csv = await run("lens", "groups", "--archive", "", "--csv");
    assert.match(csv.stdout, /^creative,ads,reasons,title,/);
    assert.equal((await run("lens", "groups", "--archive", "nothingofthiskind")).code, 1);
    for (const args of [
      ["pie", "tiktok.adsearch.json"],
      ["groups"],
      ["groups", "tiktok.adsearch.json", "--archive", "x"],
    ])
      assert.equal((await run("lens", ...args)).code, 2, args.join(" "));
  });
});
