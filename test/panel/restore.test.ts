import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { loadedPictures } from "../support/loadedPictures.mjs";
import { ledgerLines } from "../support/spending";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

/** What a person sees of an explorer. */
interface Seen {
  readonly words: string;
  /** Key and place of each card in view. Fewer are where the remarks above them take one more line. */
  readonly cards: readonly (readonly [string, number])[];
  readonly detail: string;
}

function explorerOf(workbench: Workbench) {
  const region = (name: string) => workbench.explorer().getByRole("region", { name });
  const words = () =>
    workbench
      .explorer()
      .getByRole("textbox", { name: /, text$/ })
      .first();
  const scroller = () => workbench.explorer().locator(".results-scroll");
  const cards = () =>
    scroller().evaluate((element): [string, number][] => {
      const view = element.getBoundingClientRect();
      return [...element.querySelectorAll<HTMLElement>("[data-key]")].flatMap((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        const inView = bottom > view.top && top < view.bottom;
        return inView ? [[card.dataset.key ?? "", Math.round(top - view.top)]] : [];
      });
    });
  return {
    results: () => region("Results"),
    detail: () => region("Ad details"),
    words,
    scroller,
    button: (name: string) => workbench.explorer().getByRole("button", { name, exact: true }),
    says: (text: string) => region("Results").getByText(text).first().waitFor(),
    /** Waits until nothing moves any more. */
    rested: async () => {
      for (let last = "", same = 0; same < 5;) {
        const now = JSON.stringify(await cards());
        same = now === last && now !== "[]" ? same + 1 : 0;
        last = now;
        await scroller().evaluate(() => new Promise(requestAnimationFrame));
      }
    },
    seen: async (): Promise<Seen> => ({
      words: await words().inputValue(),
      cards: await cards(),
      detail: (await region("Ad details").getByRole("heading").first().textContent()) ?? "",
    }),
  };
}

/** The same, but for how many cards have room. */
function assertSame(now: Seen, before: Seen): void {
  const both = Math.min(now.cards.length, before.cards.length);
  assert.ok(both >= 3, "a row of cards is in view");
  const among = (seen: Seen) => ({ ...seen, cards: seen.cards.slice(0, both) });
  assert.deepEqual(among(now), among(before));
}

