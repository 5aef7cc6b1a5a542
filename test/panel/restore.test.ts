import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { panelOf, type Seen } from "../support/explorerPanel";
import { loadedPictures } from "../support/loadedPictures.mjs";
import { ledgerLines } from "../support/spending";
import { useWorkbench } from "../support/useWorkbench";

/** The same, but for how many cards have room. */
function assertSame(now: Seen, before: Seen): void {
  const both = Math.min(now.cards.length, before.cards.length);
  assert.ok(both >= 3, "a row of cards is in view");
  const among = (seen: Seen) => ({ ...seen, cards: seen.cards.slice(0, both) });
  assert.deepEqual(among(now), among(before));
}

describe("An explorer and the archive's panel", () => {
  const settings = { "adLibrary.baseUrl": "sample:", "adLibrary.csvSeparator": "semicolon" };
  const workbench = useWorkbench(() => ({ settings, size: { width: 2200, height: 900 } }));
  /** What a person saw once everything was bought. */
  let bought: Seen;
  let spent: readonly string[] | undefined;
  /** What VS Code stored about both before anything was bought. */
  let early: string;
  const { shown, region, words, scroller, tab, field, button, says, close, seen } = panelOf(workbench);

  /** Only the second test buys something. */
  const spentNothingMore = async () => {
    const lines = await ledgerLines(workbench.dataFolder);
    assert.deepEqual(lines, (spent ??= lines));
  };

  const asBefore = async () => {
    await says("36 ads, 2 pages");
    await region("Ad details").getByRole("figure").first().waitFor();
    assertSame(await seen(), bought);
    await workbench.statusBar("300 sample credits").waitFor();
    await spentNothingMore();
  };
  const openInArchive = async () => {
    await region("Ad details")
      .getByText(/^Fetched 2 times/)
      .waitFor();
    await says(/^36 ads$/);
  };

  it("are open, the explorer after a switch of the platform", async () => {
    await workbench.openView();
    await workbench.call("adLibrary.searchArchive");
    await field("Keywords").waitFor();
    await workbench.treeItem("TikTok").click();
    await words().fill("before the switch");
    await workbench.stored('"text":"before the switch"', "editors");
    early = await workbench.editorsStored();
    assert.match(early, /tiktok/);
    assert.match(early, /adLibrary\.archive/);
    await shown().getByRole("combobox", { name: "Platform", exact: true }).click();
    await shown().getByRole("option", { name: "Facebook" }).click();
    await tab(/Facebook ads/).waitFor();
  });

  it("have two pages and a detail that are paid for", async () => {
    await words().fill("a");
    await button("Search, 100 credits").click();
    await says("18 ads, 1 page");
    await button("Load next page, 100 credits").click();
    await says("36 ads, 2 pages");
    await button("Details, 100 credits").nth(2).click();
    await region("Ad details").getByRole("figure").first().waitFor();
    await words().fill("a and more");
    await says("Edited, not applied yet");
    await scroller().evaluate((element) => (element.scrollTop = 2000));
    bought = await seen();
    const [card] = bought.cards.find(([, top]) => top >= 0) ?? ["none"];
    // Neither is stored as the page is left: a window that ended earlier comes back without its editors.
    await workbench.stored(`"card":"${card}"`);
    await workbench.stored(`"card":"${card}"`, "editors");
    assert.equal(bought.words, "a and more");
    assert.ok((await ledgerLines(workbench.dataFolder)).length > 0);
  });

  it("show what was bought: the archive while typing, with an ad's history, and the explorer that it hid", async () => {
    await tab(/Archive/).click();
    await shown().getByRole("form", { name: "Search the archive" }).waitFor();
    await says(/^36 ads$/);
    await says(/^Archive: 36 ads, 2 pages, 1 detail, /);
    // Some ads of the sample library have no title.
    const article = shown().locator('article:not([aria-label^="Untitled ad"])').first();
    const name = (await article.getAttribute("aria-label")) ?? "";
    await field("Keywords").fill(`"${name}"`);
    await says(/^\d+ ads?$/);
    await shown().getByRole("article", { name }).first().waitFor();
    await field("Keywords").fill("no ad says this");
    await says("No bought ads match");
    await field("Keywords").fill("");
    await button("Details, bought").first().click();
    await region("Ad details").getByText("Fetch history").waitFor();
    await openInArchive();
    await tab(/Facebook ads/).click();
    await asBefore();
  });

  it("are restored, with the right platform, after a window ended before VS Code stored their latest state", async () => {
    await tab(/Archive/).click();
    await field("Keywords").fill("typed before the end");
    await workbench.stored('"archive":{"text":"typed before the end"}');
    await workbench.endSuddenly(early);
    await workbench.load();
    await tab(/Facebook ads/).waitFor();
    await asBefore();
  });

  it("have what was typed before the end", async () => {
    await tab(/Archive/).click();
    await field("Keywords").waitFor();
    assert.equal(await field("Keywords").inputValue(), "typed before the end");
  });

  it("are restored after a reload with another extension host and image port, the archive in front", async () => {
    await field("Keywords").fill("");
    await openInArchive();
    // The archive's own memory, as an explorer has its open ad as well; and that it is in front.
    await workbench.stored('"},"layout":"cards","archive":{}', "editors");
    await workbench.stored('"mru":[0,1]', "editors");
    await workbench.load();
    await openInArchive();
  });

  it("are restored, the explorer in its one tab when the tree opens it", async () => {
    await workbench.openView();
    await tab(/Facebook ads/).waitFor();
    // The tree opens it before its tab is shown again.
    await workbench.treeItem("Facebook").click();
    await asBefore();
    assert.equal(await tab(/Facebook ads/).count(), 1);
  });

  it("are restored after they were closed and reopened, with pictures", async () => {
    await close(/Facebook ads/);
    await workbench.openView();
    await workbench.treeItem("Facebook").click();
    await asBefore();
    const [key] = bought.cards.find(([, top]) => top >= 0) ?? [];
    const place = Number(await shown().locator(`article[data-key="${key}"]`).getAttribute("aria-posinset"));
    await loadedPictures(shown(), place, place);
  });

  it("show everything bought of an advertiser, open a form with its name, and export its ads, for 0 credits", async () => {
    const fromMenu = async (entry: (name: string) => string) => {
      const owner = region("Ad details").locator(".detail-owner-name").getByRole("button");
      const name = await owner.innerText();
      await owner.click();
      await shown()
        .getByRole("menuitem", { name: entry(name) })
        .click();
      return name;
    };
    const name = await fromMenu((owner) => `All bought ads of “${owner}”, 0 credits`);
    await region("Advertiser").getByRole("heading", { name }).waitFor();
    const told = await region("Advertiser")
      .getByText(/^\d+ ads? in 1 search, /)
      .innerText();
    const count = new RegExp(`^${told.split(" in ")[0]!}$`);
    await region("Results").getByRole("status").filter({ hasText: count }).waitFor();
    await button("Open the form of TikTok with this name, 0 credits").click();
    await button(new RegExp(`“${name}”.*, remove filter$`)).waitFor();
    await button("Search, 100 credits").waitFor();
    await workbench.treeItem("Facebook").click();
    await fromMenu((owner) => `Find “${owner}” in the archive, 0 credits`);
    await shown().getByRole("form", { name: "Search the archive" }).waitFor();
    await button(`Advertiser ${name}, remove filter`).waitFor();
    while ((await field("Advertiser").inputValue()) !== name)
      await field("Advertiser").evaluate(() => new Promise(requestAnimationFrame));
    await shown().getByRole("article").first().getByText(name).first().waitFor();
    await button("Export loaded ads, 0 credits…").click();
    const file = join(workbench.workspace, "bought.csv");
    await workbench.saveAs(file);
    const notice = workbench.notification(/ads? exported to bought.csv for 0 credits\.$/);
    await notice.getByRole("button", { name: "Reveal" }).waitFor();
    assert.match(await readFile(file, "utf8"), /^\uFEFFkey;platform;id;/);
    await spentNothingMore();
  });

  it("are empty once the archive is cleared, full once its export is imported, and empty again once the import is removed", async () => {
    const row = (text: string) => workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
    const asks = (words: string | RegExp) => workbench.dialog().getByText(words).waitFor();
    const agree = (name: string) => workbench.dialog().getByRole("button", { name, exact: true }).click();
    /** Looks in the list of notifications, because VS Code shows only a few at once. */
    const told = async (words: string) => {
      await workbench.call("notifications.showList");
      await workbench.notification(words).waitFor();
      await workbench.clearNotifications();
    };
    const zip = join(workbench.workspace, "answers.zip");
    const exported = workbench.call("adLibrary.exportAnswers");
    await row("Everything").click();
    await workbench.saveAs(zip);
    await told("answers.zip: Pages: 2. Ad details: 1. Their requests cost 300 credits.");
    await exported;
    // Whoever gets the file owns none of it.
    const cleared = workbench.call("adLibrary.clearArchive");
    await asks(/^Clear the archive\? Pages: 2\. Ad details: 1\./);
    await agree("Clear Archive");
    await told("The archive is empty.");
    await cleared;
    await field("Keywords").fill("a");
    await says("No bought ads match");
    await tab(/Facebook ads/).click();
    await words().fill("a");
    await button("Search, 100 credits").waitFor();
    const imported = workbench.call("adLibrary.importAnswers");
    await row("Import a zip file…").click();
    await workbench.openFile(zip, "Import");
    await asks("Import answers from answers.zip?");
    await asks("Their requests cost 300 credits. Library: Sample library.");
    await agree("Import");
    await told("Imported as “answers”. Pages: 2.");
    await imported;
    await button("Show bought results, 0 credits").click();
    await says("36 ads, 2 pages");
    const storage = "data/User/globalStorage/ad-library-explorer.ad-library-explorer";
    const folder = join(workbench.dataFolder, storage, "archive/imported/answers");
    assert.ok(existsSync(folder), "The import is in a folder of its own.");
    const removed = workbench.call("adLibrary.importAnswers");
    await row("Remove the import “answers”").click();
    await asks("Your own answers stay.");
    await agree("Remove");
    await removed;
    await button("Search, 100 credits").waitFor();
    assert.ok(!existsSync(folder));
    await spentNothingMore();
  });
});
