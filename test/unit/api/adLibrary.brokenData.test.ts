import assert from "node:assert/strict";
import { prepareSearch } from "../../../src/api/wire/query";
import type { FilterForm } from "../../../src/protocol/filters";
import type { FilterChoice } from "../../../src/protocol/search";
import { startMisbehaving, type Misbehaving, type Reply } from "../../support/misbehaving";
import * as replies from "../../support/misbehavingReplies";
import { wireCard, wireFilters, wirePage } from "./answers";
import { clientOf, openPermit, walkOf } from "./client";

const request = { platform: "mega", body: "{}" } as const;

describe("Broken and unusual data, from the request to its price", () => {
  let server: Misbehaving;
  before(async () => {
    server = await startMisbehaving(replies.ok({}));
  });
  after(() => server.close());

  /** A client, with what the service was asked since and what that may have cost. */
  function visit(...answers: readonly [Reply, ...Reply[]]) {
    server.answer(...answers);
    const first = server.requests.length;
    const { library, records } = clientOf(server.url);
    const lines = () =>
      server.requests.slice(first).map(({ method, target, body }) => `${method} ${target} ${body}`.trim());
    const credits = () => records.reduce((sum, record) => sum + record.credits, 0);
    return { library, records, lines, credits };
  }

  function prepared(form: FilterForm, choices: readonly FilterChoice[]) {
    const result = prepareSearch({ platform: form.platform, choices }, form);
    assert.ok("request" in result, JSON.stringify(result));
    return result.request;
  }

  it("a damaged card loses only its damaged field, which the log counts", async () => {
    const { library, records, lines } = visit(
      replies.ok(wirePage([wireCard(1), wireCard(2, { title: 5, owner: "x" }), null])),
    );
    const { value } = await library.search(request, undefined, openPermit());
    assert.deepEqual([value.ads.length, value.ads[0]?.title, value.ads[1]?.id, value.repairs], [3, "Ad 1", "2", 2]);
    assert.equal(lines().length, 1);
    assert.deepEqual(
      records.map(({ repairs, credits, failure }) => ({ repairs, credits, failure })),
      [{ repairs: 2, credits: 100, failure: undefined }],
    );
  });

  it("a broken form still offers its valid filters, and sends no others", async () => {
    const defects = [
      ...[null, 5, "x", {}, { key: "" }, { key: 5 }],
      ...["page", "last_hit", "api_key"].map((key) => ({ key, component: "NumberSingleRange" })),
      { key: "new", component: "Slider3D", items: [{ key: 1 }] },
      { key: "none" },
      { key: "gender", component: "StringMulti", items: [{ key: 99 }] },
      { key: "crossed", component: "NumberSingleRange", min: 9, max: 1, default: [5] },
    ];
    const { library, lines, credits } = visit(
      replies.ok({ filters: [...wireFilters, ...defects] }),
      replies.ok(wirePage()),
    );
    const { value: form } = await library.filters("native");
    assert.deepEqual(
      form.filters.slice(0, wireFilters.length).map(({ key }) => key),
      wireFilters.map(({ key }) => key),
    );
    const item = { kind: "items", items: [{ key: "1" }] } as const;
    for (const filter of ["page", "last_hit", "api_key", "new", "none", "unheard"]) {
      assert.ok("problems" in prepareSearch({ platform: "native", choices: [{ filter, value: item }] }, form), filter);
    }
    await library.search(prepared(form, [{ filter: "gender", value: item }]), undefined, openPermit());
    assert.deepEqual(lines(), ["GET /v2/ads/native/filters", 'POST /v2/ads/native/search {"gender":[1],"page":1}']);
    assert.equal(credits(), 100);
  });

  it("long integers keep their digits from the card to the detail's address and into the next body", async () => {
    const [one, two, hit] = ["9007199254740993", "9007199254740995", "9223372036854775807"];
    const page = (more: boolean, id: string) =>
      replies.body(
        replies
          .okText(wirePage([0], { current_page: more ? 1 : 2, has_next_page: more, last_hit: -1 }))
          .replace("[0]", `[{"id":${id},"platform":"reddit"}]`)
          .replace(":-1", `:${hit}`),
      );
    const { library, lines, credits } = visit(page(true, one), page(false, two), replies.ok({}));
    const keys: string[] = [];
    for await (const { content } of walkOf(library, request)) keys.push(...content!.ads.map(({ key }) => key));
    await library.adDetail({ platform: "reddit", id: two }, openPermit());
    assert.deepEqual(keys, [`reddit:${one}`, `reddit:${two}`]);
    assert.deepEqual(lines(), [
      'POST /v2/ads/mega/search {"page":1}',
      `POST /v2/ads/mega/search {"page":2,"last_hit":${hit}}`,
      `GET /v2/ads/reddit/${two}`,
    ]);
    assert.equal(credits(), 300);
  });
});
