import { type AdDetail, type AdRef, isDigits } from "../protocol/ads";
import { prices } from "../protocol/credits";
import type { FilterForm, FilterItem } from "../protocol/filters";
import { isIndividual, type PlatformSegments, type PlatformToken } from "../protocol/platforms";
import type { Cursor } from "../protocol/search";
import {
  type Call,
  type CallOptions,
  type KeepUnread,
  OngoingCall,
  type Received,
  type SpendingPermit,
} from "./caller";
import { AdLibraryError } from "./errors";
import { invalid, routeBase } from "./route";
import { type ApiVersion, type Version, versions } from "./versions";
import type { PageContent } from "./wire/cards";
import { readFilterItems } from "./wire/filters";
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
  private readonly base: URL;
  private readonly version: Version;

  /** @throws {AdLibraryError} `invalidRequest` for an unusable base URL */
  constructor(private readonly options: AdLibraryOptions) {
    this.base = routeBase(options.baseUrl);
    this.version = versions[options.version ?? "v2"];
  }

  /** Free. The filter definitions of a platform. */
  async filters(platform: PlatformToken, signal?: AbortSignal): Promise<Received<FilterForm>> {
    const segments = this.version.routes.filters(this.segment(platform));
    const read = (text: string) => withRepairs(this.version.readFilterForm(text, platform));
    return this.call({ method: "GET", segments, price: prices.filters, read }, signal);
  }

  /** Free. The items of a remote filter that match a text; `filter` is the filter's `itemsFrom`. */
  async filterItems(
    platform: PlatformToken,
    filter: string,
    text: string,
    signal?: AbortSignal,
  ): Promise<Received<readonly FilterItem[]>> {
    const segments = this.version.routes.filterItems(this.segment(platform), filter);
    const asked = { method: "GET", segments, query: { search: text } } as const;
    return this.call({ ...asked, price: prices.filterItems, read: readFilterItems }, signal);
  }

  /** Paid. One page of a search: the first without a cursor. `keepUnread` gets an answer that can't be read. */
  async search(
    request: PreparedSearch,
    cursor: Cursor | undefined,
    permit: SpendingPermit,
    signal?: AbortSignal,
    keepUnread?: KeepUnread,
  ): Promise<Received<PageContent>> {
    const { platform } = request;
    const { routes, bodyOf, readSearchPage } = this.version;
    const segments = routes.search(this.segment(platform));
    const body = bodyOf(request, cursor);
    const read = (text: string) =>
      withRepairs(readSearchPage(text, platform, cursor?.page ?? 1, cursor?.lastHit, this.options.segments));
    return this.call({ method: "POST", segments, body, price: prices.search, read }, signal, permit, keepUnread);
  }

  /** Paid. Everything about one ad; `invalidRequest` for mega, which has no details. */
  async adDetail(
    ad: AdRef,
    permit: SpendingPermit,
    signal?: AbortSignal,
    keepUnread?: KeepUnread,
  ): Promise<Received<AdDetail>> {
    const segment = this.segment(ad.platform);
    if (!isIndividual(ad.platform)) throw invalid("no details for mega");
    if (!isDigits(ad.id)) throw invalid(`"${ad.id}" is not an ad id`);
    const segments = this.version.routes.adDetail(segment, ad.id);
    const read = (text: string) => withRepairs(this.version.readAdDetail(text, ad));
    return this.call({ method: "GET", segments, price: prices.adDetail, read }, signal, permit, keepUnread);
  }

  private segment(platform: PlatformToken): string {
    return this.version.segmentIn(platform, this.options.segments);
  }

  private async call<T>(
    call: Call<T>,
    signal: AbortSignal | undefined,
    allowed?: SpendingPermit,
    keepUnread?: KeepUnread,
  ): Promise<Received<T>> {
    const ongoing = new OngoingCall(call, this.base, this.options, signal);
    const started = performance.now();
    try {
      return await ongoing.toTheEnd(allowed, keepUnread);
    } finally {
      if (ongoing.attempts > 0) this.options.onRequest?.(ongoing.record(performance.now() - started));
    }
  }
}

/** A value that counts its own repairs, as a call's reader returns it. */
const withRepairs = <T extends { readonly repairs: number }>(value: T) => ({ value, repairs: value.repairs });

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
  return asked.filter(isIndividual);
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
