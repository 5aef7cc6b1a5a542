// One process of the benchmark `panel`: `DIST` (the folder with the bundles as they ship) prints what the explorer's page
// costs in a headless Chromium, each figure beside its floor.
import type { FilterForm } from "../../src/protocol/filters";
import { PanelPages, type PanelPage } from "../support/panelPage";
import { launchChromium } from "../support/vscode/browser.mjs";
import { pageOf } from "../support/panelPageAds";
import { formOf } from "../support/panelPageForm";
import { sampleStart } from "../support/panelPageHost";
import { median, quantile } from "./benchPages";
import { calm, cpu, handAnswer, holdAnswer } from "./pageCosts";

const platform = "mega";
const query = { platform, choices: [] } as const;

/** A form with 25 filters, whose largest list has 10,000 items. */
function largeForm(): FilterForm {
  const { filters, ...rest } = formOf(platform);
  const list = Array.from({ length: 10_000 }, (_, index) => ({ key: String(index), label: `Category ${index}` }));
  const grown = filters.map((one) => (one.key === "categories" ? { ...one, items: list } : one));
  const more = grown.filter(({ component }) => component === "StringMulti" || component === "NumberSingleRange");
  const copies = Array.from({ length: 25 - grown.length }, (_, index) => more[index % more.length]!);
  return { ...rest, filters: [...grown, ...copies.map((one, index) => ({ ...one, key: `${one.key}_${index}` }))] };
}

/** Opens the explorer with this many cards, or none, and measures how long they take. */
async function opened(pages: PanelPages, cards: number, selector: string, form = formOf(platform)) {
  let release = (): void => undefined;
  const ready = new Promise<void>((done) => (release = done));
  // A panel that has had ads remembers that, and at once loads what shows them.
  const memory = { platform, draft: query, shown: { query, pages: cards / 18 } };
  const remembered = `sessionStorage.setItem("state", ${JSON.stringify(JSON.stringify(memory))})`;
  const panel = await pages.open({
    route: (page) => page.addInitScript(cards > 0 ? `${holdAnswer("pages")}; ${remembered}` : holdAnswer("pages")),
    prepare: ({ rows }) => {
      rows.open = async () => {
        await ready;
        const origin = "https://pictures.invalid";
        const shown = Array.from({ length: cards / 18 }, (_, at) => pageOf(platform, at + 1, origin, 1e9));
        return { ...sampleStart, loadMedia: "never", platform, form, pages: shown, ...(cards > 0 && { shown: query }) };
      };
      rows.search = ({ cursor }) => ({ page: pageOf(platform, cursor?.page ?? 1, "", 1e9), boughtDetails: [] });
    },
  });
  release();
  await panel.page.evaluate(`held.then(() => ${calm})`);
  let first = 0;
  const work = await cpu(panel.page, async () => {
    first = await panel.page.evaluate<number>(handAnswer(selector));
  });
  return { panel, first, work };
}

const nodes = `(() => {
  const count = (root) => [...root.querySelectorAll("*")].reduce(
    (sum, element) => sum + 1 + (element.shadowRoot ? count(element.shadowRoot) : 0), 0);
  return count(document.querySelector("[aria-label=Results], section:has(article)"));
})()`;

const scroll = (by: number) => `(() => {
  let scroller = document.querySelector("article");
  while (scroller && !(scroller.scrollHeight > scroller.clientHeight + 50 &&
    /auto|scroll/.test(getComputedStyle(scroller).overflowY))) scroller = scroller.parentElement;
  (scroller ?? document.scrollingElement).scrollTop += ${by};
})()`;

/** Scrolls ten screens down and up again, three times. Returns the 95th percentile of what one screen costs. */
async function scrolling({ page }: PanelPage): Promise<number> {
  const costs: number[] = [];
  for (let step = 0; step < 60; step++) {
    const by = step % 20 < 10 ? 700 : -700;
    costs.push(await cpu(page, () => page.evaluate(scroll(by))));
  }
  return quantile(costs, 0.95);
}

/** Loads five pages, one by one. Returns the median of what one costs. */
async function appending({ page }: PanelPage, before: number): Promise<number> {
  const costs: number[] = [];
  for (let turn = 1; turn <= 5; turn++) {
    const next = page.getByRole("button", { name: "Load next page, 100 credits", exact: true });
    const text = page.getByText(new RegExp(`\\b${before / 18 + turn} pages`)).first();
    costs.push(
      await cpu(page, async () => {
        await next.dispatchEvent("click");
        await text.waitFor({ state: "attached" });
      }),
    );
  }
  return median(costs);
}

