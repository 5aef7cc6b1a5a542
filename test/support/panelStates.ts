import type { Locator, Page } from "playwright-core";
import type { PanelMemory, PanelStart } from "../../src/protocol/panel";
import { times } from "./long";
import { cardAt, pageOf } from "./panelPageAds";
import { formOfV1 } from "./panelPageForm";
import { HostFailure, sampleStart, type HostRows } from "./panelPageHost";
import { comparisonMemory } from "./panelMemories";

/** A state in which a person can meet the page, and the way to it. */
export interface PanelPageState {
  readonly name: string;
  /** The page to open; the explorer if absent. */
  readonly panel?: "archive" | "comparison";
  /** What the host remembers of the panel, and what its answer to `open` has besides the usual. */
  readonly memory?: PanelMemory;
  readonly start?: Partial<PanelStart>;
  /** Changes the host's rows before the panel asks anything. */
  readonly prepare?: (rows: HostRows) => void;
  /** Whether it is reached from the state before it, in the same page, rather than from a page of its own. */
  readonly continues?: true;
  /** Gets from the starting point to the state, and waits for it. */
  readonly reach: (page: Page, rows: HostRows) => Promise<void>;
  /** Whether even the short form looks at it in every theme. */
  readonly everyTheme?: true;
  /** What must stay fully in sight at any size. */
  readonly stays?: (page: Page) => Locator;
}

const forever = () => new Promise<never>(() => undefined);
const menuOf = (page: Page) => page.getByRole("menu");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const search = async (page: Page) => {
  await press(page, "Search, 100 credits");
  await says(page, /^\d+ ads, 1 page/);
};
/** In the short form, a page has as many ads as there are kinds of cards. */
const fewAds = (rows: HostRows) => {
  const { search: answer } = rows;
  rows.search = async (asked, signal) => {
    const found = await answer(asked, signal);
    return "page" in found ? { ...found, page: { ...found.page, ads: found.page.ads.slice(0, times(7, 18)) } } : found;
  };
};
const failing = (failure: HostFailure["failure"]) => () => {
  throw new HostFailure(failure);
};
const notConnected = failing({ code: "noConnection", charge: "none", message: "No library.", next: "connect" });

const archiveOf = (rows: HostRows, ads: number) => {
  rows.openArchive = () => ({
    panel: sampleStart,
    statNames: ["Likes", "Comments"],
    size: { bytes: 41_000 * ads, ads, pages: Math.ceil(ads / 18), details: 3, removed: 12 },
  });
  rows.searchArchive = () => ({
    ads: Array.from({ length: Math.min(ads, 36) }, (_, at) => ({
      card: cardAt("mega", at, "https://pictures.invalid"),
      fetchedAt: "2026-11-20T10:00:00Z",
    })),
    ...(ads > 36 && { next: "36" }),
    boughtDetails: [],
  });
};

/** A comparison of two runs with changes of every kind. The newer run stopped early. */
const comparisonOf = (rows: HostRows) => {
  rows.openComparison = () => ({
    panel: sampleStart,
    memory: comparisonMemory,
    name: "Running shoes, newest",
    counts: {
      ...{ launched: 0, firstSeen: 0, changed: 6, seen: 1_204, absent: 0, notCovered: 38 },
      ...{ stopped: 0, figures: 3, untimed: 0 },
    },
    coverage: [
      "Earlier run, 2026-11-13 09:00 UTC: 1,230 ads, complete.",
      "Newer run, 2026-11-20 09:00 UTC: 54 ads on the first 3 pages; more pages exist.",
      "The newer run stopped before the end, so no ad can be called absent.",
    ],
  });
  rows.comparedAds = ({ state }) => ({
    ads: Array.from({ length: 6 }, (_, at) => ({
      ...{ ad: `ad ${at}`, of: "newer" as const, page: 1, index: at, state, fetchedAt: "2026-11-20T10:00:00Z" },
      changes: [
        { field: "stat.likes", kind: "figures" as const, from: 12, to: "9007199254740993" },
        ...(at % 2 === 0
          ? [{ field: "title", kind: "content" as const, from: "قهوة طازجة", to: "Fresh coffee, every Monday morning" }]
          : []),
        ...(at === 0
          ? [{ field: "link", kind: "content" as const, to: `https://shop.example/${"long".repeat(30)}` }]
          : []),
      ],
      card: cardAt("facebook", at, "https://pictures.invalid"),
    })),
    boughtDetails: [],
  });
};

