import assert from "node:assert/strict";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { ledgerLines } from "../support/spending";
import { writeSettings } from "../support/vscode/server.mjs";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("With everything open", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  let booked: readonly string[];
  const tab = (name: RegExp) => workbench.page.getByRole("tab", { name });
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
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
    assert.equal(
      library.paid().length,
      2,
      library
        .paid()
        .map(({ target }) => target)
        .join(),
    );
    assert.deepEqual(await ledgerLines(workbench.dataFolder), booked);
  };

  before(async () => {
    library = await startCountedLibrary();
    workbench = await openWorkbench({
      keyring: "lasting",
      settings: { "adLibrary.baseUrl": library.url, "workbench.hover.delay": 100 },
      size: { width: 1800, height: 900 },
    });
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
    if (!this.currentTest?.isFailed()) await nothingSpent();
  });

  it("first buys a search and a detail, and opens everything", async () => {
    await workbench.connect(library.key);
    await workbench.clearNotifications();
    await workbench.callAgreed("adLibrary.search", { platform: "native", text: "a" });
    await results().getByRole("button", { name: "Details, 100 credits" }).first().click();
    await detail()
      .getByRole("button", { name: /^Fetch again/ })
      .waitFor();
    await workbench.call("adLibrary.showCredits");
    await workbench.call("adLibrary.searchArchive");
    await workbench.call("adLibrary.showLog");
    await shown();
    booked = await ledgerLines(workbench.dataFolder);
    assert.equal(library.paid().length, 2);
    assert.ok(booked.length > 0);
  });

  it("spends nothing on hover over every card, button, and entry", async () => {
    for (const place of await results().getByRole("button").all()) if (await place.isVisible()) await place.hover();
    for (const place of await detail().getByRole("button").all()) if (await place.isVisible()) await place.hover();
    for (const entry of await workbench.page.getByRole("treeitem").all())
      if (await entry.isVisible()) await entry.hover();
  });

  it("spends nothing on scrolling to the end and back", async () => {
    const scroller = workbench.explorer().locator(".results-scroll");
    for (const place of [1, 0, 1, 0]) {
      await scroller.evaluate((element, to) => (element.scrollTop = to * element.scrollHeight), place);
      await scroller.evaluate(() => new Promise(requestAnimationFrame));
    }
    await results().getByRole("button", { name: "Load next page, 100 credits" }).waitFor({ state: "attached" });
  });

  it("spends nothing when every control gets and loses focus", async () => {
    await results().getByRole("article").first().focus();
    for (let times = 0; times < 60; times += 1) await workbench.page.keyboard.press("Tab");
    const another = await workbench.page.context().newPage();
    await another.bringToFront();
    await workbench.page.bringToFront();
    await another.close();
    await workbench.openView();
    await shown();
  });

  it("spends nothing when the theme changes", async () => {
    for (const theme of ["light", "high contrast", "dark"] as const) await workbench.setTheme(theme);
    await shown();
  });

  it("spends nothing when settings change", async () => {
    const changes = {
      "adLibrary.confirmAbove": 0,
      "adLibrary.dailyBudget": 100_000,
      "adLibrary.loadMedia": "never",
      "adLibrary.paidRetry": "always",
      "adLibrary.requestTimeoutSeconds": 25,
      "adLibrary.export.defaultFormat": "csv",
      "adLibrary.archive.maxSizeMb": 200,
    };
    for (const [name, value] of Object.entries(changes)) await writeSettings(workbench.dataFolder, { [name]: value });
    // The status bar says the budget once it has arrived.
    const said = workbench.page.getByText("99,800 of 100,000 credits");
    while ((await said.count()) === 0) {
      await workbench.viewTab().hover();
      await workbench.statusBar("credits spent today").hover();
      await workbench.page.locator(".monaco-hover:visible").filter({ hasText: "Click to see all spending" }).waitFor();
    }
    await shown();
  });

  it("asks before a click exceeds the limit, and Escape spends nothing", async () => {
    for (const answer of ["Escape", "Don't Spend"]) {
      await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
      const dialog = workbench.dialog();
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
    }
    await shown();
  });

  it("spends nothing when editors are hidden, shown, split, and closed", async () => {
    for (const name of [/Archive/, /Native ads/, /[Cc]redits/, /Native ads/]) await tab(name).first().click();
    await tab(/Archive/)
      .first()
      .click();
    await workbench.runCommand("View: Close Editor");
    await shown();
  });

  it("spends nothing when the window reloads and restores everything", async () => {
    await workbench.stored('"platform":"native"', "editors");
    await workbench.load();
    await shown();
  });
});
