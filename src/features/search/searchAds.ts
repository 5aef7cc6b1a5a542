import { type FrozenSearch, readOwned } from "./readOwned";
import type { StoredAnswer } from "../../protocol/owned";
import { parseExact, prepareSearch, versions, writeExact } from "../../api";
import type { Digits } from "../../protocol/ads";
import type { FilterForm } from "../../protocol/filters";
import type { OwnedSearch } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { Cursor, SearchPage, SearchQuery } from "../../protocol/search";
import { asCurl } from "./asCurl";
import { addressBody } from "./addressBody";
import { type Archive, isKept, type MayPay, ownership, type SearchAddress } from "../archive";
import { FeatureError } from "../failures";
import { broughtMeanwhile, broughtSince, type FetchedPage } from "./fetchedPage";
import { type BodyQuery, type FilterForms, readForeignBody } from "../forms";
import type { LibraryClients } from "../connection";
import { searchAct } from "./paidActs";
import { readQuery } from "./readQuery";
import type { Wallet } from "../wallet";

type Gate = Pick<Wallet, "spend">;

export interface SearchPorts {
  readonly clients: LibraryClients;
  readonly forms: FilterForms;
  readonly wallet: Wallet;
  readonly archive: Archive;
  /** Checked before the wallet. */
  readonly mayPay: MayPay;
  /** Called when an answer could not be archived; the answer itself is still returned. */
  readonly onNotStored: (error: unknown) => void;
  readonly now: () => Date;
}

/** Searches ads: owned pages come from the archive; others pass the wallet's gate and are archived before shown. */
export class SearchAds {
  constructor(private readonly ports: SearchPorts) {}

  /** Checks a query against the live form before it is paid. @throws {FeatureError} `invalidRequest`, at no cost */
  async freeze(query: SearchQuery): Promise<FrozenSearch> {
    const place = this.place();
    return this.frozen(query, await this.ports.forms.form(query.platform), place);
  }

  /**
   * Checks a query against the form last seen, to read what is owned of it; works offline and without a key.
   * @throws {AdLibraryError | FeatureError} as `freeze` does, if that form does not fit the query
   */
  async freezeOwned(query: SearchQuery): Promise<FrozenSearch> {
    const place = this.place();
    const form = await this.ports.forms.lastForm(query.platform);
    return "request" in prepareSearch(query, form) ? this.frozen(query, form, place) : this.freeze(query);
  }

  /** The same search, asked for now. */
  frozenAgain(frozen: FrozenSearch): FrozenSearch {
    return { ...frozen, frozenAt: this.ports.now().toISOString() };
  }

  /** A query from the service's own body, as in commands and files. @throws {FeatureError} `invalidRequest` */
  async fromBody(platform: PlatformToken, body: unknown): Promise<SearchQuery> {
    const { query, problems } = await this.fromBodyAsFar(platform, body);
    if (problems.length > 0) throw new FeatureError("invalidRequest", { problems });
    return query;
  }

  /** The part of it that the platform's form has, with what it lacks, to be reviewed before anything is paid. */
  async fromBodyAsFar(platform: PlatformToken, body: unknown): Promise<ReturnType<typeof readQuery>> {
    const last = readQuery(platform, body, await this.ports.forms.lastForm(platform));
    return last.problems.length === 0 ? last : readQuery(platform, body, await this.ports.forms.form(platform));
  }

  /** A query from the exact body text that an earlier search sent. @throws {FeatureError} `invalidRequest` */
  async fromSentBody(platform: PlatformToken, body: string): Promise<SearchQuery> {
    return this.fromBody(platform, readForeignBody(parseExact(body)));
  }

  /** The search as the service's own body, as used in files. */
  bodyQuery({ request }: FrozenSearch): BodyQuery {
    const body = readForeignBody(parseExact(request.body));
    if (!body) throw new FeatureError("unexpected");
    return { platform: request.platform, body };
  }

  /** The exact JSON text that page 1 of this query sends. */
  async preview(query: SearchQuery): Promise<string> {
    const { request, address } = await this.freezeOwned(query);
    return versions[address.version].bodyOf(request);
  }

  /**
   * One page. Page 1 (no cursor) always asks the service; a later page that is owned costs nothing.
   * @throws {AdLibraryError | FeatureError}
   */
  async search(frozen: FrozenSearch, cursor: Cursor | undefined, signal: AbortSignal): Promise<SearchPage> {
    const { archive } = this.ports;
    const stored = cursor && (await ownership(archive.page(frozen.address, cursor.lastHit, cursor.page)));
    if (cursor && stored)
      return readOwned(frozen, cursor.page, await this.ports.clients.readable(stored), cursor.lastHit);
    const { content, answer, lasting, owned = false } = await this.fetch(frozen, cursor, signal, this.ports.wallet);
    await lasting;
    return { ...content, fetchedAt: answer.receivedAt, owned };
  }

