import assert from "node:assert/strict";
import type { Filter } from "../../src/protocol/filters";
import type { SearchQuery } from "../../src/protocol/search";
import { testedVersion } from "../support/apiVersion";
import { usePanel, type PanelPageOptions } from "../support/panelPage";
import { resize } from "../support/vscode/browser.mjs";

/** What a person meets every day: prices that follow the form, a focus that stays, and room for the ads. */
describe("an explorer in daily use", function () {
  const panel = usePanel();
  const { open, button, results, paid } = panel;
  const search = async (options?: PanelPageOptions) => {
    await open(options);
    await panel.search();
  };
  const bought = { lastHit: "5", pages: 6, fetchedAt: "2026-11-20T10:00:00Z" };
  const focusIs = (label: string | RegExp) =>
    panel.page.waitForFunction(
      (wanted) => new RegExp(wanted).test(document.activeElement?.getAttribute("aria-label") ?? ""),
      typeof label === "string" ? `^${label}$` : label.source,
    );

  it("shows bought results for 0 credits with the main button, and has a button of its own for paying again", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.preview = ({ query }) => ({ body: "{}", ...(query.choices.length < 2 && { bought }) });
      },
    });
    const show = button("Show bought results, 0 credits");
    await show.waitFor();
    const before = (await show.boundingBox())!;
    await panel.page.getByText("Bought: 6 pages").waitFor();
    await show.dblclick();
    await results()
      .getByText(/^bought, fetched/)
      .waitFor();
    assert.deepEqual((await show.boundingBox())!, before);
    assert.equal(paid().length, 0);
    await button("Search again, 100 credits").click();
    await results()
      .getByText(/^fetched/)
      .waitFor();
    assert.equal(paid().length, 1);
    await panel.page.getByRole("checkbox", { name: "Women" }).click();
    await button("Search, 100 credits").waitFor();
    assert.equal(await button("Search again, 100 credits").count(), 0);
  });

  it("offers to undo a replaced form for 10 seconds", async () => {
    await open({ clock: true });
    await panel.page.getByRole("checkbox", { name: "Women" }).click();
    await button("Reset all filters").click();
    await button("Undo filter change").waitFor();
    await results().getByRole("heading").first().click();
    await panel.page.clock.runFor(9_000);
    assert.equal(await button("Undo filter change").count(), 1);
    await panel.page.clock.runFor(2_000);
    await button("Undo filter change").waitFor({ state: "detached" });
  });

  it("keeps the focus where a control goes away: chips, Reset all, and Undo", async () => {
    await open();
    for (const name of ["Women", "Men"]) await panel.page.getByRole("checkbox", { name, exact: true }).click();
    await panel.page.getByRole("checkbox", { name: "Image" }).click();
    const chips = panel.page.getByRole("list", { name: "Active filters" }).getByRole("button");
    const count = await chips.count();
    await chips.first().press("Enter");
    await panel.page.waitForFunction(
      (wanted) => document.querySelectorAll(".chips button").length === wanted,
      count - 1,
    );
    await focusIs(/remove filter$/);
    await button("Reset all filters").press("Enter");
    // V1's sort can't be removed, and no other chip is left.
    await focusIs(testedVersion === "v1" ? "Undo filter change" : /remove filter$/);
    await button("Undo filter change").press("Enter");
    await button("Undo filter change").waitFor({ state: "detached" });
    // It is moved once the page has settled.
    await panel.page.waitForFunction(() => document.activeElement !== document.body);
  });

  it("keeps the focus after a cancel, a dismissed failure, and a bought offer", async () => {
    await open({ prepare: ({ rows }) => (rows.bought = (query) => (query.choices.length > 1 ? [bought] : [])) });
    const answer = panel.host.hold("search");
    await button("Search, 100 credits").click();
    await button("Cancel").focus();
    answer();
    await results().getByText("18 ads, 1 page").waitFor();
    await panel.page.waitForFunction(() => document.activeElement !== document.body);
    await panel.page.getByRole("checkbox", { name: "Women" }).click();
    await button("Search, 100 credits").click();
    await results().getByRole("button", { name: "Show bought results, 0 credits" }).press("Enter");
    await results()
      .getByText(/^bought, fetched/)
      .waitFor();
    await panel.page.waitForFunction(() => document.activeElement !== document.body);
    assert.equal(paid().length, 1);
  });

  it("keeps the focus on an ad whose picture was loaded, and on a column that moved", async () => {
    await open({ start: { loadMedia: "onClick" } });
    await panel.search();
    await button("Load image").first().press("Enter");
    await panel.page.waitForFunction(() => document.activeElement?.closest("[data-card]"));
    await button("Table").click();
    await button("Choose columns…").click();
    const right = panel.page.getByRole("button", { name: /^Move .* right$/ }).first();
    const name = (await right.getAttribute("aria-label"))!;
    await right.press("Enter");
    await focusIs(name);
  });

  it("folds the form, and lists the other ads in lines beside details, with the open one in view and their head on top", async () => {
    await search({ width: 1400 });
    assert.equal(await panel.page.locator(".form-pane.folded").count(), 0);
    await button("Hide filters").click();
    await panel.page.getByRole("combobox", { name: "Categories" }).waitFor({ state: "hidden" });
    assert.ok((await panel.page.locator(".form-pane").boundingBox())!.height < 120);
    assert.ok((await results().boundingBox())!.width > 1390);
    await button("Show filters").click();
    await panel.page.getByRole("combobox", { name: "Categories" }).waitFor();
    await results()
      .locator(".results-scroll")
      .evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await results()
      .getByRole("button", { name: /^Details/ })
      .last()
      .click();
    await panel.page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
    const current = results().locator(".card-open");
    await current.waitFor();
    const [box, line] = [(await results().boundingBox())!, (await current.boundingBox())!];
    assert.ok(line.y >= box.y && line.y + line.height <= box.y + box.height, JSON.stringify([box, line]));
    assert.ok(line.height < 110, `${line.height} px`);
    const pane = panel.page.locator(".detail-pane");
    await pane.evaluate((scroller) => scroller.scrollTo(0, 600));
    const [top, close] = [(await pane.boundingBox())!, (await button("Close details").boundingBox())!];
    assert.ok(close.y >= top.y && close.y < top.y + 60, JSON.stringify([top, close]));
    assert.ok(await button("Previous ad, 100 credits").isVisible());
  });

  it("folds the form by itself where room is scarce, and compares five ads in 1,400 px, in the order on the screen", async () => {
    await search({ width: 1000 });
    await panel.page.locator(".form-pane.folded").waitFor();
    assert.ok((await results().boundingBox())!.width > 990);
    await resize(panel.page, 1400);
    await button("Table").click();
    await panel.page.getByRole("columnheader", { name: "Monthly traffic" }).getByRole("button").click();
    const boxes = panel.page.getByRole("grid").getByRole("checkbox", { name: /^Select / });
    for (let at = 0; at < 5; at += 1) await boxes.nth(at).check({ force: true });
    const names = await panel.page
      .locator("tbody tr .row-title")
      .evaluateAll((all) => all.slice(0, 5).map((one) => one.textContent));
    await button("Side by side").press("Enter");
    const compared = panel.page.locator(".compared");
    await compared.waitFor();
    assert.deepEqual(await compared.locator("thead .card-title").allTextContents(), names);
    assert.ok(await compared.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    assert.equal(
      await panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
      "Back to the ads",
    );
    // In a narrow panel, they have no scroll bar besides their own.
    await resize(panel.page, 360);
    const scroller = panel.page.locator(".results-scroll");
    assert.ok(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  });

  it("checks a CBoolean that has items if one of them is sent, and sends one if it is checked", async () => {
    const items = [
      { key: "false", label: "No" },
      { key: "true", label: "Yes" },
    ] as const;
    const exclusive = (more: Partial<Filter>): Filter => ({
      ...{ key: "exclusive", component: "CBoolean", componentName: "CBoolean", label: "Exclusive" },
      ...{ items, defaults: [] },
      ...more,
    });
    const filters = [exclusive({ defaults: ["true"] }), exclusive({ key: "other", label: "Other" })];
    await open({ start: { form: { platform: "facebook", filters, repairs: 0 } } });
    const box = (name: string) => panel.page.getByRole("checkbox", { name });
    assert.equal(await box("Exclusive").isChecked(), true);
    assert.equal(await box("Other").isChecked(), false);
    await box("Other").click();
    await box("Exclusive").click();
    await panel.search();
    const { query } = paid()[0]!.params as { query: SearchQuery };
    assert.deepEqual(query.choices, [{ filter: "other", value: { kind: "items", items: [items[1]] } }]);
  });

  it("has a placeholder for a picture that can't be loaded, and the poster of a video that can't play", async () => {
    await open({ route: (page) => page.route(/clip\.mp4|\/picture\/800x600/, (one) => one.abort()) });
    await panel.search();
    await button("Play video").first().click();
    await panel.page.getByText("This video can't be played here.").waitFor();
    assert.equal(await panel.page.locator(".card-failed ~ img, img ~ .card-failed").count(), 1);
    await button("Table").click();
    await panel.page.locator(".row-picture .codicon-file-media").first().waitFor();
    assert.ok((await panel.page.locator(".row-picture img").count()) > 0);
  });

  it("shows kept pictures whose addresses don't answer, and says so, on cards, in rows, and in details", async () => {
    const data = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="; // prettier-ignore
    const asked: string[] = [];
    let answers = true;
    await open({
      prepare: ({ rows }) => {
        rows.keptPicture = ({ url }) => {
          asked.push(url);
          // Of the first ad, nothing was kept, and of the second, something that is no picture.
          return url.endsWith("-0.svg") ? {} : { data: url.endsWith("-1.svg") ? "data:image/png;base64,AAAA" : data };
        };
      },
      route: (page) => page.route(/\/picture\//, (one) => (answers ? one.fallback() : one.abort())),
    });
    const cards = results().getByRole("article");
    await panel.search();
    await cards.first().locator("img.card-media").waitFor();
    const pictures = () => panel.page.locator("img.card-media").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)); // prettier-ignore
    while ((await pictures()).some((width) => width === 0))
      await panel.page.evaluate(() => new Promise(requestAnimationFrame));
    assert.deepEqual([asked.length, await panel.page.getByText("Kept picture").count()], [0, 0]);
    answers = false;
    await panel.page.reload();
    await panel.search();
    await cards.nth(2).getByText("Kept picture").waitFor();
    assert.equal(await cards.nth(2).locator("img.card-media").getAttribute("src"), data);
    assert.equal(await cards.nth(2).getByTitle("Kept picture: its address no longer answers.").count(), 1);
    for (const at of [0, 1]) {
      await cards.nth(at).getByText("Image not available").waitFor();
      assert.equal(await cards.nth(at).getByText("Kept picture").count(), 0);
    }
    assert.ok(asked.every((url) => new URL(url).pathname.startsWith("/picture/")));
    await button("Table").click();
    await panel.page.locator(`.row-picture[title="Kept picture: its address no longer answers."] img[src="${data}"]`).first().waitFor(); // prettier-ignore
    await button("Details, 100 credits").nth(2).click();
    const detail = panel.page.getByRole("region", { name: "Ad details" });
    await detail.getByText("Kept picture").waitFor();
    await detail.locator(`img.creative-media[src="${data}"]`).waitFor();
  });

  it("keeps the focus on a button while its page loads, and loads no page twice", async () => {
    await search();
    const { page, host } = panel;
    const answer = host.hold("search");
    const label = "Load next page, 100 credits";
    const focused = () => page.evaluate("document.activeElement?.getAttribute('aria-label')");
    await button(label).focus();
    await page.keyboard.press("Enter");
    await panel.asked("search", 2);
    assert.equal(await focused(), label);
    await page.keyboard.press("Enter");
    answer();
    await results().getByText("36 ads, 2 pages").waitFor();
    assert.deepEqual([await focused(), paid().length], [label, 2]);
  });

  it("searches, opens two ads, and exports with at most 25 keys besides typing", async () => {
    await panel.open({ width: 1400 });
    const { page } = panel;
    let keys = 0;
    const press = (key: string) => {
      keys += 1;
      return page.keyboard.press(key);
    };
    const focusIs = (selector: string) =>
      page.waitForFunction((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    await press("/");
    await focusIs("vscode-text-field");
    await page.keyboard.type("coffee");
    await press("Enter");
    await results().getByText("18 ads, 1 page").waitFor();
    await results().getByRole("article").first().waitFor();
    await press("Escape");
    await focusIs('[data-card="0"]');
    await press("Enter");
    await press("Enter");
    const details = page.getByRole("region", { name: "Ad details" });
    await details.getByText("Times observed").first().waitFor();
    await press("j");
    await press("Enter");
    await page.locator('.card-open[data-card="1"]').waitFor();
    await details.getByText("Times observed").first().waitFor();
    await press("e");
    assert.deepEqual(await panel.asked("run"), [{ command: "exportResults" }]);
    assert.ok(keys <= 25, String(keys));
    assert.equal(paid().length, 3);
  });
});
