import assert from "node:assert/strict";
import fc from "fast-check";
import { damages } from "../support/damage";
import { fullMemory } from "../support/panelMemories";
import { PanelPages } from "../support/panelPage";

/** What a page may find in place of its memory: damaged, of another version, or of the right shape at first sight only. */
function memories(): readonly unknown[] {
  const good = JSON.stringify(fullMemory);
  const damaged = fc.sample(damages, { numRuns: 400, seed: 21 }).flatMap((damage): readonly unknown[] => {
    try {
      return [JSON.parse(damage(Buffer.from(good)).toString()) as unknown];
    } catch {
      return [];
    }
  });
  const junk: readonly unknown[] = [null, 5, "x", [], {}, [[]], { filter: {} }, { kind: "items", items: 5 }];
  const nearly = junk.flatMap((one) => [
    { ...fullMemory, draft: { platform: "native", choices: [one] } },
    { ...fullMemory, draft: { platform: "native", choices: [{ filter: "gender", value: one }] } },
    { ...fullMemory, shown: one },
    { ...fullMemory, place: one, layout: one },
    { ...fullMemory, openAd: one },
    { ...fullMemory, archive: one },
  ]);
  return [...nearly, ...damaged.slice(0, 24)];
}

describe("A page that finds its memory damaged", function () {
  this.timeout(180_000);
  let pages: PanelPages;
  before(async () => (pages = await PanelPages.start()));
  after(() => pages.close());

  for (const kind of ["explorer", "archive"] as const) {
    it(`draws the ${kind} all the same, throws nothing and asks for nothing paid`, async () => {
      const panel = await pages.open(kind === "archive" ? { panel: kind } : {});
      const { page, host } = panel;
      const drawn = page.getByRole("heading", { name: kind === "archive" ? "Ad Archive" : /ads$/ }).first();
      for (const memory of memories()) {
        const before = host.asked.length;
        await page.evaluate((state) => sessionStorage.setItem("state", state), JSON.stringify(memory));
        await page.reload();
        await page.getByRole("main").waitFor();
        const wanted =
          kind === "archive" ? page.locator(".explorer.archive") : page.getByRole("button", { name: /^Search/ });
        await wanted.first().waitFor();
        assert.deepEqual(await panel.complaints(), [], JSON.stringify(memory));
        const asked = host.asked.slice(before).map(({ method }) => method);
        assert.ok(!asked.includes("search") && !asked.includes("adDetail"), asked.join());
      }
      await drawn.waitFor({ state: "attached" });
      await page.close();
    });
  }
});