  /**
   * One page from the service through a gate (the wallet, or a plan of it), archived before it is returned: a killed
   * process does not lose it, nor does a power cut once `lasting` is settled; don't show it earlier. Paid, unless another
   * process brings it first.
   * @param since ISO time from which a new first page is wanted, this moment by default
   */
  async fetch(
    frozen: FrozenSearch,
    cursor: Cursor | undefined,
    signal: AbortSignal,
    gate: Gate,
    since = this.ports.now().toISOString(),
  ): Promise<FetchedPage> {
    const { request, address } = frozen;
    const { archive, onNotStored } = this.ports;
    const { api, connected, name, version } = await this.ports.clients.current();
    if (name !== address.origin || version !== address.version) throw new FeatureError("otherLibrary");
    const page = cursor?.page ?? 1;
    const act = searchAct(frozen, cursor);
    await this.ports.mayPay(act);
    const owned = cursor && (await broughtMeanwhile(this.ports, frozen, cursor));
    if (owned) return owned;
    const ends = AbortSignal.any([signal, connected.signal]);
    return gate.spend(act, ends, async (leave, shared, bookLater) => {
      const brought = await broughtSince(since, this.ports, frozen, cursor);
      if (brought) return brought;
      const { value: content, text, receivedAt } = await api.search(request, cursor, leave, shared);
      const answer = { text, receivedAt };
      const snapshot = content.lastHit ?? cursor?.lastHit ?? "";
      const storing = archive.storePage(address, snapshot, page, answer, content.ads);
      const kept = isKept(storing, onNotStored);
      const stored = await storing.catch(() => undefined);
      const lasting = Promise.resolve(stored?.lasting).catch(() => undefined);
      return { content, answer, kept, lasting, ...(stored?.late && { waits: bookLater(stored.late) }) };
    });
  }

  /** The exact answer of an owned page. Free. */
  async ownedAnswer({ address }: FrozenSearch, lastHit: Digits, page: number): Promise<StoredAnswer | undefined> {
    return this.ports.archive.page(address, lastHit, page);
  }

  /** What is owned of this query, newest snapshot first. Free. */
  async owned(frozen: FrozenSearch): Promise<readonly OwnedSearch[]> {
    return this.ports.archive.snapshots(frozen.address);
  }

  /** Page 1 of this search as a shell command, the key left as a variable. Needs no key. */
  async asCurl({ request, address, segments }: FrozenSearch): Promise<string> {
    return asCurl(await this.ports.clients.baseUrl(), address.version, request, segments);
  }

  /** The lasting name of the connected library. @throws {FeatureError} `noConnection` */
  libraryName(): string {
    return this.ports.clients.libraryName();
  }

  /** The address of a saved search in the connected library. Needs no form. @throws {FeatureError} `noConnection` */
  address({ platform, body }: BodyQuery): SearchAddress {
    const { origin, version } = this.place();
    return { origin, version, platform, body: addressBody({ platform, body: writeExact(body) }) };
  }

  /** How many pages are owned of a saved search's snapshot. Free, and asks the service nothing. */
  async ownedPageCount(query: BodyQuery, lastHit: Digits): Promise<number> {
    const snapshots = await this.ports.archive.snapshots(this.address(query));
    return snapshots.find((owned) => owned.lastHit === lastHit)?.pages ?? 0;
  }

  /** The owned pages of a snapshot, in order from page 1. Free. */
  async ownedPages(frozen: FrozenSearch, lastHit: string): Promise<readonly SearchPage[]> {
    const pages = await this.ports.archive.pages(frozen.address, lastHit);
    return Promise.all(
      pages.map(async (stored) => readOwned(frozen, stored.page, await this.ports.clients.readable(stored), lastHit)),
    );
  }

  private place(): Pick<SearchAddress, "origin" | "version"> & Pick<FrozenSearch, "frozenAt"> {
    const { clients, now } = this.ports;
    return { origin: clients.libraryName(), version: clients.version, frozenAt: now().toISOString() };
  }

  /** `place` is read before the form is requested, so that a changed connection is noticed before sending. */
  private frozen(query: SearchQuery, form: FilterForm, place: ReturnType<SearchAds["place"]>): FrozenSearch {
    const prepared = prepareSearch(query, form);
    if ("problems" in prepared) throw new FeatureError("invalidRequest", { problems: prepared.problems });
    const { request } = prepared;
    const { origin, version, frozenAt } = place;
    const address: SearchAddress = { origin, version, platform: query.platform, body: addressBody(request) };
    return { query, request, address, segments: this.ports.clients.segments, frozenAt };
  }
}
