import assert from "node:assert/strict";
import { sortsV1 } from "../../../../src/api/v1/formV1";
import { versions } from "../../../../src/api/versions";
import { parseExact } from "../../../../src/api/integers";
import { writeExact } from "../../../../src/protocol/exactJson";
import { readAdDetail } from "../../../../src/api/wire/detail";
import { readSearchPage } from "../../../../src/api/wire/cards";
import { isLoss } from "../../../../src/features/convert/change";
import { convertRequest, type LiveFilters, requestDocument } from "../../../../src/features/convert/convertRequest";
import { convertResponse } from "../../../../src/features/convert/convertResponse";
import { readRequestV1 } from "../../../../src/features/convert/requestText";
import type { Filter, FilterForm } from "../../../../src/protocol/filters";
import { defaultSegments, isIndividual, platforms, type PlatformToken } from "../../../../src/protocol/platforms";
import { startSampleLibrary, type SampleLibrary } from "../../../../src/sample";
import { clientOf } from "../../api/client";
import { valuesOf } from "../../../support/valuesOf";

const individual = platforms.map(({ token }) => token).filter(isIndividual);

/** Values that V1 bodies had for a filter: some choices of a list, and something for all others. */
function triedOf({ items, component, min, max, disabled, key }: Filter): readonly unknown[] {
  // What cannot be used, and what no version of ours can send.
  if (disabled !== undefined || component === undefined) return [];
  if (key === "orderby") return items.map((item) => parseExact(item.key));
  if (component === "SearchBox") return [[{ type: "text", text: "a" }]];
  if (items.length > 0) return items.slice(0, 3).map((item): unknown => [parseExact(item.key)]);
  if (component.startsWith("Number")) return [[min ?? 0, max ?? 100]];
  if (component === "DateMulti") return [["2025-01-01", "2026-02-01"]];
  if (component === "DateSingle") return [["2025-06-01"]];
  return component === "CBoolean" ? [[true], true] : [];
}

