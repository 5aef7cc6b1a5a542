import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import * as replies from "../support/misbehavingReplies";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("Runs of a saved search", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  before(async () => {
    library = await startCountedLibrary({ moments: true, adsPerPlatform: 60 });
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": library.url } });
    await workbench.connect(library.key);
    await workbench.clearNotifications();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  /** Checks, and waits for the notice that says this. VS Code hides some notices after ten seconds. */
  const check = async (told: string | RegExp) => {
    const ask = async () => {
      await workbench.runCommand("Ad Library: Check for New Ads… (100 credits per page)");
      await workbench.answer("10000", "Credit limit for this check");
    };
    await Promise.all([workbench.notification(told).waitFor(), ask()]);
  };
  const searches = () => workbench.page.getByRole("tree", { name: "Saved Searches" });
  const states = () => workbench.explorer().getByRole("group", { name: "Show" });

  it("are checked, counted until seen, and compared as cards and text, for 0 credits", async () => {
    await workbench.treeItem("Facebook").click();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    await workbench.explorer().getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").first().waitFor();
    await workbench.runCommand("Ad Library: Save Search…");
    await workbench.answer("Every Monday");
    await workbench.treeItem("Every Monday").waitFor();
    await check("to the end of the results.");
    await workbench.clearNotifications();
    await library.nextMoment();
    const before = library.paid().length;
    library.next(replies.failed(1001, "Not now", 503));
    const unchecked = "Stopped before the first page. Spent 0 credits. 100 more may have been charged.";
    const notice = workbench.notification(unchecked);
    await check(unchecked);
    assert.equal(await notice.getByRole("button", { name: "Compare With Earlier Run" }).count(), 0);
    await workbench.clearNotifications();
    await check(/ launched since the last run, \d+ first seen\./);
    assert.ok(library.paid().length > before);
    const row = workbench.treeItem("Every Monday");
    await row.getByText(/\d+ ads? new to you · Facebook/).waitFor();
    await workbench.page.locator(".activitybar .badge-content", { hasText: /^\d+$/ }).first().waitFor();
    const spent = library.paid().length;
    await workbench.screenshot("runs-checked");
    await row.locator(".monaco-tl-twistie").click();
    await searches()
      .getByText(/· \d pages · to the end$/)
      .first()
      .waitFor();
    // A notification hides after a while, but not in the list of all of them.
    await workbench.call("notifications.showList");
    await workbench
      .notification(/ launched since the last run, /)
      .getByRole("button", { name: "Compare With Earlier Run" })
      .click();
    await states()
      .getByRole("button", { name: /^Changed/ })
      .click();
    await workbench.explorer().locator("article .change").first().waitFor();
    const tab = workbench.page.getByRole("tab", { name: "Every Monday (Run Comparison)" });
    await tab.waitFor();
    const ofState = states().getByRole("button", { name: /^First seen/ });
    await ofState.click();
    const news = Number(/\d+/.exec(await ofState.innerText())![0]);
    await workbench.explorer().getByRole("button", { name: "Export this list, 0 credits…" }).click();
    const file = join(workbench.workspace, "new-ads.csv");
    await workbench.saveAs(file);
    await workbench.notification(`${news} ads exported to new-ads.csv for 0 credits.`).waitFor();
    const rows = (await readFile(file, "utf8")).split("\r\n").slice(1).filter(Boolean);
    assert.equal(new Set(rows.map((line) => /^facebook:\d+/.exec(line)![0])).size, news);
    await states()
      .getByRole("button", { name: /^Changed/ })
      .click();
    await workbench.explorer().getByRole("button", { name: "Table", exact: true }).click();
    const difference = () =>
      workbench
        .explorer()
        .getByRole("gridcell")
        .getByText(/: .+ → /)
        .first();
    await difference().waitFor();
    // The times are those of the tree, not of another zone.
    const times = await searches()
      .getByText(/^[A-Z][a-z]{2} \d+, \d{4}/)
      .allInnerTexts();
    const told = await workbench.explorer().getByText("Newer run, ").innerText();
    assert.ok(
      times.some((time) => told.startsWith(`Newer run, ${time}: `)),
      `${told} not in ${times.join("; ")}`,
    );
    await workbench.screenshot("runs-compared");
    await workbench.treeItem("Every Monday, Facebook").waitFor();
    const changed = () => states().getByRole("button", { name: /^Changed/, pressed: true });
    await workbench.stored('"layout":"table"', "editors");
    await workbench.load();
    await changed().waitFor();
    await tab.waitFor();
    await difference().waitFor();
    await workbench.screenshot("runs-compared-again");
    await workbench.openView();
    await workbench.runCommand("Ad Library: Compare With Earlier Run as Text… (0 credits)");
    await workbench.quickPick("Every Monday").click();
    await workbench.page.locator(".monaco-diff-editor .line-insert").first().waitFor();
    await workbench.screenshot("runs-diff");
    await row.locator(".monaco-tl-twistie").click();
    await searches()
      .getByText(/to the end$/)
      .last()
      .click();
    await workbench.explorer().getByText("57 ads, 4 pages").first().waitFor();
    await workbench.screenshot("runs-opened");
    assert.equal(library.paid().length, spent);
  });
});
