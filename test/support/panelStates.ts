import type { Page } from "playwright-core";
import { pageOf } from "./panelPageAds";
import { HostFailure, type HostRows } from "./panelPageHost";

/** A state of the explorer that a person can meet, and the way to it. */
export interface PanelPageState {
  readonly name: string;
  /** Changes the host's rows before the panel asks anything. */
  readonly prepare?: (rows: HostRows) => void;
  /** Clicks from the first paint to the state, and waits for it. */
  readonly reach: (page: Page) => Promise<void>;
}

const forever = () => new Promise<never>(() => undefined);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const search = async (page: Page) => {
  await press(page, "Search, 100 credits");
  await says(page, "18 ads, page 1");
};
const select = async (page: Page) => {
  await search(page);
  for (const name of [/^Select Fresh/, /^Select Winter/])
    await page.getByRole("checkbox", { name }).first().check({ force: true });
};
const failing = (failure: HostFailure["failure"]) => () => {
  throw new HostFailure(failure);
};
const notConnected = failing({ code: "noConnection", charge: "none", message: "No library.", next: "connect" });

/** All of them, in the order in which a person meets them. */
export const panelStates: readonly PanelPageState[] = [
  {
    name: "opening",
    prepare: (rows) => (rows.open = forever),
    reach: async (page) => page.locator("main").waitFor(),
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
  { name: "form", reach: async (page) => page.getByRole("form", { name: "Search ads" }).waitFor() },
  {
    name: "problems",
    prepare: (rows) =>
      (rows.preview = failing({
        code: "invalidRequest",
        charge: "none",
        message: "The search is not valid.",
        problems: [{ filter: "target_age", code: "rangeOrder", message: "From is larger than to." }],
      })),
    reach: (page) => says(page, "From is larger than to."),
  },
  {
    name: "searching",
    prepare: (rows) => (rows.search = forever),
    reach: async (page) => {
      await press(page, "Search, 100 credits");
      await page.getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "owned-already",
    prepare: (rows) => (rows.owned = () => [{ lastHit: "5", pages: 3, fetchedAt: "2026-11-20T10:00:00Z" }]),
    reach: async (page) => {
      await press(page, "Search, 100 credits");
      await page.getByRole("button", { name: "Show what you have, 0 credits" }).waitFor();
    },
  },
  { name: "results", reach: search },
  {
    name: "pictures-on-click",
    prepare: (rows) => {
      const { open } = rows;
      rows.open = async (params, signal) => ({ ...(await open(params, signal)), loadMedia: "onClick" });
    },
    reach: search,
  },
  {
    name: "selection",
    reach: async (page) => {
      await select(page);
      await press(page, "Filter and sort what is loaded, 0 credits");
    },
  },
  {
    name: "table",
    reach: async (page) => {
      await search(page);
      await press(page, "Table");
      await page.getByRole("table", { name: "Loaded ads" }).waitFor();
    },
  },
  {
    name: "overview",
    reach: async (page) => {
      await search(page);
      await press(page, "Overview of what is loaded, 0 credits");
      await page.getByRole("figure", { name: /Top advertisers/ }).waitFor();
    },
  },
  {
    name: "side-by-side",
    reach: async (page) => {
      await select(page);
      await press(page, "Side by side");
      await page.getByRole("group", { name: "Ads side by side" }).waitFor();
    },
  },
  {
    name: "details",
    reach: async (page) => {
      await search(page);
      await press(page, "Details, 100 credits");
      await page.getByRole("region", { name: "Ad details" }).getByText("Impressions").first().waitFor();
    },
  },
  {
    name: "next-page-failed",
    prepare: (rows) => {
      const { search: answer } = rows;
      const message = "The connection broke before the answer was complete. It may have been charged.";
      rows.search = (asked, signal) => {
        if (asked.cursor) throw new HostFailure({ code: "interrupted", charge: "unknown", message, next: "tryAgain" });
        return answer(asked, signal);
      };
    },
    reach: async (page) => {
      await search(page);
      await press(page, "Load next page, 100 credits");
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "search-failed-beside-details",
    prepare: (rows) => {
      const { search: answer } = rows;
      let asked = 0;
      rows.search = (query, signal) => {
        asked += 1;
        if (asked === 1) return answer(query, signal);
        throw new HostFailure({ code: "timeout", charge: "unknown", message: "No answer in time.", next: "tryAgain" });
      };
    },
    reach: async (page) => {
      await search(page);
      await press(page, "Details, 100 credits");
      await page.getByRole("region", { name: "Ad details" }).getByText("Impressions").first().waitFor();
      await press(page, "Search, 100 credits");
      await page.getByRole("alert").getByText("No answer in time.").waitFor();
    },
  },
  {
    name: "nothing-found",
    prepare: (rows) => (rows.search = ({ query }) => ({ page: pageOf(query.platform, 1, "", 0), ownedDetails: [] })),
    reach: async (page) => {
      await press(page, "Search, 100 credits");
      await says(page, "This page was charged");
    },
  },
];
