import assert from "node:assert/strict";
import { startSampleLibrary, type SampleLibrary } from "../../../src/sample";
import { defaultSegments } from "../../../src/protocol/platforms";
import { startMisbehaving, type Misbehaving, type Reply } from "../../support/misbehaving";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack, type Stack } from "./stack";

const never = new AbortController().signal;

/** The sample library of an operator who calls the native platform "outback", in paths and in answers. */
function renaming({ url, key }: SampleLibrary): Reply {
  return async ({ seen, response }) => {
    const answer = await fetch(new URL(seen.target.replace("/outback", "/native"), url), {
      method: seen.method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(seen.body !== "" && { body: seen.body }),
    });
    const text = (await answer.text()).replaceAll('"platform":"native"', '"platform":"outback"');
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  };
}

describe("the engine, with adLibrary.platformSegments set", () => {
  const folder = temporaryFolder();
  let sample: SampleLibrary;
  let service: Misbehaving;
  let stack: Stack;
  beforeEach(async () => {
    sample = await startSampleLibrary({ adsPerPlatform: 40 });
    service = await startMisbehaving(renaming(sample));
    stack = openStack(folder(), service.url, sample.key, { segments: { ...defaultSegments, native: "outback" } });
  });
  afterEach(async () => {
    await stack.close();
    await service.close();
    await sample.close();
  });

  it("finds archived ads with their platform and detail", async () => {
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    const bought = await stack.search.search(frozen, undefined, never);
    const ad = { platform: "native", id: bought.ads[0]!.id! } as const;
    await stack.details.detail(ad, false, never);

    const found = (await stack.boughtAds.find({})).ads.map(({ card }) => card);
    const byKey = new Map(bought.ads.map((card) => [card.key, card]));
    assert.equal(found.length, bought.ads.length);
    for (const card of found) assert.deepEqual(card, byKey.get(card.key));
    assert.ok(found.every(({ platform }) => platform === "native"));
    assert.deepEqual(await stack.details.boughtAmong([ad]), [`native:${ad.id}`]);
    assert.equal((await stack.boughtAds.history(ad)).length, 2);
  });
});
