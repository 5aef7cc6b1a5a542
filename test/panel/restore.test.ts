import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { shareLibrary } from "../support/fixtures";
import { loadedPictures } from "../support/loadedPictures.mjs";
import { resetBeforeHeaders } from "../support/misbehavingReplies";
import { ledgerLines } from "../support/spending";
import { useWorkbench } from "../support/useWorkbench";
import type { Workbench } from "../support/workbench.mjs";

/** What a person sees of an explorer. */
interface Seen {
  readonly words: string;
  /** Key and place of each card in view. Fewer are where the remarks above them take one more line. */
  readonly cards: readonly (readonly [string, number])[];
  readonly detail: string;
}

function panelOf(workbench: Workbench) {
  const shown = () => workbench.explorer();
  const region = (name: string) => shown().getByRole("region", { name, exact: true });
  const words = () =>
    shown()
      .getByRole("textbox", { name: /, text$/ })
      .first();
  const scroller = () => shown().locator(".results-scroll");
  const cards = () =>
    scroller().evaluate((element): [string, number][] => {
      const view = element.getBoundingClientRect();
      return [...element.querySelectorAll<HTMLElement>("[data-key]")].flatMap((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        const inView = bottom > view.top && top < view.bottom;
        return inView ? [[card.dataset.key ?? "", Math.round(top - view.top)]] : [];
      });
    });
  const tab = (name: RegExp) => workbench.page.getByRole("tab", { name });
  return {
    ...{ shown, region, words, scroller, tab },
    field: (name: string) => shown().getByRole("textbox", { name, exact: true }),
    button: (name: string | RegExp) => shown().getByRole("button", { name, exact: true }),
    says: (text: string | RegExp) => region("Results").getByText(text).first().waitFor(),
    close: async (name: RegExp) => {
      await tab(name)
        .getByRole("button", { name: /^Close/ })
        .click();
      await tab(name).waitFor({ state: "detached" });
    },
    /** What is there once nothing moves any more. */
    seen: async (): Promise<Seen> => {
      for (let last = "", same = 0; same < 5;) {
        const now = JSON.stringify(await cards());
        same = now === last && now !== "[]" ? same + 1 : 0;
        last = now;
        await scroller().evaluate(() => new Promise(requestAnimationFrame));
      }
      const detail = (await region("Ad details").getByRole("heading").first().textContent()) ?? "";
      return { words: await words().inputValue(), cards: await cards(), detail };
    },
  };
}

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

  /** Only the first test buys something. */
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

  it("are open: two pages and a detail are paid for, after a switch of the platform", async () => {
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
    await tab(/Archive/).click();
    await field("Keywords").waitFor();
    assert.equal(await field("Keywords").inputValue(), "typed before the end");
  });

  it("are restored after a reload with another extension host and image port, in one tab each", async () => {
    await field("Keywords").fill("");
    await openInArchive();
    // The archive's own memory, as an explorer has its open ad as well; and that it is in front.
    await workbench.stored('"},"layout":"cards","archive":{}', "editors");
    await workbench.stored('"mru":[0,1]', "editors");
    await workbench.load();
    await openInArchive();
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

describe("An explorer whose library stopped responding", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => ({
    settings: { "adLibrary.baseUrl": library.url, "adLibrary.requestTimeoutSeconds": 300 },
  }));
  const { words, region, tab, button, says, close } = panelOf(workbench);
  /** Shows another tab, lets something happen, and comes back. */
  const lookAway = async (meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
    await tab(/Untitled-1/).click();
    await meanwhile();
    await tab(/Reddit ads/).click();
  };
  /** Makes the next paid request wait until its connection breaks. */
  const breaking = () => {
    let fail: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (fail = resolve));
    library.next(async (exchange) => {
      await told;
      resetBeforeHeaders(exchange);
    });
    return fail;
  };

  before(() => workbench.connect(library.key));

  it("has the page that arrived while it was hidden", async () => {
    await workbench.treeItem("Reddit").click();
    const held = library.hold();
    await button("Search, 100 credits").click();
    await library.paidArrived(1);
    await workbench.call("workbench.action.files.newUntitledFile");
    await tab(/Untitled-1/).waitFor();
    await held.answer();
    await tab(/Reddit ads/).click();
    await says("18 ads, 1 page");
    assert.equal(library.paid().length, 1);
  });

  it("keeps waiting for a pending page while it is hidden and shown", async () => {
    const held = library.hold();
    await button("Load next page, 100 credits").click();
    await library.paidArrived(2);
    await tab(/Untitled-1/).click();
    await tab(/Reddit ads/).click();
    await says("Loading page 2…");
    await held.answer();
    await says("36 ads, 2 pages");
    assert.equal(library.paid().length, 2);
  });

  it("has the search whose answer came after it was closed", async () => {
    await workbench.showFilters();
    await words().fill("e");
    const held = library.hold();
    await button("Search, 100 credits").click();
    await library.paidArrived(3);
    await close(/Reddit ads/);
    await held.answer();
    await workbench.statusBar("300 credits today").waitFor();
    await workbench.treeItem("Reddit").click();
    await says("18 ads, 1 page");
    await button("Keyword “e”, remove filter").waitFor();
    assert.equal(library.paid().length, 3);
    // With the body that was sent: it names the result, whatever today's form says.
    await workbench.stored(/"text":"e"\}\]\}\}\],"body":"\{[^]*?\},"lastHit"/);
  });

  it("says what became of a page that failed while it was hidden, until that is dismissed", async () => {
    const fail = breaking();
    await button("Load next page, 100 credits").click();
    await library.paidArrived(4);
    await lookAway(async () => {
      fail();
      await workbench.statusBar("100 uncertain").waitFor();
    });
    for (const look of ["first", "second"]) {
      await says(/^Page 2:.* may have been charged/);
      await button("Try page 2 again, 100 credits").waitFor();
      if (look === "first") await lookAway();
    }
    await button("Dismiss").click();
    await lookAway();
    await says("18 ads, 1 page");
    assert.equal(await region("Results").getByRole("alert").count(), 0);
    assert.equal(library.paid().length, 4);
  });

  it("keeps waiting for details while it is hidden and shown, and says if they failed", async () => {
    const held = library.hold();
    await button("Details, 100 credits").first().click();
    await library.paidArrived(5);
    await lookAway();
    await workbench.explorer().getByText("Loading details…").waitFor();
    await held.answer();
    await region("Ad details").getByRole("heading").first().waitFor();
    const fail = breaking();
    await button(/^Next ad, 100 credits/).click();
    await library.paidArrived(6);
    await lookAway(async () => {
      fail();
      await workbench.statusBar("200 uncertain").waitFor();
    });
    const alert = workbench.explorer().getByRole("alert");
    await alert.getByText(/^Details of “.*may have been charged/).waitFor();
    await lookAway();
    await alert.getByText(/^Details of “.*may have been charged/).waitFor();
    await button("Close details").click();
    assert.equal(library.paid().length, 6);
  });

  it("names the ad whose details failed after they were closed", async () => {
    const fail = breaking();
    await button("Details, 100 credits").nth(3).click();
    await library.paidArrived(7);
    await button("Close details").click();
    fail();
    await says(/^Details of “.*may have been charged/);
    await button("Dismiss").click();
    assert.equal(library.paid().length, 7);
  });

  it("shows what is bought after a sudden end, with no service and no panel state from VS Code", async () => {
    await workbench.stored("adLibrary.explorer", "editors");
    await library.close();
    await workbench.endSuddenly();
    await workbench.load();
    await tab(/Reddit ads/).click();
    await says("18 ads, 1 page");
    await button("Keyword “e”, remove filter").waitFor();
    await button("Show bought results, 0 credits").click();
    await says("18 ads, 1 page");
    assert.equal(library.paid().length, 7);
  });
});
