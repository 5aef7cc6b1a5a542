import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { tested } from "../support/apiVersion";
import { loadedPictures } from "../support/loadedPictures.mjs";
import { themes as pageThemes } from "../support/panelPageThemes";
import { openWorkbench } from "../support/workbench.mjs";
import type { Workbench } from "../support/workbenchPage.mjs";

const themes = [
  { theme: "light", body: "vscode-light", page: "light" },
  { theme: "high contrast", body: "vscode-high-contrast", page: "hc-dark" },
  { theme: "high contrast light", body: "vscode-high-contrast-light", page: "hc-light" },
  { theme: "dark", body: "vscode-dark", page: "dark" },
] as const;

describe("The sample library in VS Code", () => {
  let workbench: Workbench;
  const region = (name: string) => workbench.explorer().getByRole("region", { name });

  before(async () => {
    workbench = await openWorkbench();
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  it("is offered if nothing is connected, and fills the tree with ten platforms", async () => {
    await workbench.openView();
    await workbench.page.getByRole("button", { name: "Explore the Sample Library" }).click();
    await workbench.treeItem("Facebook").waitFor();
    assert.equal(await workbench.page.getByRole("treeitem").count(), 10);
    await workbench.treeItem(`All platforms, ${tested.allPlatforms}`).waitFor();
  });

  it("shows ads of all platforms at once, which are not charged", async () => {
    await region("Results").getByText("18 ads, 1 page").waitFor();
    await loadedPictures(workbench.explorer(), 18);
    await workbench.statusBar("100 sample credits spent today").waitFor();
    await workbench.screenshot("slice-sample");
    await workbench.call("adLibrary.useSampleLibrary");
    await workbench.statusBar("100 sample credits spent today").waitFor();
    assert.equal(await workbench.page.getByRole("tab", { name: /\bads\b/i }).count(), 1);
  });

  it("opens the explorer from the tree", async () => {
    await workbench.treeItem("Facebook").click();
    await workbench.explorer().getByRole("form", { name: "Search ads" }).waitFor();
  });

  it("shows a page of ads with images", async () => {
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    await region("Results").getByText("18 ads, 1 page").waitFor();
    await loadedPictures(workbench.explorer(), 18);
  });

  it("loads the next page below the first", async () => {
    await region("Results").getByRole("button", { name: "Load next page, 100 credits" }).click();
    await region("Results").getByText("36 ads, 2 pages").waitFor();
    await loadedPictures(workbench.explorer(), 36, 19);
  });

  it("shows an ad's details and owns them", async () => {
    const card = region("Results").getByRole("article").first();
    await card.getByRole("button", { name: "Details, 100 credits" }).click();
    await region("Ad details").getByRole("figure").first().waitFor();
    await workbench.explorer().getByRole("button", { name: "Close details" }).click();
    await card.getByRole("button", { name: "Details, bought" }).waitFor();
  });

  for (const { theme, body, page } of themes) {
    it(`follows the ${theme} theme with the same colors as in the page tests`, async () => {
      await workbench.setTheme(theme);
      await workbench.explorer().locator(`body.${body}`).waitFor();
      await workbench.screenshot(`slice-${theme.replaceAll(" ", "-")}`);
      // Fonts are the system's.
      const names = Object.keys(pageThemes[page].variables).filter((name) => !name.includes("font-"));
      const real = await workbench
        .explorer()
        .locator("html")
        .evaluate(
          (html: HTMLElement, asked) => asked.map((name) => html.style.getPropertyValue(`--vscode-${name}`)),
          names,
        );
      assert.deepEqual(
        real,
        names.map((name) => pageThemes[page].variables[name]),
      );
    });
  }

  it("shows a platform's matching ads for Search Ads…", async () => {
    await workbench.runCommand("Ad Library: Search Ads…");
    await workbench.quickPick("Reddit").click();
    await workbench.answer("home", "press Enter to search for 100 credits");
    await region("Results")
      .getByRole("status")
      .getByText(/^\d+ ads, 1 page$/)
      .waitFor();
    await loadedPictures(workbench.explorer(), 1);
  });

  it("caches compiled code and uses it in the next window", async () => {
    const kept = join(workbench.dataFolder, "extensions/ad-library-explorer/dist/core.compiled");
    while (!(await stat(kept).catch(() => undefined))) await delay(100);
    await workbench.load();
    await workbench.openView();
    await workbench.treeItem("Pinterest").click();
    await workbench.explorer().getByRole("form", { name: "Search ads" }).waitFor();
  });
});