describe("An explorer is restored", () => {
  let workbench: Workbench;
  let shown: Seen;
  let spent: readonly string[];
  const keep = (name: string) => workbench.screenshot(`restore-${name}`);

  before(async () => {
    workbench = await openWorkbench({
      settings: { "adLibrary.baseUrl": "sample:" },
      size: { width: 2200, height: 900 },
    });
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  const status = () => workbench.page.locator(".statusbar-item").filter({ hasText: "sample credits" });
  const asBefore = async () => {
    const explorer = explorerOf(workbench);
    await explorer.says("36 ads, 2 pages");
    await explorer.detail().getByRole("figure").first().waitFor();
    await explorer.rested();
    assertSame(await explorer.seen(), shown);
    assert.deepEqual(await ledgerLines(workbench.dataFolder), spent);
    await status().filter({ hasText: "300 sample credits" }).waitFor();
  };

  it("after two pages and a detail were paid for", async () => {
    await workbench.openView();
    await workbench.treeItem("Facebook").click();
    const explorer = explorerOf(workbench);
    await explorer.words().fill("a");
    await explorer.button("Search, 100 credits").click();
    await explorer.says("18 ads, 1 page");
    await explorer.button("Load next page, 100 credits").click();
    await explorer.says("36 ads, 2 pages");
    await explorer.button("Details, 100 credits").nth(2).click();
    await explorer.detail().getByRole("figure").first().waitFor();
    await explorer.words().fill("a and more");
    await explorer.says("Edited, not applied yet");
    await explorer.scroller().evaluate((element) => (element.scrollTop = 2000));
    await explorer.rested();
    shown = await explorer.seen();
    const [card] = shown.cards.find(([, top]) => top >= 0) ?? ["none"];
    // Neither is stored as the page is left: a window that ended earlier comes back without its editors.
    await workbench.stored(`"card":"${card}"`);
    await workbench.stored(`"card":"${card}"`, "editors");
    spent = await ledgerLines(workbench.dataFolder);
    assert.equal(shown.words, "a and more");
    assert.ok(spent.length > 0);
    await keep("before");
  });

  it("after a window reload with another extension host and image port", async () => {
    await workbench.load();
    await asBefore();
    await keep("reloaded");
  });

  it("after the window ended before VS Code stored the panel's memory", async () => {
    await workbench.endSuddenly();
    await workbench.load();
    await asBefore();
    await workbench.page.getByRole("tab", { name: /Facebook ads/ }).waitFor();
  });

  it("after another editor hid it", async () => {
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.page.getByRole("tab", { name: /Untitled-1/ }).waitFor();
    await workbench.page.getByRole("tab", { name: /Facebook ads/ }).click();
    await asBefore();
  });

  it("in one tab, if the tree opens it before its tab is shown again", async () => {
    await workbench.openView();
    await workbench.treeItem("All platforms").click();
    await workbench.page.getByRole("tab", { name: /Ads on all platforms/ }).waitFor();
    await workbench.stored('"platform":"mega"', "editors");
    await workbench.load();
    await workbench.openView();
    await workbench.page.getByRole("tab", { name: /Facebook ads/ }).waitFor();
    await workbench.treeItem("Facebook").click();
    await asBefore();
    assert.equal(await workbench.page.getByRole("tab", { name: /Facebook ads/ }).count(), 1);
  });

  it("after it was closed and reopened", async () => {
    await workbench.page
      .getByRole("tab", { name: /Facebook ads/ })
      .getByRole("button", { name: /^Close/ })
      .click();
    await workbench.page.getByRole("tab", { name: /Facebook ads/ }).waitFor({ state: "detached" });
    await workbench.openView();
    await workbench.treeItem("Facebook").click();
    await asBefore();
    const [key] = shown.cards.find(([, top]) => top >= 0) ?? [];
    const card = workbench.explorer().locator(`article[data-key="${key}"]`);
    const place = Number(await card.getAttribute("aria-posinset"));
    await loadedPictures(workbench.explorer(), place, place);
  });

  /** Last, because it clears what the others come back with. */
  describe("and what it bought, in Ad Library: Search Archive…", () => {
    const region = (name: string) => workbench.explorer().getByRole("region", { name });
    const field = (name: string) => workbench.explorer().getByRole("textbox", { name, exact: true });

    it("finds bought ads while typing, for 0 credits", async () => {
      const spent = await ledgerLines(workbench.dataFolder);
      await workbench.runCommand("Ad Library: Search Archive…");
      await workbench.explorer().getByRole("form", { name: "Search the archive" }).waitFor();
      await region("Results").getByText("36 ads", { exact: true }).waitFor();
      await region("Results")
        .getByText(/^Archive: 36 ads, 2 pages, 1 detail, /)
        .waitFor();
      // Some ads of the sample library have no title.
      const article = workbench.explorer().locator('article:not([aria-label^="Untitled ad"])').first();
      const name = (await article.getAttribute("aria-label")) ?? "";
      await field("Keywords").fill(`"${name}"`);
      await region("Results")
        .getByText(/^\d+ ads?$/)
        .waitFor();
      await workbench.explorer().getByRole("article", { name }).first().waitFor();
      await field("Keywords").fill("no ad says this");
      await region("Results").getByText("No bought ads match").waitFor();
      assert.deepEqual(await ledgerLines(workbench.dataFolder), spent);
    });

    it("opens a bought detail with the ad's history, and restores it", async () => {
      await field("Keywords").fill("");
      await workbench.explorer().getByRole("button", { name: "Details, bought" }).first().click();
      await region("Ad details").getByText("Fetch history").waitFor();
      await region("Ad details")
        .getByText(/^Fetched 2 times/)
        .waitFor();
      await workbench.screenshot("archive");
      // The archive's own memory: an explorer has its open ad as well.
      await workbench.stored('"},"layout":"cards","archive":{}', "editors");
      await workbench.load();
      await region("Ad details")
        .getByText(/^Fetched 2 times/)
        .waitFor();
      await region("Results").getByText("36 ads", { exact: true }).waitFor();
    });

    it("shows everything bought of an advertiser, and opens a form with its name, for 0 credits", async () => {
      const spent = await ledgerLines(workbench.dataFolder);
      await workbench.openView();
      await workbench.treeItem("Facebook").click();
      const explorer = workbench.explorer();
      await explorer.getByRole("button", { name: "Search, 100 credits" }).waitFor();
      const owner = region("Ad details").locator(".detail-owner-name").getByRole("button");
      const name = await owner.innerText();
      await owner.click();
      await explorer.getByRole("menuitem", { name: `All bought ads of “${name}”, 0 credits` }).click();
      const overview = workbench.explorer().getByRole("region", { name: "Advertiser", exact: true });
      await overview.getByRole("heading", { name }).waitFor();
      const told = await overview.getByText(/^\d+ ads? in 1 search, /).innerText();
      await region("Results")
        .getByRole("status")
        .filter({ hasText: new RegExp(`^${told.split(" in ")[0]!}$`) })
        .waitFor();
      await workbench.screenshot("advertiser");
      await overview.getByRole("button", { name: "Open the form of TikTok with this name, 0 credits" }).click();
      await workbench
        .explorer()
        .getByRole("button", { name: new RegExp(`“${name}”.*, remove filter$`) })
        .waitFor();
      await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).waitFor();
      assert.deepEqual(await ledgerLines(workbench.dataFolder), spent);
    });

    it("finds all ads of an advertiser clicked in an explorer, for 0 credits", async () => {
      const spent = await ledgerLines(workbench.dataFolder);
      await workbench.openView();
      await workbench.treeItem("Facebook").click();
      await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).waitFor();
      const owner = region("Ad details").locator(".detail-owner-name").getByRole("button");
      const name = await owner.innerText();
      await owner.click();
      await workbench
        .explorer()
        .getByRole("menuitem", { name: `Find “${name}” in the archive, 0 credits` })
        .click();
      await workbench.explorer().getByRole("form", { name: "Search the archive" }).waitFor();
      await workbench
        .explorer()
        .getByRole("button", { name: `Advertiser ${name}, remove filter` })
        .waitFor();
      while ((await field("Advertiser").inputValue()) !== name)
        await field("Advertiser").evaluate(() => new Promise(requestAnimationFrame));
      await workbench.explorer().getByRole("article").first().getByText(name).first().waitFor();
      await region("Results").getByRole("button", { name: "Export loaded ads, 0 credits…" }).click();
      const file = join(workbench.workspace, "bought.csv");
      await workbench.saveAs(file);
      const told = workbench.notification(/ads? exported to bought.csv for 0 credits\.$/);
      await told.waitFor();
      await told.getByRole("button", { name: "Reveal" }).waitFor();
      assert.match(await readFile(file, "utf8"), /^\uFEFFkey,platform,id,/);
      assert.deepEqual(await ledgerLines(workbench.dataFolder), spent);
    });

    it("is empty after clearing", async () => {
      await workbench.runCommand("Ad Library: Clear Archive…");
      await workbench
        .dialog()
        .getByText(/^Clear the archive\? Pages: 2\. Ad details: 1\./)
        .waitFor();
      await workbench.dialog().getByRole("button", { name: "Clear Archive" }).click();
      await workbench.notification("The archive is empty.").waitFor();
      await field("Keywords").fill("a");
      await region("Results").getByText("No bought ads match").waitFor();
    });
  });
});

