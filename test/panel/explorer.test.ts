import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { testedVersion } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { HostFailure } from "../support/panelPageHost";
import { usePanel, type PanelPageOptions } from "../support/panelPage";
import { resize } from "../support/vscode/browser.mjs";

/** What is done all day with loaded ads: none of it costs anything. */
describe("daily work in the explorer", function () {
  const panel = usePanel();
  const { button, results } = panel;
  const table = () => panel.page.getByRole("grid", { name: "Loaded ads" });
  const head = (name: string) => table().getByRole("columnheader", { name, exact: true });
  const heads = async () => (await table().getByRole("columnheader").allInnerTexts()).filter((text) => text !== "");
  const paid = () => panel.paid().length;
  const search = async (options?: PanelPageOptions) => {
    await panel.open(options);
    await panel.search();
    await panel.page.getByRole("article").first().waitFor();
  };
  const searchTable = async (options?: PanelPageOptions) => {
    await search(options);
    await button("Table").click();
    await table().waitFor();
  };
  const widthOf = async (one: Locator) => (await one.boundingBox())!.width;
  /** The page's own memory, once it says something. */
  const remembered = (part: string) =>
    panel.page.waitForFunction((text) => sessionStorage.getItem("state")?.includes(text), part);

  it("shows its numbers, price, and heading beside each ad at any width", async () => {
    await searchTable();
    const scroller = panel.page.locator(".results-scroll");
    for (const [width, numbers] of [
      [900, 3],
      [1400, 4],
    ] as const) {
      await resize(panel.page, width);
      await scroller.evaluate((element) => element.scrollTo(0, 0));
      const box = (await results().boundingBox())!;
      const inSight = await table()
        .locator("tbody tr[data-key]:nth-of-type(2) .col-number")
        .evaluateAll(
          (cells, right) => cells.filter((cell) => cell.getBoundingClientRect().right <= right).length,
          box.x + box.width,
        );
      assert.ok(inSight >= numbers, String(inSight));
      await scroller.evaluate((element) => element.scrollTo(400, 300));
      await head("Ad").waitFor();
      const [top, left] = [(await head("Ad").boundingBox())!, (await scroller.boundingBox())!];
      assert.ok(Math.abs(top.y - left.y) < 2, "the head stays");
      const price = table().getByRole("button", { name: "Details, 100 credits" });
      assert.ok((await price.nth(8).boundingBox())!.x >= left.x, "the first column stays");
      assert.equal(await head("Likes").evaluate((cell) => getComputedStyle(cell).textAlign), "end");
    }
  });

  it("moves cell by cell with grid keys as one tab stop, and spends nothing", async () => {
    await searchTable({ width: 1000 });
    const { keyboard } = panel.page;
    const at = (cell: string) =>
      panel.page.waitForFunction(
        (name) => document.activeElement?.closest<HTMLElement>("[data-cell]")?.dataset.cell === name,
        cell,
      );
    await keyboard.press("g");
    await at("1:1");
    assert.equal(await table().locator('[tabindex="0"]').count(), 1);
    for (const [key, cell] of [
      ["ArrowDown", "2:1"],
      ["ArrowRight", "2:2"],
      ["End", "2:9"],
      ["ArrowRight", "2:9"],
      ["Home", "2:0"],
      ["Control+End", "18:9"],
      ["PageUp", undefined],
      ["Control+Home", "1:0"],
      ["ArrowUp", "0:0"],
      ["ArrowRight", "0:1"],
      ["ArrowRight", "0:2"],
    ] as const) {
      await keyboard.press(key);
      if (cell !== undefined) await at(cell);
      const covered = await panel.page.evaluate(() => {
        const cell = document.activeElement!.closest("[data-cell]")!;
        const { left, top, width, height } = cell.getBoundingClientRect();
        return !cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      assert.equal(covered, false, `${key} leads to a cell that is covered`);
    }
    await keyboard.press("Enter");
    await table().locator('[aria-sort="descending"]', { hasText: "Likes" }).waitFor();
    await keyboard.press("ArrowDown");
    await keyboard.press("Space");
    await results().getByText("1 selected").waitFor();
    await keyboard.press("Enter");
    assert.equal(await panel.page.evaluate(() => document.activeElement?.textContent), "Details, 100 credits");
    await keyboard.press("Escape");
    await at("1:1");
    assert.equal(paid(), 1);
  });

  it("remembers the chosen columns, their widths, and their order, and filters and sorts by them, for 0 credits", async () => {
    await searchTable({ width: 1900 });
    const { page } = panel;
    await panel.asked("preview");
    /** The questions that something on the screen would ask. */
    const asked = () => panel.host.asked.filter(({ method }) => method !== "lens").length;
    const questions = asked();
    const more = ["Days running", "Country", "Last seen"];
    assert.deepEqual(await heads(), ["Ad", "Likes", "Comments", "Shares", "Monthly traffic", "Advertiser", ...more]);
    const rows = () => table().getAttribute("aria-rowcount");
    const filter = button("Filter by Days running");
    await filter.click();
    const values = page.getByRole("dialog", { name: "Filter by Days running" });
    await values.getByRole("button", { name: "0 to 7 days, ads: 7" }).click();
    await values.waitFor({ state: "detached" });
    assert.deepEqual([await rows(), await filter.getAttribute("aria-pressed")], ["8", "true"]);
    await head("Days running").locator(".sort-button").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await values.getByRole("button", { name: "Show all" }).click();
    await values.waitFor({ state: "detached" });
    assert.deepEqual([await rows(), await filter.getAttribute("aria-pressed")], ["19", "false"]);

    const dialog = page.getByRole("dialog", { name: "Columns" });
    await button("Choose columns…").click();
    await dialog.getByRole("checkbox", { name: "Last seen" }).uncheck();
    await page.keyboard.press("Escape");
    await head("Last seen").waitFor({ state: "detached" });
    await button("Filter and sort loaded ads, 0 credits").click();
    const sort = page.getByRole("combobox", { name: "Sort loaded ads" });
    await sort.click();
    for (const name of ["Platform", "Website", "Title", "Last seen"])
      await page.getByRole("option", { name, exact: true }).waitFor();
    await page.getByRole("option", { name: "Last seen" }).click();
    await head("Last seen").and(page.locator('[aria-sort="descending"]')).waitFor();
    const seen = () => table().locator("tbody td:nth-of-type(10)").first().innerText();
    assert.equal(await seen(), "1 hours ago");
    await head("Last seen").locator(".sort-button").click();
    assert.equal(await seen(), "18 hours ago");

    await button("Choose columns…").click();
    await button("Reset columns").click();
    await dialog.getByRole("checkbox", { name: "Comments" }).uncheck();
    await dialog.getByRole("checkbox", { name: "Website" }).check();
    await dialog.getByRole("button", { name: "Move Shares left" }).click();
    await dialog.getByRole("button", { name: "Move Shares left" }).click();
    await page.keyboard.press("Escape");
    const chosen = ["Ad", "Shares", "Likes", "Monthly traffic", "Advertiser", ...more, "Website"];
    assert.deepEqual(await heads(), chosen);

    const before = await widthOf(head("Advertiser"));
    const grip = (await head("Advertiser").locator(".width-grip").boundingBox())!;
    await page.mouse.move(grip.x + 4, grip.y + 4);
    await page.mouse.down();
    await page.mouse.move(grip.x + 64, grip.y + 4, { steps: 3 });
    await page.mouse.up();
    assert.ok((await widthOf(head("Advertiser"))) > before + 40);
    await head("Likes").locator(".sort-button").focus();
    const likes = await widthOf(head("Likes"));
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    assert.ok((await widthOf(head("Likes"))) > likes);
    await page.keyboard.press("Control+Shift+ArrowRight");
    await head("Website").dragTo(head("Shares"));
    const moved = ["Ad", "Website", "Shares", "Monthly traffic", "Likes", "Advertiser", ...more];
    assert.deepEqual(await heads(), moved);

    await button("Overview of loaded ads, 0 credits").click();
    await page.getByRole("figure").first().waitFor();
    await button("Overview of loaded ads, 0 credits").click();
    await remembered('"order":["domain"');
    assert.equal(asked(), questions);
    await page.reload();
    await table().waitFor();
    assert.deepEqual(await heads(), moved);
    assert.ok((await widthOf(head("Advertiser"))) > before + 40);
    await button("Choose columns…").click();
    await button("Reset columns").click();
    await page.keyboard.press("Escape");
    assert.equal((await heads())[2], "Comments");
    assert.equal(paid(), 1);
  });

  it("shows how the ads are sorted when others bring more metrics", async () => {
    await panel.open();
    const { search } = panel.host.rows;
    await panel.search();
    await button("Filter and sort loaded ads, 0 credits").click();
    const sort = panel.page.getByRole("combobox", { name: "Sort loaded ads" });
    const option = (name: string) => sort.getByRole("option", { name, exact: true, includeHidden: true });
    await sort.click();
    await option("Comments").click();
    panel.host.rows.search = async (asked, signal) => {
      const found = await search(asked, signal);
      if (!("page" in found)) return found;
      const ads = found.page.ads.map((card) => ({ ...card, stats: [{ tooltip: "Impressions", value: 1 }] }));
      return { ...found, page: { ...found.page, ads } };
    };
    await button("Load next page, 100 credits").click();
    await option("Impressions").waitFor({ state: "attached" });
    assert.equal(await sort.locator(".selected-value").innerText(), "Comments");
    assert.equal(await option("Comments").getAttribute("aria-selected"), "true");
  });

  it("restores order, text, filters, selection, and the place in the details after a reload", async () => {
    await search({ width: 1400 });
    const { page } = panel;
    await button("Filter and sort loaded ads, 0 credits").click();
    await page.getByRole("textbox", { name: "Text in loaded ads" }).fill("fjord");
    await page.getByRole("combobox", { name: "Sort loaded ads" }).click();
    await page.getByRole("option", { name: "Comments" }).click();
    const line = results().getByText(/ \d+ shown$/);
    const shown = async () => (await line.innerText()).replace("bought, ", "").split(" · ")[1];
    const before = await shown();
    const first = (await page.getByRole("article").first().getAttribute("data-key"))!;
    const boxes = page.getByRole("checkbox", { name: /^Select / });
    for (const at of [0, 1]) await boxes.nth(at).check({ force: true });
    await button("Details, 100 credits").first().click();
    const pane = page.locator(".detail-pane");
    await pane.getByRole("figure").first().waitFor();
    await pane.evaluate((element) => (element.scrollTop = 420));
    await remembered('"detailTop":420');
    await page.reload();
    await results().getByText("2 selected").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Text in loaded ads" }).inputValue(), "fjord");
    assert.equal(await shown(), before);
    assert.equal(await page.getByRole("article").first().getAttribute("data-key"), first);
    await page.waitForFunction(() => document.querySelector(".detail-pane")?.scrollTop === 420);
    await button("Side by side").click();
    const beside = page.getByRole("group", { name: "Ads side by side" });
    await beside.waitFor();
    await remembered('"showing":"compared"');
    const { rows } = panel.host;
    const { open } = rows;
    rows.open = async (asked, signal) => ({
      ...(await open(asked, signal)),
      boughtDetails: (await rows.boughtNow({}, signal)).boughtDetails,
    });
    await page.reload();
    await beside.getByRole("row", { name: /^Times observed \d/ }).waitFor();
    assert.equal(paid(), 2);
  });

  it("offers an advertiser or website from its name: in the form, in the archive, and all bought ads, for 0 credits", async () => {
    await search({ width: 1400 });
    const { page } = panel;
    const named = { platform: "facebook", id: "12", name: "Nordlicht Coffee" };
    const nameIn = (place: Locator) => place.getByRole("button", { name: named.name }).first();
    const name = nameIn(page.getByRole("article").first());
    const details = page.getByRole("region", { name: "Ad details" });
    const entry = (words: string) => page.getByRole("menuitem", { name: words });
    const all = () => entry("All bought ads of “Nordlicht Coffee”, 0 credits").click();
    // Closed and reopened at once, it stays open.
    await name.evaluate(async (button: HTMLElement) => {
      const drawn = () => Promise.resolve().then(() => Promise.resolve());
      button.click();
      await drawn();
      const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
      document.querySelector("[role=menu]")?.dispatchEvent(escape);
      await drawn();
      button.click();
      // Pending events of the first menu have fired by the second frame.
      await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    });
    const find = entry("Find “Nordlicht Coffee” in the archive, 0 credits");
    await find.waitFor();
    assert.equal(await name.getAttribute("aria-expanded"), "true");
    await find.click();
    await button("Details, 100 credits").first().click();
    await details.getByRole("button", { name: "shop1.example", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Find “shop1.example”/ }).click();
    await nameIn(details).click();
    await all();
    await button("Close details").click();
    await name.click();
    await all();
    await button("Table").click();
    await nameIn(table()).click();
    await all();
    assert.deepEqual(await panel.asked("findBought", 5), [
      { criteria: { advertiser: named.name } },
      { criteria: { domain: "shop1.example" } },
      ...[1, 2, 3].map(() => ({ criteria: { owner: named } })),
    ]);
    await button("Cards").click();
    await name.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    const fill = entry("Enter “Nordlicht Coffee” in the form, 0 credits");
    assert.match((await fill.getAttribute("title")) ?? "", /paid text search and may return others' ads/);
    await fill.press("Enter");
    await button("Search “Nordlicht Coffee”, remove filter").waitFor();
    await page.waitForFunction(() => document.activeElement?.closest(".search-button") !== null);
    await results().getByText("Edited, not applied yet").waitFor();
    // Once that is searched for, it says how many of the ads are by this advertiser.
    await page.locator(".search-button").click();
    const line = page.locator(".searched-owner");
    await line.waitFor();
    const [, own, of] = /^(\d+) of (\d+) ads are by Nordlicht Coffee\./.exec(await line.innerText()) ?? [];
    assert.ok(Number(own) > 0 && Number(own) < Number(of), await line.innerText());
    await button("Show only ads by Nordlicht Coffee, 0 credits").click();
    await results().getByText(` ${own} shown`).waitFor();
    await button("Show all loaded ads").first().click();
    await line.waitFor();
    const { search: answer } = panel.host.rows;
    panel.host.rows.search = async (asked, signal) => {
      const answered = await answer(asked, signal);
      if (!("page" in answered)) return answered;
      const ads = answered.page.ads.filter(({ owner }, at) => at === 0 || owner?.name !== named.name);
      return { ...answered, page: { ...answered.page, ads } };
    };
    await page.locator(".search-button").click();
    await line.getByText(/^1 of \d+ ads is by Nordlicht Coffee\./).waitFor();
    assert.equal(paid(), 4);
  });

  it("starts with examples, saved and recent searches, which fill the form for 0 credits", async () => {
    await panel.open({ width: 1400 });
    const { page } = panel;
    const start = page.getByRole("region", { name: "Start from a search" });
    const names = (list: string) =>
      start.getByRole("heading", { name: list }).locator("..").getByRole("button").allInnerTexts();
    await start.getByRole("button", { name: "Running shoes, newest, Facebook" }).waitFor();
    assert.deepEqual(await names("Examples"), [
      "Ads that mention “free delivery”",
      // V1's sort has no direction.
      ...(testedVersion === "v1" ? [] : ["Ads sorted by Engagement, highest first"]),
      "Gender: Women",
    ]);
    await button("Ads that mention “free delivery”").click();
    await button(/free delivery.*remove filter/).waitFor();
    await start.getByRole("button", { name: "Running shoes, newest, Facebook" }).click();
    await button("Gender Women, remove filter").waitFor();
    assert.equal(await button(/free delivery.*remove filter/).count(), 0);
    await start.getByRole("button", { name: /^All ads, Native/ }).click();
    await page.getByText("This platform has no filter “os”.").waitFor();
    const platform = page.getByRole("combobox", { name: "Platform", exact: true });
    assert.equal(await platform.evaluate((element): unknown => Reflect.get(element, "value")), "native");
    assert.equal(paid(), 0);
    assert.deepEqual(await axeFindings(page), []);
  });

  it("offers saved and recent searches without a key, too, each name on one line", async () => {
    const name = "Running shoes of every brand, newest first, in all countries, ".repeat(3).trimEnd();
    await panel.open({
      width: 1000,
      start: { connection: { kind: "service", origin: "https://ads.example", hasKey: false } },
      prepare: ({ rows }) => (rows.knownSearches = () => [{ kind: "saved", id: "1", name, platform: "facebook" }]),
    });
    await button("Set API key…").waitFor();
    const row = button(`${name}, Facebook`);
    const shown = row.getByText(name);
    await shown.waitFor();
    assert.equal(await row.getAttribute("title"), name);
    const { wide, of, high } = await shown.evaluate((text) => ({
      ...{ wide: text.scrollWidth, of: text.clientWidth, high: text.clientHeight },
    }));
    assert.ok(wide > of && high < 30, `${wide} of ${of} px, ${high} px high`);
    await row.click();
    await button("Gender Women, remove filter").waitFor();
    assert.equal(paid(), 0);
  });

  it("unfolds the form and focuses the filter that a failed search names", async () => {
    await panel.open({ width: 600 });
    const { page, host } = panel;
    host.rows.search = () => {
      const problems = [{ filter: "target_age", code: "wrongKind" as const, message: "Too young." }];
      const failure = { code: "invalidRequest", charge: "none", message: "One filter is wrong.", problems } as const;
      throw new HostFailure({ ...failure, next: "editFilters" });
    };
    await button("Search, 100 credits").click();
    await button("Edit filters").click();
    await page.getByText("Too young.").waitFor();
    await page.locator('[data-filter="target_age"] :focus').first().waitFor({ state: "attached" });
    // While fields are still being drawn, what is below them moves away from under a click.
    await page.locator(".control-to-come").first().waitFor({ state: "detached" });
    // Pressed the moment it is drawn, before anything that follows the painting of the page.
    await button("Dismiss").click();
    await page.getByText("Too young.").waitFor({ state: "detached" });
    await page.evaluate(`new MutationObserver((_, observer) => {
      const edit = [...document.querySelectorAll("vscode-button, button")].find((one) => one.textContent.includes("Edit filters"));
      if (!edit) return;
      observer.disconnect();
      edit.click();
      document.body.dataset.pressed = "yes";
    }).observe(document.body, { childList: true, subtree: true })`);
    await button("Search, 100 credits").click();
    await page.locator("body[data-pressed]").waitFor();
    await page.locator('[data-filter="target_age"] :focus').first().waitFor({ state: "attached" });
    assert.equal(await page.evaluate("document.querySelector('.form-pane.folded')"), null);
  });
});
