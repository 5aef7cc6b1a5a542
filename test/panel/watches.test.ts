import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { shareLibrary } from "../support/fixtures";
import { times } from "../support/long";
import { failed } from "../support/misbehavingReplies";
import { useWorkbench } from "../support/useWorkbench";

const kept = z.looseObject({ watches: z.array(z.looseObject({ name: z.string(), from: z.string() })) });

describe("Watched searches", () => {
  const library = shareLibrary({ moments: true, adsPerPlatform: 60 });
  const one = useWorkbench(() => ({ keyring: "lasting", settings: { "adLibrary.baseUrl": library.url } }));
  /** Two in the long form, one in the short form: test/unit/features/watches always has two. */
  const windows = [one];
  before(async () => {
    await one.connect(library.key);
    await one.callAgreed("adLibrary.search", { platform: "facebook", body: {} });
    await one.call("adLibrary.saveSearch", { name: "Rivals" });
    const more = { Newcomers: "tiktok", Banners: "native" };
    for (const [name, platform] of Object.entries(more)) {
      const file = join(one.dataFolder, `${platform}.json`);
      await writeFile(file, JSON.stringify({ name, platform, body: {} }));
      await one.call("adLibrary.importSavedSearch", { file });
    }
    for (const name of ["Rivals", ...Object.keys(more)]) await one.treeItem(name).waitFor();
    await one.clearNotifications();
  });

  async function watch(name: string, every: string, credits: string, how: string) {
    await one.chooseFromMenu(name, "Watch…", every);
    await one.answer(credits, "The most credits of one check");
    await one.quickPick(how).click();
  }
  /** Runs a command that shows a list to select rows from, and selects one. */
  async function select(command: string, row: string, artifact?: string) {
    const ended = one.call(command);
    await one.page.locator(".quick-input-list .monaco-list-row", { hasText: row }).click();
    if (artifact !== undefined) await one.screenshot(artifact);
    await one.page.keyboard.press("Enter");
    await ended;
  }
  const paid = () => library.paid().length;
  const badge = (window: typeof one) =>
    window.page.locator(".activitybar .badge-content", { hasText: /^\d+$/ }).first();
  const page = (window: typeof one) =>
    window.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame").locator("body");

  it("begin at an advertiser's page, which saves its search once all is answered, for 0 credits", async () => {
    const before = paid();
    const owner = one.explorer().locator(".card-owner").getByRole("button").first();
    const name = await owner.innerText();
    await owner.click();
    await one
      .explorer()
      .getByRole("menuitem", { name: `All bought ads of “${name}”, 0 credits` })
      .click();
    const begin = async (choice: string) => {
      await one.explorer().getByRole("button", { name: "Watch on Facebook…" }).click();
      await one.quickPick(choice).click();
    };
    await begin("every week");
    // Without its question, it is still the list before it.
    await one.page.locator(".quick-input-widget:visible").getByText("The most credits of one check").waitFor();
    await one.quickInput().press("Escape");
    await one.quickInput().waitFor({ state: "hidden" });
    assert.equal(await one.treeItem(name).count(), 0);
    await begin("every week");
    await one.answer("200", "The most credits of one check");
    await one.quickPick("Ask Before Each Check").click();
    await one.notification(`Saved this search as “${name}”. Watching it: every week.`).waitFor();
    await one.screenshot("watches-advertiser");
    await one.treeItem(name).getByText("every week, next").waitFor();
    // The same search is saved now, so its watch is changed.
    await begin("Stop Watching");
    await one.treeItem(name).getByText("every week").waitFor({ state: "detached" });
    assert.equal(await one.treeItem(name).count(), 1);
    assert.equal(paid(), before);
  });

  it("are offered once with their price, checked by a click, and shown on one page", async () => {
    if (times(1, 2) === 2) windows.push(await one.anotherWindow());
    for (const window of windows) await window.openView();
    await one.clearNotifications();
    await watch("Rivals", "every Monday", "200", "Ask Before Each Check");
    await one.treeItem("Rivals").getByText("every Monday, next Mon").waitFor();
    await library.nextMoment();
    const before = paid();
    await one.makeWatchesDue("Rivals");
    for (const window of windows) {
      await window.treeItem("Rivals").getByText("every Monday, due").waitFor();
      assert.equal(await badge(window).innerText(), "1");
    }
    const offers = windows.map((window) => window.notification("1 watched search is due."));
    await Promise.any(offers.map((offer) => offer.waitFor()));
    const counts = await Promise.all(offers.map((offer) => offer.count()));
    assert.deepEqual(counts.toSorted(), [0, 1].slice(-windows.length));
    const [told, offer] = [windows[counts.indexOf(1)]!, offers[counts.indexOf(1)]!];
    await told.screenshot("watches-due");
    assert.equal(paid(), before);
    await offer.getByRole("button", { name: "Check 1 Search, Up to 200 Credits" }).click();
    const done = told.notification(/1 watched search checked: \d+ ads? new to you, [12]00 credits\./);
    await done.waitFor();
    assert.ok(paid() > before && paid() <= before + 2);
    for (const window of windows) await window.treeItem("Rivals").getByText("every Monday, next Mon").waitFor();
    await told.screenshot("watches-checked");
    await done.getByRole("button", { name: "What's New" }).click();
    await page(told).getByRole("heading", { name: "By advertiser" }).waitFor();
    await page(told).getByRole("heading", { name: "Rivals" }).waitFor();
    await told.screenshot("watches-news");
    const spent = paid();
    await told.call("adLibrary.checkDue");
    await told.notification("No watched search is due.").waitFor();
    assert.equal(paid(), spent);
  });

  it("are not called checked if the credits paid for no page, or if a failure kept them from starting", async () => {
    await one.clearNotifications();
    for (const name of ["Newcomers", "Banners"]) {
      await watch(name, "every day", "100", "Ask Before Each Check");
      await one.treeItem(name).getByText("every day, next").waitFor();
      await one.makeWatchesDue(name);
      await one.treeItem(name).getByText("every day, due").waitFor();
    }
    library.next(failed(1009, "server error"));
    const ended = one.call("adLibrary.checkDue");
    await one.page.locator(".quick-input-list .monaco-list-row", { hasText: "Newcomers" }).waitFor();
    await one.page.keyboard.press("Enter");
    await ended;
    const told = one.notification("Not checked to the end: “Newcomers”.");
    await told.waitFor();
    assert.doesNotMatch(await told.innerText(), /checked: |What.s New/);
    await told.getByText("Not started: “Banners”.").waitFor();
    await one.clearNotifications();
    // All are selected at first, so only the other one is checked.
    await select("adLibrary.checkDue", "Newcomers");
    await one
      .notification("1 watched search checked: 0 ads new to you, 100 credits.")
      .getByText("First run, which the next check compares against: “Banners”.")
      .waitFor();
    await one.chooseFromMenu("Banners", "Watch…", "Stop Watching");
    await one.treeItem("Banners").getByText("every day").waitFor({ state: "detached" });
    await one.clearNotifications();
  });

  it("are checked without a click only while a person allows that", async () => {
    const newcomers = (text: string, window = one) => window.treeItem("Newcomers").getByText(text).waitFor();
    const allow = async () => {
      await watch("Newcomers", "every day", "100", "Check Without Asking…");
      await one.dialog().getByText("Check “Newcomers” every day for up to 100 credits each time").waitFor();
      await one.screenshot("watches-allow");
      await one.dialog().getByRole("button", { name: "Allow" }).click();
      await newcomers("every day, next");
    };
    const before = paid();
    await allow();
    await select("adLibrary.revokeAllowedSearches", "Newcomers");
    await one.makeWatchesDue("Newcomers");
    for (const window of windows) await newcomers("every day, due", window);
    assert.equal(paid(), before);
    await allow();
    await one.makeWatchesDue("Newcomers");
    await library.paidArrived(before + 1);
    await newcomers("every day, next");
    await one.call("adLibrary.showCredits");
    await page(one).getByRole("heading", { name: "Checks that you allowed without asking" }).waitFor();
    await one.screenshot("watches-credits");
    assert.equal(paid(), before + 1);
  });

  it("can be ended in one list, also if the search file is gone", async () => {
    const watched = async () => {
      const file = "data/User/globalStorage/ad-library-explorer.ad-library-explorer/watches/watches.json";
      return kept.parse(JSON.parse(await readFile(join(one.dataFolder, file), "utf8"))).watches.map(({ name }) => name);
    };
    const file = join(one.workspace, "filed.adsearch.json");
    await writeFile(file, JSON.stringify({ name: "Filed", platform: "native", body: {} }));
    await watch("Filed", "every week", "300", "Ask Before Each Check");
    await one.treeItem("Filed").getByText("every week, next").waitFor();
    await rm(file);
    await one.treeItem("Filed").waitFor({ state: "detached" });
    assert.deepEqual(await watched(), ["Rivals", "Newcomers", "Filed"]);
    await select("adLibrary.stopWatching", "Its saved search or file is gone", "watches-stop");
    await one.notification("No longer watching “Filed”.").waitFor();
    assert.deepEqual(await watched(), ["Rivals", "Newcomers"]);
  });
});
