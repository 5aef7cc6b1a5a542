import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Page, Route } from "playwright-core";
import type { Params } from "../../src/protocol/envelope";
import type { PaintedStart, PaintExplorer } from "../../src/protocol/paint";
import { testedVersion } from "../support/apiVersion";
import { PanelPages, type PanelPage, type PanelPageOptions } from "../support/panelPage";
import { sampleStart, testedForm } from "../support/panelPageHost";
import type { ThemeName } from "../support/panelPageThemes";

// As it ships: the bundle that the host loads.
const { paintExplorer } = createRequire(resolve("package.json"))(resolve("dist/paint.js")) as {
  paintExplorer: PaintExplorer;
};
const form = testedForm("plat_social_a");
const known = (more: Partial<PaintedStart> = {}): PaintedStart => ({
  start: { ...sampleStart, form },
  formComes: false,
  resultsCome: false,
  ...more,
});

/** What the host paints, and what a person does to it before the page is alive. */
describe("an explorer that is painted before it is alive", function () {
  this.timeout(120_000);
  let pages: PanelPages;
  let panel: PanelPage;
  let held: Route[] = [];
  before(async () => {
    pages = await PanelPages.start();
  });
  after(() => pages.close());
  afterEach(async () => {
    const complaints = await panel.complaints();
    await panel.page.close();
    assert.deepEqual(complaints, []);
  });

  /** A page whose files do not come before `comeAlive`. */
  const openHeld = async (options: PanelPageOptions = {}) => {
    held = [];
    const route = (page: Page) => page.route("**/webview.js", (one) => void held.push(one));
    const painting = options.panel ? {} : { painting: paintExplorer(known()) };
    panel = await pages.open({ ...painting, route, ...options });
    while (held.length === 0) await new Promise(setImmediate);
  };
  const comeAlive = async () => {
    await Promise.all(held.map((route) => route.continue()));
    await panel.page.locator("#painted").waitFor({ state: "detached" });
  };
  const button = (name: string) => panel.page.getByRole("button", { name, exact: true });
  const box = (name: string) => panel.page.getByRole("checkbox", { name, exact: true });
  const searches = () => panel.host.asked.filter(({ method }) => method === "search");
  /** What is pressed now is heard: what was pressed before would have been done by now. */
  const hasHeard = async () => {
    // Fields that are still to come would move it.
    await panel.page.locator(".control-to-come").first().waitFor({ state: "detached" });
    await panel.page.getByText("Request preview").click();
    await panel.page.getByRole("region", { name: "JSON body of page 1" }).waitFor();
  };
  const queryOf = (at: number) => (searches()[at]!.params as Params<"search">).query;

  it("asks its first question before any file has come, once", async () => {
    await openHeld();
    assert.deepEqual(
      panel.host.asked.map(({ method }) => method),
      ["open"],
    );
    await comeAlive();
    await box("Women").waitFor();
    assert.equal(panel.host.asked.filter(({ method }) => method === "open").length, 1);
  });

  it("shows what a command handed over after the first answer, though both came before the files", async () => {
    await openHeld();
    const women = { filter: "gender", value: { kind: "items", items: [{ key: "1", label: "Women" }] } } as const;
    const query = { platform: "plat_social_a", choices: [women] } as const;
    await panel.push({ kind: "fact", fact: "handover", value: { query, run: false } });
    await comeAlive();
    await hasHeard();
    assert.equal(await box("Women").getAttribute("aria-checked"), "true");
  });

  it("keeps what is typed and checked, where it is typed on, and what is pressed, once", async () => {
    await openHeld();
    const text = panel.page.locator("[data-live=vscode-text-field][type=text]").first();
    const name = await text.getAttribute("aria-label");
    await text.pressSequentially("shoes");
    await panel.page.keyboard.press("ArrowLeft");
    await box("Women").click();
    await text.focus();
    await comeAlive();
    await panel.page.keyboard.type("-x-");
    await panel.page.waitForFunction(() => {
      const live = document.activeElement;
      return live?.localName === "vscode-text-field" && Reflect.get(live, "value") === "shoe-x-s";
    });
    assert.equal(await panel.page.locator(":focus").first().getAttribute("aria-label"), name);
    await panel.page.getByRole("checkbox", { name: "Women", exact: true, checked: true }).waitFor();
    assert.equal(searches().length, 0);
  });

  it("does a paid act once that was pressed while nothing could answer, with what was typed before", async () => {
    await openHeld();
    await panel.page.locator("[data-live=vscode-text-field][type=text]").first().fill("shoes");
    for (let press = 0; press < 3; press += 1) await button("Search, 100 credits").click();
    assert.equal(searches().length, 0);
    await comeAlive();
    await panel.page.getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").waitFor();
    assert.equal(searches().length, 1);
    assert.match(JSON.stringify(queryOf(0)), /shoes/);
  });

  for (const [name, press, release] of [
    ["the pointer", (page: Page) => page.mouse.down(), (page: Page) => page.mouse.up()],
    ["the space bar", (page: Page) => page.keyboard.down(" "), (page: Page) => page.keyboard.up(" ")],
  ] as const)
    it(`does what ${name} began to press before the page was alive and lets go after that`, async () => {
      await openHeld();
      const { page } = panel;
      await button("Search, 100 credits").hover();
      await button("Search, 100 credits").focus();
      await press(page);
      await Promise.all(held.map((route) => route.continue()));
      // The page has its code and its answer: two frames later it would be alive if nothing were pressed.
      await page.evaluate(async () => {
        await customElements.whenDefined("vscode-button");
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      });
      assert.equal(await page.locator("#painted").count(), 1);
      await release(page);
      await page.getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").waitFor();
      assert.equal(searches().length, 1);
    });

  it("does everything in its order: what was typed after a reset is searched for", async () => {
    const women = { filter: "gender", value: { kind: "items", items: [{ key: "1", label: "Women" }] } } as const;
    const draft = { platform: "plat_social_a", choices: [women] } as const;
    const start = { ...sampleStart, form, memory: { platform: "plat_social_a", draft } } as const;
    await openHeld({ painting: paintExplorer(known({ start })), prepare: ({ rows }) => (rows.open = () => start) });
    await button("Reset all filters").click();
    await panel.page.locator("[data-live=vscode-text-field][type=text]").first().fill("shoes");
    await button("Search, 100 credits").click();
    await comeAlive();
    await panel.page.getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").waitFor();
    assert.match(JSON.stringify(queryOf(0)), /shoes/);
    assert.doesNotMatch(JSON.stringify(queryOf(0)), /gender/);
  });

  it("searches where Enter was pressed in a text", async () => {
    await openHeld();
    const text = panel.page.locator("[data-live=vscode-text-field][type=text]").first();
    await text.fill("boots");
    await text.press("Enter");
    await comeAlive();
    await panel.page.getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").waitFor();
    assert.equal(searches().length, 1);
    assert.match(JSON.stringify(queryOf(0)), /boots/);
  });

  it("opens the list that was pressed", async () => {
    await openHeld();
    await panel.page.getByRole("combobox", { name: "Platform", exact: true }).click();
    await comeAlive();
    await panel.page.getByRole("option", { name: "Reddit" }).click();
    await panel.page.locator("form[aria-busy=false]").waitFor();
    assert.ok(panel.host.asked.some(({ method }) => method === "form"));
  });

  it("spends nothing where the page shows another search than was painted, or another library", async () => {
    const { connection } = sampleStart;
    for (const start of [
      { ...sampleStart, form, handover: { query: { platform: "plat_social_a", choices: [] }, run: false } },
      { ...sampleStart, form, connection: { ...connection, library: "https://other.example" } },
    ] as const) {
      await openHeld({ painting: paintExplorer(known({ start })) });
      await button("Search, 100 credits").click();
      await comeAlive();
      await hasHeard();
      assert.equal(searches().length, 0);
      if (start.connection !== connection) break;
      assert.deepEqual(await panel.complaints(), []);
      await panel.page.close();
    }
  });

  it("spends nothing where a text found no field to go to", async () => {
    const filters = form.filters.map((filter) => ({ ...filter, label: `${filter.label} before` }));
    await openHeld({ painting: paintExplorer(known({ start: { ...sampleStart, form: { ...form, filters } } })) });
    await panel.page.locator("[data-live=vscode-text-field][type=text]").first().fill("shoes");
    await button("Search, 100 credits").click();
    await comeAlive();
    await hasHeard();
    assert.equal(searches().length, 0);
  });

  it("offers no second search while one is on its way", async () => {
    const start = { ...sampleStart, form, running: { query: { platform: "plat_social_a", choices: [] } } } as const;
    await openHeld({ painting: paintExplorer(known({ start })), prepare: ({ rows }) => (rows.open = () => start) });
    await button("Cancel").waitFor();
    assert.equal(await button("Search, 100 credits").isDisabled(), true);
    await comeAlive();
  });

  it("leaves the keys of a panel that is not painted alone", async () => {
    await openHeld({ panel: "archive" });
    await comeAlive();
    await panel.page.getByRole("heading", { name: "Ad Archive" }).first().waitFor();
    const taken = await panel.page.evaluate(() =>
      ["Enter", "ArrowDown", "a"].filter((key) => {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        return !document.body.dispatchEvent(event);
      }),
    );
    assert.deepEqual(taken, []);
  });

  it("is not shown where the panel changed after it was painted", async () => {
    const painting = { ...paintExplorer(known()), at: 5 };
    const remembered = (at: number) => (page: Page) =>
      page.addInitScript(
        `sessionStorage.setItem("state", '${JSON.stringify({
          platform: "plat_social_a",
          draft: { platform: "plat_social_a", choices: [] },
          at,
        })}')`,
      );
    const shown = async (at: number) => {
      await openHeld({
        painting,
        route: async (page) => {
          await remembered(at)(page);
          await page.route("**/webview.js", (one) => void held.push(one));
        },
      });
      return panel.page.locator("#painted form").count();
    };
    assert.equal(await shown(5), 1);
    await panel.page.close();
    assert.equal(await shown(6), 0);
    await comeAlive();
    await box("Women").waitFor();
  });

  it("says so where the files are gone", async () => {
    panel = await pages.open({
      painting: paintExplorer(known()),
      route: (page) => page.route("**/webview.js", (route) => route.abort()),
    });
    await panel.page.getByText("This panel could not be loaded.").waitFor();
    assert.equal(await panel.page.getByRole("form").count(), 0);
  });

  it("has the frame of the panel where the form is still to come, and nothing to pay", async () => {
    await openHeld({ painting: paintExplorer(known({ start: sampleStart, formComes: true })) });
    assert.equal(await button("Search, 100 credits").isDisabled(), true);
    await panel.page.getByRole("status", { name: "Loading the filters" }).waitFor();
    await comeAlive();
    await box("Women").waitFor();
  });

  it("has its controls in the same places before and after, in all themes", async () => {
    for (const theme of ["light", "dark", "hc-dark", "hc-light"] satisfies ThemeName[]) {
      for (const width of [1280, 420]) {
        await openHeld({ theme, width });
        const places = () =>
          panel.page.evaluate(() =>
            [...document.querySelectorAll(".filter-name, .form-foot, .results-head, .empty h2")].map((element) => {
              const { x, y, width: wide } = element.getBoundingClientRect();
              return { name: element.textContent, at: [x, y, wide], below: y - innerHeight };
            }),
          );
        // Before and after the icons have come: nothing moves for them.
        await panel.page.locator("link[rel=stylesheet]").waitFor({ state: "attached" });
        // Fields out of sight are drawn later.
        const painted = (await places()).filter(({ below }) => below <= 0);
        await panel.page.screenshot({ path: `out/artifacts/painted-${theme}-${width}-${testedVersion}.png` });
        await comeAlive();
        await panel.page.evaluate("document.fonts.ready");
        await panel.page.screenshot({ path: `out/artifacts/alive-${theme}-${width}-${testedVersion}.png` });
        const wasPainted = ({ name }: { readonly name: string | null }) => painted.some((one) => one.name === name);
        const alive = (await places()).filter((place) => wasPainted(place) || place.below < -1);
        assert.deepEqual(
          alive.map(({ name }) => name),
          painted.map(({ name }) => name),
        );
        // Less than a pixel is the rounding of fractions, and nobody sees it.
        alive.forEach(({ name, at }, index) =>
          at.forEach((value, axis) => {
            const before = painted[index]!.at[axis]!;
            assert.ok(
              Math.abs(value - before) < 1,
              `${theme}, ${width} px: ${name} moved from ${before} to ${value} px`,
            );
          }),
        );
        if (theme !== "hc-light" || width !== 420) await panel.page.close();
      }
    }
  });
});

describe("the HTML of a painting", () => {
  it("writes texts of the service as text, and no style into its elements", () => {
    const hostile = `</div><img src=x onerror="alert(1)"><script>alert(1)</script>`;
    const filters = form.filters.map((filter) => ({
      ...filter,
      label: hostile,
      placeholder: hostile,
      description: hostile,
      items: filter.items.map((item) => ({ ...item, label: hostile })),
    }));
    const { html } = paintExplorer(known({ start: { ...sampleStart, form: { ...form, filters } } }));
    assert.ok(html.includes("&lt;script>") || html.includes("&lt;script&gt;"));
    assert.doesNotMatch(html, /<script|<img|<\/div><img| style=/);
    assert.doesNotMatch(paintExplorer(known({ start: sampleStart, formComes: true })).html, / style=/);
  });
});