/** Opens the explorer as `opened` does, and closes it again. */
async function closed(...wanted: Parameters<typeof opened>) {
  const { panel, ...measured } = await opened(...wanted);
  await panel.page.close();
  return measured;
}

/**
 * Measures two things several times in turns, because a single paint differs too much from the next one. Returns the
 * median of each figure.
 */
async function inTurns<T extends Readonly<Record<string, number>>>(one: () => Promise<T>, other: () => Promise<T>) {
  const turns: (readonly [T, T])[] = [];
  for (let turn = 0; turn < 5; turn++) turns.push([await one(), await other()]);
  const middle = (which: 0 | 1) => (figure: keyof T) => median(turns.map((turn) => turn[which][figure]!));
  return [middle(0), middle(1)] as const;
}

async function cards(pages: PanelPages, count: number) {
  const { panel, first } = await opened(pages, count, "article");
  const there = await panel.page.evaluate<number>(nodes);
  const scrolled = await scrolling(panel);
  const appended = await appending(panel, count);
  await panel.page.close();
  return { first, there, scrolled, appended };
}

/** The same form made of native controls, without most items of its long list. */
async function nativeForm(pages: PanelPages): Promise<{ first: number; work: number }> {
  const { panel } = await opened(pages, 0, "form");
  const { page } = panel;
  await page.evaluate(`document.body.replaceChildren(); undefined`);
  const kinds = largeForm().filters.map(({ items, min }) => [Math.min(items.length, 12), min !== undefined] as const);
  let first = 0;
  const work = await cpu(page, async () => {
    first = await page.evaluate<number>(`new Promise((done) => {
      const from = performance.now();
      const form = document.createElement("form");
      for (const [items, range] of ${JSON.stringify(kinds)}) {
        const group = document.createElement("fieldset");
        const legend = document.createElement("legend");
        legend.textContent = "Filter";
        group.append(legend);
        for (let index = 0; index < (range ? 2 : Math.max(1, items)); index++) {
          const label = document.createElement("label");
          const input = document.createElement("input");
          input.type = range ? "number" : items > 0 ? "checkbox" : "text";
          label.append(input, "Item " + index);
          group.append(label);
        }
        form.append(group);
      }
      document.body.append(form);
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
    })`);
  });
  await page.close();
  return { first, work };
}

async function keyInList({ page }: PanelPage): Promise<number> {
  await page.getByRole("combobox", { name: "Categories" }).click();
  await page.getByRole("option").first().waitFor();
  const costs: number[] = [];
  for (const key of ["7", "7", "7"]) {
    await page.evaluate(calm);
    // Straight to the focused field: looking for it in the page would cost as much again.
    costs.push(await cpu(page, () => page.keyboard.press(key)));
    await page.getByRole("option").first().waitFor();
  }
  return Math.max(...costs);
}

async function main(): Promise<void> {
  const browser = launchChromium(["--renderer-process-limit=1"]);
  const pages = await PanelPages.start(browser, process.argv[2]);
  try {
    await cards(pages, 90);
    const [few, many] = await inTurns(
      () => cards(pages, 90),
      () => cards(pages, 9_990),
    );
    const [native, form] = await inTurns(
      () => nativeForm(pages),
      () => closed(pages, 0, "form", largeForm()),
    );
    const [empty, restored] = await inTurns(
      () => closed(pages, 0, "form"),
      () => closed(pages, 900, "article"),
    );
    const { panel } = await opened(pages, 0, "form", largeForm());
    const key = await keyInList(panel);
    await panel.page.close();
    const figures = {
      "10,000 cards: first card": many("first") / few("first"),
      "10,000 cards: elements in the results": many("there"),
      "10,000 cards: p95 of a screen over the floor's, ms": many("scrolled") - few("scrolled"),
      "10,000 cards: append a page, CPU": many("appended") / few("appended"),
      "10,000 cards: append a page, ms of CPU": many("appended"),
      "form of 25 filters: first paint": form("first") / native("first"),
      "form of 25 filters: ms of CPU": form("work"),
      "list of 10,000 items: one key, ms of CPU": key,
      "restore 50 pages: first paint": restored("first") / empty("first"),
    };
    console.log(JSON.stringify(figures));
  } finally {
    await pages.close();
    await (await browser).close();
  }
}

void main();
