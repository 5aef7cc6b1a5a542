import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

const kept = z.looseObject({ watches: z.array(z.looseObject({ name: z.string(), from: z.string() })) });

describe("Watched searches", () => {
  let library: CountedLibrary;
  let one: Workbench;
  let two: Workbench;
  before(async () => {
    library = await startCountedLibrary({ moments: true, adsPerPlatform: 60 });
    one = await openWorkbench({ keyring: "lasting", settings: { "adLibrary.baseUrl": library.url } });
    await one.connect(library.key);
    for (const [platform, name] of [
      ["facebook", "Rivals"],
      ["tiktok", "Newcomers"],
      ["pinterest", "Others"],
    ]) {
      await one.callAgreed("adLibrary.search", { platform, body: {} });
      await one.call("adLibrary.saveSearch", { name });
      await one.treeItem(name!).waitFor();
    }
    two = await one.anotherWindow();
    await two.openView();
    await Promise.all([one, two].map((window) => window.clearNotifications()));
  });
  after(async () => {
    await one.dispose();
    await library.close();
  });
  afterEach(async function () {
    for (const [number, window] of [one, two].entries()) await window.keepFailure(this.currentTest, number + 1);
  });

  async function watch(name: string, every: string, credits: string, how: string) {
    await one.chooseFromMenu(name, "Watch…", every);
    await one.answer(credits, "The most credits of one check");
    await one.quickPick(how).click();
  }
  const paid = () => library.paid().length;
  const badge = (window: Workbench) => window.page.locator(".activitybar .badge-content", { hasText: /^\d+$/ }).first();
  const page = (window: Workbench) =>
    window.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame").locator("body");

  it("are offered once with their price, checked by a click, and shown on one page", async () => {
    await watch("Rivals", "every Monday", "200", "Ask Before Each Check");
    await one.treeItem("Rivals").getByText("every Monday, next Mon").waitFor();
    await library.nextMoment();
    const before = paid();
    await one.makeWatchesDue("Rivals");
    for (const window of [one, two]) {
      await window.treeItem("Rivals").getByText("every Monday, due").waitFor();
      assert.equal(await badge(window).innerText(), "1");
    }
    const offers = [one, two].map((window) => window.notification("1 watched search is due."));
    await Promise.any(offers.map((offer) => offer.waitFor()));
    const counts = await Promise.all(offers.map((offer) => offer.count()));
    assert.equal(counts[0]! + counts[1]!, 1);
    const told = counts[0] === 1 ? one : two;
    await told.screenshot("watches-due");
    assert.equal(paid(), before);
    await offers[counts[0] === 1 ? 0 : 1]!.getByRole("button", { name: "Check 1 Search, Up to 200 Credits" }).click();
    const done = told.notification(/1 watched search checked: \d+ ads? new to you, [12]00 credits\./);
    await done.waitFor();
    assert.ok(paid() > before && paid() <= before + 2);
    for (const window of [one, two]) await window.treeItem("Rivals").getByText("every Monday, next Mon").waitFor();
    await told.screenshot("watches-checked");
    await done.getByRole("button", { name: "What's New" }).click();
    await page(told).getByRole("heading", { name: "By advertiser" }).waitFor();
    await page(told).getByRole("heading", { name: "Rivals" }).waitFor();
    await told.screenshot("watches-news");
    const spent = paid();
    await told.runCommand("Ad Library: Check Watched Searches…");
    await told.notification("No watched search is due.").waitFor();
    assert.equal(paid(), spent);
  });

  it("are checked without a click if a person allowed that, until it is revoked", async () => {
    await Promise.all([one, two].map((window) => window.clearNotifications()));
    await watch("Newcomers", "every day", "100", "Check Without Asking…");
    await one.dialog().getByText("Check “Newcomers” every day for up to 100 credits each time").waitFor();
    await one.screenshot("watches-allow");
    await one.dialog().getByRole("button", { name: "Allow" }).click();
    await one.treeItem("Newcomers").getByText("every day, next").waitFor();
    const before = paid();
    await one.makeWatchesDue("Newcomers");
    await library.paidArrived(before + 1);
    await one
      .treeItem("Newcomers")
      .getByText(/every day, next/)
      .waitFor();
    await one.runCommand("Ad Library: Show Credits");
    await page(one).getByRole("heading", { name: "Checks that you allowed without asking" }).waitFor();
    await one.screenshot("watches-credits");
    await watch("Others", "every day", "100", "Check Without Asking…");
    await one.dialog().getByRole("button", { name: "Allow" }).click();
    await one.treeItem("Others").getByText("every day, next").waitFor();
    await one.runAndChoose("Ad Library: Revoke Allowed Searches…", "Others");
    await one.page.keyboard.press("Enter");
    await one.notification("The search needs your approval again.").waitFor();
    await one.makeWatchesDue("Others");
    for (const window of [one, two]) await window.treeItem("Others").getByText("every day, due").waitFor();
    await one.chooseFromMenu("Others", "Watch…", "Stop Watching");
    for (const window of [one, two]) await window.treeItem("Others").getByText("Pinterest · bought").waitFor();
    assert.equal(paid(), before + 1);
  });

  it("begin at an advertiser's page, which saves its search once all is answered, for 0 credits", async () => {
    await Promise.all([one, two].map((window) => window.clearNotifications()));
    const before = paid();
    await one.treeItem("Rivals").click();
    const owner = one.explorer().locator(".card-owner").getByRole("button").first();
    const name = await owner.innerText();
    await owner.click();
    await one
      .explorer()
      .getByRole("menuitem", { name: `All bought ads of “${name}”, 0 credits` })
      .click();
    const begin = async () => {
      await one.explorer().getByRole("button", { name: "Watch on Facebook…" }).click();
      await one.quickPick("every week").click();
    };
    await begin();
    // Without its question, it is still the list before it.
    await one.page.locator(".quick-input-widget:visible").getByText("The most credits of one check").waitFor();
    await one.quickInput().press("Escape");
    await one.quickInput().waitFor({ state: "hidden" });
    assert.equal(await one.treeItem(name).count(), 0);
    await begin();
    await one.answer("200", "The most credits of one check");
    await one.quickPick("Ask Before Each Check").click();
    await one.notification(`Saved this search as “${name}”. Watching it: every week.`).waitFor();
    await one.screenshot("watches-advertiser");
    for (const window of [one, two]) await window.treeItem(name).getByText("every week, next").waitFor();
    // The same search is saved now, so its watch is changed.
    await one.explorer().getByRole("button", { name: "Watch on Facebook…" }).click();
    await one.quickPick("Stop Watching").click();
    await one.treeItem(name).getByText("every week").waitFor({ state: "detached" });
    assert.equal(await one.treeItem(name).count(), 1);
    assert.equal(paid(), before);
  });

  it("can be ended in one list, also if the search file is gone", async () => {
    await Promise.all([one, two].map((window) => window.clearNotifications()));
    const watched = async () => {
      const file = "data/User/globalStorage/ad-library-explorer.ad-library-explorer/watches/watches.json";
      return kept.parse(JSON.parse(await readFile(join(one.dataFolder, file), "utf8"))).watches.map(({ name }) => name);
    };
    const file = join(one.workspace, "filed.adsearch.json");
    await writeFile(file, JSON.stringify({ name: "Filed", platform: "native", body: {} }));
    await watch("Filed", "every week", "300", "Ask Before Each Check");
    await one.notification("Watching “Filed”").waitFor();
    await rm(file);
    await one.treeItem("Filed").waitFor({ state: "detached" });
    assert.deepEqual(await watched(), ["Rivals", "Newcomers", "Filed"]);
    await one.runAndChoose("Ad Library: Stop Watching…", "Its saved search or file is gone");
    await one.screenshot("watches-stop");
    await one.page.keyboard.press("Enter");
    await one.notification("No longer watching “Filed”.").waitFor();
    assert.deepEqual(await watched(), ["Rivals", "Newcomers"]);
  });
});
