import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AdRef } from "../../../../src/protocol/ads";
import { CreativeDecisions } from "../../../../src/features/lens/decisions";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

const origin = "https://ads.example";
const ad = (id: number): AdRef => ({ platform: "facebook", id: String(id) });

describe("decisions about creatives", () => {
  const folder = temporaryFolder();
  const file = () => join(folder(), "creatives.json");
  const moved: string[] = [];
  const decisions = () => new CreativeDecisions(folder(), ({ movedTo }) => moved.push(movedTo));

  it("join ads, add to what is joined, and take ads out again, the newest one first", async () => {
    await decisions().decide([ad(1), ad(2)], "joined");
    await decisions().decide([ad(3), ad(4)], "joined");
    await decisions().decide([ad(2), ad(5)], "joined");
    const others = ["facebook:3", "facebook:4"];
    assert.deepEqual(await decisions().read(), {
      join: [others, ["facebook:1", "facebook:2", "facebook:5"]],
      split: [],
      advertisers: [],
    });
    await decisions().decide([ad(1), ad(3)], "apart");
    const joined = [["facebook:2", "facebook:5"]];
    assert.deepEqual(await decisions().read(), { join: joined, split: ["facebook:1", "facebook:3"], advertisers: [] });
    await decisions().decide([ad(1), ad(3), ad(2)], "evidence");
    assert.deepEqual(await decisions().read(), { join: [], split: [], advertisers: [] });
    await decisions().decide([ad(1)], "apart");
    await decisions().decide([ad(1), ad(2)], "joined");
    assert.deepEqual(await decisions().read(), { join: [["facebook:1", "facebook:2"]], split: [], advertisers: [] });
  });

  it("count for nothing in a damaged file, which is set aside", async () => {
    const damaged = '{"join":[["facebook:1"';
    await writeFile(file(), damaged);
    assert.deepEqual(await decisions().read(), { join: [], split: [], advertisers: [] });
    assert.deepEqual(await Promise.all(moved.map((name) => readFile(join(folder(), name), "utf8"))), [damaged]);
    await decisions().decide([ad(7)], "apart");
    assert.deepEqual(JSON.parse(await readFile(file(), "utf8")), { join: [], split: ["facebook:7"], advertisers: [] });
  });

  it("are followed by every look, in later windows as well", async () => {
    let stack: Stack = openStack(folder(), origin, undefined);
    const titles = [
      "The softest winter boots you will ever wear",
      "The softest winter boots you will ever wear",
      "Tea",
    ];
    const ads = titles.map((title, at) => ({ id: at + 1, platform: "facebook", title }));
    await stack.archive.storePage({ origin, version: "v2", platform: "facebook", body: "{}" }, "5", 1, {
      text: JSON.stringify({ status: "ok", meta: { code: 1000, message: null }, data: { ads, last_hit: 5 } }),
      receivedAt: "2026-11-20T10:00:00.000Z",
    });
    const groups = async () =>
      (await stack.lens.look({ criteria: {} })).groups.map(({ ads: members, reasons }) => [members.join(), ...reasons]);
    assert.deepEqual(await groups(), [["facebook:1,facebook:2", "text"], ["facebook:3"]]);
    await stack.lens.decide([ad(2)], "apart");
    await stack.lens.decide([ad(1), ad(3)], "joined");
    await stack.close();
    stack = openStack(folder(), origin, undefined);
    assert.deepEqual(await groups(), [["facebook:1,facebook:3", "joined"], ["facebook:2"]]);
    await stack.lens.decide([ad(1), ad(2), ad(3)], "evidence");
    assert.deepEqual(await groups(), [["facebook:1,facebook:2", "text"], ["facebook:3"]]);
    await stack.close();
  });
});
