import { type AdDetail, type AdRef, isDigits } from "../protocol/ads";
import { prices } from "../protocol/credits";
import type { FilterForm, FilterItem } from "../protocol/filters";
import { platforms, type PlatformSegments, type PlatformToken } from "../protocol/platforms";
import type { Cursor } from "../protocol/search";
import type { Call } from "./caller";
import { AdLibraryError } from "./errors";
import { readSearchPage, type PageContent } from "./wire/cards";
import { readAdDetail } from "./wire/detail";
import { readFilterForm, readFilterItems } from "./wire/filters";
import { bodyOf, type PreparedSearch } from "./wire/query";

/** The arguments of each endpoint. */
interface Asked {
  filters: { readonly platform: PlatformToken };
  filterItems: { readonly platform: PlatformToken; readonly filter: string; readonly text: string };
  search: { readonly request: PreparedSearch; readonly cursor: Cursor | undefined };
  adDetail: { readonly ad: AdRef };
}

/** What each endpoint answers. */
interface Answered {
  filters: FilterForm;
  filterItems: readonly FilterItem[];
  search: PageContent;
  adDetail: AdDetail;
}

/** One way to ask for each of the four nouns. */
export type Endpoints = {
  readonly [E in keyof Asked]: (asked: Asked[E], segments: PlatformSegments) => Call<Answered[E]>;
};

/** Routes 1 to 6 (docs/api.md, "Endpoints"); mega has the same as any platform, except for details. */
export const endpoints: Endpoints = {
  filters: ({ platform }, segments) => ({
    method: "GET",
    segments: ["v2", "ads", segments[platform], "filters"],
    price: prices.filters,
    read: (text) => withRepairs(readFilterForm(text, platform)),
  }),
  filterItems: ({ platform, filter, text }, segments) => ({
    method: "GET",
    segments: ["v2", "ads", segments[platform], "filters", filter],
    query: { search: text },
    price: prices.filterItems,
    read: readFilterItems,
  }),
  search: ({ request, cursor }, segments) => ({
    method: "POST",
    segments: ["v2", "ads", segments[request.platform], "search"],
    body: bodyOf(request, cursor),
    price: prices.search,
    read: (text) => withRepairs(readSearchPage(text, request.platform, cursor?.page ?? 1, cursor?.lastHit, segments)),
  }),
  adDetail: ({ ad }, segments) => ({
    method: "GET",
    segments: ["v2", "ads", segments[platformWithDetails(ad)], pathIdOf(ad)],
    price: prices.adDetail,
    read: (text) => withRepairs(readAdDetail(text, ad)),
  }),
};

/** A value that counts its own repairs, as a call's reader returns it. */
export function withRepairs<T extends { readonly repairs: number }>(value: T) {
  return { value, repairs: value.repairs };
}

function platformWithDetails({ platform }: AdRef): PlatformToken {
  if (platforms.some(({ token, hasDetails }) => token === platform && hasDetails)) return platform;
  throw new AdLibraryError("invalidRequest", { charge: "none", specifics: `no details for ${platform}` });
}

/** The ad's id for a path. @throws {AdLibraryError} `invalidRequest` */
export function pathIdOf({ id }: AdRef): string {
  if (isDigits(id)) return id;
  throw new AdLibraryError("invalidRequest", { charge: "none", specifics: `"${id}" is not an ad id` });
}