const service = { kind: "service", origin: "https://ads.example", hasKey: true } as const;
const query = { platform: "facebook", choices: [] } as const;

const details = async (page: Page) => {
  await search(page);
  await press(page, "Details, 100 credits");
  await page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
};

/** All states, grouped by the pages in which they are reached. */
export const panelStates: readonly PanelPageState[] = [
  {
    name: "opening",
    prepare: (rows) => (rows.open = forever),
    reach: async (page) => page.locator(".progress-ring").waitFor(),
  },
  {
    name: "not-connected",
    prepare: (rows) => {
      const { open } = rows;
      rows.form = notConnected;
      rows.open = async (params, signal) => {
        const { form, ...start } = await open(params, signal);
        const failure = { code: "noConnection", charge: "none", message: "No library.", next: "connect" } as const;
        return { ...start, connection: { kind: "none", hasKey: false }, ...(form && { formFailure: failure }) };
      };
    },
    reach: async (page) =>
      page
        .getByRole("button", { name: /Connect/ })
        .first()
        .waitFor(),
  },
  {
    name: "could-not-open",
    prepare: (rows) =>
      (rows.open = failing({
        code: "unexpected",
        charge: "none",
        message: "The panel could not open.",
        next: "showLog",
      })),
    reach: (page) => says(page, "The panel could not open."),
  },
  {
    name: "problems",
    prepare: (rows) =>
      (rows.preview = failing({
        code: "invalidRequest",
        charge: "none",
        message: "The search is not valid.",
        problems: [{ filter: "target_age", code: "rangeOrder", message: "From is larger than to." }],
      })),
    reach: async (page) => {
      await page.getByText("Request preview").click();
      await says(page, "Nothing would be sent. Fix the problems above first.");
      await page.getByText("From is larger than to.").scrollIntoViewIfNeeded();
    },
  },
  { name: "form", reach: async (page) => page.getByRole("form", { name: "Search ads" }).waitFor() },
  {
    name: "request-preview",
    continues: true,
    reach: async (page) => {
      // Fields that are still to come would move it.
      await page.locator(".control-to-come").first().waitFor({ state: "detached" });
      await page.getByText("Request preview").click();
      await page.getByRole("region", { name: "JSON body of page 1" }).waitFor();
      await page.getByRole("button", { name: "Copy JSON" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "list-open",
    continues: true,
    reach: async (page) => {
      await page.getByRole("combobox", { name: "Categories" }).click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "offline",
    continues: true,
    reach: async (page, rows) => {
      await page.keyboard.press("Escape");
      const message =
        "Can't reach ads.example. Check your network connection and the base URL, then try again. The request was not charged.";
      rows.search = failing({ code: "notSent", charge: "none", message, next: "tryAgain" });
      await press(page, "Search, 100 credits");
      await page.getByRole("alert").getByText("Can't reach").waitFor();
    },
  },
  {
    name: "over-budget",
    continues: true,
    reach: async (page, rows) => {
      const message =
        "Not sent. It costs 100 credits, and 40 of your daily budget of 1,000 are left. Raise the budget in Settings, or try again tomorrow.";
      rows.search = failing({ code: "overBudget", charge: "none", message, next: "openSettings" });
      await press(page, "Search, 100 credits");
      await page.getByRole("alert").getByText("daily budget").waitFor();
    },
  },
  {
    name: "bought-already",
    continues: true,
    reach: async (page, rows) => {
      rows.bought = () => [{ lastHit: "5", pages: 3, fetchedAt: "2026-11-20T10:00:00Z" }];
      await press(page, "Search, 100 credits");
      await page.getByRole("button", { name: "Show bought results, 0 credits" }).waitFor();
    },
  },
  {
    name: "searching",
    continues: true,
    reach: async (page, rows) => {
      rows.bought = () => [];
      rows.search = async ({ query }, signal) => {
        await new Promise((cancelled) => signal.addEventListener("abort", cancelled));
        return { page: pageOf(query.platform, 1, "", 0), boughtDetails: [] };
      };
      await press(page, "Search, 100 credits");
      await page.getByRole("button", { name: "Cancel" }).waitFor();
      await page.locator(".skeletons").waitFor();
    },
  },
  {
    name: "nothing-found",
    continues: true,
    reach: async (page) => {
      await press(page, "Cancel");
      await says(page, "This page used sample credits, which aren't charged.");
    },
  },
  { name: "results", prepare: fewAds, reach: search },
  {
    name: "name-menu",
    continues: true,
    reach: async (page) => {
      await press(page, "Nordlicht Coffee");
      await menuOf(page).waitFor();
    },
    stays: menuOf,
  },
  {
    name: "keys",
    continues: true,
    reach: async (page) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  {
    name: "edited",
    continues: true,
    reach: async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("checkbox", { name: "Women" }).click();
      await says(page, "Edited, not applied yet");
    },
  },
  {
    name: "selection",
    continues: true,
    reach: async (page) => {
      await page.getByRole("checkbox", { name: "Women" }).click();
      for (const name of [/^Select Fresh/, /^Select Winter/])
        await page.getByRole("checkbox", { name }).first().check({ force: true });
      await press(page, "Filter and sort loaded ads, 0 credits");
    },
  },
  {
    name: "side-by-side",
    continues: true,
    reach: async (page) => {
      await press(page, "Side by side");
      await page.getByRole("group", { name: "Ads side by side" }).waitFor();
    },
  },
  {
    name: "table",
    reach: async (page) => {
      await search(page);
      await press(page, "Table");
      await page.getByRole("grid", { name: "Loaded ads" }).waitFor();
    },
  },
  {
    name: "name-menu-of-table",
    continues: true,
    reach: async (page) => {
      await press(page, "Nordlicht Coffee");
      await menuOf(page).waitFor();
    },
    stays: menuOf,
  },
  {
    name: "table-columns",
    continues: true,
    reach: async (page) => {
      await page.keyboard.press("Escape");
      await press(page, "Choose columns…");
      await page.getByRole("dialog", { name: "Columns" }).waitFor();
    },
  },
  {
    name: "overview",
    continues: true,
    reach: async (page) => {
      await page.keyboard.press("Escape");
      await press(page, "Overview of loaded ads, 0 credits");
      await page.getByRole("figure", { name: /Where the clicks lead/ }).waitFor();
      await press(page, "By creatives");
      await says(page, /of 12 creatives/);
    },
  },
  {
    name: "creatives",
    continues: true,
    reach: async (page) => {
      await press(page, "Group into creatives, 0 credits");
      await press(page, "3 ads");
      await page.getByRole("row", { level: 2 }).first().waitFor();
    },
  },
  { name: "details", prepare: fewAds, reach: details },
  {
    name: "name-menu-of-details",
    continues: true,
    reach: async (page) => {
      await page
        .getByRole("region", { name: "Ad details" })
        .getByRole("button", { name: "shop1.example", exact: true })
        .click();
      await menuOf(page).waitFor();
    },
    stays: menuOf,
  },
  {
    name: "search-failed-beside-details",
    continues: true,
    reach: async (page, rows) => {
      await page.keyboard.press("Escape");
      rows.search = failing({ code: "timeout", charge: "unknown", message: "No answer in time.", next: "tryAgain" });
      await press(page, "Search, 100 credits");
      await page.getByRole("alert").getByText("No answer in time.").waitFor();
    },
  },
  {
    name: "details-history",
    prepare: (rows) => {
      fewAds(rows);
      rows.adHistory = () =>
        [12, 19, undefined, 40, 44].map((likes, week) => ({
          ...{ fetchedAt: `2026-10-${String(week * 7 + 1).padStart(2, "0")}T10:00:00Z`, from: "card" as const },
          stats: [...(likes === undefined ? [] : [{ name: "Likes", value: likes }]), { name: "Shares", value: 3 }],
        }));
    },
    reach: async (page) => {
      await details(page);
      const chart = page.getByRole("figure", { name: /^Numbers from each search/ });
      await chart.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "charts-as-tables",
    continues: true,
    reach: async (page) => {
      for (const tool of await page.getByRole("button", { name: "Show as table" }).all()) await tool.click();
      await page
        .getByRole("region", { name: /^Values of/ })
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: "next-page-on-its-way",
    prepare: (rows) => {
      const { search: answer } = rows;
      const message =
        "The connection to ads.example was lost before the response was complete. It may have been charged.";
      rows.search = async (asked, signal) => {
        if (!asked.cursor) return answer(asked, signal);
        await new Promise((cancelled) => signal.addEventListener("abort", cancelled));
        throw new HostFailure({ code: "interrupted", charge: "unknown", message, next: "tryAgain" });
      };
    },
    reach: async (page) => {
      await search(page);
      await press(page, "Load next page, 100 credits");
      await page.getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "next-page-failed",
    continues: true,
    reach: async (page) => {
      await press(page, "Cancel");
      await page.getByRole("alert").getByText("may have been charged").waitFor();
    },
  },
  {
    name: "the-end",
    continues: true,
    reach: async (page, rows) => {
      rows.search = ({ query }) => ({ page: pageOf(query.platform, 2, "", 20), boughtDetails: [] });
      await press(page, "Try page 2 again, 100 credits");
      await says(page, "no more pages");
    },
  },
  {
    name: "may-have-been-charged",
    everyTheme: true,
    prepare: fewAds,
    start: { connection: service, credits: { spent: 124_300, maybe: 12_000, sample: 0 } },
    reach: (page) => page.getByRole("button", { name: /12,000 uncertain/ }).waitFor(),
  },
  { name: "results-may-have-been-charged", continues: true, reach: search },
  {
    name: "pictures-on-click",
    continues: true,
    reach: async (page) => {
      await page.evaluate(`postMessage({ kind: "fact", fact: "loadMediaChanged", value: "onClick" }, "*")`);
      await page.getByRole("button", { name: "Load image" }).first().waitFor();
    },
  },
  {
    name: "over-budget-beside-details",
    // Two pages and an open ad, on a day whose budget is used up.
    memory: {
      ...{ platform: "facebook", draft: query, shown: { query, pages: 2 } },
      openAd: { platform: "facebook", id: "1" },
    },
    start: { connection: service, credits: { spent: 124_980, maybe: 0, sample: 0, budget: { of: 125_000, left: 20 } } },
    reach: (page) => page.getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor(),
  },
  {
    name: "no-key",
    start: { connection: { ...service, hasKey: false } },
    reach: (page) => says(page, "No API key for this library"),
  },
  {
    name: "form-of-v1",
    start: { connection: { kind: "sample", hasKey: true, apiVersion: "v1" }, form: formOfV1("facebook") },
    prepare: (rows) => (rows.form = ({ platform }) => formOfV1(platform)),
    reach: (page) => says(page, "Not part of the free plan."),
  },
  {
    name: "archive",
    panel: "archive",
    prepare: (rows) => archiveOf(rows, 4_000),
    reach: async (page) => {
      await says(page, "The newest 36 ads");
      await says(page, /12 older answers removed to stay within the size limit/);
    },
  },
  {
    name: "archive-empty",
    panel: "archive",
    prepare: (rows) => archiveOf(rows, 0),
    reach: (page) => says(page, "The archive is empty"),
  },
  {
    name: "comparison",
    panel: "comparison",
    prepare: comparisonOf,
    reach: (page) => says(page, "9007199254740993"),
  },
];
