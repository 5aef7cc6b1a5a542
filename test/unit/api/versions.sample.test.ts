import assert from "node:assert/strict";
import { versions } from "../../../src/api/versions";
import { prepareSearch, queryFromBody } from "../../../src/api/wire/query";
import { workingVersion } from "../../../src/api/adLibrary";
import { convertRequest, requestDocument } from "../../../src/features/convert/convertRequest";
import { isLoss } from "../../../src/features/convert/change";
import { readRequestV1 } from "../../../src/features/convert/requestText";
import { withSortOf } from "../../../src/features/convert/sorts";
import type { FilterForm } from "../../../src/protocol/filters";
import { defaultSegments, isIndividual, platforms, type PlatformToken } from "../../../src/protocol/platforms";
import { startSampleLibrary, type SampleLibrary } from "../../../src/sample";
import { clientOf, failureOf, openPermit } from "./client";

const individual = platforms.map(({ token }) => token).filter(isIndividual);

describe("V1 against the sample library", () => {
  let sample: SampleLibrary;
  before(async () => {
    sample = await startSampleLibrary({ adsPerPlatform: 400, now: () => Date.parse("2026-03-04T05:06:07Z") });
  });
  after(() => sample.close());
  const v1 = () => clientOf(sample.url, { version: "v1", key: () => sample.key }).library;
  const v2 = () => clientOf(sample.url, { key: () => sample.key }).library;

  const prepared = (platform: PlatformToken, body: unknown, form: FilterForm) => {
    const { query, problems } = queryFromBody(platform, withSortOf(form, body as Record<string, unknown>), form);
    assert.deepEqual(problems, []);
    const found = prepareSearch(query, form);
    assert.ok("request" in found);
    return found.request;
  };

  for (const platform of individual) {
    it(`${platform}: reads form, search, next page, and details whole, and bought pages the same`, async () => {
      const { value: form } = await v1().filters(platform);
      assert.ok(form.filters.length > 3);
      const request = prepared(platform, {}, form);
      const first = await v1().search(request, undefined, openPermit());
      assert.equal(first.value.ads.length, 18);
      assert.deepEqual([form.repairs, first.value.repairs, first.value.doubts], [0, 0, []]);
      for (const ad of first.value.ads) {
        assert.equal(ad.platform, platform);
        assert.ok(ad.id && ad.displayUrl && ad.lastSeen && ad.owner?.name && ad.owner.avatarUrl, JSON.stringify(ad));
        assert.ok(ad.attachments.every(({ url, youtubeId }) => url ?? youtubeId) && ad.metadata.length > 0);
      }
      const lastHit = first.value.lastHit!;
      const second = await v1().search(request, { page: 2, lastHit }, openPermit());
      assert.equal(second.value.page, 2);
      assert.deepEqual(versions.v1.readSearchPage(second.text, platform, 2, lastHit, undefined), second.value);
      const ref = { platform, id: first.value.ads[0]!.id! };
      const { value: detail, text } = await v1().adDetail(ref, openPermit());
      assert.equal(detail.repairs, 0);
      assert.equal(detail.callToAction !== undefined && detail.impression?.daysRunning !== undefined, true);
      assert.ok(detail.technologies && detail.durations && detail.domain?.expiresAt && detail.domain.dailyVisits);
      assert.deepEqual(versions.v1.readAdDetail(text, ref), detail);
    });
  }

  it("both versions say the same about the same ads", async () => {
    const [one, two] = await Promise.all(
      [v1(), v2()].map(async (library) => {
        const { value: form } = await library.filters("native");
        const body = { advanced_order: { orderby: "newest", order: "asc" } };
        return (await library.search(prepared("native", body, form), undefined, openPermit())).value.ads;
      }),
    );
    const told = (ads: typeof one) =>
      ads!.map(({ key, title, owner, attachments }) => ({ key, title, owner: owner?.name, attachments }));
    assert.deepEqual(told(one), told(two));
  });

  it("every sort that a form offers changes the order or says so in V2's words", async () => {
    for (const platform of ["display", "facebook"] as const) {
      const [{ value: form }, { value: formV2 }] = await Promise.all([v1().filters(platform), v2().filters(platform)]);
      const sorts = form.filters.find(({ key }) => key === "orderby")!.items.map(({ key }) => key.slice(1, -1));
      assert.ok(sorts.length > 2);
      for (const orderby of sorts) {
        const body = withSortOf(formV2, { orderby });
        const ids = async (library: ReturnType<typeof v1>, request: ReturnType<typeof prepared>) =>
          (await library.search(request, undefined, openPermit())).value.ads.map(({ id }) => id);
        assert.deepEqual(
          await ids(v1(), prepared(platform, { orderby }, form)),
          await ids(v2(), prepared(platform, body, formV2)),
          orderby,
        );
      }
    }
  });

  it("converted searches are accepted by V2 and find the same ads", async () => {
    const { value: oldForm } = await v1().filters("display");
    const [network] = oldForm.filters.find(({ key }) => key === "networks")!.items;
    const body = { api_key: "x", page: 1, networks: [network!.key.slice(1, -1)], orderby: "oldest" };
    const request = readRequestV1(`curl ${sample.url}/v1/display/ads/search -d '${JSON.stringify(body)}'`);
    assert.ok(typeof request !== "string");
    const { value: form } = await v2().filters("display");
    const converted = await convertRequest(request, "display", {
      form,
      find: async ({ itemsFrom }, text) => (await v2().filterItems("display", itemsFrom!, text)).value,
    });
    assert.deepEqual(
      converted.changes.map(({ code }) => code),
      ["keyRemoved", "nameToKey", "sortRenamed"],
    );
    const found = await v2().search(prepared("display", converted.body, form), undefined, openPermit());
    const old = { networks: body.networks, orderby: body.orderby };
    const before = await v1().search(prepared("display", old, oldForm), undefined, openPermit());
    assert.ok(found.value.ads.length > 0);
    assert.deepEqual(
      found.value.ads.map(({ id }) => id),
      before.value.ads.map(({ id }) => id),
    );
  });

  for (const platform of individual) {
    it(`${platform}: each sort's converted document is accepted by V2 and finds the same ads in the same order`, async () => {
      const post = async (path: string, body: string) => {
        const headers = { "x-api-key": sample.key, "content-type": "application/json" };
        const response = await fetch(`${sample.url}${path}`, { method: "POST", headers, body });
        return versions.v1.readSearchPage(await response.text(), platform, 1).ads.map(({ id }) => id);
      };
      const segment = defaultSegments[platform];
      const { value: oldForm } = await v1().filters(platform);
      const { value: form } = await v2().filters(platform);
      const { items } = oldForm.filters.find(({ key }) => key === "orderby")!;
      assert.ok(items.length > 2);
      for (const { key } of items) {
        const old = `{"orderby":${key}}`;
        const request = readRequestV1(`{"api_key":"x","page":1,${old.slice(1)}`);
        assert.ok(typeof request !== "string");
        const converted = await convertRequest(request, platform, { form, find: () => Promise.resolve([]) });
        assert.deepEqual(converted.changes.filter(isLoss), []);
        const lines = requestDocument(converted, defaultSegments, undefined).split("\n");
        const sent = lines.filter((line) => !line.startsWith("//")).join("\n");
        assert.ok(lines[0]?.startsWith(`// Sending POST /v2/ads/${segment}/search `));
        const found = await post(`/v2/ads/${segment}/search`, sent);
        assert.equal(found.length, 18);
        assert.deepEqual(found, await post(`/v1/${segment}/ads/search`, old), key);
      }
    });
  }

  it("recognizes a V1-only key, and V2 costs nothing", async () => {
    sample.addKey("only-v1", { v2: false });
    const library = (version: "v1" | "v2") => clientOf(sample.url, { version, key: () => "only-v1" }).library;
    assert.equal(await workingVersion(library, ["native"]), "v1");
    assert.equal(await workingVersion((version) => (version === "v1" ? v1() : v2()), ["native"]), "v2");
    assert.equal((await failureOf(library("v2").filters("native"))).code, "rejected");
    assert.equal((await failureOf(library("v1").filters("mega"))).code, "notInV1");
  });
});
