/** Credits of one request (docs/api.md, "Limits"). Filters and filter items are free. */
export const prices = { search: 100, adDetail: 100, filters: 0, filterItems: 0 } as const;

/** The most ads on one page (docs/api.md, "Pagination rules"). */
export const adsOfPage = 18;

/** Whether a failed request cost credits; `unknown` if it may have reached the service and no answer says. */
export type Charge = "none" | "charged" | "unknown";

/** What an action spent. */
export interface Spent {
  /** For answers that came. */
  readonly credits: number;
  /** Further credits that may have been charged, because an answer was lost or a failure. */
  readonly uncertain: number;
}

/** Credits spent since local midnight over all windows, at the connected library. */
export interface CreditsToday {
  /** Answered requests. */
  readonly spent: number;
  /** Requests whose answer was lost, or that the service answered with a failure. */
  readonly maybe: number;
  /** Credits of the sample library: counted in the same way, never charged. */
  readonly sample: number;
  /** Spent, or possibly charged, at other libraries; absent if nothing was. */
  readonly others?: number;
  /** The daily budget, which does not count the sample library, and what is left of it; absent if there is none. */
  readonly budget?: { readonly of: number; readonly left: number };
}