describe("A panel whose window ends suddenly", () => {
  let workbench: Workbench;
  const explorer = () => workbench.explorer();
  const field = (name: string) => explorer().getByRole("textbox", { name, exact: true });
  before(async () => {
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } });
    await workbench.openView();
    await workbench.treeItem("Facebook").click();
    await explorerOf(workbench).words().fill("a");
    await workbench.stored('"text":"a"', "editors");
  });
  after(() => workbench.dispose());

  it("restores the platform it switched to, although VS Code stored the previous one", async () => {
    const stored = await workbench.editorsStored();
    assert.match(stored, /facebook/);
    await explorer().getByRole("combobox", { name: "Platform", exact: true }).click();
    await explorer().getByRole("option", { name: "TikTok" }).click();
    await workbench.page.getByRole("tab", { name: /TikTok ads/ }).waitFor();
    await explorerOf(workbench).words().fill("b");
    await workbench.stored('"text":"b"');
    await workbench.endSuddenly(stored);
    await workbench.load();
    await workbench.page.getByRole("tab", { name: /TikTok ads/ }).waitFor();
    await explorerOf(workbench).words().waitFor();
    assert.equal(await explorerOf(workbench).words().inputValue(), "b");
    assert.deepEqual(await ledgerLines(workbench.dataFolder), []);
  });

  it("restores the archive's panel with its search text", async () => {
    await workbench.runCommand("Ad Library: Search Archive…");
    await field("Keywords").waitFor();
    await workbench.stored("adLibrary.archive", "editors");
    const stored = await workbench.editorsStored();
    await field("Keywords").fill("typed before the end");
    await workbench.stored('"archive":{"text":"typed before the end"}');
    await workbench.endSuddenly(stored);
    await workbench.load();
    await field("Keywords").waitFor();
    assert.equal(await field("Keywords").inputValue(), "typed before the end");
  });
});

