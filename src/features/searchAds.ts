import { prepareSearch, type PreparedSearch } from "../api/wire/query";
import { parseExact, writeExact } from "../api/integers";
import { versions } from "../api/versions";
import type { PageContent } from "../api/wire/cards";
import type { Digits } from "../protocol/ads";
import { prices } from "../protocol/credits";
import type { FilterForm } from "../protocol/filters";
import type { OwnedSearch } from "../protocol/panel";
import type { PlatformSegments, PlatformToken } from "../protocol/platforms";
import type { Cursor, SearchPage, SearchQuery } from "../protocol/search";
import { asCurl } from "./asCurl";
import { addressBody } from "./addressBody";
import type { Archive, SearchAddress, StoredAnswer } from "./archive/archive";
import { isKept } from "./archive/intake";
import { FeatureError } from "./failures";
import type { FilterForms } from "./filterForms";
import type { LibraryClients } from "./libraryClient";
import { type MayPay, ownership } from "./ownership";
import { searchAct } from "./paidActs";
import { readOwned } from "./readOwned";
import { readQuery } from "./readQuery";
import { readBody, type BodyQuery } from "./searches/bodyQuery";
import type { Wallet } from "./wallet/wallet";

/** A query checked against its form, with the address under which its pages are archived. */
export interface FrozenSearch {
  readonly query: SearchQuery;
  readonly request: PreparedSearch;
  readonly address: SearchAddress;
  /** Path segments in use, to read its answers by. */
  readonly segments: PlatformSegments;
}

export interface FetchedPage {
  readonly content: PageContent;
  readonly answer: StoredAnswer;
  /** Settles when the archive has the answer on the disk, or does not have it yet. */
  readonly lasting: Promise<void>;
  /** Settles with whether the archive has the answer on the disk. Where not, that was said. */
  readonly kept: Promise<boolean>;
}

export interface SearchPorts {
  readonly clients: LibraryClients;
  readonly forms: FilterForms;
  readonly wallet: Wallet;
  readonly archive: Archive;
  /** Asked before the wallet. */
  readonly mayPay: MayPay;
  /** Told when an answer could not be archived; the answer itself is still given. */
  readonly onNotStored: (error: unknown) => void;
}

/** Searches ads: what is owned comes from the archive, what is not passes the wallet's gate and is archived before it is shown. */
export class SearchAds {
  constructor(private readonly ports: SearchPorts) {}

  /** Checks a query against the live form, before it is paid. @throws {FeatureError} `invalidRequest`, at no cost */
  async freeze(query: SearchQuery): Promise<FrozenSearch> {
    const place = this.place();
    return this.frozen(query, await this.ports.forms.form(query.platform), place);
  }

  /**
   * Checks a query against the form last seen, to read what is owned of it: works offline and without a key.
   * @throws {AdLibraryError | FeatureError} as `freeze` does, where that form does not know the query
   */
  async freezeOwned(query: SearchQuery): Promise<FrozenSearch> {
    const place = this.place();
    const form = await this.ports.forms.lastForm(query.platform);
    return "request" in prepareSearch(query, form) ? this.frozen(query, form, place) : this.freeze(query);
  }

  /** A query from the service's own body form, as commands and files carry it. @throws {FeatureError} `invalidRequest` */
  async fromBody(platform: PlatformToken, body: unknown): Promise<SearchQuery> {
    const { query, problems } = await this.fromBodyAsFar(platform, body);
    if (problems.length > 0) throw new FeatureError("invalidRequest", { problems });
    return query;
  }

  /** The same as far as the platform's form has it, with what it has not: to be looked at before anything is paid. */
  async fromBodyAsFar(platform: PlatformToken, body: unknown): Promise<ReturnType<typeof readQuery>> {
    const last = readQuery(platform, body, await this.ports.forms.lastForm(platform));
    return last.problems.length === 0 ? last : readQuery(platform, body, await this.ports.forms.form(platform));
  }

  /** A query from the exact body text that an earlier search sent. @throws {FeatureError} `invalidRequest` */
  async fromSentBody(platform: PlatformToken, body: string): Promise<SearchQuery> {
    return this.fromBody(platform, readBody(parseExact(body)));
  }

  /** The search in the service's own body form, as files carry it. */
  bodyQuery({ request }: FrozenSearch): BodyQuery {
    const body = readBody(parseExact(request.body));
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
    const { content, answer, lasting } = await this.fetch(frozen, cursor, signal, this.ports.wallet);
    await lasting;
    return { ...content, fetchedAt: answer.receivedAt, owned: false };
  }

  /**
   * One page from the service through a gate (the wallet, or a plan of it), archived before it is given: a killed process
   * does not lose it; a power cut does not either once `lasting` is settled, before which it is not to be shown. Paid.
   */
  async fetch(
    frozen: FrozenSearch,
    cursor: Cursor | undefined,
    signal: AbortSignal,
    gate: Pick<Wallet, "spend">,
  ): Promise<FetchedPage> {
    const { request, address } = frozen;
    const { archive, onNotStored } = this.ports;
    const { api, connected, name, version } = await this.ports.clients.current();
    if (name !== address.origin || version !== address.version) throw new FeatureError("otherLibrary");
    await this.ports.mayPay(prices.search, connected.sample);
    const page = cursor?.page ?? 1;
    const act = searchAct(frozen, cursor);
    const ends = AbortSignal.any([signal, connected.signal]);
    return gate.spend(act, ends, async (leave, shared) => {
      const { value: content, text, receivedAt } = await api.search(request, cursor, leave, shared);
      const answer = { text, receivedAt };
      const snapshot = content.lastHit ?? cursor?.lastHit ?? "";
      const storing = archive.storePage(address, snapshot, page, answer, content.ads);
      const kept = isKept(storing, onNotStored);
      const stored = await storing.catch(() => undefined);
      return { content, answer, kept, lasting: Promise.resolve(stored?.lasting).catch(() => undefined) };
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
    return { ...this.place(), platform, body: addressBody({ platform, body: writeExact(body) }) };
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

  private place(): Pick<SearchAddress, "origin" | "version"> {
    const { clients } = this.ports;
    return { origin: clients.libraryName(), version: clients.version };
  }

  /** `place` was taken before its form was asked for: a connection that changed since is found out before anything is sent. */
  private frozen(query: SearchQuery, form: FilterForm, place: ReturnType<SearchAds["place"]>): FrozenSearch {
    const prepared = prepareSearch(query, form);
    if ("problems" in prepared) throw new FeatureError("invalidRequest", { problems: prepared.problems });
    const { request } = prepared;
    const address: SearchAddress = { ...place, platform: query.platform, body: addressBody(request) };
    return { query, request, address, segments: this.ports.clients.segments };
  }
}
