import assert from "node:assert/strict";
import type { PanelMemory } from "../../src/protocol/panel";
import type { PlatformToken } from "../../src/protocol/platforms";
import { Panels } from "../../src/views/panel/panels";
import { openPageOfTest } from "../support/pageOfTest";
import { temporaryFolder } from "../support/temporaryFolder";
import { panelBench } from "./security/panelBench";

const memory = (platform: PlatformToken, at: number): PanelMemory => ({
  platform,
  draft: { platform, choices: [] },
  at,
});

describe("an explorer that VS Code brings back", () => {
  const folder = temporaryFolder();

  function bench() {
    const { around, stack, services } = panelBench(folder(), "http://127.0.0.1:9", "a-key");
    const panels = new Panels(around);
    const titleOf = async (remembered: unknown) => {
      const { panel } = openPageOfTest();
      await panels.adopt(panel, remembered);
      return panel.title;
    };
    return { stack, memories: services.memories, titleOf };
  }

  it("has the platform that it remembers, before its page is loaded", async () => {
    const { stack, memories, titleOf } = bench();
    await memories.keep(memory("native", 5));
    assert.equal(await titleOf(memory("plat_forum", 1)), "Reddit ads");
    await stack.close();
  });

  it("has the platform that the same panel was switched to, where that was kept later", async () => {
    const { stack, memories, titleOf } = bench();
    await memories.keep({ ...memory("plat_forum", 1), panel: "a" });
    await memories.keep({ ...memory("native", 3), panel: "a" });
    await memories.keep({ ...memory("display", 9), panel: "b" });
    assert.equal(await titleOf({ ...memory("plat_forum", 2), panel: "a" }), "Native ads");
    assert.equal(await titleOf({ ...memory("plat_forum", 4), panel: "a" }), "Reddit ads");
    await stack.close();
  });

  it("has, without a memory, the platform that was used last and is not open", async () => {
    const { stack, memories, titleOf } = bench();
    await memories.keep(memory("native", 2));
    await memories.keep(memory("plat_forum", 3));
    await memories.keep(memory("display", 1));
    const titles = [];
    for (const remembered of [undefined, null, { platform: "none" }, undefined]) titles.push(await titleOf(remembered));
    assert.deepEqual(titles, ["Reddit ads", "Native ads", "Display ads", "Ads on all platforms"]);
    await stack.close();
  });
});
