import assert from "node:assert/strict";
import { repeated, tested } from "../support/apiVersion";
import { loadedPictures } from "../support/loadedPictures.mjs";
import { themes as pageThemes } from "../support/panelPageThemes";
import { openWorkbench } from "../support/workbench.mjs";
import type { Workbench } from "../support/workbenchPage.mjs";

const themes = [
  { theme: "light", body: "vscode-light", page: "light" },
  { theme: "dark", body: "vscode-dark", page: "dark" },
  { theme: "high contrast", body: "vscode-high-contrast", page: "hc-dark" },
  { theme: "high contrast light", body: "vscode-high-contrast-light", page: "hc-light" },
] as const;

for (const { theme, body, page } of repeated(themes)) {
  describe(`The sample library in VS Code, ${theme} theme`, () => {
    let workbench: Workbench;
    const region = (name: string) => workbench.explorer().getByRole("region", { name });
    const keep = (name: string) => workbench.screenshot(`slice-${theme.replaceAll(" ", "-")}-${name}`);

    before(async () => {
      workbench = await openWorkbench({ theme });
    });
    after(() => workbench.dispose());
    afterEach(async function () {
      if (this.currentTest?.isFailed()) await keep("failed");
    });

    it("is offered where nothing is connected, and fills the tree with the ten platforms", async () => {
      await workbench.openView();
      await workbench.page.getByRole("button", { name: "Explore the sample library" }).click();
      await workbench.treeItem("Facebook").waitFor();
      assert.equal(await workbench.page.getByRole("treeitem").count(), 10);
      await workbench.treeItem(`All platforms, ${tested.allPlatforms}`).waitFor();
    });

    it("opens the explorer from the tree, in the theme of the window", async () => {
      await workbench.treeItem("Facebook").click();
      await workbench.explorer().getByRole("form", { name: "Search ads" }).waitFor();
      await workbench.explorer().locator(`body.${body}`).waitFor();
      await keep("form");
    });

    it("is painted with the colours that the tests of a page alone paint it with", async () => {
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

    it("shows a page of ads with their pictures", async () => {
      await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
      await region("Results").getByText("18 ads, page 1").waitFor();
      await loadedPictures(workbench.explorer(), 18);
      await keep("results");
    });

    it("loads the next page below the first", async () => {
      await region("Results").getByRole("button", { name: "Load next page, 100 credits" }).click();
      await region("Results").getByText("36 ads, page 2").waitFor();
      await loadedPictures(workbench.explorer(), 36, 19);
    });

    it("shows the details of an ad, which are owned from then on", async () => {
      const card = region("Results").getByRole("article").first();
      await card.getByRole("button", { name: "Details, 100 credits" }).click();
      await region("Ad details").getByRole("figure").first().waitFor();
      await keep("details");
      await workbench.explorer().getByRole("button", { name: "Close details" }).click();
      await card.getByRole("button", { name: "Details, owned" }).waitFor();
    });
  });
}

describe("Ad Library: Search Ads…", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } });
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    if (this.currentTest?.isFailed()) await workbench.screenshot("search-command-failed");
  });

  it("asks for a platform and a text and shows the ads that match", async () => {
    await workbench.runCommand("Ad Library: Search Ads…");
    await workbench.quickPick("Reddit").click();
    await workbench.answer("home", "Enter searches: 100 credits");
    const results = workbench.explorer().getByRole("region", { name: "Results" });
    await results
      .getByRole("status")
      .getByText(/^\d+ ads, page 1$/)
      .waitFor();
    await loadedPictures(workbench.explorer(), 1);
  });
});
