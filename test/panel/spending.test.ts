import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testedVersion } from "../support/apiVersion";
import { changeFilters, usualChange } from "../support/changedFilters";
import { shareLibrary } from "../support/fixtures";
import { patienceInMs } from "../support/hostOutput.mjs";
import { itInLongForm, times, variants } from "../support/long";
import { ledgerLines } from "../support/spending";
import { useWorkbench } from "../support/useWorkbench";
import { jsonIssues } from "../unit/features/export/schemas";

interface Exported {
  readonly about: { readonly complete: boolean; readonly pages: number };
  readonly ads: readonly { readonly id: number }[];
}

describe("What a window spends", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => ({
    keyring: "lasting",
    settings: { "adLibrary.baseUrl": library.url, "adLibrary.requestTimeoutSeconds": 300 },
    size: { width: 2000, height: 900 },
  }));
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  before(() => workbench.connect(library.key));

  describe("An export in the workbench", () => {
    const read = (name: string) => readFile(join(workbench.workspace, name), "utf8");
    const written = async (name: string) => {
      const exported = JSON.parse(await read(name)) as Exported;
      assert.deepEqual(jsonIssues("export-json", exported), []);
      return exported;
    };
    /** Begins an export as a person does. */
    const exportPages = async (pages: number, name: string) => {
      await workbench.runCommand("Ad Library: Export Pages…");
      await workbench.quickPick("Specific number of pages…").click();
      await workbench.answer(String(pages), "Up to 18 ads per page, starting with page 1.");
      // A row with a check mark is no option to assistive software.
      const row = workbench.page.locator(".quick-input-widget").getByRole("checkbox", { name: /^Include the details/ });
      await row.first().waitFor();
      await workbench.page.keyboard.press("Enter");
      await workbench.page.locator(".quick-input-widget:visible").getByText("Export Pages").first().waitFor();
      await workbench.saveAs(join(workbench.workspace, name));
    };
    /** Exports as another extension can, which may need a person's yes. @returns what the command answers at its end */
    const exported = (pages: number, name: string) =>
      workbench.callAgreed<{ readonly uncertain: number }>("adLibrary.exportPages", {
        pages,
        file: join(workbench.workspace, name),
      });
    /**
     * A notification. VS Code keeps a fourth one within 800 ms from the screen, and a test presses buttons that fast. Its
     * list has them all, but hides as the last one goes, before the next one comes.
     */
    const told = async (text: string) => {
      const notification = workbench.notification(text);
      const signal = AbortSignal.timeout(patienceInMs);
      while (!(await notification.isVisible())) {
        assert(!signal.aborted, `No notification says "${text}".`);
        await workbench.call("notifications.showList");
      }
      return notification;
    };
    const cancel = async (text = "Finishing the page already requested: to abort it may cost 100 credits") =>
      (await told(text)).getByRole("button", { name: "Cancel" }).click();

    before(() => workbench.callAgreed("adLibrary.search", { platform: "native", body: {} }));

    it("finishes the pending page when canceled, in a file marked incomplete", async () => {
      const second = library.hold();
      await exportPages(3, "canceled.json");
      await library.paidArrived(2);
      await cancel("Exporting ads");
      await told("Finishing the page already requested: to abort it may cost 100 credits");
      await second.answer();
      await told("Exported: 2 of 3 pages.");
      await told("Canceled before the end. Every answer you paid for is in the archive.");
      const { about, ads } = await written("canceled.incomplete.json");
      assert.deepEqual([about.complete, ads.length, library.paid().length], [false, 36, 2]);
    });

    it("is aborted by a second cancel, after a question that states what it may cost", async () => {
      await workbench.clearNotifications();
      library.hold();
      const ended = exported(3, "aborted.json");
      await library.paidArrived(3);
      await cancel("Exporting ads");
      await cancel();
      const wait = workbench.dialog().getByRole("button", { name: "Wait" });
      await wait.waitFor();
      const offered = await workbench.dialog().getByRole("button").allInnerTexts();
      assert.deepEqual(offered.filter(Boolean).sort(), ["Abort, May Cost 100 Credits", "Show Credits", "Wait"]);
      await wait.click();
      await cancel();
      await workbench.dialog().getByRole("button", { name: "Abort, May Cost 100 Credits" }).click();
      assert.equal((await ended).uncertain, 100);
      await told("100 more credits may have been charged");
      const { about, ads } = await written("aborted.incomplete.json");
      assert.deepEqual([about.complete, ads.length, library.paid().length], [false, 36, 3]);
      await workbench.clearNotifications();
    });

    it("resumes after its extension host is killed, without paying for a bought page", async () => {
      const third = library.hold();
      library.hold();
      await exportPages(4, "killed.json");
      await library.paidArrived(4);
      await third.answer();
      await library.paidArrived(5);
      // Until then, a reload loses the explorer's tab, which later exports need.
      await workbench.stored("adLibrary.explorer", "editors");
      await workbench.load();
      const resumed = workbench.call("adLibrary.resumeExport");
      await workbench.quickPick("killed.json").click();
      await workbench.dialog().getByText("The answer for page 4 isn't in the archive.").waitFor();
      await workbench.dialog().getByRole("button", { name: "Request Again for 100 Credits" }).click();
      await resumed;
      await told("72 ads exported to killed.json");
      const { about, ads } = await written("killed.json");
      assert.equal(about.complete, true);
      assert.equal(new Set(ads.map(({ id }) => id)).size, 72);
      assert.equal(library.paid().length, 6);
    });

    it("tells that the ledger can't have how a paid request ended", async () => {
      const names = await readdir(workbench.dataFolder, { recursive: true });
      const ledger = join(
        workbench.dataFolder,
        names.find((name) => /ledger.*\.ndjson$/.test(name))!,
      );
      const fifth = library.hold();
      const ended = exported(5, "unrecorded.json");
      await library.paidArrived(7);
      await rename(ledger, `${ledger}.away`);
      await mkdir(ledger);
      await fifth.answer();
      await told("Couldn't write to the ledger, so a paid request may be counted as uncertain.");
      await rmdir(ledger);
      await rename(`${ledger}.away`, ledger);
      await ended;
      assert.equal((await written("unrecorded.json")).ads.length, 90);
      await workbench.clearNotifications();
    });
  });

  /** The service changes a platform's filters while searches with them are bought, saved, and on the screen. */
  describe("A form that the service changes", () => {
    let boughtBefore: number;
    const explorer = () => workbench.explorer();
    const button = (name: string) => explorer().getByRole("button", { name, exact: true });
    const says = (text: string | RegExp) => results().getByText(text).first().waitFor();
    /** Paid requests since the search was bought. */
    const paid = () => library.paid().length - boughtBefore;
    const misfit = "This search no longer fits the platform's filters, so you can't buy more of it.";
    /** What is bought is on the screen, with what no longer fits, and no price is offered for it. */
    const shownButUnfit = async () => {
      await says("18 ads, 1 page");
      await says(misfit);
      await says("os: This platform doesn't have this filter.");
      assert.equal(await button("Load next page, 100 credits").count(), 0);
      assert.equal(await results().getByRole("alert").count(), 0);
      assert.equal(paid(), 0);
    };
    const body = { os: [1], search_field: [{ type: "text", text: "e" }] };
    const file = (name: string, search: object) =>
      writeFile(
        join(workbench.workspace, `${name}.adsearch.json`),
        JSON.stringify({ platform: "facebook", name, body: search }),
      );

    before(async function () {
      // Other filters, in other words.
      if (testedVersion === "v1") return this.skip();
      await workbench.openView();
      await workbench.call("workbench.action.closeAllEditors");
      await workbench.clearNotifications();
      await workbench.callAgreed("adLibrary.search", { platform: "facebook", body });
      await says("18 ads, 1 page");
      boughtBefore = library.paid().length;
      await workbench.call("adLibrary.saveSearch", { name: "Phones" });
      await file("Young", { target_age: [18, 24] });
      for (const name of ["Phones,", "Young, Facebook"]) await workbench.treeItem(name).waitFor();
    });

    it("is noticed by a check of the connection, names what it breaks, and buys no search with the filters of before", async () => {
      await changeFilters(library, "facebook", (filters) =>
        usualChange(filters).map((filter) => ({ ...filter, ...(filter.key === "target_age" && { min: 30 }) })),
      );
      // Fetches and compares all forms, for 0 credits.
      const checked = workbench.call("adLibrary.checkConnection");
      await workbench.page.locator(".quick-input-widget:visible").getByText("10 of 10 platforms work").waitFor();
      await workbench.page.keyboard.press("Escape");
      await checked;
      const change = "3 removed · 1 added · 1 changed · breaks 2 searches";
      await workbench.treeItem(`Facebook changed its filters, ${change}`).waitFor();
      await workbench.treeItem("Young, 18 is out of range").first().waitFor();
      await button("Search again, 100 credits").click();
      await explorer()
        .getByRole("button", { name: /^os, .*remove filter$/i })
        .waitFor();
      // What is bought can be opened; what can't be sent has no price.
      await button("Show bought results, 0 credits").waitFor();
      await button("Search again, 100 credits").waitFor({ state: "detached" });
      await says("18 ads, 1 page");
      assert.equal(paid(), 0);
      await workbench.screenshot("changed-form-marked");
    });

    itInLongForm("leaves what is bought open after a reload, marked with what no longer fits", async () => {
      await workbench.stored('"platform":"facebook"', "editors");
      await workbench.load();
      await workbench.openView();
      await shownButUnfit();
      await workbench.screenshot("changed-form-restored");
    });

    it("opens what is bought of a closed panel, and of a saved and a recent search, and looks for the runs of a file, for 0 credits", async () => {
      await workbench.call("workbench.action.closeAllEditors");
      await workbench.call("adLibrary.openExplorer", "facebook");
      await shownButUnfit();
      for (const row of [/^Phones,/, /^e,/]) {
        await workbench.call("workbench.action.closeAllEditors");
        if (row.test("e,")) await workbench.treeItem("Recent").click();
        await workbench.page.getByRole("treeitem", { name: row }).first().click();
        await shownButUnfit();
      }
      await file("Phones of old", body);
      await workbench.chooseFromMenu("Phones of old, Line 1", "Compare With Earlier Run…");
      await workbench.notification("This search doesn't have two runs yet.").waitFor();
      assert.equal(paid(), 0);
    });
  });

  describe("With everything open", () => {
    let booked: readonly string[];
    let bought: number;
    const tab = (name: RegExp) => workbench.page.getByRole("tab", { name });
    const detail = () => workbench.explorer().getByRole("region", { name: "Ad details" });
    /** Shows the explorer and waits until it is drawn again. */
    const shown = async () => {
      await tab(/Native ads/).click();
      await results().getByText("18 ads, 1 page").first().waitFor();
      await detail()
        .getByRole("button", { name: /^Fetch again/ })
        .waitFor();
    };
    const nothingSpent = async () => {
      const targets = library.paid().map(({ target }) => target);
      assert.equal(targets.length, bought, targets.join());
      assert.deepEqual(await ledgerLines(workbench.dataFolder), booked);
    };

    afterEach(async function () {
      if (!this.currentTest?.isFailed()) await nothingSpent();
    });

    it("first buys a search and a detail, and opens everything", async () => {
      const before = library.paid().length;
      await workbench.openView();
      await workbench.change({ "workbench.hover.delay": 100 });
      await workbench.call("workbench.action.closeAllEditors");
      await workbench.callAgreed("adLibrary.search", { platform: "native", text: "a" });
      await results().getByRole("button", { name: "Details, 100 credits" }).first().click();
      await detail()
        .getByRole("button", { name: /^Fetch again/ })
        .waitFor();
      await workbench.call("adLibrary.showCredits");
      await workbench.call("adLibrary.searchArchive");
      await workbench.call("adLibrary.showLog");
      await workbench.clearNotifications();
      await shown();
      booked = await ledgerLines(workbench.dataFolder);
      bought = library.paid().length;
      assert.equal(bought, before + 2);
      assert.ok(booked.length > 0);
    });

    it("spends nothing on hover over cards, buttons, and entries", async () => {
      const buttons = [results(), detail()].map((region) => region.getByRole("button").filter({ visible: true }).all());
      const cardOf = (element: Element) => Number(element.closest("[data-card]")?.getAttribute("data-card") ?? 0);
      for (const button of (await Promise.all(buttons)).flat())
        if ((await button.evaluate(cardOf)) < times(3, 18)) await button.hover();
      const entries = workbench.page.getByRole("treeitem").filter({ visible: true });
      for (const entry of await entries.all()) await entry.hover();
    });

    it("spends nothing on scrolling, and when every control gets and loses focus", async () => {
      const scroller = workbench.explorer().locator(".results-scroll");
      for (const place of [1, 0, 1, 0]) {
        await scroller.evaluate((element, to) => (element.scrollTop = to * element.scrollHeight), place);
        await scroller.evaluate(() => new Promise(requestAnimationFrame));
      }
      await results().getByRole("button", { name: "Load next page, 100 credits" }).waitFor({ state: "attached" });
      await results().getByRole("article").first().focus();
      for (let presses = 0; presses < 60; presses += 1) await workbench.page.keyboard.press("Tab");
      const another = await workbench.page.context().newPage();
      await another.bringToFront();
      await workbench.page.bringToFront();
      await another.close();
      await workbench.openView();
      await shown();
    });

    it("spends nothing when the theme and settings change", async () => {
      const all = ["light", "high contrast", "dark"] as const;
      for (const theme of variants(all.slice(1), all)) await workbench.setTheme(theme);
      const changes = {
        "adLibrary.confirmAbove": 0,
        "adLibrary.dailyBudget": 100_000,
        "adLibrary.loadMedia": "never",
        "adLibrary.paidRetry": "always",
        "adLibrary.requestTimeoutSeconds": 25,
        "adLibrary.export.defaultFormat": "csv",
        "adLibrary.archive.maxSizeMb": 200,
      };
      for (const [name, value] of Object.entries(changes)) await workbench.change({ [name]: value });
      // The status bar says the budget once it has arrived.
      const left = (100_000 - 100 * bought).toLocaleString("en");
      const said = workbench.page.getByText(`${left} of 100,000 credits`);
      while ((await said.count()) === 0) {
        await workbench.viewTab().hover();
        await workbench.statusBar(/\d credits/).hover();
        await workbench.page
          .locator(".monaco-hover:visible")
          .filter({ hasText: /Click to see .*all spending/ })
          .waitFor();
      }
      await shown();
    });

    it("asks before a click exceeds the limit, and Escape spends nothing", async () => {
      const dialog = workbench.dialog();
      for (const answer of ["Escape", "Don't Spend"]) {
        await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
        await dialog.getByText("Spend 100 credits?").waitFor();
        await dialog.getByText("Search on Native, page 2: ").waitFor();
        // A setting became looser, so the limit isn't the only reason to ask.
        assert.equal(await dialog.locator(":focus").innerText(), "Show Credits");
        const buttons = await dialog.getByRole("button").allInnerTexts();
        assert.deepEqual(buttons.filter(Boolean).sort(), ["Don't Spend", "Show Credits", "Spend 100 Credits"]);
        if (answer === "Escape") await workbench.screenshot("spending-asked");
        if (answer === "Escape") await workbench.page.keyboard.press(answer);
        else await dialog.getByRole("button", { name: answer }).click();
        await dialog.waitFor({ state: "hidden" });
        await results().getByText("Not sent").first().waitFor();
        // It was wanted, so it is no error to be reported.
        await results().locator(".alert.alert-calm").waitFor();
        assert.equal(await results().getByRole("button", { name: "Copy details" }).count(), 0);
      }
      await shown();
    });

    it("spends nothing when editors are hidden, shown, and closed", async () => {
      for (const name of [/[Cc]redits/, /Native ads/, /Archive/]) await tab(name).first().click();
      await workbench.call("workbench.action.closeActiveEditor");
      await shown();
    });

    // The short form of a reload is in restore.test.ts.
    itInLongForm("spends nothing when the window reloads and restores everything", async () => {
      await workbench.stored('"platform":"native"', "editors");
      await workbench.load();
      await shown();
    });
  });
});
