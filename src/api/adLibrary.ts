import type { AdDetail, AdRef } from "../protocol/ads";
import type { FilterForm, FilterItem } from "../protocol/filters";
import { platforms, type PlatformSegments, type PlatformToken } from "../protocol/platforms";
import type { Cursor } from "../protocol/search";
import { Caller, type CallOptions, type KeepUnread, type Received, type SpendingPermit } from "./caller";
import type { Endpoints } from "./endpoints";
import { type ApiVersion, versions } from "./versions";
import { AdLibraryError } from "./errors";
import type { PageContent } from "./wire/cards";
import type { PreparedSearch } from "./wire/query";

export type { Received, RequestRecord, SpendingPermit } from "./caller";
export type { PageContent } from "./wire/cards";

export interface AdLibraryOptions extends CallOptions {
  readonly segments: PlatformSegments;
  /** Which routes to use: `v2` where absent. */
  readonly version?: ApiVersion;
}

/**
 * The Ad Library Search API, one method per endpoint. Every method throws an `AdLibraryError` on failure; only `search`
 * and `adDetail` cost, and only with a permit. In plain Node, with `defaultSegments` of `protocol/platforms.ts` and
 * `prepareSearch` of `wire/query.ts`, this pays for one page and has its ads in `page.ads`:
 *
 *     const segments = defaultSegments;
 *     const library = new AdLibrary({ baseUrl, segments, key: () => process.env.KEY, timeoutMs: 30_000, paidRetry: "never" });
 *     const { value: form } = await library.filters("mega");
 *     const { request } = prepareSearch({ platform: "mega", choices: [] }, form);
 *     const { value: page } = await library.search(request, undefined, { async beforeAttempt() {}, async afterAttempt() {} });
 */
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

  /** Paid. One page of a search: the first without a cursor. `keepUnread` gets an answer that can't be read. */
  async search(
    request: PreparedSearch,
    cursor: Cursor | undefined,
    permit: SpendingPermit,
    signal?: AbortSignal,
    keepUnread?: KeepUnread,
  ): Promise<Received<PageContent>> {
    return this.caller.call(this.endpoints.search({ request, cursor }, this.segments), permit, signal, keepUnread);
  }

  /** Paid. Everything about one ad; `invalidRequest` for mega, which has no details. */
  async adDetail(
    ad: AdRef,
    permit: SpendingPermit,
    signal?: AbortSignal,
    keepUnread?: KeepUnread,
  ): Promise<Received<AdDetail>> {
    return this.caller.call(this.endpoints.adDetail({ ad }, this.segments), permit, signal, keepUnread);
  }
}

type Asked = Pick<AdLibrary, "filters">;

/**
 * The version that a key works with: the first one asked if it works, else the other. Free: asks for filters, one
 * platform after another while the key is refused, because it may be enabled for only some.
 * @throws {AdLibraryError} the first version's failure, if the other does not work either or could not help
 */
export async function workingVersion(
  library: (version: ApiVersion) => Asked | Promise<Asked>,
  asked: readonly PlatformToken[],
  signal?: AbortSignal,
  first: ApiVersion = "v2",
): Promise<ApiVersion> {
  const failed = await firstFailure(await library(first), offeredIn(first, asked), signal);
  if (!failed) return first;
  // Only a refusal, or the answer of a server without such a route, can be due to the version.
  if (!(failed.error instanceof AdLibraryError) || !["rejected", "badAnswer"].includes(failed.error.code))
    throw failed.error;
  const other = first === "v2" ? "v1" : "v2";
  const failedToo = await firstFailure(await library(other), offeredIn(other, asked), signal);
  if (failedToo) throw signal?.aborted ? failedToo.error : failed.error;
  return other;
}

function offeredIn(version: ApiVersion, asked: readonly PlatformToken[]): readonly PlatformToken[] {
  if (version === "v2") return asked;
  return asked.filter((token) => platforms.some((platform) => platform.token === token && platform.inV1));
}

/** The failure, if every platform failed; if all refused, the first refusal. */
async function firstFailure(library: Asked, asked: readonly PlatformToken[], signal: AbortSignal | undefined) {
  let first: { readonly error: unknown } | undefined;
  for (const platform of asked) {
    try {
      await library.filters(platform, signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof AdLibraryError && error.code === "rejected")) return { error };
      first ??= { error };
    }
  }
  return first;
}
