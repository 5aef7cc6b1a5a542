import assert from "node:assert/strict";
import type { ElementHandle, Locator } from "playwright-core";
import { testedVersion } from "../support/apiVersion";
import { times, variants } from "../support/long";
import { HostFailure, type PanelPageHost } from "../support/panelPageHost";
import { themes, type ThemeName } from "../support/panelPageThemes";
import { resize } from "../support/vscode/browser.mjs";
import { usePanel, type PanelPageOptions } from "../support/panelPage";
import { detailOf, pageOf } from "../support/panelPageAds";
import { panelStates } from "../support/panelStates";

describe("the look of the results", function () {
  const panel = usePanel();
  const { open, button } = panel;
  const search = async (options?: PanelPageOptions) => {
    await open(options);
    await panel.search();
    await panel.page.getByRole("article").first().waitFor();
  };

  it("names the price's unit and the numbers on every card, and folds minor remarks behind a button with their count", async () => {
    await search();
    const card = panel.page.getByRole("article").first();
    assert.equal(await card.getByRole("button", { name: /^Details/ }).innerText(), "Details, 100 credits");
    assert.deepEqual(await card.locator(".metrics").allInnerTexts(), ["Likes\n1.2K\nComments\n37\nShares\n9.01E15"]);
    assert.match(await card.locator(".remark-list").innerText(), /United States, Germany \+3\s+Running for 1 day/);
    const more = button(/^Show 1 more fact of Fresh/).first();
    assert.equal(await more.innerText(), "+1");
    await more.click();
    await card.getByText("Monthly traffic").waitFor();
    await button(/^Show fewer facts of Fresh/)
      .first()
      .click();
    await card.getByText("Monthly traffic").waitFor({ state: "detached" });
    panel.host.rows.search = ({ query }) => ({
      page: { ...pageOf(query.platform, 1, ""), adsInAnswer: 180_000, fetchedAt: "2026-01-20T12:00:00Z" },
      boughtDetails: [],
    });
    await button("Search, 100 credits").click();
    await panel.results().getByText("18 of 180,000 ads shown, 1 page. The answer is too large").waitFor();
    await card.getByText("Last seen Jan 20, 2026").waitFor();
  });

  it("lays out an open form: exclusions, the reset, fields beside wrapping labels, chosen options, and start lists", async () => {
    await open({ width: 1920, height: 500 });
    const { page } = panel;
    await page.getByRole("combobox", { name: "Search, where to look" }).click();
    await page.getByRole("option", { name: "Text without advertiser" }).click();
    await page.getByRole("textbox", { name: "Search, text" }).fill("Acme");
    const chip = button("Search Text without advertiser: not “Acme”, remove filter");
    assert.match((await chip.getAttribute("class")) ?? "", /chip-excludes/);
    assert.equal(await chip.getAttribute("title"), "Search Text without advertiser: not “Acme” (search_field)");
    for (const box of await page.getByRole("checkbox").all()) if (await box.isEnabled()) await box.click();
    await page.getByRole("list", { name: "Active filters" }).evaluate((list) => (list.scrollTop = 1e6));
    const inSight = await button("Reset all filters").evaluate((inner) => {
      const { top, bottom } = inner.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    assert.ok(inSight);
    const label = page.getByRole("checkbox", { name: "Video" }).locator("span").first();
    await label.evaluate((inner) => (inner.textContent = "Videos of partners in the audience network"));
    const widths = await page
      .locator("vscode-checkbox .control")
      .evaluateAll((boxes) => [...new Set(boxes.map((box) => box.getBoundingClientRect().width))]);
    assert.deepEqual(widths, [18]);
    const heading = (await page.getByRole("heading", { name: "Find ads" }).boundingBox())!;
    // Saved and recent searches come after the examples.
    await page.getByRole("heading", { name: "Recent searches" }).waitFor();
    const lists = await page.locator(".beginnings-list").all();
    const boxes = await Promise.all(lists.map(async (list) => (await list.boundingBox())!));
    const edges = [Math.min(...boxes.map(({ x }) => x)), Math.max(...boxes.map(({ x, width }) => x + width))];
    const besides = [heading.x - edges[0]!, edges[1]! - heading.x - heading.width];
    assert.ok(Math.abs(besides[0]! - besides[1]!) < 2, JSON.stringify(boxes));
    await panel.setTheme("hc-dark");
    await page.getByRole("combobox", { name: "Platform", exact: true }).click();
    await page.getByRole("option", { name: "TikTok" }).hover();
    const line = (name: string) =>
      page.getByRole("option", { name, exact: true }).evaluate((option) => {
        const { outlineColor, outlineStyle } = getComputedStyle(option);
        return outlineColor === "rgba(0, 0, 0, 0)" ? "none" : outlineStyle;
      });
    assert.deepEqual(await Promise.all(["Facebook", "TikTok", "Reddit"].map(line)), ["solid", "dashed", "none"]);
  });

  it("draws metrics of different magnitudes separately in their usual colors, and a single moment as a sentence", async () => {
    const metrics = [
      { key: "likes", label: "Likes" },
      { key: "views", label: "Views" },
    ];
    const points = ["2026-10-01", "2026-11-01"].map((date, at) => ({ date, values: [at + 1, 90_000 * (at + 1)] }));
    const parts = { points: metrics.map(({ label }, at) => ({ label, value: 9 - at })) };
    await search({
      prepare: ({ rows }) => {
        rows.adDetail = ({ ad }) => {
          const { detail, ...bought } = detailOf(ad, "");
          const lifetime = { timeline: { metrics, points }, breakdown: parts };
          const lastMonth = { timeline: { metrics, points: points.slice(0, 1) } };
          return { ...bought, detail: { ...detail, engagement: { lifetime, lastMonth } } };
        };
      },
    });
    const { page } = panel;
    await button("Details, 100 credits").first().click();
    const chart = page.getByRole("figure", { name: /^Engagement over time/ });
    await chart.getByRole("slider", { name: "Values of Engagement over time, Likes" }).waitFor();
    assert.equal(await chart.getByRole("slider").count(), 2);
    await chart.getByRole("checkbox", { name: "Separate scales" }).click();
    assert.equal(await chart.getByRole("slider").count(), 1);
    const color = "(element) => element.className.match(/chart-series-\\d/)[0]";
    const line = await chart.getByRole("button", { name: "Likes" }).evaluate(color);
    const part = page.getByRole("figure", { name: /^Engagement by type/ }).locator(".share-row", { hasText: "Likes" });
    assert.equal(await part.evaluate(color), line);
    await page.getByRole("tab", { name: "Last month" }).click();
    await chart.getByText("Oct 1, 2026: Views 90K, Likes 1.").waitFor();
    assert.equal(await chart.getByRole("slider").count(), 0);
  });

  it("gives titles room in the table, sorts by column header with ad and column in view, and cuts no button", async () => {
    await search();
    const { page } = panel;
    await button("Table").click();
    const table = page.getByRole("grid", { name: "Loaded ads" });
    const head = (name: string) => table.getByRole("columnheader", { name, exact: true });
    for (const [width, columns] of [
      [760, ["Ad", "Likes"]],
      [1000, ["Ad", "Likes", "Comments"]],
      [1600, ["Ad", "Advertiser", "Likes", "Comments", "Shares", "Last seen"]],
      [900, ["Ad", "Likes"]],
    ] as const) {
      await resize(page, width);
      for (const name of columns) await head(name).waitFor();
      const title = await table.locator(".col-ad").first().boundingBox();
      assert.ok(title !== null && title.width >= 230, `${title?.width} of ${width}`);
      assert.equal(await head("Platform").count(), 0, "There is only one.");
    }
    const row = table.locator(".row-lines").first();
    const [lines, details] = [(await row.boundingBox())!, (await row.locator(".details-button").boundingBox())!];
    assert.ok(details.x >= lines.x, JSON.stringify([lines, details]));
    const likes = () => table.locator("tbody .col-number:nth-child(3)").first().innerText();
    const order: (readonly [string | null, string])[] = [];
    for (let press = 0; press < 3; press++) {
      await head("Likes").getByRole("button").click();
      order.push([await head("Likes").getAttribute("aria-sort"), await likes()]);
    }
    assert.deepEqual(order, [
      ["descending", "22.2K"],
      ["ascending", "1.2K"],
      ["none", "1.2K"],
    ]);
    await button("Filter and sort loaded ads, 0 credits").click();
    await page.getByRole("combobox", { name: "Sort loaded ads" }).click();
    await page.getByRole("option", { name: "Monthly traffic" }).click();
    const box = (await page.getByRole("region", { name: "Results" }).boundingBox())!;
    const sorted = (await head("Monthly traffic").boundingBox())!;
    const ad = (await table.locator("tbody .col-ad").first().boundingBox())!;
    assert.ok(sorted.x >= ad.x + ad.width && sorted.x + sorted.width <= box.x + box.width, JSON.stringify(sorted));
    assert.ok(ad.x >= box.x, JSON.stringify(ad));
    assert.equal(panel.host.asked.filter(({ method }) => method === "search").length, 1);
    for (const name of [/^Select Fresh/, /^Select Winter/, /^Select Learn/])
      await page.getByRole("checkbox", { name }).first().check({ force: true });
    await button("Side by side").click();
    const acts = page.locator(".compared-actions").first();
    const [buy, remove] = [acts.getByRole("button").first(), acts.getByRole("button").last()];
    const [bought, removed, cell] = [
      (await buy.boundingBox())!,
      (await remove.boundingBox())!,
      (await page.locator(".compared-head").first().boundingBox())!,
    ];
    assert.ok(removed.y < bought.y + bought.height && removed.x >= bought.x + bought.width);
    assert.ok(removed.x + removed.width <= cell.x + cell.width + 1, JSON.stringify([removed, cell]));
    const about = (await page.locator(".compared-about").boundingBox())!;
    const copy = (await button("Copy as CSV").boundingBox())!;
    assert.ok(copy.y < about.y + 6 && copy.x > about.x + about.width / 2, JSON.stringify([about, copy]));
  });

  it("moves from ad to ad with prices shown, and by key only for 0 credits", async () => {
    await search();
    const { page, host } = panel;
    const opened = () =>
      host.asked.flatMap(({ method, params }) => (method === "adDetail" ? [JSON.stringify(params)] : []));
    const pane = page.locator(".detail-pane");
    const current = (name: string) => page.locator(".card-open").and(page.getByRole("article", { name })).waitFor();
    await button("Details, 100 credits").first().click();
    await current("Fresh roasted beans, delivered every Monday morning");
    await page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
    assert.ok(await button("Previous ad").isDisabled());
    await pane.press("j");
    assert.equal(await button("Next ad, 100 credits").evaluate((inner) => inner === document.activeElement), true);
    assert.equal(opened().length, 1);
    await page.keyboard.press("Enter");
    await current("Winter sale: up to 40 % off on all jackets and boots, this week only, while stocks last");
    await button("Previous ad, bought").waitFor();
    assert.equal(opened().length, 2);
    await pane.press("k");
    await current("Fresh roasted beans, delivered every Monday morning");
    await button("Next ad, bought").waitFor();
    await pane.press("ArrowRight");
    await current("Winter sale: up to 40 % off on all jackets and boots, this week only, while stocks last");
  });

  it("aligns controls in a narrow panel, and keeps Reset all beside a folded form's chips", async () => {
    await open({ width: 360 });
    const { page } = panel;
    for (const name of ["Women", "Image", "Video"]) await page.getByRole("checkbox", { name }).click();
    await panel.search();
    const left = async (selector: string) => (await page.locator(selector).first().boundingBox())!.x;
    const edges: number[] = [];
    for (const selector of [".form-head .dropdown", ".chips", ".search-button", ".results-status", "article"])
      edges.push(Math.round(await left(selector)));
    assert.deepEqual(edges, [16, 16, 16, 16, 16]);
    const line = (part: string, side: string) =>
      page.locator(part).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), side);
    assert.equal(await line(".active-filters", "border-bottom-width"), "1px");
    assert.equal(await line(".form-foot", "border-top-width"), "0px");
    const chips = page.getByRole("list", { name: "Active filters" });
    for (const width of [700, 360]) {
      await resize(page, width);
      const reset = (await button("Reset all filters").boundingBox())!;
      assert.ok(reset.x + reset.width <= width - 16, JSON.stringify(reset));
    }
    // What follows scrolling changes with the next frame.
    const faded = (width: string) =>
      page.waitForFunction(
        (wanted) => getComputedStyle(document.querySelector(".chips")!).getPropertyValue("--chips-fade") === wanted,
        width,
      );
    await faded("28px");
    await chips.evaluate((list) => (list.scrollLeft = list.scrollWidth));
    await faded("0px");
  });

  it("shows a folded form's search in one line, results and details side by side, and a menu as wide as its lines", async () => {
    await search({ width: 1400 });
    const { page } = panel;
    await button("Details, 100 credits").first().click();
    await page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    assert.ok((await box(".form-foot .price-remark")).height < 20);
    const heads = [await box(".results-head"), await box(".detail-head")].map(({ y, height }) => y + height);
    assert.equal(heads[0], heads[1]);
    const details = page.getByRole("region", { name: "Ad details" });
    await details.getByRole("button", { name: "shop1.example", exact: true }).click();
    const menu = async () => (await page.getByRole("menu").boundingBox())!;
    const whole = await menu();
    await resize(page, Math.ceil(whole.width) + 12);
    assert.equal((await menu()).height, whole.height);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    for (const width of [860, 760, 700]) {
      await resize(page, width);
      assert.ok((await box(".form-foot .price-remark")).height < 20, `${width}`);
    }
    // At the end of its line, so that *Search again* never appears where the free button was.
    const remark = await box(".form-foot .price-remark");
    assert.ok(remark.x + remark.width > 660 && remark.x + remark.width <= 700, JSON.stringify(remark));
    await resize(page, 900);
    const [card, pane] = [(await page.getByRole("article").first().boundingBox())!, (await details.boundingBox())!];
    assert.ok(card.x + card.width <= pane.x && card.width > 250, JSON.stringify([card, pane]));
    const categories = page.getByRole("combobox", { name: "Categories" });
    assert.equal(await categories.isVisible(), false);
    await button("Search, 100 credits").waitFor();
    await button("Show filters").press("Enter");
    await categories.waitFor();
  });

  it("distinguishes checkable and checked in every theme", async () => {
    await search();
    const { page } = panel;
    const box = page.getByRole("checkbox", { name: /^Select Fresh/ }).first();
    const look = () =>
      box.evaluate((inner) => {
        const { borderTopColor: border, backgroundColor: ground } = getComputedStyle(inner);
        const mark = getComputedStyle(inner, "::before");
        return { border, ground, mark: mark.content === "none" ? undefined : mark.backgroundColor };
      });
    for (const theme of ["hc-dark", "hc-light", "dark", "light"] as const) {
      await panel.setTheme(theme);
      const color = (name: string) =>
        page.evaluate((value) => {
          const { style } = document.head.appendChild(document.createElement("i"));
          style.color = value;
          return style.color;
        }, themes[theme].variables[name] ?? "");
      await box.uncheck({ force: true });
      const before = await look();
      assert.equal(before.border, await color("checkbox-border"), theme);
      assert.equal(before.mark, undefined, theme);
      await box.check({ force: true });
      const after = await look();
      assert.equal(after.mark, await color("button-foreground"), theme);
      assert.notEqual(after.mark, after.ground, theme);
      if (theme.startsWith("hc")) assert.equal(after.border, await color("contrastBorder"), theme);
    }
    await button("Table").click();
    await button("Choose columns…").click();
    assert.equal(await page.locator("input[type=checkbox]:not(.check-box)").count(), 0);
  });

  it("keeps pressed and selected states visible on hover and with forced colors, and names every leader of a tie in the overview", async () => {
    await search({ width: 1400 });
    const { page } = panel;
    const ground = (place: Locator) => place.evaluate((inner) => getComputedStyle(inner).backgroundColor);
    const keeps = async (place: Locator) => {
      await page.mouse.move(0, 0);
      const before = await ground(place);
      await place.hover();
      assert.equal(await ground(place), before);
      assert.notEqual(before, "rgba(0, 0, 0, 0)");
    };
    await button("Table").click();
    await page
      .getByRole("checkbox", { name: /^Select Fresh/ })
      .first()
      .check();
    await keeps(page.locator(".row-selected").first());
    await button("Overview of loaded ads, 0 credits").click();
    await keeps(button("Overview of loaded ads, 0 credits"));
    await panel.results().getByText("Atlas Travel and 5 more: 3 of 18 ads each (17%).").waitFor();
    await panel.results().getByText("Images: 16 of 18 ads (89%).").waitFor();
    await button("Show as table").first().click();
    await keeps(button("Show as table").first());
    await page.emulateMedia({ forcedColors: "active" });
    const ink = (place: Locator) => place.evaluate((inner) => getComputedStyle(inner).color);
    assert.notEqual(await ink(button("Overview of loaded ads, 0 credits")), await ink(button("Cards")));
    await page.emulateMedia({ forcedColors: "none" });
  });

  it("offers no filters to unfold in a narrow panel without a library", async () => {
    const { prepare, reach } = panelStates.find(({ name }) => name === "not-connected")!;
    await panel.show({ width: 320, prepare: ({ rows }) => void prepare?.(rows) });
    await reach(panel.page, panel.host.rows);
    assert.equal(await button("Hide filters").count(), 0);
    await resize(panel.page, 1280);
    await panel.page.getByRole("combobox", { name: "Platform", exact: true }).waitFor();
  });

  it("shows what was spent beside the toolbar without a separate line, and dashes between adjacent dates", async () => {
    await open();
    const { page } = panel;
    const middle = async (place: Locator) => {
      const { y, height } = (await place.boundingBox())!;
      return Math.round(y + height / 2);
    };
    const range = page.locator('.range:has([type="date"])').first();
    const days = range.locator('[type="date"]');
    for (const [width, beside] of [
      [280, false],
      [320, true],
      [760, true],
    ] as const) {
      await resize(page, width);
      assert.equal((await middle(days.first())) === (await middle(days.last())), beside, `${width}`);
      assert.equal(await range.getByText("–").isVisible(), beside, `${width}`);
    }
    const spent = page.locator(".credits");
    assert.equal(await spent.innerText(), "300 sample credits spent today");
    await panel.search();
    for (const [width, lines, text] of [
      [320, 2, "300"],
      [360, 2, "300"],
      [640, 1, "300"],
      [700, 1, "300"],
      [760, 1, "300 sample credits spent today"],
      [900, 1, "300 sample credits spent today"],
      [1400, 1, "300 sample credits spent today"],
    ] as const) {
      await resize(page, width);
      assert.equal(await middle(spent), await middle(page.locator(".tools")), `${width}`);
      assert.equal(await spent.innerText(), text, `${width}`);
      assert.match((await spent.getAttribute("title")) ?? "", /^300 sample credits spent today\n/);
      const { height } = (await page.locator(".results-head").boundingBox())!;
      assert.ok(height < 45 + 30 * (lines - 1), `${width}: ${height}`);
    }
  });

  it("cuts no text, no ad side by side, and no redirect's host in a narrow panel", async () => {
    await open({ width: 320 });
    const { page } = panel;
    const cut = () =>
      page.locator("vscode-dropdown:visible").evaluateAll((lists) =>
        lists.flatMap((list) => {
          const value = list.shadowRoot?.querySelector(".selected-value");
          return value && value.scrollWidth > value.clientWidth ? [value.textContent.trim()] : [];
        }),
      );
    // V1 always sorts by something.
    if (testedVersion === "v2") {
      await button("Reset Sort by").click();
      await page.locator('[aria-label="Sort by"] .selected-value', { hasText: /^\s*Default\s*$/ }).waitFor();
    }
    assert.deepEqual(await cut(), []);
    assert.ok((await button("Search, 100 credits").boundingBox())!.height < 30);
    await panel.search();
    await button("Filter and sort loaded ads, 0 credits").click();
    await page.getByRole("combobox", { name: "Sort loaded ads" }).waitFor();
    assert.deepEqual(await cut(), []);
    for (const at of [0, 1])
      await page
        .getByRole("checkbox", { name: /^Select / })
        .nth(at)
        .check();
    const icon = (name: string) => button(name).locator(".codicon").getAttribute("class");
    const there = await icon("Side by side");
    await button("Side by side").click();
    const remove = page.getByRole("button", { name: /^Remove Fresh .* from comparison$/ });
    const [box, view] = [(await remove.boundingBox())!, (await page.locator(".compared").boundingBox())!];
    assert.ok(box.x + box.width <= view.x + view.width, JSON.stringify([box, view]));
    assert.notEqual(await icon("Back to the ads"), there);
    await button("Back to the ads").click();
    await button("Details, 100 credits").first().click();
    const details = page.getByRole("region", { name: "Ad details" });
    const host = details.locator(".detail-table .detail-link-host").first();
    assert.equal(await host.evaluate((text) => text.getClientRects().length), 1);
    assert.ok((await host.boundingBox())!.height < 24);
    // Device shares are below their bar's end.
    const devices = details.getByRole("figure", { name: /^Devices that showed/ });
    const end = (one: { x: number; width: number } | null) => Math.round(one!.x + one!.width);
    const bar = await devices.locator(".share-bar").boundingBox();
    assert.equal(end(await devices.locator(".bar-value").first().boundingBox()), end(bar));
    await page.keyboard.press("Escape");
    panel.host.rows.search = () => {
      throw new HostFailure({ code: "timeout", charge: "unknown", message: "No answer in time.", next: "tryAgain" });
    };
    await button("Search, 100 credits").click();
    assert.ok((await button("Try the search again, 100 credits").boundingBox())!.height < 30);
  });

  it("cuts no price beside a side bar in a small window, and says above a folded form why there are no filters", async () => {
    const found = { ads: 108, ended: true };
    const bought = { lastHit: "5", pages: 6, fetchedAt: "2026-11-20T10:00:00Z", found };
    const prepare = ({ rows }: PanelPageHost) => void (rows.preview = () => ({ body: "{}", bought }));
    const { memory, start, reach } = panelStates.find(({ name }) => name === "over-budget-beside-details")!;
    await panel.show({ width: 1120, ...(memory && { memory }), ...(start && { start }), prepare });
    await reach(panel.page, panel.host.rows);
    await panel.page.getByText("Bought: 108 ads on 6 pages").waitFor();
    const notes = await panel.page.locator(":is(.form-foot, .detail-pane) > .budget-note").evaluateAll((all) =>
      all.map((note) => {
        const [begin, end] = [".codicon", "button"].map((part) => note.querySelector(part)!.getBoundingClientRect());
        return end!.right <= innerWidth - 8 && begin!.left >= note.parentElement!.getBoundingClientRect().left + 16;
      }),
    );
    assert.deepEqual(notes, [true, true]);
    await open({ width: 210, prepare });
    const { page } = panel;
    await button("Show bought results, 0 credits").click();
    const boxes = page.getByRole("checkbox", { name: /^Select / });
    await boxes.first().check({ force: true });
    await button("Side by side").click();
    for (const name of ["Show bought results, 0 credits", "Search again, 100 credits", "Copy as CSV"]) {
      const { x, width } = (await button(name).boundingBox())!;
      assert.ok(x >= 0 && x + width <= 210, `${name}: ${x} to ${x + width}`);
    }
    const message = "This library did not answer.";
    panel.host.rows.form = () => {
      throw new HostFailure({ code: "timeout", charge: "none", message });
    };
    await page.getByRole("combobox", { name: "Platform", exact: true }).click();
    await page.getByRole("option", { name: "TikTok" }).click();
    await page.locator(".form-pane.folded").waitFor();
    for (const width of [210, 1000]) {
      await resize(page, width);
      await page.getByText(message).waitFor();
      const again = (await button("Load the filters again, 0 credits").boundingBox())!;
      assert.ok(again.x + again.width <= width, JSON.stringify(again));
    }
  });

  it("keeps a name's menu at its button while cards resize", async () => {
    await search({ width: 320 });
    const { page } = panel;
    await button("Nordlicht Coffee").first().click();
    await page.getByRole("menu").waitFor();
    await resize(page, 1600);
    // In 30 frames in a row: cards take several until their rows are measured anew.
    await page.evaluate(async () => {
      const edge = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      for (let still = 0; still < 30;) {
        await new Promise((frame) => requestAnimationFrame(frame));
        const gap = edge("[role=menu]").top - edge("[aria-haspopup=menu][aria-expanded=true]").bottom;
        still = gap >= 0 && gap < 6 ? still + 1 : 0;
      }
    });
  });

  const focusThemes: readonly ThemeName[] = ["hc-light", "light", "dark", "hc-dark"];
  for (const theme of variants(focusThemes.slice(0, 1), focusThemes)) {
    it(`shows the focus on every control in ${theme}`, async () => {
      await panel.open({ theme, width: 1600 });
      await panel.search();
      await panel.button("Details, 100 credits").first().click();
      await panel.page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
      await panel.button("Table").focus();
      const unseen: string[] = [];
      const seen = new Set<string>();
      const kinds = new Set<string>();
      for (let step = 0; step < 80; step += 1) {
        const control = await focusedControl();
        const [name, kind] = await control.evaluate((element) => [
          element.ariaLabel ?? element.textContent ?? "",
          [element.localName, element.className, element.parentElement?.className].join(),
        ]);
        // The short form looks at one control of each kind: each line of the results has the same ones.
        const isLooked = times(0, 1) === 1 || !kinds.has(kind);
        const focused = isLooked ? await lookOf(control) : undefined;
        await panel.page.keyboard.press("Tab");
        const left = isLooked ? await lookOf(control) : undefined;
        // What the next control scrolled away is not looked at.
        if (!focused || !left) continue;
        kinds.add(kind);
        if (focused.equals(left)) unseen.push(name);
        else seen.add(name);
      }
      assert.deepEqual(unseen, []);
      assert.ok(seen.size > times(25, 30), [...seen].join());
    });
  }

  const focusedControl = async () => {
    const handle = await panel.page.evaluateHandle(() => {
      let { activeElement } = document;
      while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
      return activeElement;
    });
    return handle.asElement() ?? assert.fail("Nothing has the focus.");
  };

  /** A control and its edge as they are painted; nothing where it is out of sight. */
  const lookOf = async (control: ElementHandle<Element>): Promise<Buffer | undefined> => {
    const box = await control.boundingBox();
    const { width, height } = panel.page.viewportSize()!;
    const [left, top] = box ? [Math.max(0, box.x - 4), Math.max(0, box.y - 4)] : [0, 0];
    if (!box || box.y < 0 || box.y + box.height > height || box.x + box.width > width) return undefined;
    const clip = { x: left, y: top, width: box.width + 8, height: box.height + 8 };
    return panel.page.screenshot({ clip, animations: "disabled" });
  };
});
