import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import * as z from "zod";
import { AssistantTools } from "../../../src/features/assistants/assistantTools";
import { toolOutputs } from "../../../src/features/assistants/toolOutputs";
import { useCommandLine } from "../../support/commandLine";
import { type CountedLibrary, startCountedLibrary } from "../../support/countedLibrary";
import { openStack } from "../features/stack";

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

describe("the command line's advertiser", () => {
  let library: CountedLibrary;
  const { at, run, paid } = useCommandLine(() => library);
  before(async () => (library = await startCountedLibrary({ adsPerPlatform: 100 })));
  after(() => library.close());
  /** Everything that is bought. */
  let cards: readonly Card[];
  beforeEach(async () => {
    for (const platform of ["facebook", "tiktok"])
      writeFileSync(at(`${platform}.adsearch.json`), JSON.stringify({ platform, body: {} }));
    await run("run", "facebook.adsearch.json", "tiktok.adsearch.json", "--pages", "5", "--max-credits", "1000");
    const { stdout } = await run("lens", "share", "--archive", "", "--json");
    const shares = z
      .object({ shares: z.array(z.object({ field: z.string(), value: z.string() })) })
      .parse(JSON.parse(stdout));
    const names = shares.shares.filter(({ field }) => field === "advertiser").map(({ value }) => value);
    const found = await run("find", names[0] ?? "", "--json");
    cards = found.stdout
      .trimEnd()
      .split("\n")
      .map((line) => cardShape.parse(JSON.parse(line)));
  });
  const json = async (...args: string[]) =>
    viewShape.parse(JSON.parse((await run("advertiser", ...args, "--json")).stdout));

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
    const links = { ad: (platform: string, id: string) => `ad:${platform}:${id}` };
    const door = { door: "mcp", loadMedia: () => "never" as const, budget: () => 0, now: () => new Date() } as const;
    const tools = new AssistantTools({ ...door, engine, links });
    const input = {
      group_by: "creative",
      limit: 50,
      advertiser: `"${advertiser.name}"`,
      platform: advertiser.platform,
    };
    const said = await tools.call("search_bought_ads", input, { client: "test", signal: new AbortController().signal });
    assert.ok("data" in said, JSON.stringify(said));
    const { total, untrusted } = toolOutputs.search_bought_ads.parse(said.data);
    const creatives = z.array(z.object({ creative: z.string(), ads: z.number() })).parse(untrusted?.items);
    assert.equal(total, coverage.ads);
    assert.deepEqual(
      creatives.map(({ creative, ads }) => [creative, ads]),
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
    const text = await run("advertiser", name);
    assert.ok(text.stdout.includes(`Joined by you, counted here: ${joined.name} (`), text.stdout);
    assert.match(text.stdout, /Last two runs compared of 0 of \d search(es)?: no ad can be called new or absent/);
    const links = { ad: (on: string, ad: string) => `ad:${on}:${ad}` };
    const door = { door: "mcp", loadMedia: () => "never" as const, budget: () => 0, now: () => new Date() } as const;
    const tools = new AssistantTools({ ...door, engine, links });
    const call = { client: "test", signal: new AbortController().signal };
    const said = await tools.call("search_bought_ads", { advertiser: name, limit: 1 }, call);
    assert.ok("data" in said);
    assert.equal(toolOutputs.search_bought_ads.parse(said.data).total, view.coverage.ads);
    assert.ok(said.text.includes(`${joined.platform}:${joined.id}`), said.text);
    await engine.close();
  });

  it("prints tables and Markdown, and says what it doesn't find", async () => {
    const [{ owner }] = cards as [Card];
    const text = await run("advertiser", ...owner.name.split(" "), "--limit", "1");
    assert.ok(text.stdout.startsWith(`${owner.name} (`));
    assert.match(text.stdout, /1 stopped before the end/);
    assert.match(text.stdout, /Not covered, because you bought no search there: .*Reddit/);
    assert.match(text.stdout, /^Ads \(\d+ more with --limit all\)$/m);
    const markdown = await run("advertiser", owner.name, "--md");
    assert.match(markdown.stdout, /^# .*\n\n/);
    assert.match(markdown.stdout, /^\| field \| value \| ads \| creatives \|\n\| --- \| --- \| --- \| --- \|$/m);
    const part = await run("advertiser", owner.name.slice(0, 4));
    assert.equal(part.code, 1);
    assert.ok(part.stderr.includes(`Similar names: ${owner.name} (`), part.stderr);
    assert.equal((await run("advertiser", "")).code, 2);
  });
});
