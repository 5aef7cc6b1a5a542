import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { parseExact } from "../../../src/api/integers";
import { localTarget } from "../../../src/features/export/targets";
import { toFailure } from "../../../src/features/failures/failures";
import type { ApiVersion } from "../../../src/protocol/apiVersion";
import { useLibrary } from "../../support/fixtures";
import { temporaryFolder } from "../../support/temporaryFolder";
import { valuesOf } from "../../support/valuesOf";
import { jsonIssues } from "./export/schemas";
import { type Stack, useStacks } from "./stack";

const never = new AbortController().signal;
const byTraffic = { advanced_order: { orderby: "web_traffic", order: "desc" } };

describe("a library that is connected with V1", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const openOne = useStacks();
  /** A window of the same person, connected with either version. */
  const open = (apiVersion: ApiVersion = "v1") => openOne(folder(), library.url, library.key, { apiVersion });
  const lines = () => library.requests.map(({ method, target }) => `${method} ${target}`);

  /** Two pages and the first ad's detail, of the sort that was kept under V2's name. */
  async function fetched({ search, details }: Stack) {
    const frozen = await search.freeze(await search.fromBody("native", byTraffic));
    const first = await search.search(frozen, undefined, never);
    const lastHit = first.lastHit!;
    const second = await search.search(frozen, { page: 2, lastHit }, never);
    const ad = { platform: "native", id: first.ads[0]!.id! } as const;
    return { frozen, lastHit, first, second, ad, detail: await details.detail(ad, false, never) };
  }

  it("uses V1's routes only, with V1's sort, pays for three requests, and exports V1's own texts", async () => {
    const stack = open();
    const { ad, frozen, lastHit, first, second, detail } = await fetched(stack);
    assert.deepEqual(lines(), [
      "GET /v1/filters/native/search",
      "POST /v1/native/ads/search",
      "POST /v1/native/ads/search",
      `GET /v1/native/ads/${ad.id}`,
    ]);
    assert.equal(library.requests[1]!.body, '{"orderby":"domain.traffic","page":1}');
    assert.equal(library.paid().length, 3);
    assert.ok(detail.detail.technologies && detail.detail.domain?.expiresAt);
    const written = async (format: "json" | "csv", withDetails: boolean) => {
      const place = folder(`ads.${format}`);
      const wish = { format, target: localTarget(place), place, lastHit, withDetails } as const;
      await stack.exports.run(frozen, wish, () => undefined, never);
      return readFile(place, "utf8");
    };
    const file = parseExact(await written("json", true)) as {
      about: Record<string, unknown>;
      ads_with_details: { ad: { days_active?: number }; detail: { data?: { ad: object } } | null }[];
    };
    assert.deepEqual(jsonIssues("export-json", JSON.parse(JSON.stringify(file, bigAsNumber))), []);
    assert.deepEqual([file.about.api_version, file.about.credits], ["v1", 0]);
    assert.deepEqual(file.about.query, { orderby: "domain.traffic", page: 1 });
    assert.equal(file.ads_with_details.length, 36);
    assert.ok(file.ads_with_details.every(({ ad }) => "days_active" in ad));
    assert.ok(file.ads_with_details[0]?.detail?.data?.ad);
    const rows = (await written("csv", true)).split("\r\n");
    const [id, owner] = [second.ads[0]!.id!, first.ads[0]!.owner!.name!];
    assert.ok(rows.some((row) => row.includes(`native:${id}`)));
    assert.ok(rows[1]?.includes(owner) && rows[1].includes(detail.detail.impression!.lastSeenAt!));
  });

  it("returns bought answers offline, and never to the other version", async () => {
    const before = await fetched(open());
    const asked = library.requests.length;
    await library.close();
    const { search, details, archive } = open();
    const frozen = await search.freezeBought(before.frozen.query);
    assert.equal(frozen.address.version, "v1");
    const pages = await search.boughtPages(frozen, before.lastHit);
    assert.deepEqual(valuesOf(pages, "ads"), [before.first.ads, before.second.ads]);
    assert.deepEqual((await details.bought(before.ad))?.detail, before.detail.detail);
    assert.deepEqual(await details.boughtAmong([before.ad]), [`native:${before.ad.id}`]);
    const other = open("v2");
    assert.deepEqual(await other.search.bought({ ...frozen, address: { ...frozen.address, version: "v2" } }), []);
    assert.equal(await other.details.bought(before.ad), undefined);
    const wanted = { origins: [library.url], limit: 36 };
    const { hits } = await archive.search(wanted);
    assert.deepEqual(new Set(hits.map(({ card }) => card.key)), new Set(keysOf([before.first, before.second])));
    const page = hits.find(({ card }) => card.id === before.second.ads[0]!.id);
    assert.deepEqual(page?.card, before.second.ads[0]);
    assert.equal(library.requests.length, asked);
  });

  it("finds ads of both versions in one archive, each read by its own", async () => {
    const [old, now] = [open("v1"), open("v2")];
    const one = await fetched(old);
    const two = await now.search.search(await now.search.freeze({ platform: "reddit", choices: [] }), undefined, never);
    const found = (await now.boughtAds.find({})).ads.map(({ card }) => card);
    assert.deepEqual(new Set(found.map(({ key }) => key)), new Set(keysOf([one.first, one.second, two])));
    for (const card of [...one.second.ads, ...two.ads]) {
      const same = found.find(({ key }) => key === card.key);
      assert.deepEqual([same?.owner, same?.stats, same?.attachments], [card.owner, card.stats, card.attachments]);
    }
  });

  it("shows an ad with only a V1 detail bought", async () => {
    const { details, archive, search } = open();
    const { ads } = await search.search(await search.freeze({ platform: "native", choices: [] }), undefined, never);
    await archive.clear();
    const { detail } = await details.detail({ platform: "native", id: ads[0]!.id! }, false, never);
    const { hits } = await archive.search({});
    assert.deepEqual(
      hits.map(({ card }) => [card.key, card.owner]),
      [[`native:${ads[0]!.id}`, detail.owner]],
    );
  });

  it("finds the bought pages of a search saved with V2's sort", async () => {
    const { search, saved, ran } = open();
    const kept = await saved.save("By traffic", { platform: "native", body: byTraffic });
    const frozen = await search.freeze(await search.fromBody("native", kept.query.body));
    const page = await search.search(frozen, undefined, never);
    await ran.note(frozen, page);
    assert.equal((await saved.get(kept.id))?.lastRun?.lastHit, page.lastHit);
    assert.equal((await search.boughtOf(kept.query))[0]?.pages, 1);
  });

  it("keeps the forms of the two versions separate, even offline", async () => {
    for (const version of ["v1", "v2"] as const) {
      const { forms } = open(version);
      await forms.form("native");
      await forms.settled();
    }
    await library.close();
    const sorts = await Promise.all(
      (["v1", "v2"] as const).map(async (version) => {
        const { filters } = await open(version).forms.lastForm("native");
        return filters.map(({ key }) => key).filter((key) => key.includes("order"));
      }),
    );
    assert.deepEqual(sorts, [["orderby"], ["advanced_order"]]);
  });

  it("previews and copies the request that it sends", async () => {
    const { search } = open();
    const query = await search.fromBody("native", { orderby: "oldest" });
    assert.equal(await search.preview(query), '{"orderby":"oldest","page":1}');
    const command = await search.asCurl(await search.freeze(query));
    assert.match(command, /\/v1\/native\/ads\/search'/);
    assert.ok(command.includes(`--data-raw '{"orderby":"oldest","page":1}'`));
  });

  it("has no search over all platforms, and says so for 0 credits", async () => {
    const { search } = open();
    const failure = toFailure(await search.freeze({ platform: "mega", choices: [] }).catch((error: unknown) => error));
    assert.deepEqual([failure.code, failure.charge], ["notInV1", "none"]);
    assert.deepEqual(library.requests, []);
  });
});

const keysOf = (pages: readonly { readonly ads: readonly { readonly key: string }[] }[]) =>
  pages.flatMap(({ ads }) => ads.map(({ key }) => key));
const bigAsNumber = (_: string, value: unknown) => (typeof value === "bigint" ? Number(value) : value);
