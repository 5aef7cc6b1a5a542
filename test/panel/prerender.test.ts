import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Page, Route } from "playwright-core";
import type { Params } from "../../src/protocol/envelope";
import type { KnownStart, PrerenderExplorer } from "../../src/protocol/prerender";
import { variants } from "../support/long";
import { usePanel, type PanelPageOptions } from "../support/panelPage";
import { sampleStart, testedForm } from "../support/panelPageHost";
import type { ThemeName } from "../support/panelPageThemes";

// As it ships: the bundle that the host loads.
const { prerenderExplorer } = createRequire(resolve("package.json"))(resolve("dist/prerender.js")) as {
  prerenderExplorer: PrerenderExplorer;
};
const form = testedForm("facebook");
const known = (more: Partial<KnownStart> = {}): KnownStart => ({
  start: { ...sampleStart, form },
  formComes: false,
  resultsCome: false,
  ...more,
});

const women = { filter: "gender", value: { kind: "items", items: [{ key: "1", label: "Women" }] } } as const;

/** What the host pre-renders, and input to it before the page is live. */
describe("a pre-rendered explorer", function () {
  const panel = usePanel();
  const { button } = panel;
  let held: Route[] = [];

  /** A page whose files do not come before `hydrate`. */
  const openHeld = async (options: PanelPageOptions = {}) => {
    held = [];
    const route = (page: Page) => page.route("**/webview.js", (one) => void held.push(one));
    const prerendered = options.panel ? {} : { prerendered: prerenderExplorer(known()) };
    await panel.show({ ...prerendered, route, ...options });
    while (held.length === 0) await new Promise(setImmediate);
  };
  const hydrate = async () => {
    await Promise.all(held.map((route) => route.continue()));
    await panel.page.locator("#prerendered").waitFor({ state: "detached" });
  };
  const box = (name: string) => panel.page.getByRole("checkbox", { name, exact: true });
  const firstText = () => panel.page.locator("[data-live=vscode-text-field][type=text]").first();
  const found = () => panel.page.getByRole("region", { name: "Results" }).getByText("18 ads, 1 page").waitFor();
  const searches = () => panel.host.asked.filter(({ method }) => method === "search");
  /** What is pressed now is heard: what was pressed before would have been done by now. */
  const hasHeard = async () => {
    // Fields that are still to come would move it.
    await panel.page.locator(".control-to-come").first().waitFor({ state: "detached" });
    await panel.page.getByText("Request preview").click();
    await panel.page.getByRole("region", { name: "JSON body of page 1" }).waitFor();
  };
  const queryOf = (at: number) => (searches()[at]!.params as Params<"search">).query;

  it("asks its first question once, before any file has loaded, and shows what a command hands over by then", async () => {
    await openHeld();
    const asked = () => panel.host.asked.map(({ method }) => method);
    assert.deepEqual(asked(), ["open"]);
    const query = { platform: "facebook", choices: [women] } as const;
    await panel.push({ kind: "fact", fact: "handover", value: { query, run: false } });
    await hydrate();
    await hasHeard();
    assert.equal(await box("Women").getAttribute("aria-checked"), "true");
    assert.equal(asked().filter((method) => method === "open").length, 1);
  });

  it("replays text, checks, the focus, and presses once", async () => {
    await openHeld();
    const text = firstText();
    const name = await text.getAttribute("aria-label");
    await text.pressSequentially("shoes");
    await panel.page.keyboard.press("ArrowLeft");
    await box("Image").click();
    await text.focus();
    await hydrate();
    await panel.page.keyboard.type("-x-");
    await panel.page.waitForFunction(() => {
      const live = document.activeElement;
      return live?.localName === "vscode-text-field" && Reflect.get(live, "value") === "shoe-x-s";
    });
    assert.equal(await panel.page.locator(":focus").first().getAttribute("aria-label"), name);
    await panel.page.getByRole("checkbox", { name: "Image", exact: true, checked: true }).waitFor();
    assert.equal(searches().length, 0);
  });

  for (const [name, press, release] of [
    ["the pointer", (page: Page) => page.mouse.down(), (page: Page) => page.mouse.up()],
    ["the space bar", (page: Page) => page.keyboard.down(" "), (page: Page) => page.keyboard.up(" ")],
  ] as const)
    it(`waits for ${name} to be released before it hydrates, and replays the press`, async () => {
      await openHeld();
      const { page } = panel;
      await button("Search, 100 credits").hover();
      await button("Search, 100 credits").focus();
      await press(page);
      await Promise.all(held.map((route) => route.continue()));
      // The page has its code and its answer: two frames later it would be live if nothing were pressed.
      await page.evaluate(async () => {
        await customElements.whenDefined("vscode-button");
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      });
      assert.equal(await page.locator("#prerendered").count(), 1);
      await release(page);
      await found();
      assert.equal(searches().length, 1);
    });

  it("replays a paid click once, and input in order: text typed after a reset is searched for", async () => {
    const draft = { platform: "facebook", choices: [women] } as const;
    const start = { ...sampleStart, form, memory: { platform: "facebook", draft } } as const;
    await openHeld({
      prerendered: prerenderExplorer(known({ start })),
      prepare: ({ rows }) => (rows.open = () => start),
    });
    await button("Reset all filters").click();
    await firstText().fill("shoes");
    for (let press = 0; press < 3; press += 1) await button("Search, 100 credits").click();
    assert.equal(searches().length, 0);
    await hydrate();
    await found();
    assert.equal(searches().length, 1);
    assert.match(JSON.stringify(queryOf(0)), /shoes/);
    assert.doesNotMatch(JSON.stringify(queryOf(0)), /gender/);
  });

  it("searches after Enter in a text field", async () => {
    await openHeld();
    const text = firstText();
    await text.fill("boots");
    await text.press("Enter");
    await hydrate();
    await found();
    assert.equal(searches().length, 1);
    assert.match(JSON.stringify(queryOf(0)), /boots/);
  });

  it("opens the list that was clicked", async () => {
    await openHeld();
    await panel.page.getByRole("combobox", { name: "Platform", exact: true }).click();
    await hydrate();
    await panel.page.getByRole("option", { name: "Reddit" }).click();
    await panel.page.locator("form[aria-busy=false]").waitFor();
    assert.ok(panel.host.asked.some(({ method }) => method === "form"));
  });

  const filters = form.filters.map((filter) => ({ ...filter, label: `${filter.label} before` }));
  for (const [what, start] of [
    ["search", { ...sampleStart, form, handover: { query: { platform: "facebook", choices: [] }, run: false } }],
    ["library", { ...sampleStart, form, connection: { ...sampleStart.connection, library: "https://other.example" } }],
    ["form", { ...sampleStart, form: { ...form, filters } }],
  ] as const)
    it(`spends nothing if the live page has another ${what}`, async () => {
      await openHeld({ prerendered: prerenderExplorer(known({ start })) });
      if (what === "form") await firstText().fill("shoes");
      await button("Search, 100 credits").click();
      await hydrate();
      await hasHeard();
      assert.equal(searches().length, 0);
    });

  it("offers no second search while one is running", async () => {
    const start = { ...sampleStart, form, running: { query: { platform: "facebook", choices: [] } } } as const;
    await openHeld({
      prerendered: prerenderExplorer(known({ start })),
      prepare: ({ rows }) => (rows.open = () => start),
    });
    await button("Cancel").waitFor();
    assert.equal(await button("Search, 100 credits").isDisabled(), true);
    await hydrate();
  });

  it("records no keys in a panel that is not pre-rendered", async () => {
    await openHeld({ panel: "archive" });
    await hydrate();
    await panel.page.getByRole("heading", { name: "Ad Archive" }).first().waitFor();
    const taken = await panel.page.evaluate(() =>
      ["Enter", "ArrowDown", "a"].filter((key) => {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        return !document.body.dispatchEvent(event);
      }),
    );
    assert.deepEqual(taken, []);
  });

  it("is not shown if the panel changed since", async () => {
    const prerendered = { ...prerenderExplorer(known()), at: 5 };
    const remembered = (at: number) => (page: Page) =>
      page.addInitScript(
        `sessionStorage.setItem("state", '${JSON.stringify({
          platform: "facebook",
          draft: { platform: "facebook", choices: [] },
          at,
        })}')`,
      );
    const shown = async (at: number) => {
      await openHeld({
        prerendered,
        route: async (page) => {
          await remembered(at)(page);
          await page.route("**/webview.js", (one) => void held.push(one));
        },
      });
      return panel.page.locator("#prerendered form").count();
    };
    assert.equal(await shown(5), 1);
    assert.equal(await shown(6), 0);
    await hydrate();
    await box("Women").waitFor();
  });

  it("says so if the files are gone", async () => {
    await panel.show({
      prerendered: prerenderExplorer(known()),
      route: (page) => page.route("**/webview.js", (route) => route.abort()),
    });
    await panel.page.getByText("This panel could not be loaded.").waitFor();
    assert.equal(await panel.page.getByRole("form").count(), 0);
  });

  it("shows only the frame, and no price, while the form is still loading", async () => {
    await openHeld({ prerendered: prerenderExplorer(known({ start: sampleStart, formComes: true })) });
    assert.equal(await button("Search, 100 credits").isDisabled(), true);
    await panel.page.getByRole("status", { name: "Loading the filters" }).waitFor();
    await hydrate();
    await box("Women").waitFor();
  });

  const looks = (["light", "dark", "hc-dark", "hc-light"] satisfies ThemeName[]).flatMap((theme) =>
    [1280, 420].map((width) => ({ theme, width })),
  );
  for (const { theme, width } of variants([looks[0]!, looks[5]!], looks))
    it(`keeps its controls in place when it hydrates: ${theme}, ${width} px`, async () => {
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
      const earlier = (await places()).filter(({ below }) => below <= 0);
      await hydrate();
      await panel.page.evaluate("document.fonts.ready");
      const wasThere = ({ name }: { readonly name: string | null }) => earlier.some((one) => one.name === name);
      const later = (await places()).filter((place) => wasThere(place) || place.below < -1);
      assert.deepEqual(
        later.map(({ name }) => name),
        earlier.map(({ name }) => name),
      );
      // Less than a pixel is the rounding of fractions, and nobody sees it.
      later.forEach(({ name, at }, index) =>
        at.forEach((value, axis) => {
          const before = earlier[index]!.at[axis]!;
          assert.ok(Math.abs(value - before) < 1, `${name} moved from ${before} to ${value} px`);
        }),
      );
    });
});

describe("the HTML of a pre-rendered form", () => {
  it("escapes the texts of the service and has no style attributes", () => {
    const hostile = `</div><img src=x onerror="alert(1)"><script>alert(1)</script>`;
    const filters = form.filters.map((filter) => ({
      ...filter,
      label: hostile,
      placeholder: hostile,
      description: hostile,
      items: filter.items.map((item) => ({ ...item, label: hostile })),
    }));
    const { html } = prerenderExplorer(known({ start: { ...sampleStart, form: { ...form, filters } } }));
    assert.ok(html.includes("&lt;script>") || html.includes("&lt;script&gt;"));
    assert.doesNotMatch(html, /<script|<img|<\/div><img| style=/);
    assert.doesNotMatch(prerenderExplorer(known({ start: sampleStart, formComes: true })).html, / style=/);
  });
});
