import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { adFields } from "../../src/protocol/adFields";
import { params } from "../../src/views/panel/params";
import { testedVersion } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { cardAt } from "../support/panelPageAds";
import { HostFailure, sampleStart } from "../support/panelPageHost";
import { PanelPages, type PanelPage, type PanelPageOptions } from "../support/panelPage";

/** What is done all day with loaded ads: none of it costs anything. */
describe("daily work in the explorer", function () {
  let pages: PanelPages;
  let panel: PanelPage;
  before(async () => {
    pages = await PanelPages.start();
  });
  after(() => pages.close());
  afterEach(async () => {
    const complaints = await panel.complaints();
    await panel.page.close();
    assert.deepEqual(complaints, []);
  });

  const button = (name: string | RegExp) => panel.page.getByRole("button", { name, exact: true });
  const results = () => panel.page.getByRole("region", { name: "Results" });
  const table = () => panel.page.getByRole("grid", { name: "Loaded ads" });
  const head = (name: string) => table().getByRole("columnheader", { name, exact: true });
  const heads = async () => (await table().getByRole("columnheader").allInnerTexts()).filter((text) => text !== "");
  const paid = () => panel.host.asked.filter(({ method }) => method === "search" || method === "adDetail").length;
  const search = async (options?: PanelPageOptions) => {
    panel = await pages.open(options);
    await button("Search, 100 credits").click();
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

  for (const [width, numbers] of [
    [900, 3],
    [1400, 4],
  ] as const) {
    it(`shows its numbers, price, and heading beside each ad at ${width} px`, async () => {
      await searchTable({ width });
      const box = (await results().boundingBox())!;
      const inSight = await table()
        .locator("tbody tr[data-key]:nth-of-type(2) .col-number")
        .evaluateAll(
          (cells, right) => cells.filter((cell) => cell.getBoundingClientRect().right <= right).length,
          box.x + box.width,
        );
      assert.ok(inSight >= numbers, String(inSight));
      const scroller = panel.page.locator(".results-scroll");
      await scroller.evaluate((element) => element.scrollTo(400, 300));
      await head("Ad").waitFor();
      const [top, left] = [(await head("Ad").boundingBox())!, (await scroller.boundingBox())!];
      assert.ok(Math.abs(top.y - left.y) < 2, "the head stays");
      const price = table().getByRole("button", { name: "Details, 100 credits" });
      assert.ok((await price.nth(8).boundingBox())!.x >= left.x, "the first column stays");
      assert.equal(await head("Likes").evaluate((cell) => getComputedStyle(cell).textAlign), "end");
    });
  }

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

  it("remembers the chosen columns, their widths, and their order", async () => {
    await searchTable({ width: 1900 });
    const { page } = panel;
    assert.deepEqual(await heads(), [
      "Ad",
      "Likes",
      "Comments",
      "Shares",
      "Monthly traffic",
      "Advertiser",
      "Days running",
      "Country",
      "Last seen",
    ]);
    await button("Choose columns…").click();
    const dialog = page.getByRole("dialog", { name: "Columns" });
    await dialog.getByRole("checkbox", { name: "Comments" }).uncheck();
    await dialog.getByRole("checkbox", { name: "Website" }).check();
    await dialog.getByRole("button", { name: "Move Shares left" }).click();
    await dialog.getByRole("button", { name: "Move Shares left" }).click();
    await page.keyboard.press("Escape");
    const more = ["Days running", "Country", "Last seen"];
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

    await remembered('"order":["domain"');
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

  it("filters by a value that a column's head offers, by pointer and by keyboard, for 0 credits", async () => {
    await searchTable({ width: 1900 });
    const { page } = panel;
    const rows = () => table().getAttribute("aria-rowcount");
    const filter = button("Filter by Days running");
    await filter.click();
    const dialog = page.getByRole("dialog", { name: "Filter by Days running" });
    await dialog.getByRole("button", { name: "0 to 7 days, ads: 7" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual([await rows(), await filter.getAttribute("aria-pressed")], ["8", "true"]);
    await head("Days running").locator(".sort-button").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await dialog.getByRole("button", { name: "Show all" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual([await rows(), await filter.getAttribute("aria-pressed")], ["19", "false"]);
    assert.equal(paid(), 1);
  });

  it("shows a hidden column while the ads are sorted by it, and sorts by platform and last seen", async () => {
    await searchTable({ width: 1400 });
    await button("Choose columns…").click();
    await panel.page.getByRole("checkbox", { name: "Last seen" }).uncheck();
    await panel.page.keyboard.press("Escape");
    await head("Last seen").waitFor({ state: "detached" });
    await button("Filter and sort loaded ads, 0 credits").click();
    const sort = panel.page.getByRole("combobox", { name: "Sort loaded ads" });
    await sort.click();
    for (const name of ["Platform", "Website", "Title", "Last seen"])
      await panel.page.getByRole("option", { name, exact: true }).waitFor();
    await panel.page.getByRole("option", { name: "Last seen" }).click();
    await head("Last seen").and(panel.page.locator('[aria-sort="descending"]')).waitFor();
    const seen = () => table().locator("tbody td:nth-of-type(10)").first().innerText();
    assert.equal(await seen(), "1 hours ago");
    await head("Last seen").locator(".sort-button").click();
    assert.equal(await seen(), "18 hours ago");
  });

  it("restores order, text, filters, selection, and the place in the details after a reload", async () => {
    await search({ width: 1400 });
    const { page } = panel;
    await button("Filter and sort loaded ads, 0 credits").click();
    await page.getByRole("textbox", { name: "Text in loaded ads" }).fill("fjord");
    await page.getByRole("combobox", { name: "Sort loaded ads" }).click();
    await page.getByRole("option", { name: "Comments" }).click();
    const shown = await results()
      .getByText(/ \d+ shown$/)
      .innerText();
    const first = (await page.getByRole("article").first().getAttribute("data-key"))!;
    for (const at of [0, 1])
      await page
        .getByRole("checkbox", { name: /^Select / })
        .nth(at)
        .check({ force: true });
    await button("Details, 100 credits").first().click();
    const pane = page.locator(".detail-pane");
    await pane.getByRole("figure").first().waitFor();
    await pane.evaluate((element) => (element.scrollTop = 420));
    await remembered('"detailTop":420');
    const before = paid();
    await page.reload();
    await results().getByText("2 selected").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Text in loaded ads" }).inputValue(), "fjord");
    assert.equal(
      (
        await results()
          .getByText(/ \d+ shown$/)
          .innerText()
      )
        .replace("bought, ", "")
        .split(" · ")[1],
      shown.split(" · ")[1],
    );
    assert.equal(await page.getByRole("article").first().getAttribute("data-key"), first);
    await page.waitForFunction(() => document.querySelector(".detail-pane")?.scrollTop === 420);
    await button("Side by side").click();
    await page.getByRole("group", { name: "Ads side by side" }).waitFor();
    await remembered('"showing":"compared"');
    const { rows } = panel.host;
    const { open } = rows;
    rows.open = async (asked, signal) => ({
      ...(await open(asked, signal)),
      boughtDetails: (await rows.boughtNow({}, signal)).boughtDetails,
    });
    await page.reload();
    await page
      .getByRole("group", { name: "Ads side by side" })
      .getByRole("row", { name: /^Times observed \d/ })
      .waitFor();
    assert.equal(paid(), before);
  });

  it("enters an advertiser or website in the form, or finds it in the archive, for 0 credits", async () => {
    await search({ width: 1400 });
    const { page, host } = panel;
    const card = page.getByRole("article").first();
    await card.getByRole("button", { name: "Nordlicht Coffee" }).click();
    await page.getByRole("menuitem", { name: "Find “Nordlicht Coffee” in the archive, 0 credits" }).click();
    await card.getByRole("button", { name: "Nordlicht Coffee" }).press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Enter “Nordlicht Coffee” in the form, 0 credits" }).press("Enter");
    await button("Search “Nordlicht Coffee”, remove filter").waitFor();
    await page.waitForFunction(() => document.activeElement?.closest(".search-button") !== null);
    await results().getByText("Edited, not applied yet").waitFor();
    await button("Details, 100 credits").first().click();
    const details = page.getByRole("region", { name: "Ad details" });
    await details.getByRole("button", { name: "shop1.example", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Find “shop1.example”/ }).click();
    assert.deepEqual(
      host.asked.flatMap(({ method, params }) => (method === "findBought" ? [params] : [])),
      [{ criteria: { advertiser: "Nordlicht Coffee" } }, { criteria: { domain: "shop1.example" } }],
    );
    assert.equal(paid(), 2);
  });

  it("says how many ads are by the advertiser that was searched for, and shows only these", async () => {
    await search({ width: 1400 });
    const { page } = panel;
    await page.getByRole("article").first().getByRole("button", { name: "Nordlicht Coffee" }).click();
    await page.getByRole("menuitem", { name: "Enter “Nordlicht Coffee” in the form, 0 credits" }).click();
    await page.locator(".search-button").click();
    const line = page.locator(".searched-owner");
    await line.waitFor();
    const [, own, all] = /^(\d+) of (\d+) ads are by Nordlicht Coffee\./.exec(await line.innerText()) ?? [];
    assert.ok(Number(own) > 0 && Number(own) < Number(all), await line.innerText());
    await button("Show only ads by Nordlicht Coffee, 0 credits").click();
    await results().getByText(` ${own} shown`).waitFor();
    await button("Show all loaded ads").first().click();
    await line.waitFor();
    assert.equal(paid(), 2);
  });

  it("shows everything bought of an advertiser in the archive, for 0 credits", async () => {
    await search({ width: 1400 });
    const named = { platform: "facebook", id: "12", name: "Nordlicht Coffee" };
    const menuOf = (place: Locator) => place.getByRole("button", { name: named.name }).first().click();
    const all = () =>
      panel.page.getByRole("menuitem", { name: "All bought ads of “Nordlicht Coffee”, 0 credits" }).click();
    await menuOf(panel.page.getByRole("article").first());
    await all();
    await button("Details, 100 credits").first().click();
    await menuOf(panel.page.getByRole("region", { name: "Ad details" }));
    await all();
    await button("Table").click();
    await menuOf(table());
    await all();
    const wanted = panel.host.asked.flatMap(({ method, params: asked }) =>
      method === "findBought" ? [params.findBought.parse(asked).criteria.owner?.name] : [],
    );
    assert.deepEqual(wanted, [named.name, named.name, named.name]);
    const first = panel.host.asked.find(({ method }) => method === "findBought");
    assert.deepEqual(first?.params, { criteria: { owner: named } });

    for (const theme of ["dark", "light", "hc-dark"] as const)
      for (const width of [500, 1400]) {
        await panel.page.close();
        await openArchive({ width, theme });
        await menuOf(panel.page.getByRole("article").first());
        await all();
        const overview = panel.page.getByRole("region", { name: "Advertiser", exact: true });
        await overview.getByRole("heading", { name: /^Nordlicht Coffee\s*Facebook · 12$/ }).waitFor();
        await overview
          .getByText(/^\d ads in 2 searches, .* 1 search stopped before its end, so it may have more ads\.$/)
          .waitFor();
        await overview.getByText("Not seen in your searches on YouTube.").waitFor();
        await overview.getByText("Not covered, because you bought no search there: Reddit.").waitFor();
        await overview.getByRole("figure", { name: /^Countries/ }).waitFor();
        await overview
          .getByRole("region", { name: "Values of Searches it was seen in" })
          .getByRole("rowheader", { name: "coffee", exact: true })
          .waitFor();
        // The name of a button of the toolbar lacks its visible text.
        const findings = (await axeFindings(panel.page)).filter((text) => !text.includes("Group by creative"));
        assert.deepEqual(findings, []);
        const strip = overview.getByRole("figure", { name: /^Ads/ });
        assert.ok((await strip.locator(".strip-track").count()) > 1);
        await panel.page.screenshot({ path: `out/artifacts/advertiser-${theme}-${width}.png` });
      }
    const { page, host } = panel;
    await button("Advertiser Nordlicht Coffee (Facebook), remove filter").waitFor();
    await page.locator(".results-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator('article[aria-posinset="20"]').waitFor();
    await button("Watch on Facebook…").click();
    await button("Open the form of Reddit with this name, 0 credits").click();
    await button("Nordlicht Coffee (TikTok), 4 ads, same name and domain").press("Enter");
    await page.getByRole("heading", { name: /TikTok · 77$/ }).waitFor();
    assert.deepEqual(
      host.asked.flatMap(({ method, params: asked }) => (method === "searchAdvertiser" ? [asked] : [])),
      [
        { platform: "facebook", name: named.name, watch: true },
        { platform: "reddit", name: named.name },
      ],
    );
    await remembered('"archive":{"owner":{"platform":"tiktok","id":"77","name":"Nordlicht Coffee"}}');
    await button("Reset all filters").click();
    await page.getByRole("region", { name: "Advertiser", exact: true }).waitFor({ state: "detached" });
    assert.equal(paid(), 0);
  });

  it("joins and separates advertisers, and says what is new of them, for 0 credits", async () => {
    const owner = { platform: "facebook", id: "12", name: "Nordlicht Coffee" } as const;
    const runs = { before: "2026-11-18T10:00:00Z", checked: "2026-11-25T10:00:00Z", search: "coffee" };
    for (const theme of ["dark", "light", "hc-dark"] as const)
      for (const width of [500, 1200]) {
        await panel?.page.close();
        await openArchive({ width, theme });
        panel.host.rows.advertiserNews = () => ({
          ...{ searches: 2, compared: 1 },
          ads: [
            { ad: "facebook:1", title: "Fresh beans", state: "launched", daysRunning: 3, ...runs },
            { ad: "facebook:2", title: "Old beans", state: "absent", ...runs },
          ],
        });
        await panel.page.getByRole("article").first().getByRole("button", { name: owner.name }).first().click();
        await panel.page.getByRole("menuitem", { name: /^All bought ads of/ }).click();
        const overview = panel.page.getByRole("region", { name: "Advertiser", exact: true });
        const changes = overview.getByRole("region", { name: "Values of Since the run before" });
        await changes.getByRole("row", { name: /^Old beans Absent coffee/ }).waitFor();
        await changes.getByRole("row", { name: /^Fresh beans Launched · Running 3 days coffee/ }).waitFor();
        await overview.getByText("1 launched, 0 first seen, 1 absent, 0 not covered").waitFor();
        await overview.getByText("1 of its 2 searches were compared; the others have no second run.").waitFor();
        const findings = (await axeFindings(panel.page)).filter((text) => !text.includes("Group by creative"));
        assert.deepEqual(findings, []);
        await panel.page.screenshot({ path: `out/artifacts/advertiser-joins-${theme}-${width}.png` });
      }
    const other = { platform: "tiktok", id: "77", name: owner.name } as const;
    const searched = () => panel.host.asked.filter(({ method }) => method === "searchArchive").length;
    const before = searched();
    await button("Same Advertiser: count Nordlicht Coffee (TikTok) here, 0 credits").press("Enter");
    await panel.page.getByText("Joined by you, counted here").waitFor();
    await panel.page.waitForFunction(() => document.activeElement?.tagName === "H2");
    await panel.page.screenshot({ path: "out/artifacts/advertiser-joined.png" });
    assert.ok(searched() > before, "the list has its ads, too");
    await button("Separate Nordlicht Coffee (TikTok), 0 credits").press("Enter");
    await panel.page.getByText("Probably the same, not counted here").waitFor();
    const asked = (method: string) => panel.host.asked.flatMap((one) => (one.method === method ? [one.params] : []));
    assert.deepEqual(asked("joinAdvertisers"), [
      { owners: [owner, other], joined: true },
      { owners: [other], joined: false },
    ]);
    assert.equal(paid(), 0);
  });

  it("keeps a name's menu open when it is closed and reopened at once", async () => {
    await search({ width: 1400 });
    const name = panel.page.getByRole("article").first().getByRole("button", { name: "Nordlicht Coffee" });
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
    await panel.page.getByRole("menuitem", { name: /^Enter/ }).waitFor();
    assert.equal(await name.getAttribute("aria-expanded"), "true");
  });

  it("starts with examples, saved and recent searches, which fill the form for 0 credits", async () => {
    panel = await pages.open({ width: 1400 });
    const { page } = panel;
    const start = page.getByRole("region", { name: "Start from a search" });
    const names = (list: string) =>
      start.getByRole("heading", { name: list }).locator("..").getByRole("button").allInnerTexts();
    await start.getByRole("button", { name: "Running shoes, newest, Facebook" }).waitFor();
    assert.deepEqual(await names("Examples"), [
      "Ads that mention “free delivery”",
      "Ads sorted by Engagement, highest first",
      "Gender: Women",
    ]);
    await page.screenshot({ path: `out/artifacts/explorer-beginnings-${testedVersion}.png` });
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
    panel = await pages.open({
      width: 1000,
      prepare: ({ rows }) => {
        const { open } = rows;
        rows.open = async (asked, signal) => ({
          ...(await open(asked, signal)),
          connection: { kind: "service", origin: "https://ads.example", hasKey: false },
        });
        rows.knownSearches = () => [{ kind: "saved", id: "1", name, platform: "facebook" }];
      },
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

  /** The archive's panel with 40 ads of all platforms, of which it gives 20 at a time. */
  const openArchive = async (options: PanelPageOptions = {}) => {
    panel = await pages.open({
      ...options,
      panel: "archive",
      prepare: ({ rows }) => {
        rows.openArchive = (asked) => ({
          ...params.openArchive.parse(asked),
          panel: sampleStart,
          statNames: ["Likes"],
          size: { bytes: 41_000, ads: 40, pages: 3, details: 0, removed: 0 },
        });
        rows.searchArchive = ({ criteria, after = "0" }) => {
          const from = Number(after);
          const all = Array.from({ length: 40 }, (_, at) => cardAt("mega", at, "https://pictures.invalid"));
          const found = all.filter(({ owner }) => (owner?.name ?? "").startsWith(criteria.advertiser ?? ""));
          return {
            ads: found.slice(from, from + 20).map((card) => ({ card, fetchedAt: new Date().toISOString() })),
            ...(found.length > from + 20 && { next: String(from + 20) }),
            boughtDetails: [],
          };
        };
      },
    });
    await panel.page.getByRole("article").first().waitFor();
  };

  it("offers table, order, overview, selection, comparison, export, and reset in the archive", async () => {
    await openArchive({ width: 1600 });
    const { page, host } = panel;
    await results().getByText("The newest 20 ads").waitFor();
    await button("Show all, 0 credits").click();
    await results().getByText("40 ads", { exact: true }).waitFor();
    // What is bought is looked at again and again: a day says more than "1 hours ago".
    assert.match(await page.locator(".card-seen").first().innerText(), /\d{4}/);
    await button("Table").click();
    await head("Fetched").waitFor();
    await head("Likes").getByRole("button").click();
    await head("Likes").and(page.locator('[aria-sort="descending"]')).waitFor();
    assert.match(await table().locator("tbody tr[data-key]").first().innerText(), /49.4K/);
    for (const at of [0, 1])
      await page
        .getByRole("checkbox", { name: /^Select / })
        .nth(at)
        .check();
    await button("Export selected, 0 credits…").click();
    await button("Side by side").click();
    await page.getByRole("group", { name: "Ads side by side" }).waitFor();
    await button("Overview of loaded ads, 0 credits").click();
    await page.getByRole("figure", { name: /Platforms/ }).waitFor();
    await button("Cards").click();
    await button("Nordlicht Coffee").first().click();
    await page.getByRole("menuitem", { name: /^Find “Nordlicht/ }).click();
    await results().getByText("7 ads", { exact: true }).waitFor();
    await button("Advertiser Nordlicht Coffee, remove filter").waitFor();
    await button("Export loaded ads, 0 credits…").click();
    await button("Reset all filters").click();
    await results().getByText("The newest 20 ads").waitFor();
    const saved = host.asked.flatMap(({ method, params: asked }) =>
      method === "saveTable" ? [params.saveTable.parse(asked)] : [],
    );
    assert.deepEqual(
      saved.map(({ rows }) => rows),
      [2, 7],
    );
    const [first, second] = saved[1]!.text.split("\r\n");
    const named = ["stat.likes", "stat.comments", "stat.shares", "meta.regions", "meta.days_running"];
    assert.equal(first, `\uFEFF${[...adFields.map(({ name }) => name), ...named].join()}`);
    assert.match(second!, /,\d{4}-\d\d-\d\dT[\d:.]+Z,/);
    assert.ok(saved[1]!.text.includes(",'9007199254740995,") && second!.includes("Nordlicht Coffee"), saved[1]!.text);
    assert.equal(paid(), 0);
  });

  it("remembers the archive panel's search and view, in the page and in the host", async () => {
    const kept: string[] = [];
    await openArchive({ width: 1400 });
    panel.host.rows.keep = ({ memory }) => {
      kept.push(JSON.stringify(memory));
      return true;
    };
    await button("Table").click();
    await panel.page.getByRole("textbox", { name: "Advertiser" }).fill("Fjord");
    await results().getByText("7 ads", { exact: true }).waitFor();
    await head("Likes").getByRole("button").click();
    await remembered('"sort":"stat:Likes"');
    assert.match(kept.at(-1) ?? "", /"archive":\{"advertiser":"Fjord"\}.*"sort":"stat:Likes"/);
    await panel.page.reload();
    await results().getByText("7 ads", { exact: true }).waitFor();
    await head("Likes").and(panel.page.locator('[aria-sort="descending"]')).waitFor();
    assert.equal(await panel.page.getByRole("textbox", { name: "Advertiser" }).inputValue(), "Fjord");
  });

  it("keeps loaded archive ads if loading more fails, and their table if another library is connected", async () => {
    await openArchive({ width: 1400 });
    const { page, host } = panel;
    const { searchArchive } = host.rows;
    host.rows.searchArchive = () => {
      throw new HostFailure({ code: "storage", charge: "none", message: "no space left" });
    };
    await button("Show all, 0 credits").click();
    await page.getByRole("alert").getByText("no space left").waitFor();
    await results().getByText("The newest 20 ads").waitFor();
    host.rows.searchArchive = searchArchive;
    await button("Show all, 0 credits").click();
    await results().getByText("40 ads", { exact: true }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await button("Table").click();
    await head("Fetched").waitFor();
    await panel.push({ kind: "fact", fact: "connectionChanged", value: sampleStart.connection });
    await results().getByText("The newest 20 ads").waitFor();
    await head("Fetched").waitFor();
  });

  it("does not count the ads of an archive that can't be read", async () => {
    await openArchive();
    const { page, host } = panel;
    host.rows.searchArchive = () => {
      throw new HostFailure({ code: "storage", charge: "none", message: "not readable", at: "2026-11-25T10:00:00Z" });
    };
    await page.getByRole("textbox", { name: "Advertiser" }).fill("Fjord");
    await page.getByRole("alert").getByText("not readable").waitFor();
    await button("Copy details").waitFor();
    assert.equal(await results().getByText("0 ads", { exact: true }).count(), 0);
    assert.equal(await results().getByText("bought, 0 credits").count(), 0);
  });

  it("keeps the focus on a button while its page loads, and loads no page twice", async () => {
    await search();
    const { page, host } = panel;
    const { search: usual } = host.rows;
    let answer: () => void = () => undefined;
    host.rows.search = async (...asked) => {
      await new Promise<void>((done) => (answer = done));
      return usual(...asked);
    };
    const label = "Load next page, 100 credits";
    const focused = () => page.evaluate("document.activeElement?.getAttribute('aria-label')");
    const before = paid();
    await button(label).focus();
    await page.keyboard.press("Enter");
    while (paid() === before) await new Promise(setImmediate);
    assert.equal(await focused(), label);
    await page.keyboard.press("Enter");
    answer();
    await results().getByText("36 ads, 2 pages").waitFor();
    assert.deepEqual([await focused(), paid()], [label, before + 1]);
  });

  it("unfolds the form and focuses the filter that a failed search names", async () => {
    panel = await pages.open({ width: 600 });
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

  it("shows ads side by side in a narrow panel without a second scroll bar, and restores the focus", async () => {
    await search({ width: 360 });
    for (const at of [0, 1, 2])
      await panel.page
        .getByRole("checkbox", { name: /^Select / })
        .nth(at)
        .check();
    await button("Side by side").focus();
    await panel.page.keyboard.press("Enter");
    await panel.page.getByRole("group", { name: "Ads side by side" }).waitFor();
    const wider =
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.results-scroll'))";
    assert.equal(await panel.page.evaluate(wider), 0);
    assert.equal(await panel.page.evaluate("document.activeElement?.getAttribute('aria-label')"), "Back to the ads");
  });

  it("cancels an outdated search of the archive", async () => {
    await openArchive();
    const { page, host } = panel;
    const { searchArchive } = host.rows;
    host.rows.searchArchive = () => new Promise(() => undefined);
    const advertiser = page.getByRole("textbox", { name: "Advertiser" });
    const asked = () => host.asked.filter(({ method }) => method === "searchArchive").length;
    const before = asked();
    await advertiser.fill("Fjo");
    while (asked() === before) await new Promise(setImmediate);
    host.rows.searchArchive = searchArchive;
    await advertiser.fill("Fjord");
    await results().getByText("7 ads", { exact: true }).waitFor();
    assert.deepEqual(host.cancelled, ["searchArchive"]);
  });

  it("searches, opens two ads, and exports with at most 25 keys besides typing", async () => {
    panel = await pages.open({ width: 1400 });
    const { page, host } = panel;
    await page.getByRole("form", { name: "Search ads" }).waitFor();
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
    while (!host.asked.some(({ method }) => method === "run"))
      await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.deepEqual(
      host.asked.flatMap(({ method, params: asked }) => (method === "run" ? [asked] : [])),
      [{ command: "exportResults" }],
    );
    assert.ok(keys <= 25, String(keys));
    assert.equal(paid(), 3);
  });
});
