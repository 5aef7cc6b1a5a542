import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { axeFindings } from "../support/axeFindings";
import { resize } from "../support/vscode/browser.mjs";
import { usePanel } from "../support/panelPage";
import { pageOf } from "../support/panelPageAds";
import { HostFailure } from "../support/panelPageHost";

describe("explorer panel in a browser", () => {
  const panel = usePanel();
  const { open, button, results, search, paid } = panel;
  /** Opens the page with a clock of the test's, and keeps the page's second part back until it is told to arrive. */
  const openWithHeldParts = async () => {
    let release: () => void = () => undefined;
    let told: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    const arrived = new Promise<void>((done) => (told = done));
    await open({
      route: async (page) => {
        await page.clock.install();
        await page.exposeFunction("partsArrived", () => told());
        await page.route("**/webview-deferredParts.js", async (route) => {
          const response = await route.fetch();
          await released;
          // Who waits for a module hears of it in the turn of its last line: before the test does, and before any frame.
          await route.fulfill({ response, body: `${await response.text()}\nwindow.partsArrived();` });
        });
      },
    });
    return () => {
      release();
      return arrived;
    };
  };
  const runs = () => panel.host.asked.filter(({ method }) => method === "run").map(({ params }) => params);

  it("searches, loads pages, and opens details with one paid question per click", async () => {
    await open();
    await search();
    await button("Load next page, 100 credits").click();
    await results().getByText("36 ads, 2 pages").waitFor();
    await button("Details, 100 credits").first().click();
    const detail = panel.page.getByRole("region", { name: "Ad details" });
    await detail.getByRole("heading", { name: "Fresh roasted beans" }).waitFor();
    assert.deepEqual(
      paid().map(({ method }) => method),
      ["search", "search", "adDetail"],
    );
    await button("Details, bought").waitFor();
  });

  for (const file of ["webview-deferredParts.js", "webview-deferredParts.css"]) {
    it(`says what to do when ${file} cannot be loaded, keeps what was paid, and tries again`, async () => {
      const held: { pressed?: Promise<void> } = {};
      await open({
        route: async (page) =>
          page.route(`**/${file}`, async (route) => {
            if (!held.pressed) return route.abort();
            await held.pressed;
            return route.continue();
          }),
      });
      await button("Search, 100 credits").click();
      const alert = results().getByRole("alert").filter({ hasText: "Part of this panel couldn't be loaded." });
      await alert.waitFor();
      // The page tries again by itself as well; from now on, nothing comes before the button is pressed.
      let press = (): void => undefined;
      held.pressed = new Promise<void>((done) => (press = done));
      await alert.getByRole("button", { name: "Try again", exact: true }).click();
      press();
      await results().getByRole("article").first().waitFor();
      assert.equal(await alert.count(), 0);
      assert.equal(paid().length, 1);
    });
  }

  it("loads its second part even if asked again while a try is failing", async () => {
    let pressed = 0;
    let [fail, arrived] = [(): void => undefined, (): void => undefined];
    const failing = new Promise<void>((resolve) => (fail = resolve));
    const asked = new Promise<void>((resolve) => (arrived = resolve));
    await open({
      route: async (page) =>
        page.route("**/webview-deferredParts.js", async (route) => {
          if (pressed === 2) return route.continue();
          if (pressed === 1) {
            arrived();
            await failing;
          }
          return route.abort();
        }),
    });
    await button("Search, 100 credits").click();
    const again = results().getByRole("alert").getByRole("button", { name: "Try again", exact: true });
    await again.waitFor();
    pressed = 1;
    await again.click();
    await asked;
    await again.click();
    pressed = 2;
    fail();
    await results().getByRole("article").first().waitFor();
    assert.equal(paid().length, 1);
  });

  for (const [moment, drawnFirst, frozen] of [
    ["before they are wanted", false, false],
    ["between the drawing and what follows it in the next frame", true, true],
    ["after that", true, false],
  ] as const) {
    it(`draws the ads with parts that arrive ${moment}`, async () => {
      const arrive = await openWithHeldParts();
      const { clock } = panel.page;
      if (!drawnFirst) await arrive();
      // Frames, timers and idle moments come when the clock goes on.
      if (frozen) await clock.pauseAt(Date.now() + 3_600_000);
      await search();
      // What stands there instead is drawn together with the status; it shows itself only to one who waits, by the clock.
      if (drawnFirst && !frozen) {
        await results().locator(".card-skeleton").first().waitFor();
        await panel.page.evaluate("new Promise((done) => requestIdleCallback(() => setTimeout(done)))");
      }
      if (drawnFirst) await arrive();
      if (frozen) await clock.resume();
      await results().getByRole("article").first().waitFor();
      assert.equal(await results().locator(".card-skeleton").count(), 0);
    });
  }

  it("continues silently if its memory can't be stored", async () => {
    let refused = 0;
    await open({
      prepare: ({ rows }) => {
        rows.keep = () => {
          refused += 1;
          throw new HostFailure({ code: "unexpected", charge: "none", message: "no space left" });
        };
      },
    });
    await search();
    await button("Load next page, 100 credits").click();
    await results().getByText("36 ads, 2 pages").waitFor();
    assert.ok(refused > 0);
    assert.equal(await panel.page.getByRole("alert").count(), 0);
    // The page's own memory is another one.
    await panel.page.reload();
    await results().getByText("36 ads, 2 pages").waitFor();
  });

  it("pays once for a burst of clicks", async () => {
    await open();
    await button("Search, 100 credits").evaluate((inner) => {
      for (let click = 0; click < 10; click++) (inner as HTMLElement).click();
    });
    await results().getByText("18 ads, 1 page").waitFor();
    assert.equal(paid().length, 1);
  });

  it("is restored after a reload, for 0 credits", async () => {
    await open();
    await panel.page.getByRole("checkbox", { name: "Women" }).click();
    await search();
    await button("Load next page, 100 credits").click();
    await results().getByText("36 ads, 2 pages").waitFor();
    await button("Details, 100 credits").first().click();
    await panel.page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
    const before = paid().length;
    await panel.page.reload();
    await results().getByText("36 ads, 2 pages").waitFor();
    await results().getByText("bought, fetched").first().waitFor();
    await panel.page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
    await button("Show filters").click();
    assert.equal(await panel.page.getByRole("checkbox", { name: "Women" }).getAttribute("aria-checked"), "true");
    assert.equal(paid().length, before);
  });

  it("keeps the results when the next page fails, says what it may have cost, and retries that page", async () => {
    await open();
    await search();
    const { search: answer } = panel.host.rows;
    panel.host.rows.search = () => {
      throw new HostFailure({
        code: "timeout",
        charge: "unknown",
        message: "No answer in time. It may have been charged.",
        next: "tryAgain",
      });
    };
    await button("Load next page, 100 credits").click();
    await panel.page.getByRole("alert").getByText("It may have been charged.").waitFor();
    await results().getByText("18 ads, 1 page").waitFor();
    panel.host.rows.search = answer;
    await button("Try page 2 again, 100 credits").click();
    await results().getByText("36 ads, 2 pages").waitFor();
    assert.equal(await panel.page.getByRole("alert").count(), 0);
    assert.deepEqual(paid()[1], paid()[2]);
  });

  it("offers the next step of a failure as a button", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.search = () => {
          throw new HostFailure({ code: "noKey", charge: "none", message: "No API key.", next: "setApiKey" });
        };
      },
    });
    await button("Search, 100 credits").click();
    await button("Set API key…").click();
    assert.deepEqual(runs(), [{ command: "setApiKey" }]);
  });

  it("cancels a search", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.search = (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              reject(new HostFailure({ code: "cancelled", charge: "unknown", message: "Cancelled. Maybe charged." }));
            });
          });
      },
    });
    await button("Search, 100 credits").click();
    await button("Cancel").click();
    await panel.page.getByRole("alert").getByText("Maybe charged.").waitFor();
    assert.deepEqual(panel.host.cancelled, ["search"]);
  });

  it("aborts details on a second cancel, and says in between what it waits for", async () => {
    await open({
      prepare: ({ rows }) => {
        let times = 0;
        rows.adDetail = (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              const failure = { code: "cancelled", charge: "unknown", message: "Maybe charged." } as const;
              if ((times += 1) === 2) reject(new HostFailure(failure));
            });
          });
      },
    });
    await button("Search, 100 credits").click();
    await panel.page.getByRole("button", { name: "Details, 100 credits" }).first().click();
    const details = panel.page.getByRole("region", { name: "Ad details" });
    await details.getByRole("button", { name: "Cancel", exact: true }).click();
    await details.getByText("Finishing what was already requested…").waitFor();
    await details.getByRole("button", { name: "Abort, may cost 100 credits" }).click();
    await panel.page.getByRole("alert").getByText("Maybe charged.").waitFor();
    assert.deepEqual(panel.host.cancelled, ["adDetail", "adDetail"]);
  });

  it("offers what is bought before it pays", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.bought = () => [{ lastHit: "5", pages: 3, fetchedAt: "2026-11-20T10:00:00Z" }];
      },
    });
    await button("Search, 100 credits").click();
    await button("Show bought results, 0 credits").click();
    await results().getByText("18 ads, 1 page").waitFor();
    assert.equal(paid().length, 0);
    await button("Search, 100 credits").click();
    await button("Search again, 100 credits").click();
    await results().getByText("fetched just now").first().waitFor();
    assert.equal(paid().length, 1);
  });

  it("buys the pages that a search file wants at the price on the button, also beside what is bought", async () => {
    const bought = { lastHit: "5", pages: 3, fetchedAt: "2026-11-20T10:00:00Z" };
    let offered = false;
    await open({
      prepare: ({ rows }) => {
        const { open: start } = rows;
        rows.open = async (params, signal) => {
          const started = await start(params, signal);
          const query = { platform: started.platform, choices: [] };
          return { ...started, handover: { query, run: false, pages: 2 } };
        };
        rows.bought = () => (offered ? [bought] : []);
      },
    });
    const wanted = () => paid().map(({ params }) => (params as { pages?: number }).pages);
    await button("Search 2 pages, 200 credits").click();
    await results().getByText("36 ads, 2 pages").waitFor();
    assert.deepEqual(wanted(), [2, 2]);
    offered = true;
    await button("Search 2 pages, 200 credits").click();
    await results().getByRole("button", { name: "Search 2 pages again, 200 credits" }).click();
    while (paid().length < 4) await new Promise(setImmediate);
    assert.deepEqual(wanted(), [2, 2, 2, 2]);
  });

  for (const [kind, words] of [
    ["service", "This page was charged."],
    ["sample", "This page used sample credits, which aren't charged."],
  ] as const) {
    it(`says what an empty page cost: ${kind}`, async () => {
      await open({
        prepare: ({ rows }) => {
          const { open: start } = rows;
          rows.open = async (params, signal) => ({
            ...(await start(params, signal)),
            ...(kind === "service" && { connection: { kind, origin: "https://ads.example", hasKey: true } }),
          });
          rows.search = ({ query }) => ({ page: pageOf(query.platform, 1, "", 0), boughtDetails: [] });
        },
      });
      await button("Search, 100 credits").click();
      await results().getByText("0 ads, 1 page").waitFor();
      await results().getByText(words).waitFor();
    });
  }

  it("says what a page without new ads cost, and still offers the next one", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.search = ({ query, cursor: { page } = { page: 1, lastHit: "" } }) => {
          const first = pageOf(query.platform, 1, "", 40);
          const ads = page === 2 ? [] : first.ads;
          return { page: { ...first, ads, page, hasNextPage: true, bought: page > 3 }, boughtDetails: [] };
        };
      },
    });
    await search();
    for (const words of [
      /^Page 2 has no ads\. This page used sample credits/,
      /^All ads of page 3 are also on earlier pages\. This page used sample credits/,
      /^All ads of page 4 are also on earlier pages\.$/,
    ]) {
      await button("Load next page, 100 credits").click();
      await results().getByText(words).waitFor();
    }
    assert.equal(await button("Load next page, 100 credits").count(), 1);
  });

  it("shows the end, and how many ads were repeats", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.search = ({ query, cursor }) => {
          const first = pageOf(query.platform, 1, "", 30);
          const ads = cursor ? [...first.ads.slice(0, 6), ...pageOf(query.platform, 2, "", 30).ads] : first.ads;
          return { page: { ...first, ads, page: cursor?.page ?? 1, hasNextPage: !cursor }, boughtDetails: [] };
        };
      },
    });
    await search();
    await button("Load next page, 100 credits").click();
    await results().getByText("30 ads, 2 pages").waitFor();
    await results().getByText("6 repeated ads are shown once.").waitFor();
    await results().getByText("no more pages").waitFor();
    assert.equal(await button("Load next page, 100 credits").count(), 0);
  });

  it("keeps the frozen search while the form is edited, and marks the edits as not applied", async () => {
    await open();
    await search();
    await panel.page.getByRole("checkbox", { name: "Women" }).click();
    await results().getByText("Edited, not applied yet").waitFor();
    await button("Load next page, 100 credits").click();
    await results().getByText("36 ads, 2 pages").waitFor();
    const [first, second] = paid().map(({ params }) => (params as { query: unknown }).query);
    assert.deepEqual(first, second);
  });

  it("runs a command's query once", async () => {
    await open();
    const query = { platform: "youtube", choices: [] } as const;
    await panel.push({ kind: "fact", fact: "handover", value: { query, run: true } });
    await results().getByText("18 ads, 1 page").waitFor();
    assert.equal(paid().length, 1);
    assert.equal((paid()[0]?.params as { query: { platform: string } }).query.platform, "youtube");
  });

  it("moves card by card with the keyboard without paying", async () => {
    await open({ width: 1280 });
    await search();
    const cards = results().getByRole("article");
    await cards.first().focus();
    const focused = () => panel.page.evaluate(() => document.activeElement?.getAttribute("data-card"));
    await panel.page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "1");
    await panel.page.keyboard.press("End");
    await panel.page.waitForFunction(() => document.activeElement?.getAttribute("data-card") === "17");
    await panel.page.keyboard.press("Home");
    await panel.page.waitForFunction(() => document.activeElement?.getAttribute("data-card") === "0");
    await panel.page.keyboard.press("Enter");
    assert.equal(await panel.page.evaluate(() => document.activeElement?.textContent), "Details, 100 credits");
    assert.equal(paid().length, 1);
    await panel.page.keyboard.press("Enter");
    await panel.page.getByRole("region", { name: "Ad details" }).waitFor();
  });

  for (const [layout, width] of [
    ["Cards", 500],
    ["Cards", 1000],
    ["Cards", 1400],
    ["Table", 500],
    ["Creatives", 500],
    ["Table", 1400],
  ] as const) {
    it(`keeps the opened ad on the screen and in focus: ${layout} on ${width} px`, async () => {
      await open({ width });
      await search();
      for (const pages of ["36 ads, 2 pages", "54 ads, 3 pages"]) {
        await button("Load next page, 100 credits").click();
        await results().getByText(pages).waitFor();
      }
      await button(layout === "Creatives" ? "Group into creatives, 0 credits" : layout).click();
      const { page } = panel;
      const scroller = page.locator(".results-scroll");
      /** The part of the view, from 0 to 1, in which an ad is, once it is there as a whole. */
      const inView = (key: string) =>
        page.waitForFunction((name) => {
          const view = document.querySelector(".results-scroll")!.getBoundingClientRect();
          const ad = document.querySelector(`.results-pane [data-key="${name}"]`)?.getBoundingClientRect();
          return ad && view.height > 0 && ad.top >= view.top - 1 && ad.bottom <= view.bottom + 1;
        }, key);
      const focusIsIn = (key: string) =>
        page.waitForFunction(
          (name) => document.activeElement?.closest<HTMLElement>(".results-pane [data-key]")?.dataset.key === name,
          key,
        );
      await scroller.evaluate((element, top) => (element.scrollTop = top), layout === "Cards" ? 2600 : 1100);
      await scroller.evaluate(async () => {
        for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      });
      // The lowest one that is in view as a whole.
      const key = await scroller.evaluate((element) => {
        const { bottom } = element.getBoundingClientRect();
        const ads = [...element.querySelectorAll<HTMLElement>("[data-key]")];
        return ads.findLast((ad) => ad.getBoundingClientRect().bottom <= bottom)?.dataset.key ?? "";
      });
      const ad = results().locator(`[data-key="${key}"]`);
      await ad.getByRole("button", { name: "Details, 100 credits" }).click();
      await page.getByRole("region", { name: "Ad details" }).getByRole("heading").first().waitFor();
      if (width > 500) await inView(key);
      await page.keyboard.press("Escape");
      await focusIsIn(key);
      await inView(key);
      await page.keyboard.press("ArrowUp");
      await page.waitForFunction(
        (name) => document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key !== name,
        key,
      );
      await page.keyboard.press("g");
      const first = await page.waitForFunction(
        () => document.activeElement?.closest<HTMLElement>('[data-card="0"], [aria-rowindex="2"]')?.dataset.key,
      );
      await inView((await first.jsonValue()) ?? "");
      assert.equal(paid().length, 4);
    });
  }

  it("shows selected ads side by side from their top, and returns to where the ads were", async () => {
    await open({ width: 500 });
    await search();
    const scroller = panel.page.locator(".results-scroll");
    const top = () => scroller.evaluate((element) => element.scrollTop);
    for (const at of [0, 1]) await results().getByRole("checkbox").nth(at).check();
    await scroller.evaluate((element) => (element.scrollTop = 1500));
    await panel.page.waitForFunction(() => sessionStorage.getItem("state")?.includes('"place"'));
    await button("Side by side").click();
    await panel.page.getByRole("group", { name: "Ads side by side" }).waitFor();
    assert.equal(await top(), 0);
    await button("Back to the ads").click();
    await results().getByRole("article").first().waitFor();
    while ((await top()) < 1000) await panel.page.evaluate(() => new Promise(requestAnimationFrame));
  });

  it("says that a picture is on its way, if it takes long", async () => {
    let send: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (send = resolve));
    const route = (page: Page) => page.route("**/picture/**", (one) => sent.then(() => one.continue()));
    await open({ width: 1400, theme: "light", route });
    await search();
    const waiting = results().getByText("Loading image…");
    await waiting.first().waitFor();
    await panel.page.screenshot({ path: "out/artifacts/picture-waiting.png" });
    send();
    await waiting.first().waitFor({ state: "detached" });
  });

  it("navigates by keys from anywhere, closes details from anywhere in them, and lists its keys", async () => {
    await open({ width: 1400 });
    const { keyboard } = panel.page;
    const field = panel.page.getByRole("textbox", { name: /, text$/ }).first();
    const focusIs = (found: string) =>
      panel.page.waitForFunction((wanted) => document.activeElement?.matches(wanted), found);
    await keyboard.press("/");
    await focusIs("vscode-text-field");
    await keyboard.type("a/g?");
    assert.equal(await field.inputValue(), "a/g?");
    await button("Search, 100 credits").click();
    await results().getByText("18 ads, 1 page").waitFor();
    await results().getByRole("article").first().waitFor();
    await keyboard.press("g");
    await focusIs('[data-card="0"]');
    await keyboard.press("ArrowRight");
    await focusIs('[data-card="1"]');
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    const detail = panel.page.getByRole("region", { name: "Ad details" });
    await detail.getByRole("heading").first().waitFor();
    // Next to the details, not in them.
    await panel.page.getByRole("button", { name: /^Next ad/ }).focus();
    await keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
    await focusIs('[data-card="1"]');
    await keyboard.press("f");
    await focusIs(".form-head vscode-dropdown");
    assert.equal(await panel.page.locator(".form-pane.folded").count(), 0);
    await button("Search, 100 credits").focus();
    await keyboard.press("?");
    const help = panel.page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Go to the first ad", { exact: true }).waitFor();
    assert.deepEqual(await axeFindings(panel.page), []);
    await panel.page.screenshot({ path: "out/artifacts/keys.png" });
    await keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await focusIs(".search-button, .search-button *");
    assert.equal(paid().length, 2);
  });

  it("filters and sorts loaded ads without a request", async () => {
    await open();
    await search();
    // The form is looked at once it rests, which is no part of this.
    while (!panel.host.asked.some(({ method }) => method === "preview"))
      await panel.page.evaluate(() => new Promise(requestAnimationFrame));
    const asked = () => panel.host.asked.filter(({ method }) => method !== "keep" && method !== "lens").length;
    const before = asked();
    await button("Filter and sort loaded ads, 0 credits").click();
    await panel.page.getByRole("textbox", { name: "Text in loaded ads" }).fill("roasted");
    await results().getByText("2 shown").waitFor();
    assert.equal(await results().getByRole("article").count(), 2);
    await button("Show all loaded ads").click();
    await button("Table").click();
    await panel.page.getByRole("grid", { name: "Loaded ads" }).getByText("Atlas Travel").first().waitFor();
    await button("Overview of loaded ads, 0 credits").click();
    await panel.page.getByRole("figure", { name: /Top advertisers/ }).waitFor();
    assert.equal(asked(), before);
  });

  it("gives an ad's title room in the table, and names platforms only if there are several", async () => {
    await open();
    await search();
    await button("Table").click();
    const table = panel.page.getByRole("grid", { name: "Loaded ads" });
    for (const [width, columns] of [
      [760, ["Ad", "Likes"]],
      [1000, ["Ad", "Likes", "Comments"]],
      [1600, ["Ad", "Advertiser", "Likes", "Comments", "Shares", "Last seen"]],
    ] as const) {
      await resize(panel.page, width);
      for (const name of columns) await table.getByRole("columnheader", { name, exact: true }).waitFor();
      const title = await table.locator(".col-ad").first().boundingBox();
      assert.ok(title !== null && title.width >= 230, `${title?.width} of ${width}`);
      assert.equal(await table.getByRole("columnheader", { name: "Platform" }).count(), 0);
    }
  });

  it("exports the selected ads and shows them side by side", async () => {
    await open();
    await search();
    await panel.page
      .getByRole("checkbox", { name: /^Select Fresh/ })
      .first()
      .check();
    await panel.page
      .getByRole("checkbox", { name: /^Select Winter/ })
      .first()
      .check();
    await button("Export selected, 0 credits…").click();
    const ads = ["9007199254740993", "9007199254740994"].map((id) => ({ platform: "facebook", id }));
    assert.deepEqual(runs(), [{ command: "exportResults", ads }]);
    await button("Side by side").click();
    await panel.page
      .getByRole("group", { name: "Ads side by side" })
      .getByRole("row", { name: /Comments 37 74/ })
      .waitFor();
  });

  it("draws only the ads near the view of 10,000, and appends without a jump", async () => {
    const perPage = 5_000;
    await open({
      prepare: ({ rows }) => {
        rows.search = ({ query, cursor }) => {
          const page = cursor?.page ?? 1;
          const [first] = [pageOf(query.platform, 1, "", 40)];
          const ads = Array.from({ length: perPage }, (_, at) => {
            const id = String((page - 1) * perPage + at);
            return { ...first.ads[at % 18]!, key: `a:${id}`, id, attachments: [] };
          });
          return { page: { ...first, page, ads, hasNextPage: page < 3 }, boughtDetails: [] };
        };
      },
    });
    await button("Search, 100 credits").click();
    await results().getByText("5,000 ads, 1 page").waitFor();
    await results().getByRole("article").first().waitFor();
    const scroller = panel.page.locator(".results-scroll");
    await scroller.evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    await results().locator('[data-card="4999"]').waitFor();
    const place = () => results().locator('[data-card="4999"]').boundingBox();
    // Rows that were never drawn have guessed heights until they are measured, so the list settles first.
    let card = await place();
    let before;
    do {
      before = card;
      await panel.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      card = await place();
    } while (before?.y !== card?.y);
    await button("Load next page, 100 credits").evaluate((inner) => {
      (inner as HTMLElement).click();
    });
    await results().getByText("10,000 ads, 2 pages").waitFor();
    assert.deepEqual(await place(), card);
    assert.ok((await results().getByRole("article").count()) < 100);
  });

  it("reserves space for every image, so nothing moves when it loads", async () => {
    await open();
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    await panel.page.route(/picture/, async (route) => {
      await held;
      await route.continue();
    });
    await search();
    const boxes = () =>
      panel.page.evaluate(() =>
        [...document.querySelectorAll(".card")].map((card) => JSON.stringify(card.getBoundingClientRect())),
      );
    await panel.page.locator(".card").first().waitFor();
    const before = await boxes();
    assert.ok(before.length > 0);
    release();
    await panel.page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".card-media")]
        .slice(0, 5)
        .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    );
    // Rows below those in sight may be drawn later.
    assert.deepEqual((await boxes()).slice(0, before.length), before);
  });

  it("shows hostile text as text", async () => {
    const hostile = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script> $& ${x} \u202Egnp.exe';
    await open({
      prepare: ({ rows }) => {
        rows.search = ({ query }) => {
          const page = pageOf(query.platform, 1, "", 3);
          const ads = page.ads.map((ad) => ({
            ...ad,
            title: hostile,
            platformName: hostile,
            lastSeen: hostile,
            displayUrl: "javascript:alert(1)",
            owner: { name: hostile },
            stats: [{ tooltip: hostile, value: "1e400", icon: hostile }],
            metadata: [{ tooltip: hostile, values: [hostile, "x".repeat(100_000)] }],
            attachments: [{ type: "image", url: "javascript:alert(1)" }],
          }));
          return { page: { ...page, ads }, boughtDetails: [] };
        };
      },
    });
    await button("Search, 100 credits").click();
    await results().getByText("3 ads, 1 page").waitFor();
    const card = results().getByRole("article").first();
    await card.getByText("Image not available").waitFor();
    assert.ok(
      await card
        .getByRole("heading")
        .textContent()
        .then((text) => text?.includes("<script>window.pwned=1</script> $& ${x}")),
    );
    assert.equal(await panel.page.evaluate("window.pwned"), undefined);
    await button("Overview of loaded ads, 0 credits").click();
    await button("Table").click();
    await panel.page.getByRole("grid", { name: "Loaded ads" }).waitFor();
    assert.equal(await panel.page.evaluate("window.pwned"), undefined);
  });

  it("loads no image from a private or non-web address", async () => {
    const wrong = [
      "https://169.254.169.254/a.png",
      "https://localhost/a.png",
      "http://a.example/a.png",
      "data:image/png,",
    ];
    const pictures = wrong.flatMap((address) => [
      { type: "image", url: address },
      { type: "image", url: "x", thumbnail: address },
      { type: "video", url: address, thumbnail: address },
    ]);
    await open({
      prepare: ({ rows }) => {
        const { adDetail } = rows;
        rows.search = ({ query }) => {
          const page = pageOf(query.platform, 1, "");
          const ads = page.ads.slice(0, pictures.length).map((ad, at) => ({
            ...ad,
            owner: { name: "Inside", avatarUrl: wrong[at % wrong.length]! },
            attachments: [pictures[at]!],
          }));
          return { page: { ...page, ads }, boughtDetails: [] };
        };
        rows.adDetail = async (asked, signal) => {
          const bought = await adDetail(asked, signal);
          return { ...bought, detail: { ...bought.detail, owner: { avatarUrl: wrong[0]! }, attachments: pictures } };
        };
      },
    });
    const asked: string[] = [];
    panel.page.on("request", (request) => asked.push(request.url()));
    await button("Search, 100 credits").click();
    await results().getByText("Image not available").first().waitFor();
    await button("Details, 100 credits").first().click();
    const detail = panel.page.getByRole("region", { name: "Ad details" });
    const strip = detail.getByRole("list", { name: "Creatives" }).getByRole("button");
    await strip.first().waitFor();
    for (let at = 0; at < pictures.length; at += 1) {
      await strip.nth(at).click();
      await detail.getByText("Images aren't loaded from this address.").waitFor();
    }
    await button("Table").click();
    await panel.page.getByRole("grid", { name: "Loaded ads" }).waitFor();
    assert.deepEqual(
      asked.filter((url) => new URL(url).hostname !== "127.0.0.1"),
      [],
    );
  });

  it("loads images from a private network only over https and from allowed hosts", async () => {
    const asked: string[] = [];
    const pictures = [
      "https://nas.local/1.png",
      "https://nas.local:8443/2.png",
      "https://10.0.0.5/3.png",
      "http://nas.local/4.png",
    ];
    await open({
      prepare: ({ rows }) => {
        rows.search = ({ query }) => {
          const page = pageOf(query.platform, 1, "");
          const ads = page.ads.map((ad, at) => ({ ...ad, attachments: [{ type: "image", url: pictures[at % 4]! }] }));
          return { page: { ...page, ads }, boughtDetails: [] };
        };
      },
      route: (page) =>
        page.route(/nas\.local|10\.0\.0\.5/, (route) => (asked.push(route.request().url()), route.abort())),
    });
    await search();
    await results().getByText("Image not available").first().waitFor();
    assert.deepEqual(asked, []);
    await panel.push({ kind: "fact", fact: "mediaHostsChanged", value: ["nas.local"] });
    while (new Set(asked).size < 2) await new Promise(setImmediate);
    assert.deepEqual(new Set(asked), new Set(pictures.slice(0, 2)));
  });

  it("loads images only as the setting says", async () => {
    await open({
      prepare: ({ rows }) => {
        const { open: answer } = rows;
        rows.open = async (params, signal) => ({ ...(await answer(params, signal)), loadMedia: "onClick" });
      },
    });
    const pictures: string[] = [];
    panel.page.on("request", (request) => {
      if (request.resourceType() === "image") pictures.push(request.url());
    });
    await search();
    assert.deepEqual(pictures, []);
    const loaded = panel.page.waitForRequest(/picture/);
    await button("Load image").first().click();
    await loaded;
    await panel.push({ kind: "fact", fact: "loadMediaChanged", value: "never" });
    await results().getByText("Images are off").first().waitFor();
  });
});
