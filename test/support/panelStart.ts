import type { PanelStart } from "../../src/protocol/panel";
import type { SearchPage, SearchQuery } from "../../src/protocol/search";
import { cardAt } from "./panelPageAds";
import { formOf } from "./panelPageForm";

/** The answer to `open` when the sample library is connected and its form is known. */
export const startWithForm: PanelStart = {
  connection: { kind: "sample", hasKey: true, library: "sample:" },
  platform: "facebook",
  loadMedia: "always",
  credits: { spent: 0, maybe: 0, sample: 0 },
  form: formOf("facebook"),
  pages: [],
  boughtDetails: [],
};

export const anyQuery: SearchQuery = { platform: "facebook", choices: [] };

/** A page with the ads at the given positions of a made-up search. */
export function pageWith(page: number, positions: readonly number[], more: Partial<SearchPage> = {}): SearchPage {
  return {
    page,
    lastHit: "9007199254740997",
    hasNextPage: true,
    doubts: [],
    ads: positions.map((at) => cardAt("facebook", at, "http://127.0.0.1")),
    fetchedAt: "2026-11-20T10:00:00.000Z",
    bought: false,
    repairs: 0,
    ...more,
  };
}
