/**
 * The Ad Library Search API, one method per endpoint. In plain Node, with `platforms` of `protocol/platforms.ts` and
 * `prepareSearch` of `wire/query.ts`, this pays for one page and has its ads in `page.ads`:
 *
 *     const segments = Object.fromEntries(platforms.map(({ token, segment }) => [token, segment]));
 *     const library = new AdLibrary({ baseUrl, segments, key: () => process.env.KEY, timeoutMs: 30_000, paidRetry: "never" });
 *     const { value: form } = await library.filters("mega");
 *     const { request } = prepareSearch({ platform: "mega", choices: [] }, form);
 *     const { value: page } = await library.search(request, undefined, { async beforeAttempt() {}, async afterAttempt() {} });
 */
import type { AdDetail, AdRef } from "../protocol/ads";
import type { FilterForm, FilterItem } from "../protocol/filters";
import type { PlatformSegments, PlatformToken } from "../protocol/platforms";
import type { Cursor } from "../protocol/search";
import type { CallOptions, Received, SpendingLeave } from "./call";
import { Caller } from "./caller";
import type { Endpoints } from "./endpoints";
import { versions, type ApiVersion } from "./versions";
import type { PageContent } from "./wire/cards";
import type { PreparedSearch } from "./wire/query";

export type { Received, RequestRecord, SpendingLeave } from "./call";
export type { PageContent } from "./wire/cards";

export interface AdLibraryOptions extends CallOptions {
  readonly segments: PlatformSegments;
  /** Which routes to use: `v2` where absent. */
  readonly version?: ApiVersion;
}

/** Every method throws an `AdLibraryError` on failure; only `search` and `adDetail` cost, and only with a leave. */
export class AdLibrary {
  private readonly caller: Caller;
  private readonly segments: PlatformSegments;
  private readonly endpoints: Endpoints;

  /** @throws {AdLibraryError} `invalidRequest` for an unusable base URL */
  constructor(options: AdLibraryOptions) {
    this.caller = new Caller(options);
    this.segments = options.segments;
    this.endpoints = versions[options.version ?? "v2"].endpoints;
  }

  /** Free. The filter definitions of a platform. */
  async filters(platform: PlatformToken, signal?: AbortSignal): Promise<Received<FilterForm>> {
    return this.caller.call(this.endpoints.filters({ platform }, this.segments), undefined, signal);
  }

  /** Free. The items of a remote filter that match a text; `filter` is the filter's `itemsFrom`. */
  async filterItems(
    platform: PlatformToken,
    filter: string,
    text: string,
    signal?: AbortSignal,
  ): Promise<Received<readonly FilterItem[]>> {
    return this.caller.call(this.endpoints.filterItems({ platform, filter, text }, this.segments), undefined, signal);
  }

  /** Paid. One page of a search: the first without a cursor. */
  async search(
    request: PreparedSearch,
    cursor: Cursor | undefined,
    leave: SpendingLeave,
    signal?: AbortSignal,
  ): Promise<Received<PageContent>> {
    return this.caller.call(this.endpoints.search({ request, cursor }, this.segments), leave, signal);
  }

  /** Paid. Everything about one ad; `invalidRequest` for mega, which has no details. */
  async adDetail(ad: AdRef, leave: SpendingLeave, signal?: AbortSignal): Promise<Received<AdDetail>> {
    return this.caller.call(this.endpoints.adDetail({ ad }, this.segments), leave, signal);
  }
}
