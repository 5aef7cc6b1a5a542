import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { times, variants } from "../support/long";
import { usePanel } from "../support/panelPage";
import { pageOf } from "../support/panelPageAds";
import { HostFailure } from "../support/panelPageHost";
import { resize } from "../support/vscode/browser.mjs";

const query = { platform: "facebook", choices: [] } as const;

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
      clock: true,
      route: async (page) => {
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
  const details = () => panel.page.getByRole("region", { name: "Ad details" });
  /** No answer before so many cancels. */
  const until = (cancels: number) => (_: unknown, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      let left = cancels;
      signal.addEventListener("abort", () => {
        const failure = { code: "cancelled", charge: "unknown", message: "Maybe charged." } as const;
        if ((left -= 1) === 0) reject(new HostFailure(failure));
      });
    });
  const runs = () => panel.host.asked.filter(({ method }) => method === "run").map(({ params }) => params);

  it("pays once for a burst of clicks, and is restored after a reload, for 0 credits", async () => {
    await open();
    const burst = (name: string) =>
      button(name)
        .first()
        .evaluate((inner) => {
          for (let click = 0; click < 10; click++) (inner as HTMLElement).click();
        });
    await panel.page.getByRole("checkbox", { name: "Women" }).click();
    await burst("Search, 100 credits");
    await results().getByText("18 ads, 1 page").waitFor();
    await burst("Load next page, 100 credits");
    await results().getByText("36 ads, 2 pages").waitFor();
    await burst("Details, 100 credits");
    await details().getByRole("heading", { name: "Fresh roasted beans" }).waitFor();
    await button("Details, bought").waitFor();
    const methods = () => paid().map(({ method }) => method);
    assert.deepEqual(methods(), ["search", "search", "adDetail"]);
    await panel.page.reload();
    await results().getByText("36 ads, 2 pages").waitFor();
    await results().getByText("bought, fetched").first().waitFor();
    await details().getByText("Times observed").first().waitFor();
    await button("Show filters").click();
    assert.equal(await panel.page.getByRole("checkbox", { name: "Women" }).getAttribute("aria-checked"), "true");
    assert.equal(methods().length, 3);
  });

  for (const file of ["webview-deferredParts.js", "webview-deferredParts.css"]) {
    it(`says what to do when ${file} cannot be loaded, keeps what was paid, and tries again`, async () => {
      let pressed = 0;
      let [fail, arrived] = [(): void => undefined, (): void => undefined];
      const failing = new Promise<void>((resolve) => (fail = resolve));
      const asked = new Promise<void>((resolve) => (arrived = resolve));
      await open({
        route: async (page) =>
          page.route(`**/${file}`, async (route) => {
            // The page tries again by itself as well; nothing comes before the button was pressed twice.
            if (pressed === 2) return route.continue();
            if (pressed === 1) {
              arrived();
              await failing;
            }
            return route.abort();
          }),
      });
      await button("Search, 100 credits").click();
      const alert = results().getByRole("alert").filter({ hasText: "Part of this panel couldn't be loaded." });
      const again = alert.getByRole("button", { name: "Try again", exact: true });
      await again.waitFor();
      pressed = 1;
      await again.click();
      // Asked again while that try is failing.
      await asked;
      await again.click();
      pressed = 2;
      fail();
      await results().getByRole("article").first().waitFor();
      assert.equal(await alert.count(), 0);
      assert.equal(paid().length, 1);
    });
  }

  const moments = [
    ["before they are wanted", false, false],
    ["between the drawing and what follows it in the next frame", true, true],
    ["after that", true, false],
  ] as const;
  for (const [moment, drawnFirst, frozen] of variants(moments.slice(0, 2), moments)) {
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
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    await open({
      prepare: ({ rows }) => {
        rows.keep = () => {
          refuse();
          throw new HostFailure({ code: "unexpected", charge: "none", message: "no space left" });
        };
      },
    });
    await search();
    await refused;
    assert.equal(await panel.page.getByRole("alert").count(), 0);
    // The page's own memory is another one.
    await panel.page.reload();
    await results().getByText("18 ads, 1 page").waitFor();
  });

  it("keeps the results when the next page fails, tries it again, and shows the end and how many ads were repeats", async () => {
    let fails = true;
    await open({
      prepare: ({ rows }) => {
        rows.search = ({ query, cursor }) => {
          const message = "No answer in time. It may have been charged.";
          if (cursor && fails) throw new HostFailure({ code: "timeout", charge: "unknown", message, next: "tryAgain" });
          const first = pageOf(query.platform, 1, "", 30);
          const ads = cursor ? [...first.ads.slice(0, 6), ...pageOf(query.platform, 2, "", 30).ads] : first.ads;
          return { page: { ...first, ads, page: cursor?.page ?? 1, hasNextPage: !cursor }, boughtDetails: [] };
        };
      },
    });
    await search();
    await button("Load next page, 100 credits").click();
    await panel.page.getByRole("alert").getByText("It may have been charged.").waitFor();
    await results().getByText("18 ads, 1 page").waitFor();
    fails = false;
    await button("Try page 2 again, 100 credits").click();
    await results().getByText("30 ads, 2 pages").waitFor();
    await results().getByText("6 repeated ads are shown once.").waitFor();
    await results().getByText("no more pages").waitFor();
    assert.equal(await button("Load next page, 100 credits").count(), 0);
    assert.equal(await panel.page.getByRole("alert").count(), 0);
    assert.deepEqual(paid()[1], paid()[2]);
  });

  it("offers the next step of a failure, and cancels a search", async () => {
    await open();
    const { rows, cancelled } = panel.host;
    rows.search = () => {
      throw new HostFailure({ code: "noKey", charge: "none", message: "No API key.", next: "setApiKey" });
    };
    await button("Search, 100 credits").click();
    await button("Set API key…").click();
    assert.deepEqual(runs(), [{ command: "setApiKey" }]);
    rows.search = until(1);
    await button("Search, 100 credits").click();
    await button("Cancel").click();
    await panel.page.getByRole("alert").getByText("Maybe charged.").waitFor();
    assert.deepEqual(cancelled, ["search"]);
  });

  it("keeps details on the screen while they are fetched again, which can be canceled", async () => {
    await open();
    await search();
    await button("Details, 100 credits").first().click();
    const known = details().getByRole("heading", { name: "Fresh roasted beans" });
    await known.waitFor();
    panel.host.rows.adDetail = until(2);
    await details()
      .getByRole("button", { name: /^Fetch again, 100 credits/ })
      .click();
    const region = panel.page.locator(".detail-pane");
    await region.getByText("Loading details…").waitFor();
    await region.getByRole("button", { name: "Cancel", exact: true }).click();
    await region.getByText("Finishing what was already requested…").waitFor();
    assert.equal(await known.count(), 1);
    await region.getByRole("button", { name: "Abort, may cost 100 credits" }).click();
    await panel.page.getByRole("alert").getByText("Maybe charged.").waitFor();
    assert.equal(await region.getByText("Loading details…").count(), 0);
    assert.equal(await known.count(), 1);
    assert.deepEqual(panel.host.cancelled, ["adDetail", "adDetail"]);
  });

  it("buys the pages that a search file wants at the price on the button, also beside what is bought", async () => {
    const bought = { lastHit: "5", pages: 3, fetchedAt: "2026-11-20T10:00:00Z" };
    let offered = false;
    await open({
      start: { handover: { query, run: false, pages: 2 } },
      prepare: ({ rows }) => (rows.bought = () => (offered ? [bought] : [])),
    });
    const wanted = () => paid().map(({ params }) => (params as { pages?: number }).pages);
    await button("Search 2 pages, 200 credits").click();
    await results().getByText("36 ads, 2 pages").waitFor();
    assert.deepEqual(wanted(), [2, 2]);
    offered = true;
    await button("Search 2 pages, 200 credits").click();
    await results().getByRole("button", { name: "Search 2 pages again, 200 credits" }).click();
    while (paid().length < 4)
      await panel.asked("search", panel.host.asked.filter(({ method }) => method === "search").length + 1);
    assert.deepEqual(wanted(), [2, 2, 2, 2]);
  });

  it("says what a page without new ads cost, and still offers the next one", async () => {
    await open({ start: { connection: { kind: "service", origin: "https://ads.example", hasKey: true } } });
    panel.host.rows.search = ({ query }) => ({ page: pageOf(query.platform, 1, "", 0), boughtDetails: [] });
    await button("Search, 100 credits").click();
    await results().getByText("0 ads, 1 page").waitFor();
    await results().getByText("This page was charged.").waitFor();
    panel.host.rows.search = ({ query, cursor: { page } = { page: 1, lastHit: "" } }) => {
      const first = pageOf(query.platform, 1, "", 40);
      const ads = page === 2 ? [] : first.ads;
      return { page: { ...first, ads, page, hasNextPage: true, bought: page > 3 }, boughtDetails: [] };
    };
    await search();
    for (const words of [
      /^Page 2 has no ads\. This page was charged\./,
      /^All ads of page 3 are also on earlier pages\. This page was charged\./,
      /^All ads of page 4 are also on earlier pages\.$/,
    ]) {
      await button("Load next page, 100 credits").click();
      await results().getByText(words).waitFor();
    }
    assert.equal(await button("Load next page, 100 credits").count(), 1);
  });

  it("keeps the opened ad on the screen and in focus in each layout", async () => {
    await open({ memory: { platform: "facebook", draft: query, shown: { query, pages: 3 } } });
    await results().getByText("54 ads, 3 pages").waitFor();
    const { page } = panel;
    const scroller = page.locator(".results-scroll");
    /** Waits until an ad is in view as a whole. */
    const inView = (key: string) =>
      page.waitForFunction((name) => {
        const view = document.querySelector(".results-scroll")!.getBoundingClientRect();
        const ad = document.querySelector(`.results-pane [data-key="${name}"]`)?.getBoundingClientRect();
        return ad && view.height > 0 && ad.top >= view.top - 1 && ad.bottom <= view.bottom + 1;
      }, key);
    const focusIsIn = (key: string, wanted: boolean) =>
      page.waitForFunction(
        ([name, is]) =>
          (document.activeElement?.closest<HTMLElement>(".results-pane [data-key]")?.dataset.key === name) === is,
        [key, wanted] as const,
      );
    const some = [["Cards", 1000] as const, ["Table", 1400] as const, ["Creatives", 500] as const];
    const others = [["Cards", 500] as const, ["Cards", 1400] as const, ["Table", 500] as const];
    for (const [at, [layout, width]] of variants(some, [...some, ...others]).entries()) {
      await resize(page, width);
      await button(layout === "Creatives" ? "Group into creatives, 0 credits" : layout).click();
      await scroller.evaluate((element, top) => (element.scrollTop = top), layout === "Cards" ? 2600 : 1100);
      await scroller.evaluate(async () => {
        for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      });
      // The lowest one that is in view as a whole, and was not opened in another layout.
      const price = page.getByRole("button", { name: "Details, 100 credits" });
      const offered = results().locator("[data-key]").filter({ has: price });
      const key = await offered.evaluateAll((ads) => {
        const { bottom } = document.querySelector(".results-scroll")!.getBoundingClientRect();
        return ads.findLast((ad) => ad.getBoundingClientRect().bottom <= bottom)?.getAttribute("data-key") ?? "";
      });
      await results().locator(`[data-key="${key}"]`).locator(price).click();
      await details().getByRole("heading").first().waitFor();
      if (width > 500) await inView(key);
      await page.keyboard.press("Escape");
      await focusIsIn(key, true);
      await inView(key);
      await page.keyboard.press("ArrowUp");
      await focusIsIn(key, false);
      await page.keyboard.press("g");
      const first = await page.waitForFunction(
        () => document.activeElement?.closest<HTMLElement>('[data-card="0"], [aria-rowindex="2"]')?.dataset.key,
      );
      await inView((await first.jsonValue()) ?? "");
      assert.equal(paid().length, at + 1);
    }
  });

  it("exports selected ads, shows them side by side from their top, and returns to where the ads were", async () => {
    await open({ width: 500 });
    await search();
    const scroller = panel.page.locator(".results-scroll");
    const top = () => scroller.evaluate((element) => element.scrollTop);
    for (const at of [0, 1]) await results().getByRole("checkbox").nth(at).check();
    await button("Export selected, 0 credits…").click();
    const ads = ["9007199254740993", "9007199254740994"].map((id) => ({ platform: "facebook", id }));
    assert.deepEqual(runs(), [{ command: "exportResults", ads }]);
    await scroller.evaluate((element) => (element.scrollTop = 1500));
    await panel.page.waitForFunction(() => sessionStorage.getItem("state")?.includes('"place"'));
    await button("Side by side").click();
    const compared = panel.page.getByRole("group", { name: "Ads side by side" });
    await compared.getByRole("row", { name: /Comments 37 74/ }).waitFor();
    assert.equal(await top(), 0);
    await button("Back to the ads").click();
    await results().getByRole("article").first().waitFor();
    while ((await top()) < 1000) await panel.page.evaluate(() => new Promise(requestAnimationFrame));
  });

  it("reserves space for every image, so nothing moves when it loads, and says that one is on its way, if it takes long", async () => {
    let send: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (send = resolve));
    await open({ route: (page: Page) => page.route("**/picture/**", (one) => sent.then(() => one.continue())) });
    await search();
    const cards = () =>
      panel.page.evaluate(() =>
        [...document.querySelectorAll(".card")].map((card) => JSON.stringify(card.getBoundingClientRect())),
      );
    const waiting = results().getByText("Loading image…");
    await waiting.first().waitFor();
    const before = await cards();
    assert.ok(before.length > 0);
    send();
    await waiting.first().waitFor({ state: "detached" });
    await panel.page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".card-media")]
        .slice(0, 5)
        .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    );
    // Rows below those in sight may be drawn later.
    assert.deepEqual((await cards()).slice(0, before.length), before);
  });

  it("navigates by keys from anywhere without paying, closes details from anywhere in them, and lists its keys", async () => {
    await open({ width: 1400 });
    const { keyboard } = panel.page;
    const field = panel.page.getByRole("textbox", { name: /, text$/ }).first();
    const focusIs = (found: string) =>
      panel.page.waitForFunction((wanted) => document.activeElement?.matches(wanted), found);
    await keyboard.press("/");
    await focusIs("vscode-text-field");
    await keyboard.type("a/g?");
    assert.equal(await field.inputValue(), "a/g?");
    await search();
    await results().getByRole("article").first().waitFor();
    for (const [key, card] of [
      ["g", 0],
      ["ArrowRight", 1],
      ["End", 17],
      ["Home", 0],
      ["ArrowRight", 1],
    ] as const) {
      await keyboard.press(key);
      await focusIs(`[data-card="${card}"]`);
    }
    await keyboard.press("Enter");
    assert.equal(await panel.page.evaluate(() => document.activeElement?.textContent), "Details, 100 credits");
    assert.equal(paid().length, 1);
    await keyboard.press("Enter");
    await details().getByRole("heading").first().waitFor();
    // Next to the details, not in them.
    await panel.page.getByRole("button", { name: /^Next ad/ }).focus();
    await keyboard.press("Escape");
    await details().waitFor({ state: "detached" });
    await focusIs('[data-card="1"]');
    await keyboard.press("f");
    await focusIs(".form-head vscode-dropdown");
    assert.equal(await panel.page.locator(".form-pane.folded").count(), 0);
    await button("Search, 100 credits").focus();
    await keyboard.press("?");
    const help = panel.page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Go to the first ad", { exact: true }).waitFor();
    await keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await focusIs(".search-button, .search-button *");
    assert.equal(paid().length, 2);
  });

  it("draws only the ads near the view of thousands, and appends without a jump", async () => {
    const perPage = times(1_000, 5_000);
    const counted = (pages: number) => `${(pages * perPage).toLocaleString("en")} ads, ${pages} page`;
    const last = `[data-card="${perPage - 1}"]`;
    await open({
      prepare: ({ rows }) => {
        rows.search = ({ query, cursor }) => {
          const page = cursor?.page ?? 1;
          const first = pageOf(query.platform, 1, "", 40);
          const ads = Array.from({ length: perPage }, (_, at) => {
            const id = String((page - 1) * perPage + at);
            return { ...first.ads[at % 18]!, key: `a:${id}`, id, attachments: [] };
          });
          return { page: { ...first, page, ads, hasNextPage: page < 3 }, boughtDetails: [] };
        };
      },
    });
    await button("Search, 100 credits").click();
    await results().getByText(counted(1)).waitFor();
    await results().getByRole("article").first().waitFor();
    const scroller = panel.page.locator(".results-scroll");
    await scroller.evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    await results().locator(last).waitFor();
    // Tab still gets into the grid.
    assert.equal(await results().locator('article[tabindex="0"]').count(), 1);
    const place = () => results().locator(last).boundingBox();
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
    await results().getByText(counted(2)).waitFor();
    assert.deepEqual(await place(), card);
    assert.ok((await results().getByRole("article").count()) < 100);
  });

  it("keeps the head of the results as high while the next page loads, at any width", async () => {
    await open();
    await search();
    const release = panel.host.hold("search");
    const heights = () =>
      panel.page.locator(".results-head").evaluate((head: HTMLElement) =>
        Array.from({ length: 250 }, (_, at) => {
          head.style.width = `${300 + at * 4}px`;
          return head.clientHeight;
        }),
      );
    const before = await heights();
    assert.ok(new Set(before).size > 1);
    await button("Load next page, 100 credits").click();
    await results().getByText("Loading page 2…").waitFor();
    assert.deepEqual(await heights(), before);
    release();
    await results().getByText("36 ads, 2 pages").waitFor();
  });

  it("says in full, at any width, what a canceled page may cost and how much of an answer is shown", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.search = async ({ query, cursor }) => {
          if (cursor) await new Promise(() => undefined);
          return { page: { ...pageOf(query.platform, 1, ""), adsInAnswer: 180_000 }, boughtDetails: [] };
        };
      },
    });
    const isCutAt = () =>
      panel.page.locator(".results-head").evaluate((head: HTMLElement) =>
        Array.from({ length: 250 }, (_, at) => 240 + at * 4).filter((width) => {
          head.style.width = `${width}px`;
          return head.scrollWidth > head.clientWidth;
        }),
      );
    await button("Search, 100 credits").first().click();
    await results().getByText("Export it to get everything.").waitFor();
    assert.deepEqual(await isCutAt(), []);
    await button("Load next page, 100 credits").click();
    await button("Cancel").click();
    await button("Abort, may cost 100 credits").click();
    await results().getByText("Canceling. Requests already sent may still be charged.").waitFor();
    assert.deepEqual(await isCutAt(), []);
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
    const strip = details().getByRole("list", { name: "Creatives" }).getByRole("button");
    await strip.first().waitFor();
    for (let at = 0; at < pictures.length; at += 1) {
      await strip.nth(at).click();
      await details().getByText("Images aren't loaded from this address.").waitFor();
    }
    await button("Table").click();
    await panel.page.getByRole("grid", { name: "Loaded ads" }).waitFor();
    assert.deepEqual(
      asked.filter((url) => new URL(url).hostname !== "127.0.0.1"),
      [],
    );
  });

  it("loads images only as the settings say: after a click, and from a private network only over https and from allowed hosts", async () => {
    const own: string[] = [];
    const asked: string[] = [];
    const pictures = [
      "https://nas.local/1.png",
      "https://nas.local:8443/2.png",
      "https://10.0.0.5/3.png",
      "http://nas.local/4.png",
    ];
    await open({
      start: { loadMedia: "onClick" },
      prepare: ({ rows }) => {
        const { search: answer } = rows;
        rows.search = async (params, signal) => {
          const found = await answer(params, signal);
          if (!("page" in found)) return found;
          const [first, ...others] = found.page.ads;
          const ads = others.map((ad, at) => ({ ...ad, attachments: [{ type: "image", url: pictures[at % 4]! }] }));
          return { ...found, page: { ...found.page, ads: [first!, ...ads] } };
        };
      },
      route: async (page) => {
        page.on("request", (request) => request.resourceType() === "image" && own.push(request.url()));
        await page.route(/nas\.local|10\.0\.0\.5/, (route) => (asked.push(route.request().url()), route.abort()));
      },
    });
    await search();
    await button("Load image").first().waitFor();
    assert.deepEqual(own, []);
    const loaded = panel.page.waitForRequest(/picture/);
    await button("Load image").first().click();
    await loaded;
    await panel.push({ kind: "fact", fact: "loadMediaChanged", value: "always" });
    await results().getByText("Image not available").first().waitFor();
    assert.deepEqual(asked, []);
    await panel.push({ kind: "fact", fact: "mediaHostsChanged", value: ["nas.local"] });
    while (new Set(asked).size < 2) await new Promise(setImmediate);
    assert.deepEqual(new Set(asked), new Set(pictures.slice(0, 2)));
    await panel.push({ kind: "fact", fact: "loadMediaChanged", value: "never" });
    await results().getByText("Images are off").first().waitFor();
  });
});
