import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changeFilters, usualChange } from "../support/changedFilters";
import { shareLibrary } from "../support/fixtures";
import * as replies from "../support/misbehavingReplies";
import { useWorkbench } from "../support/useWorkbench";

describe("Runs and search files", () => {
  const library = shareLibrary({ moments: true, adsPerPlatform: 60 });
  const workbench = useWorkbench(() => ({ keyring: "lasting", settings: { "adLibrary.baseUrl": library.url } }));
  const menu = (item: string, command: string) => workbench.chooseFromMenu(item, command);
  const place = (name: string) => join(workbench.workspace, name);
  const paid = () => library.paid().length;

  before(async () => {
    await workbench.connect(library.key);
    await workbench.clearNotifications();
  });

  /** Runs a check, and waits for its notice in the list of notifications, because VS Code shows only a few at once. */
  const check = async (told: string | RegExp) => {
    const ended = workbench.call("adLibrary.checkForNewAds");
    await workbench.answer("10000", "Credit limit for this check");
    await workbench.call("notifications.showList");
    await workbench.notification(told).waitFor();
    await ended;
  };
  const tab = (name: RegExp | string) => workbench.page.getByRole("tab", { name });
  const searches = () => workbench.page.getByRole("tree", { name: "Saved Searches" });
  const button = (name: string) => workbench.explorer().getByRole("button", { name, exact: true });
  const states = () => workbench.explorer().getByRole("group", { name: "Show" });
  const state = (name: RegExp) => states().getByRole("button", { name });
  const difference = () =>
    workbench
      .explorer()
      .getByRole("gridcell")
      .filter({ hasText: /: .+ → / })
      .first();

  const compare = { name: "Compare With Earlier Run" };
  const found = / launched since the last run, \d+ first seen\./;
  /** Paid requests until the checks ended. */
  let spent: number;

  it("are checked, and say what was spent and found", async () => {
    await workbench.treeItem("Facebook").click();
    await button("Search, 100 credits").click();
    await workbench.explorer().getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").first().waitFor();
    await workbench.call("adLibrary.saveSearch", { name: "Every Monday" });
    await workbench.treeItem("Every Monday").waitFor();
    await check("to the end of the results.");
    await workbench.clearNotifications();
    await library.nextMoment();
    const before = paid();
    library.next(replies.failed(1001, "Not now", 503));
    const unchecked = "Stopped before the first page. Spent 0 credits. 100 more may have been charged.";
    await check(unchecked);
    assert.equal(await workbench.notification(unchecked).getByRole("button", compare).count(), 0);
    await workbench.clearNotifications();
    await check(found);
    spent = paid();
    assert.ok(spent > before);
  });

  it("are counted until seen, and compared as cards and text, for 0 credits", async () => {
    const row = workbench.treeItem("Every Monday");
    await row.getByText(/\d+ ads? new to you · Facebook/).waitFor();
    await workbench.page.locator(".activitybar .badge-content", { hasText: /^\d+$/ }).first().waitFor();
    await row.locator(".monaco-tl-twistie").click();
    const runs = searches().getByText(/· \d pages · to the end$/);
    await runs.first().waitFor();
    await workbench.call("notifications.showList");
    await workbench.notification(found).getByRole("button", compare).click();
    await state(/^Changed/).click();
    await workbench.explorer().locator("article .change").first().waitFor();
    await tab("Every Monday (Run Comparison)").waitFor();
    await state(/^First seen/).click();
    const news = Number(/\d+/.exec(await state(/^First seen/).innerText())![0]);
    await button("Export this list, 0 credits…").click();
    await workbench.saveAs(place("new-ads.csv"));
    await workbench.notification(`${news} ads exported to new-ads.csv for 0 credits.`).waitFor();
    const rows = (await readFile(place("new-ads.csv"), "utf8")).split("\r\n").slice(1).filter(Boolean);
    assert.equal(new Set(rows.map((line) => /^facebook:\d+/.exec(line)![0])).size, news);
    await state(/^Changed/).click();
    await button("Table").click();
    await difference().waitFor();
    // The times are those of the tree, not of another zone.
    const dates = searches().getByText(/^[A-Z][a-z]{2} \d+, \d{4}/);
    const told = await workbench.explorer().getByText("Newer run, ").innerText();
    const times = (await dates.allInnerTexts()).map((time) => `Newer run, ${time}: `);
    assert.ok(times.includes(/^.*?: /.exec(told)?.[0] ?? ""), `${told} not in ${times.join("; ")}`);
    await workbench.treeItem("Every Monday, Facebook").waitFor();
    await workbench.stored('"layout":"table"', "editors");
    const compared = workbench.call("adLibrary.diffRuns");
    await workbench.quickPick("Every Monday").click();
    await workbench.page.locator(".monaco-diff-editor .line-insert").first().waitFor();
    await compared;
    await runs.last().click();
    await workbench.explorer().getByText("57 ads, 4 pages").first().waitFor();
    assert.equal(paid(), spent);
  });

  const file = "phones.adsearch.json";
  const phones = `{
  "name": "Phones",
  "platform": "tiktok",
  "body": {
    // What people read.
    "search_field": [{ "type": "text", "text": "clogs" }],
    "active": [1]
  }
}
`;
  const lens = (title: string | RegExp) =>
    workbench.page.locator(".codelens-decoration").getByRole("button", { name: title });
  /** Opens a file from its row; until it is in front, the lenses are those of the file before. */
  const openFile = async (row: string, name: string) => {
    await workbench.treeItem(row).click();
    await workbench.page.getByRole("tab", { name: new RegExp(`^${name}`), selected: true }).waitFor();
  };
  const aText = { name: /, text$/ };
  const words = () => workbench.explorer().getByRole("textbox", aText).first();
  const shows = async (text: string) => {
    while ((await words().inputValue()) !== text) await words().evaluate(() => new Promise(requestAnimationFrame));
  };
  /** Waits until the file is as wanted, saving what its editor holds. */
  const saved = async (wanted: (text: string) => boolean): Promise<string> => {
    for (;;) {
      await workbench.call("workbench.action.files.saveAll");
      const text = await readFile(place(file), "utf8");
      if (wanted(text)) return text;
    }
  };

  it("are created as files, renamed, deleted, and restored", async () => {
    // Escape would close a notification first.
    await workbench.clearNotifications();
    const created = workbench.call("adLibrary.newSearchFile");
    await workbench.quickPick("TikTok").click();
    await workbench.saveAs(place("new"));
    await created;
    await tab(/new\.adsearch\.json/).waitFor();
    await workbench.treeItem("new, TikTok").waitFor();
    await menu("new, TikTok", "Rename Search…");
    await workbench.answer("Sandals");
    await workbench.treeItem("Sandals, TikTok").waitFor();
    const text = await readFile(place("new.adsearch.json"), "utf8");
    assert.match(text, /"name": "Sandals"/);
    const renamed = workbench.call("adLibrary.renameSearchFile", { file: place("new.adsearch.json") });
    await workbench.page.locator(".quick-input-widget:visible").getByText("The name to show in the tree").waitFor();
    assert.equal(await workbench.quickInput().inputValue(), "Sandals");
    await workbench.page.keyboard.press("Escape");
    await renamed;
    await menu("Sandals,", "Delete Search File");
    await workbench.treeItem("Sandals,").waitFor({ state: "detached" });
    const notice = workbench.notification("Deleted new.adsearch.json. What you paid for stays in the archive.");
    await notice.getByRole("button", { name: "Undo" }).click();
    await workbench.treeItem("Sandals, TikTok").waitFor();
    assert.equal(await readFile(place("new.adsearch.json"), "utf8"), text);
  });

  it("export as far as a person says, from their lens", async () => {
    const before = paid();
    await writeFile(place(file), phones);
    await openFile("Phones, TikTok", file);
    await lens("Export…").click();
    await workbench.quickPick("Specific number of pages…").click();
    await workbench.answer("1", "Up to 18 ads per page, starting with page 1.");
    const details = { name: /^Include the details/ };
    await workbench.page.locator(".quick-input-widget").getByRole("checkbox", details).first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.saveAs(place("phones.json"));
    await workbench.dialog().getByText("Export for up to 100 credits?").waitFor();
    assert.equal(paid(), before);
    await workbench.dialog().getByRole("button", { name: "Spend 100 Credits" }).click();
    await workbench.notification(/phones\.json/).waitFor();
    assert.equal(paid(), before + 1);
    await lens(/^Show bought results \(1 page/).waitFor();
  });

  it("keep form and file in sync", async () => {
    await lens("Run 1 page, 100 credits…").click();
    await tab(`TikTok ads (${file})`).waitFor();
    await workbench.page.waitForFunction("document.activeElement?.tagName === 'IFRAME'");
    await shows("clogs");
    await words().fill("boots");
    assert.equal(await saved((text) => text.includes("boots")), phones.replace("clogs", "boots"));
    await words().fill("clogs");
    assert.equal(await saved((text) => text.includes("clogs")), phones);
    await writeFile(place(file), phones.replace("clogs", "sandals"));
    await shows("sandals");
    await writeFile(place(file), phones);
    await shows("clogs");
    // What file and form agreed on last. With an earlier agreement, whatever is edited since would be filled again.
    await workbench.stored(/phones\.adsearch\.json":[^}]*tiktok[^}]*clogs/);
  });

  it("are restored with edits made meanwhile, and checked again when the platform's filters change", async () => {
    const before = paid();
    await changeFilters(library, "facebook", usualChange);
    const text = '{ "name": "Reloaded", "platform": "facebook", "body": { "os": [1] } }\n';
    await writeFile(place("reloaded.adsearch.json"), text);
    await openFile("Reloaded, Facebook", "reloaded.adsearch.json");
    await workbench.stored("reloaded.adsearch.json", "editors");
    await workbench.endSuddenly(await workbench.editorsStored());
    await writeFile(place(file), phones.replace("clogs", "sandals"));
    await workbench.load();
    await workbench.openView();
    await workbench.page.getByText("Fix 1 problem to run this search").waitFor();
    await workbench.treeItem("Facebook changed its filters, 3 removed · 1 added · breaks 2 searches").waitFor();
    await workbench.treeItem("Reloaded, This platform has no filter “os”.").first().waitFor();
    await tab(`TikTok ads (${file})`).click();
    await shows("sandals");
    await words().fill("clogs");
    assert.equal(await saved((now) => now.includes("clogs")), phones);
    assert.equal(paid(), before);
  });

  it("name the platform's changed filters until they are seen, beside a restored comparison", async () => {
    const before = paid();
    await tab("Every Monday (Run Comparison)").click();
    await states()
      .getByRole("button", { name: /^Changed/, pressed: true })
      .waitFor();
    await difference().waitFor();
    await workbench.treeItem("Facebook changed its filters").click();
    await tab(/Facebook changed its filters/).waitFor();
    await workbench.page.locator(".monaco-diff-editor").waitFor();
    await workbench.treeItem("Facebook changed its filters").waitFor({ state: "detached" });
    assert.equal(paid(), before);
  });
});
