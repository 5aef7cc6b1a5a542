import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PanelMemory } from "../../src/protocol/panel";
import type { PlatformToken } from "../../src/protocol/platforms";
import { Panels } from "../../src/views/panel/panels";
import { openPageOfTest } from "../support/pageOfTest";
import { useReplacing } from "../support/vscodeCalls";
import { usePanelBench } from "./security/panelBench";

const nowhere = { url: "http://127.0.0.1:9", key: "a-key" };
const memory = (platform: PlatformToken, at: number): PanelMemory => ({
  platform,
  draft: { platform, choices: [] },
  at,
});

describe("an explorer that VS Code restores", () => {
  const { bench } = usePanelBench(nowhere);

  function explorers() {
    const { around, services } = bench();
    const panels = new Panels(around);
    const titleOf = async (remembered: unknown) => {
      const { panel } = openPageOfTest();
      await panels.adopt(panel, remembered);
      return panel.title;
    };
    return { memories: services.memories, titleOf };
  }

  it("has its remembered platform before its page loads", async () => {
    const { memories, titleOf } = explorers();
    await memories.keep(memory("native", 5));
    assert.equal(await titleOf(memory("reddit", 1)), "Reddit ads");
  });

  it("has the platform that the panel switched to later", async () => {
    const { memories, titleOf } = explorers();
    await memories.keep({ ...memory("reddit", 1), panel: "a" });
    await memories.keep({ ...memory("native", 3), panel: "a" });
    await memories.keep({ ...memory("display", 9), panel: "b" });
    assert.equal(await titleOf({ ...memory("reddit", 2), panel: "a" }), "Native ads");
    assert.equal(await titleOf({ ...memory("reddit", 4), panel: "a" }), "Reddit ads");
  });

  it("without a memory, has the last used platform that isn't open", async () => {
    const { memories, titleOf } = explorers();
    await memories.keep(memory("native", 2));
    await memories.keep(memory("reddit", 3));
    await memories.keep(memory("display", 1));
    const titles = [];
    for (const remembered of [undefined, null, { platform: "none" }, undefined]) titles.push(await titleOf(remembered));
    assert.deepEqual(titles, ["Reddit ads", "Native ads", "Display ads", "Ads on all platforms"]);
  });
});

describe("a search that is opened beside its platform's explorer", () => {
  const { folder, bench } = usePanelBench(nowhere);
  const replace = useReplacing();

  /** Panels whose pages are the test's, in the order in which they are opened. */
  function opened() {
    const { around, services, kept } = bench();
    const pages: (ReturnType<typeof openPageOfTest> & { gone: boolean })[] = [];
    const create = () => {
      const page = { ...openPageOfTest(), gone: false };
      page.panel.onDidDispose(() => (page.gone = true));
      pages.push(page);
      return page.panel;
    };
    replace(vscode.window, "createWebviewPanel", create);
    const panels = new Panels(around);
    const open = () => pages.map(({ gone }, at) => (gone ? "" : String(at))).join("");
    /** Has a page say what it remembers, and waits until it is kept. */
    const keep = (at: number, memory: PanelMemory) => pages[at]!.ask("keep", { memory });
    return { panels, pages, open, keep, kept, memories: services.memories };
  }

  it("replaces the one opened before unless that was used, and never the explorer", async () => {
    const { panels, open, keep } = opened();
    const explorer = await panels.show("native");
    await panels.beside("native");
    await panels.beside("reddit");
    assert.equal(open(), "02");
    await keep(2, { ...memory("reddit", 1), place: { card: "a", top: 4 }, used: true });
    await panels.beside("native");
    assert.equal(open(), "023");
    await panels.beside("native");
    assert.equal(open(), "024");
    assert.equal(await panels.show("native"), explorer);
    await panels.show("reddit");
    assert.equal(open(), "0245");
  });

  it("leaves what the explorer remembers alone, and is forgotten when it is closed", async () => {
    const { panels, pages, keep, memories, kept } = opened();
    await panels.show("native");
    await keep(0, { ...memory("native", 1), panel: "of the explorer" });
    const { panel } = (await panels.beside("native")).session;
    await keep(1, { ...memory("native", 2), panel });
    assert.equal(memories.read("native")?.panel, "of the explorer");
    assert.equal(memories.beside(panel)?.at, 2);
    pages[1]!.panel.dispose();
    assert.equal(memories.beside(panel), undefined);
    assert.deepEqual([...kept.values()].filter((value) => value !== undefined).length, 1);
  });

  it("comes back as itself, whatever VS Code stored of it", async () => {
    for (const stored of ["all", "nothing"] as const) {
      const { panels, memories } = opened();
      const beside = { ...memory("native", 3), panel: "b" };
      await memories.keep({ ...memory("native", 2), panel: "a" });
      await memories.keep(beside, "b");
      const [first, second] = [openPageOfTest(), openPageOfTest()];
      await panels.adopt(first.panel, stored === "all" ? beside : undefined);
      await panels.adopt(second.panel, stored === "all" ? { ...memory("native", 1), panel: "a" } : undefined);
      const explorer = await panels.show("native");
      assert.deepEqual([explorer.session.panel, explorer.session.beside], ["a", false]);
      await panels.beside("reddit");
      assert.equal(memories.beside("b"), undefined, "It wasn't used, so it was replaced");
    }
  });

  it("alone is linked with its file again", async () => {
    const { around, kept, failures } = bench();
    const file = vscode.Uri.file(`${folder()}/linked.adsearch.json`);
    await vscode.workspace.fs.writeFile(file, Buffer.from('{ "platform": "native", "body": {} }'));
    const agreed = ["native http://127.0.0.1:9 v2 {}"];
    kept.set("linkedFiles", { [file.toString()]: { panel: "b", agreed } });
    await around.services.memories.keep({ ...memory("native", 1), panel: "a" });
    await around.services.memories.keep({ ...memory("native", 2), panel: "b" }, "b");
    const panels = new Panels(around);
    const titles = [];
    for (const panel of ["a", "b"]) {
      const page = openPageOfTest();
      await panels.adopt(page.panel, { ...memory("native", 1), panel });
      titles.push(page.panel.title);
    }
    assert.deepEqual([titles, failures], [["Native ads", "Native ads (linked.adsearch.json)"], []]);
  });
});
