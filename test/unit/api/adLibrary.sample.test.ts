import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import type { AdLibrary } from "../../../src/api/adLibrary";
import { versions } from "../../../src/api/versions";
import { prepareSearch } from "../../../src/api/wire/query";
import { adSlices, detailSlice } from "../../../src/api/wire/slices";
import type { AdCard } from "../../../src/protocol/ads";
import type { FilterForm } from "../../../src/protocol/filters";
import { isIndividual, platforms } from "../../../src/protocol/platforms";
import type { FilterChoice } from "../../../src/protocol/search";
import { startSampleLibrary, type SampleLibrary } from "../../../src/sample";
import { clientOf, failureOf, openPermit, segments, walkOf } from "./client";

/** What both versions say of an ad. */
const inBoth = ({ key, title, owner, attachments }: AdCard) => [key, title, owner?.name, owner?.avatarUrl, attachments];

describe("Against the sample library", () => {
  let sample: SampleLibrary;
  let library: AdLibrary;
  before(async () => {
    sample = await startSampleLibrary({ adsPerPlatform: 500, now: () => Date.parse("2026-03-04T05:06:07Z") });
    library = clientOf(sample.url, { key: () => sample.key }).library;
  });
  after(() => sample.close());

  const credits = () => sample.account(sample.key)!.credits;

  function prepared(form: FilterForm, choices: readonly FilterChoice[] = []) {
    const result = prepareSearch({ platform: form.platform, choices }, form);
    if ("problems" in result) throw new Error(JSON.stringify(result.problems));
    return result.request;
  }

  for (const version of ["v2", "v1"] as const)
    for (const { token } of platforms.filter((platform) => version === "v2" || isIndividual(platform.token)))
      it(`${token}, ${version}: filters, items, a page, and a detail, unrepaired and paid once`, async () => {
        const { readSearchPage, readAdDetail } = versions[version];
        const { library: own } = clientOf(sample.url, { version, key: () => sample.key });
        const before = credits();
        const { value: form } = await own.filters(token);
        assert.deepEqual([form.platform, form.repairs, form.filters.length > 3], [token, 0, true]);
        for (const { itemsFrom } of form.filters) {
          if (itemsFrom === undefined || token === "mega") continue;
          assert.ok((await own.filterItems(token, itemsFrom, "a")).value.length > 0, itemsFrom);
        }
        assert.equal(credits(), before);

        const { value: page, text } = await own.search(prepared(form), undefined, openPermit());
        assert.deepEqual([page.ads.length, page.repairs, page.doubts], [18, 0, []]);
        assert.equal(adSlices(text).length, 18);
        assert.deepEqual(readSearchPage(text, token, 1, undefined, segments), page);
        assert.ok(page.ads.every(({ platform }) => platform === token || token === "mega"));
        assert.equal(credits(), before + 100);

        const ad = { platform: page.ads[0]!.platform!, id: page.ads[0]!.id! };
        const detail = await own.adDetail(ad, openPermit());
        assert.deepEqual([detail.value.ad, detail.value.repairs], [ad, 0]);
        assert.deepEqual(readAdDetail(detail.text, ad), detail.value);
        assert.equal(credits(), before + 200);
        if (version === "v2") {
          assert.equal(String((JSON.parse(detailSlice(detail.text)) as { id: unknown }).id), ad.id);
          return;
        }
        assert.ok(page.ads.every((card) => card.displayUrl && card.lastSeen && card.metadata.length > 0));
        const { technologies, durations, domain } = detail.value;
        assert.ok(technologies && durations && domain?.expiresAt && domain.dailyVisits);
        const { value: formV2 } = await library.filters(token);
        const { value: pageV2 } = await library.search(prepared(formV2), undefined, openPermit());
        assert.deepEqual(page.ads.map(inBoth), pageV2.ads.map(inBoth));
      });

  it("sends every filter of every platform in a form that the service accepts", async () => {
    for (const { token } of platforms) {
      const { value: form } = await library.filters(token);
      const choices = form.filters.flatMap((filter): FilterChoice[] => {
        const [item] = filter.items;
        const { component, key } = filter;
        if (!component) return [];
        if (key === "advanced_order") {
          return [{ filter: key, value: { kind: "order", by: String(JSON.parse(item!.key)), direction: "asc" } }];
        }
        if (component === "SearchBox") {
          const type = String(JSON.parse(item!.key));
          return [{ filter: key, value: { kind: "texts", texts: [{ type, text: "zzz" }] } }];
        }
        if (component.startsWith("Number"))
          return [{ filter: key, value: { kind: "range", from: Number(filter.min) } }];
        if (component.startsWith("Date")) return [{ filter: key, value: { kind: "dates", from: "2024-02-29" } }];
        if (!item) return component.includes("Boolean") ? [{ filter: key, value: { kind: "flag", on: true } }] : [];
        return [{ filter: key, value: { kind: "items", items: [item] } }];
      });
      assert.ok(choices.length > 5, token);
      const { value } = await library.search(prepared(form, choices), undefined, openPermit());
      assert.equal(value.page, 1);
    }
  });

  it("pages to the end of a search: every ad once, one price per page, one snapshot", async () => {
    const before = credits();
    const { value: form } = await library.filters("pinterest");
    const ads: AdCard[] = [];
    const snapshots = new Set<string | undefined>();
    let count = 0;
    const pages = walkOf(library, prepared(form));
    for (let next = await pages.next(); ; next = await pages.next()) {
      if (next.done) {
        assert.equal(next.value, "end");
        break;
      }
      count += 1;
      assert.equal(next.value.page, count);
      ads.push(...next.value.content.ads);
      snapshots.add(next.value.lastHit);
    }
    assert.deepEqual([new Set(ads.map(({ key }) => key)).size, snapshots.size], [ads.length, 1]);
    assert.equal(count, Math.ceil(ads.length / 18));
    assert.equal(credits() - before, count * 100);
  });

  it("has no details for mega, and requests none", async () => {
    const before = credits();
    const permit = openPermit();
    const error = await failureOf(library.adDetail({ platform: "mega", id: "1" }, permit));
    assert.deepEqual([error.code, error.charge, permit.told, credits()], ["invalidRequest", "none", [], before]);
  });

  it("is rejected with a wrong key, and says why", async () => {
    const { library: stranger } = clientOf(sample.url, { key: () => "stranger" });
    const error = await failureOf(stranger.filters("native"));
    assert.equal(error.code, "rejected");
    assert.ok(error.serviceCode !== undefined && error.serviceText);
  });

  it("runs the example in the client's header", async () => {
    const source = await readFile("src/api/adLibrary.ts", "utf8");
    const example = [...source.matchAll(/^ \* {5}(\S.*)$/gm)].map(([, line]) => line);
    assert.equal(example.length, 5);
    const contents = [
      'import { AdLibrary } from "./src/api/adLibrary";',
      'import { prepareSearch } from "./src/api/wire/query";',
      'import { defaultSegments } from "./src/protocol/platforms";',
      `const baseUrl = ${JSON.stringify(sample.url)};`,
      ...example,
      "console.log(page.ads.length);",
    ].join("\n");
    const stdin = { contents, resolveDir: process.cwd() };
    const bundle = await build({ stdin, bundle: true, write: false, platform: "node", format: "esm" });
    const before = credits();
    const node = spawn(process.execPath, ["--input-type=module", "-"], { env: { KEY: sample.key } });
    const ended = once(node, "close");
    node.stdin.end(bundle.outputFiles[0]?.text);
    assert.deepEqual([await text(node.stdout), await text(node.stderr), await ended], ["18\n", "", [0, null]]);
    assert.equal(credits() - before, 100);
  });
});