describe("converting the sample library's V1", () => {
  let sample: SampleLibrary;
  before(async () => {
    sample = await startSampleLibrary({ adsPerPlatform: 400, now: () => Date.parse("2026-03-04T05:06:07Z") });
  });
  after(() => sample.close());
  const v1 = () => clientOf(sample.url, { version: "v1", key: () => sample.key }).library;
  const v2 = () => clientOf(sample.url, { key: () => sample.key }).library;
  const ask = async (path: string, body?: string) => {
    const headers = { "x-api-key": sample.key, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body };
    return (await fetch(`${sample.url}${path}`, init)).text();
  };
  const live = async (platform: PlatformToken): Promise<LiveFilters> => ({
    form: (await v2().filters(platform)).value,
    find: async ({ itemsFrom }, text) => (await v2().filterItems(platform, itemsFrom!, text)).value,
  });

  /** The ads that V1 finds with a body, and those that V2 finds with what the converter's document holds. */
  async function bothWith(platform: PlatformToken, body: string, filters: LiveFilters) {
    const segment = defaultSegments[platform];
    const request = readRequestV1(body);
    assert.ok(typeof request !== "string");
    const converted = await convertRequest(request, platform, filters);
    assert.deepEqual(converted.changes.filter(isLoss), [], body);
    const document = requestDocument(converted, defaultSegments, undefined).replaceAll(/^\/\/.*\n/gm, "");
    const before = await ask(`/v1/${segment}/ads/search`, body);
    const after = await ask(`/v2/ads/${segment}/search`, document);
    const idsOf = (version: "v1" | "v2", text: string) =>
      versions[version].readSearchPage(text, platform, 1).ads.map(({ id }) => id);
    return [idsOf("v1", before), idsOf("v2", after), document] as const;
  }

  for (const platform of individual) {
    it(`${platform}: a body with each of its V1 filters finds in V2 what it found in V1`, async () => {
      const filters = await live(platform);
      const { value: form } = await v1().filters(platform);
      let found = 0;
      let tried = 0;
      for (const filter of form.filters) {
        const nameV2 = filter.key === "orderby" ? "advanced_order" : filter.key;
        if (!filters.form.filters.some(({ key }) => key === nameV2)) continue;
        for (const value of triedOf(filter)) {
          const body = JSON.stringify({ api_key: "x", page: 1, [filter.key]: value });
          const [before, after, document] = await bothWith(platform, body, filters);
          assert.deepEqual(after, before, `${body} became ${document}`);
          tried += 1;
          if (after.length > 0) found += 1;
        }
      }
      assert.ok(tried > 10 && found > tried / 2, `${found} of ${tried} found ads`);
    });

    it(`${platform}: writes a V1 sort only if the platform offers it, even with a V1-only key`, async () => {
      const filters = await live(platform);
      const { value: formV1 } = await v1().filters(platform);
      const offered = (form: FilterForm, name: string) =>
        form.filters.find(({ key }) => key === name)!.items.map(({ key }) => parseExact(key));
      for (const { orderby, v2: sort } of sortsV1) {
        const inV2 = offered(filters.form, "advanced_order").includes(sort.orderby);
        assert.ok(inV2 || !offered(formV1, "orderby").includes(orderby), `V1 offers ${orderby}`);
        for (const form of [filters.form, formV1]) {
          const request = { body: { orderby }, keyInUrl: false };
          const { body, changes } = await convertRequest(request, platform, { ...filters, form });
          assert.deepEqual(body, inV2 ? { advanced_order: sort } : {}, orderby);
          assert.deepEqual(valuesOf(changes, "code"), [inV2 ? "sortRenamed" : "sortNotOffered"]);
        }
      }
    });

    it(`${platform}: an exported page and detail are the same in V2`, async () => {
      const segment = defaultSegments[platform];
      const page = await ask(`/v1/${segment}/ads/search`, "{}");
      const read = versions.v1.readSearchPage(page, platform, 1);
      const converted = convertResponse(page);
      assert.ok(typeof converted !== "string");
      assert.deepEqual(readSearchPage(converted.text, platform, 1), read);
      const ad = { platform, id: read.ads[0]!.id! };
      const text = await ask(`/v1/${segment}/ads/${ad.id}`);
      const detail = convertResponse(text);
      assert.ok(typeof detail !== "string");
      const { technologies, durations, domain, ...both } = versions.v1.readAdDetail(text, ad);
      const { name, monthlyVisits } = domain!;
      assert.deepEqual(readAdDetail(detail.text, ad), { ...both, domain: { name, monthlyVisits } });
      assert.ok(technologies && durations && detail.text.includes('"technologies"'));
    });
  }

  // Those that have item routes (docs/api.md, "Get filter items").
  for (const platform of ["facebook", "native", "display", "youtube"] as const) {
    it(`${platform}: names and keys of remote items find the same`, async () => {
      const filters = await live(platform);
      const { value: form } = await v1().filters(platform);
      const remote = form.filters.filter(({ itemsFrom }) => itemsFrom !== undefined);
      assert.ok(remote.length > 0);
      for (const { key, itemsFrom } of remote) {
        const items = (await v1().filterItems(platform, itemsFrom!, "a")).value;
        const item = items.find(({ label }) => items.filter((one) => one.label === label).length === 1)!;
        const [before, byKey] = await bothWith(platform, `{"${key}":[${item.key}]}`, filters);
        assert.deepEqual(byKey, before);
        const named = readRequestV1(JSON.stringify({ [key]: [item.label] }));
        assert.ok(typeof named !== "string");
        const { body, changes } = await convertRequest(named, platform, filters);
        assert.deepEqual(
          [writeExact(body), changes.map(({ code }) => code)],
          [`{"${key}":[${item.key}]}`, ["nameToKey"]],
        );
      }
    });
  }
});
