import assert from "node:assert/strict";
import { prepareSearch } from "../../../src/api/wire/query";
import { platforms } from "../../../src/protocol/platforms";
import { startSampleLibrary, type SampleLibrary } from "../../../src/sample";
import { examplesOf } from "../../../webview/explorer/examples";
import { clientOf, openPermit } from "../api/client";

describe("the examples that an explorer offers first", () => {
  let sample: SampleLibrary;
  before(async () => (sample = await startSampleLibrary({ adsPerPlatform: 2000 })));
  after(() => sample.close());

  for (const { token } of platforms)
    it(`find ads of the sample library: ${token}`, async () => {
      const { library } = clientOf(sample.url, { key: () => sample.key });
      const { value: form } = await library.filters(token);
      const examples = examplesOf(form);
      assert.ok(examples.length > 1);
      for (const { label, query } of examples) {
        const prepared = prepareSearch(query, form);
        if ("problems" in prepared) throw new Error(`${label}: ${JSON.stringify(prepared.problems)}`);
        const { value } = await library.search(prepared.request, undefined, openPermit());
        assert.ok(value.ads.length > 0, label);
      }
    });
});
