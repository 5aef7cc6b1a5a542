import { existsSync } from "node:fs";
import { join } from "node:path";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("Shared answers", () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } });
    await workbench.showAds("TikTok");
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  it("are exported, imported elsewhere after a preview, bought for 0 credits, and removed again", async () => {
    const zip = join(workbench.workspace, "answers.zip");
    await workbench.runAndChoose("Ad Library: Export Answers…", "Everything");
    await workbench.saveAs(zip);
    await workbench.notification("answers.zip: Pages: 1. Ad details: 0. Their requests cost 100 credits.").waitFor();
    await workbench.screenshot("sharing-exported");
    // Whoever gets the file owns none of it.
    await workbench.runCommand("Ad Library: Clear Archive…");
    await workbench.dialog().getByRole("button", { name: "Clear Archive" }).click();
    await workbench.notification("The archive is empty.").waitFor();
    await workbench.clearNotifications();
    await workbench.runAndChoose("Ad Library: Import Answers…", "Import a zip file…");
    await workbench.openFile(zip, "Import");
    await workbench.dialog().getByText("Import answers from answers.zip?").waitFor();
    await workbench.dialog().getByText("Their requests cost 100 credits. Library: Sample library.").waitFor();
    await workbench.screenshot("sharing-preview");
    await workbench.dialog().getByRole("button", { name: "Import", exact: true }).click();
    await workbench.notification("Imported as “answers”. Pages: 1.").waitFor();
    await workbench.clearNotifications();
    await workbench.showFilters();
    await workbench.explorer().getByRole("button", { name: "Show bought results, 0 credits" }).click();
    await workbench.explorer().getByText("18 ads, 1 page").waitFor();
    await workbench.screenshot("sharing-bought");
    const imported = join(
      workbench.dataFolder,
      "data/User/globalStorage/ad-library-explorer.ad-library-explorer/archive/imported/answers",
    );
    if (!existsSync(imported)) throw new Error("The import is not in a folder of its own.");
    await workbench.runAndChoose("Ad Library: Import Answers…", "Remove the import “answers”");
    await workbench.dialog().getByText("Your own answers stay.").waitFor();
    await workbench.screenshot("sharing-remove");
    await workbench.dialog().getByRole("button", { name: "Remove", exact: true }).click();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).waitFor();
    if (existsSync(imported)) throw new Error("The import is still there.");
  });
});
