import assert from "node:assert/strict";
import { ledgerLines } from "../support/spending";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("Ad Library: Search Archive…", () => {
  let workbench: Workbench;
  const region = (name: string) => workbench.explorer().getByRole("region", { name });
  const field = (name: string) => workbench.explorer().getByRole("textbox", { name, exact: true });

  before(async () => {
    workbench = await openWorkbench({
      settings: { "adLibrary.baseUrl": "sample:" },
      size: { width: 2200, height: 900 },
    });
    workbench.page.setDefaultTimeout(120_000);
    await workbench.openView();
    await workbench.treeItem("Facebook").click();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    await region("Results").getByText("18 ads, page 1").first().waitFor();
    await region("Results").getByRole("button", { name: "Details, 100 credits" }).first().click();
    await region("Ad details").getByRole("figure").first().waitFor();
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    if (this.currentTest?.isFailed()) await workbench.screenshot("archive-failed");
  });

  it("finds what is owned while words are typed, for 0 credits", async () => {
    const spent = await ledgerLines(workbench.dataFolder);
    await workbench.runCommand("Ad Library: Search Archive…");
    await workbench.explorer().getByRole("form", { name: "Search the archive" }).waitFor();
    await region("Results").getByText("18 ads", { exact: true }).waitFor();
    await region("Results")
      .getByText(/^Archive: 18 ads of 1 pages and 1 details/)
      .waitFor();
    const article = workbench.explorer().getByRole("article").first();
    const name = (await article.getAttribute("aria-label")) ?? "";
    await field("Words").fill(`"${name}"`);
    await region("Results")
      .getByText(/^\d+ ads?$/)
      .waitFor();
    await workbench.explorer().getByRole("article", { name }).first().waitFor();
    await field("Words").fill("no ad says this");
    await region("Results").getByText("No owned ads match").waitFor();
    assert.deepEqual(await ledgerLines(workbench.dataFolder), spent);
  });

  it("opens an owned detail with what is owned of the ad, and comes back with it", async () => {
    await field("Words").fill("");
    await workbench.explorer().getByRole("button", { name: "Details, owned" }).first().click();
    await region("Ad details").getByText("What you own of this ad").waitFor();
    await region("Ad details")
      .getByText(/^Fetched 2 times/)
      .waitFor();
    await workbench.screenshot("archive");
    await workbench.stored('"archive":{},"openAd":{"platform":"plat_social_a"', "editors");
    await workbench.load();
    await region("Ad details")
      .getByText(/^Fetched 2 times/)
      .waitFor();
    await region("Results").getByText("18 ads", { exact: true }).waitFor();
  });

  it("is empty after it was cleared", async () => {
    await workbench.runCommand("Ad Library: Clear Archive…");
    await workbench
      .dialog()
      .getByText(/^Clear the archive of 1 pages and 1 ad details/)
      .waitFor();
    await workbench.dialog().getByRole("button", { name: "Clear Archive" }).click();
    await workbench.notification("The archive is empty.").waitFor();
    await field("Words").fill("a");
    await region("Results").getByText("No owned ads match").waitFor();
  });
});