describe("An explorer whose library stopped responding", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const explorer = () => explorerOf(workbench);

  before(async () => {
    library = await startCountedLibrary();
    workbench = await openWorkbench({
      settings: { "adLibrary.baseUrl": library.url, "adLibrary.requestTimeoutSeconds": 300 },
    });
    await workbench.connect(library.key);
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  it("has the page that arrived while it was hidden", async () => {
    await workbench.treeItem("Reddit").click();
    const held = library.hold();
    await explorer().button("Search, 100 credits").click();
    await library.paidArrived(1);
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.page.getByRole("tab", { name: /Untitled-1/ }).waitFor();
    await held.answer();
    await workbench.page.getByRole("tab", { name: /Reddit ads/ }).click();
    await explorer().says("18 ads, 1 page");
    assert.equal(library.paid().length, 1);
  });

  it("keeps waiting for a pending page while it is hidden and shown", async () => {
    const held = library.hold();
    await explorer().button("Load next page, 100 credits").click();
    await library.paidArrived(2);
    await workbench.page.getByRole("tab", { name: /Untitled-1/ }).click();
    await workbench.page.getByRole("tab", { name: /Reddit ads/ }).click();
    await explorer().says("Loading page 2…");
    await held.answer();
    await explorer().says("36 ads, 2 pages");
    assert.equal(library.paid().length, 2);
  });

  it("has the search whose answer came after it was closed", async () => {
    await workbench.showFilters();
    await explorer().words().fill("e");
    const held = library.hold();
    await explorer().button("Search, 100 credits").click();
    await library.paidArrived(3);
    await workbench.page
      .getByRole("tab", { name: /Reddit ads/ })
      .getByRole("button", { name: /^Close/ })
      .click();
    await workbench.page.getByRole("tab", { name: /Reddit ads/ }).waitFor({ state: "detached" });
    await held.answer();
    await workbench.page.locator(".statusbar-item").filter({ hasText: "300 credits spent today" }).waitFor();
    await workbench.treeItem("Reddit").click();
    await explorer().says("18 ads, 1 page");
    await explorer().button("Keyword “e”, remove filter").waitFor();
    assert.equal(library.paid().length, 3);
    // With the body that was sent: it names the result, whatever today's form says.
    await workbench.stored(/"text":"e"\}\]\}\}\],"body":"\{[^]*?\},"lastHit"/);
  });

  it("shows what is bought after a reload without the service", async () => {
    await library.close();
    await workbench.load();
    await workbench.openView();
    await workbench.treeItem("Reddit").click();
    await explorer().says("18 ads, 1 page");
    await explorer().button("Keyword “e”, remove filter").waitFor();
    await explorer().button("Show bought results, 0 credits").click();
    await explorer().says("18 ads, 1 page");
    assert.equal(library.paid().length, 3);
  });
});
