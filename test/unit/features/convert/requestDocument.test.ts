import assert from "node:assert/strict";
import { readFilterForm } from "../../../../src/api/wire/filters";
import { convertRequest, liveFilters, requestDocument } from "../../../../src/features/convert/convertRequest";
import { readRequestV1 } from "../../../../src/features/convert/requestText";
import { FeatureError } from "../../../../src/features/failures/featureError";
import type { ApiVersion } from "../../../../src/protocol/apiVersion";
import { clientOf, segments } from "../../api/client";
import { startMisbehaving, type Misbehaving } from "../../../support/misbehaving";
import { body, failed, okText } from "../../../support/misbehavingReplies";

const form = {
  filters: [
    {
      key: "advanced_order",
      component: "StringSingle",
      items: [{ key: "engagement" }],
      sub_keys: { type: "order", main: "orderby" },
    },
    { key: "interests", component: "StringMultiSearchableApi", api_url: "/v2/ads/facebook/filters/interests" },
  ],
};

const command =
  `curl 'https://a.example/v1/facebook/ads/search?api_key=SECRET' --data-raw ` +
  `'{"api_key":"SECRET","orderby":"popularity","interests":["Shoes","No\\nsuch"],"page":1}'`;

async function documentOf(live: Awaited<ReturnType<typeof liveFilters>>): Promise<string> {
  const request = readRequestV1(command);
  assert.ok(typeof request !== "string");
  const converted = await convertRequest(request, "facebook", "form" in live ? live : undefined);
  return requestDocument(converted, segments, live.why);
}

describe("the document of a converted request", () => {
  let service: Misbehaving;
  let onlyV1 = false;
  before(async () => {
    service = await startMisbehaving(({ seen, ...rest }) => {
      if (onlyV1 && seen.target.startsWith("/v2/")) return failed(1004, "not for V2")({ seen, ...rest });
      const items = [{ key: 901, label: "Shoes" }];
      const answer = seen.target.includes("/interests") ? items.filter(() => seen.target.endsWith("Shoes")) : form;
      return body(okText(answer))({ seen, ...rest });
    });
  });
  after(() => service.close());
  const signal = new AbortController().signal;

  /** Forms as the extension asks for them: over the client, free routes only. */
  const forms = (version: ApiVersion = "v2") => {
    const library = (asked: ApiVersion = version) => clientOf(service.url, { version: asked }).library;
    return {
      version,
      form: async (_: unknown, asked?: ApiVersion) => (await library(asked).filters("facebook")).value,
      items: async (_: unknown, filter: string, text: string, _signal: unknown, asked?: ApiVersion) =>
        (await library(asked).filterItems("facebook", filter, text)).value,
    };
  };
  /** The routes that a conversion asks for. */
  const asking = async (version: ApiVersion) => {
    const before = service.requests.length;
    const text = await documentOf(await liveFilters(forms(version), "facebook", signal));
    return { text, asked: service.requests.slice(before).map(({ method, target }) => `${method} ${target}`) };
  };
  const ofV2 = [
    "GET /v2/ads/facebook/filters",
    "GET /v2/ads/facebook/filters/interests?search=Shoes",
    "GET /v2/ads/facebook/filters/interests?search=No%0Asuch",
  ];

  it("states route, changes, and removals, then the body of page 1", async () => {
    const text = await documentOf(await liveFilters(forms(), "facebook", signal));
    assert.equal(
      text,
      `// Sending POST /v2/ads/facebook/search costs 100 credits.
//
// Changed:
// - api_key: removed. The key is sent only in the header x-api-key.
// - orderby: “popularity” became advanced_order {"orderby":"engagement","order":"desc"}.
// - interests: the name “Shoes” became the item key 901.
//
// Removed, so this request is not the same search:
// - interests: “No such” removed. The filter has no item with this name.
{
  "page": 1,
  "advanced_order": {
    "orderby": "engagement",
    "order": "desc"
  },
  "interests": [
    901
  ]
}
`,
    );
    assert.ok(!text.includes("SECRET"));
  });

  it("uses free routes only, one item route per name", async () => {
    assert.deepEqual((await asking("v2")).asked, ofV2);
  });

  it("fetches V2's filters even if V1 is connected: its key may be enabled for both", async () => {
    const { text, asked } = await asking("v1");
    assert.deepEqual(asked, ofV2);
    assert.equal(text, (await asking("v2")).text);
  });

  it("uses V1's filters for a V1-only key, and says so", async () => {
    onlyV1 = true;
    const { text, asked } = await asking("v1").finally(() => (onlyV1 = false));
    assert.deepEqual(asked.slice(0, 2), ["GET /v2/ads/facebook/filters", "GET /v1/filters/facebook/search"]);
    assert.match(
      text,
      /^\/\/ Not checked against the live filters of V2: .*not for V2.* Item keys are those of V1\.$/m,
    );
    assert.match(text, /"interests": \[\n {4}901\n {2}\]/);
    assert.match(text, /"orderby": "engagement"/);
    onlyV1 = true;
    const refused = await asking("v2").finally(() => (onlyV1 = false));
    assert.deepEqual(refused.asked, ["GET /v2/ads/facebook/filters"]);
  });

  it("works without a library, and says so", async () => {
    const live = await liveFilters(
      { version: "v2", form: () => Promise.reject(new FeatureError("noConnection")), items: () => Promise.resolve([]) },
      "facebook",
      signal,
    );
    const text = await documentOf(live);
    assert.match(text, /^\/\/ Not checked against the live filters of V2: No library is connected\./m);
    assert.match(text, /"interests": \[\n {4}"Shoes",\n {4}"No\\nsuch"\n {2}\]/);
  });

  it("ends when canceled", async () => {
    const stop = new AbortController();
    const live = await liveFilters(
      {
        version: "v2",
        form: () => Promise.resolve(readFilterForm(okText(form), "facebook")),
        items: () => Promise.resolve([]),
      },
      "facebook",
      stop.signal,
    );
    stop.abort();
    await assert.rejects(documentOf(live), { name: "AbortError" });
  });
});
