import assert from "node:assert/strict";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import * as replies from "../support/misbehavingReplies";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("Runs of a saved search", function () {
  // A whole workbench is slow to start on a busy machine.
  this.timeout(180_000);
  let library: CountedLibrary;
  let workbench: Workbench;
  before(async () => {
    library = await startCountedLibrary({ moments: true, adsPerPlatform: 60 });
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": library.url } });
    await workbench.openView();
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(library.key);
    await workbench.notification("Connected to").waitFor();
    await workbench.clearNotifications();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    if (this.currentTest?.isFailed()) await workbench.screenshot("runs-failed");
  });

  const check = async (credits: string) => {
    await workbench.runCommand("Ad Library: Check for New Ads… (100 credits per page)");
    await workbench.answer(credits, "The most credits to spend");
  };
  const searches = () => workbench.page.getByRole("tree", { name: "Saved Searches" });
  const states = () => workbench.explorer().getByRole("group", { name: "Show" });

  it("are checked, counted until looked at, and compared as cards and as text, for 0 credits", async () => {
    await workbench.treeItem("Facebook").click();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    await workbench.explorer().getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").first().waitFor();
    await workbench.runCommand("Ad Library: Save Search…");
    await workbench.answer("Every Monday");
    await workbench.treeItem("Every Monday").waitFor();
    await check("10000");
    await workbench.notification("to the end of the results.").waitFor();
    await workbench.clearNotifications();
    await library.nextMoment();
    const before = library.paid().length;
    library.next(replies.failed(1001, "Not now", 503));
    await check("10000");
    const unchecked = "Stopped before the first page. Spent 0 credits. 100 more may have been charged.";
    const notice = workbench.notification(unchecked);
    await notice.waitFor();
    assert.equal(await notice.getByRole("button", { name: "Compare With Earlier Run" }).count(), 0);
    await workbench.clearNotifications();
    await check("10000");
    await workbench.notification(/ ads? (is|are) new\./).waitFor();
    assert.ok(library.paid().length > before);
    const row = workbench.treeItem("Every Monday");
    await row.getByText(/\d+ new ads? · Facebook/).waitFor();
    await workbench.page.locator(".activitybar .badge-content", { hasText: /^\d+$/ }).first().waitFor();
    const spent = library.paid().length;
    await workbench.screenshot("runs-checked");
    await row.locator(".monaco-tl-twistie").click();
    await searches()
      .getByText(/· \d pages · to the end$/)
      .first()
      .waitFor();
    await workbench
      .notification(/ ads? (is|are) new\./)
      .getByRole("button", { name: "Compare With Earlier Run" })
      .click();
    await states()
      .getByRole("button", { name: /^Changed/ })
      .click();
    await workbench.explorer().locator("article .change").first().waitFor();
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
    await workbench.stored('"state":"changed"', "editors");
    await workbench.load();
    await changed().waitFor();
    await workbench.explorer().locator("article .change").first().waitFor();
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
