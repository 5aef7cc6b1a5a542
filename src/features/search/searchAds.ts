import * as l10n from "@vscode/l10n";
import {
  type FrozenSearch,
  readBought,
  broughtMeanwhile,
  broughtSince,
  type FetchedPage,
  searchAct,
} from "./frozenSearch";
import type { StoredAnswer } from "../../protocol/bought";
import { parseExact, prepareSearch, versions } from "../../api";
import type { Digits } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import type { FilterForm } from "../../protocol/filters";
import type { BoughtSearch } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import { type Cursor, draftOf, isLastPage, type SearchPage, type SearchQuery, sentOf } from "../../protocol/search";
import { asCurl } from "./requestText";
import { addressBody, readQuery } from "./queries";
import { type Archive, boughtFrom, isKept, type MayPay, ownership, pageFolder, type SearchAddress } from "../archive";
import { FeatureError } from "../failures";
import { type BodyQuery, type FilterForms, readForeignBody } from "../forms";
import type { LibraryClients } from "../connection";
import { queryLabel } from "./queryLabel";
import type { Gate, Wallet } from "../wallet";

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

type Place = Pick<SearchAddress, "origin" | "version"> & Pick<FrozenSearch, "since">;

/** Pages that are read at each change of a form. */
const mostPagesRead = 10;

/** What a bought result found and when, for a terminal and assistants: "4 ads, end reached, 2 days ago". */
export function foundInEnglish({ found, fetchedAt }: BoughtSearch, ageOf: (iso: string) => string): string {
  const ads = found && `${found.ads} ${found.ads === 1 ? "ad" : "ads"}`;
  return [...(ads ? [ads] : []), ...(found?.ended ? ["end reached"] : []), ageOf(fetchedAt)].join(", ");
}

/** Searches ads: bought pages come from the archive; others pass the wallet's gate and are archived before shown. */
export class SearchAds {
  constructor(private readonly ports: SearchPorts) {}

  /** Checks a query against the live form before it is paid. @throws {FeatureError} `invalidRequest`, at no cost */
  async freeze(query: SearchQuery): Promise<FrozenSearch> {
    const place = this.place();
    const frozen = this.fitted(query, await this.ports.forms.form(query.platform), place);
    if (frozen.unfit) throw new FeatureError("invalidRequest", { problems: frozen.unfit });
    return frozen;
  }

  /**
   * The same to read what is bought of a query, by the form last seen: works offline and without a key. A query with its
   * exact body is found whatever the form has, as `unfit` if that no longer fits, and even if no form was ever seen, or
   * no library is connected.
   * @throws {AdLibraryError | FeatureError} as `freeze` does, if that form does not fit a query without its body
   */
  async freezeBought(query: SearchQuery): Promise<FrozenSearch> {
    const place = await this.placeOfBought(query);
    const { forms } = this.ports;
    let form: FilterForm;
    try {
      form = await forms.lastForm(query.platform);
    } catch (error) {
      const bought = await this.boughtWithoutForm(query, place);
      if (bought) return bought;
      throw error;
    }
    if (query.body === undefined)
      return "request" in prepareSearch(query, form) ? this.frozen(query, form, place) : this.freeze(query);
    const frozen = this.fitted(query, form, place);
    const live = frozen.unfit && (await forms.form(query.platform).catch(() => undefined));
    return live ? this.fitted(query, live, place) : frozen;
  }

  /** The same search, asked for now. */
  frozenAgain(frozen: FrozenSearch): FrozenSearch {
    return { ...frozen, since: this.ports.now().toISOString() };
  }

  /** A query from the service's own body, as in commands and files. @throws {FeatureError} `invalidRequest` */
  async fromBody(platform: PlatformToken, body: unknown): Promise<SearchQuery> {
    const { forms } = this.ports;
    const last = readQuery(platform, body, await forms.lastForm(platform));
    const { query, problems } =
      last.problems.length === 0 ? last : readQuery(platform, body, await forms.form(platform));
    if (problems.length > 0) throw new FeatureError("invalidRequest", { problems });
    return query;
  }

  /** A search that was sent or saved, to open what is bought of it, even if the form no longer has all of it. */
  ofBody({ platform, body }: BodyQuery): Promise<FrozenSearch> {
    return this.ofSentBody(platform, writeExact(body));
  }

  /** The same by the exact text that an earlier search sent. */
  ofSentBody(platform: PlatformToken, body: string): Promise<FrozenSearch> {
    return this.freezeBought({ platform, choices: [], body });
  }

  /** A query in a few words, with the labels of the form last seen. */
  async label(query: SearchQuery): Promise<string> {
    return queryLabel(query, (await this.ports.forms.seen(query.platform))?.form);
  }

  /** An exact body in a few words, with the labels of the form last seen; the body itself if that doesn't fit. Free. */
  async labelOfBody(platform: PlatformToken, body: string): Promise<string> {
    const form = (await this.ports.forms.seen(platform))?.form;
    if (!form) return body;
    try {
      const { query, problems } = readQuery(platform, readForeignBody(parseExact(body)), form);
      return problems.length > 0 ? body : queryLabel(query, form) || l10n.t("all ads");
    } catch {
      // The body of an imported answer may be anything.
      return body;
    }
  }

  /** The search as the service's own body, as used in files. */
  bodyQuery({ request }: FrozenSearch): BodyQuery {
    const body = readForeignBody(parseExact(request.body));
    if (!body) throw new FeatureError("unexpected");
    return { platform: request.platform, body };
  }

  /** The exact JSON text that page 1 of this query sends. */
  async preview(query: SearchQuery): Promise<string> {
    const { request, address } = await this.freezeBought(query);
    return versions[address.version].bodyOf(request);
  }

  /**
   * One page. Page 1 (no cursor) always asks the service; a later page that is bought costs nothing.
   * @param signal keeps it from being sent; only what `abortedBy` gives the gate aborts the request on its way
   * @param since as for `fetch`
   * @throws {AdLibraryError | FeatureError}
   */
  async search(
    frozen: FrozenSearch,
    cursor: Cursor | undefined,
    signal: AbortSignal,
    gate: Gate = this.ports.wallet,
    since?: string,
  ): Promise<SearchPage> {
    const { archive } = this.ports;
    const stored = cursor && (await ownership(archive.page(frozen.address, cursor.lastHit, cursor.page)));
    if (cursor && stored)
      return readBought(frozen, cursor.page, await this.ports.clients.readable(stored), cursor.lastHit);
    const { content, answer, bought = false } = await this.fetch(frozen, cursor, signal, gate, since);
    return { ...content, fetchedAt: answer.receivedAt, bought };
  }

  /**
   * One page from the service through a gate (the wallet, or a plan of it), archived before it is returned. Paid, unless
   * another process brings it first.
   * @param since ISO time from which a new first page is wanted, this moment by default
   * @param unreadSince ISO time from which an unread first page counts as an answer to this, so that a person is asked
   */
  async fetch(
    frozen: FrozenSearch,
    cursor: Cursor | undefined,
    signal: AbortSignal,
    gate: Gate,
    since = this.ports.now().toISOString(),
    unreadSince = "",
  ): Promise<FetchedPage> {
    const { request, address } = frozen;
    const { archive, onNotStored } = this.ports;
    const { api, connected, version } = await this.ports.clients.current();
    if (connected.library !== address.origin || version !== address.version) throw new FeatureError("otherLibrary");
    const form = await this.ports.forms.form(request.platform);
    const { unfit } = this.fitted({ ...frozen.query, body: request.body }, form, this.place());
    if (unfit) throw new FeatureError("invalidRequest", { problems: unfit });
    const page = cursor?.page ?? 1;
    const act = searchAct(frozen, cursor);
    const bought = () => archive.ownershipOfPage(address, page, cursor?.lastHit, unreadSince);
    const stored = { below: pageFolder(address, cursor?.lastHit), bought };
    const found = await this.ports.mayPay(act, stored, gate.ofPlan);
    const meanwhile = found && cursor && (await broughtMeanwhile(this.ports, frozen, cursor));
    if (meanwhile) return meanwhile;
    // After a change of the connection, nothing more is sent, but what is paid for is still awaited.
    const ends = AbortSignal.any([signal, connected.signal]);
    return gate.spend(act, ends, async (permit, shared) => {
      const brought = await broughtSince(found === "byAnother" ? "" : since, this.ports, frozen, cursor);
      if (brought) return brought;
      if (found !== "agreed") await this.ports.mayPay(act, stored, gate.ofPlan);
      const keepUnread = (unread: StoredAnswer) =>
        isKept(archive.storePage(address, cursor?.lastHit, page, unread, "unread/"), onNotStored);
      const { value: content, text, receivedAt } = await api.search(request, cursor, permit, shared, keepUnread);
      const answer = { text, receivedAt };
      const storing = archive.storePage(address, content.lastHit ?? cursor?.lastHit, page, answer);
      return { content, answer, kept: await isKept(storing, onNotStored) };
    });
  }

  /** The exact answer of a bought page. Free. */
  async boughtAnswer({ address }: FrozenSearch, lastHit: Digits, page: number): Promise<StoredAnswer | undefined> {
    return this.ports.archive.page(address, lastHit, page);
  }

  /** What is bought of this query, newest snapshot first. Free. */
  async bought({ address }: Pick<FrozenSearch, "address">): Promise<readonly BoughtSearch[]> {
    return this.ports.archive.snapshots(address);
  }

  /** How many pages of a bought result can be read, from page 1 to the first gap, at most `most`. Free. */
  async readablePages({ address }: FrozenSearch, lastHit: Digits, most: number): Promise<number> {
    let pages = 0;
    while (pages < most && (await this.ports.archive.page(address, lastHit, pages + 1))) pages += 1;
    return pages;
  }

  /**
   * The pages of a bought result that can be read, with what they found, which is the only hint at what a new one will:
   * the service names no total. Free. Looks into results of at most `most` pages; a plan needs all of them.
   */
  async withFound(frozen: FrozenSearch, bought: BoughtSearch, most = mostPagesRead): Promise<BoughtSearch> {
    if (bought.pages > most) return bought;
    const pages = await this.boughtPages(frozen, bought.lastHit).catch(() => undefined);
    if (!pages) return bought;
    const last = pages.at(-1);
    const ads = new Set(pages.flatMap((page) => page.ads.map(({ key }) => key))).size;
    // A damaged page must be bought again.
    return { ...bought, pages: pages.length, ...(last && { found: { ads, ended: isLastPage(last) } }) };
  }

  /** Page 1 of this search as a shell command, the key left as a variable. Needs no key. */
  async asCurl({ request, address, segments }: FrozenSearch): Promise<string> {
    return asCurl(await this.ports.clients.baseUrl(), address.version, request, segments);
  }

  /**
   * The address of what a search sends to the connected library, by the form last seen; of its own body if none was. If
   * no library is connected, what it sent to the one that it was bought from. Asks nothing.
   * @throws {FeatureError} `noConnection` if there is neither
   */
  async address({ platform, body }: BodyQuery): Promise<SearchAddress> {
    const place = await this.placeOfBought({ platform, body: writeExact(body) });
    const form = (await this.ports.forms.seen(platform))?.form;
    if (form) return this.fitted({ platform, choices: [], body: writeExact(body) }, form, place).address;
    return { origin: place.origin, version: place.version, platform, body: addressBody(body) };
  }

  /** What is bought of a search in the service's own words, newest snapshot first. Free. */
  async boughtOf(query: BodyQuery): Promise<readonly BoughtSearch[]> {
    return this.bought({ address: await this.address(query) });
  }

  /** The bought pages of a snapshot, in order from page 1. Free. */
  async boughtPages(frozen: FrozenSearch, lastHit: string): Promise<readonly SearchPage[]> {
    const pages = await this.ports.archive.pages(frozen.address, lastHit);
    return Promise.all(
      pages.map(async (stored) => readBought(frozen, stored.page, await this.ports.clients.readable(stored), lastHit)),
    );
  }

  private place(): Place {
    const { clients, now } = this.ports;
    return { origin: clients.libraryName(), version: clients.version, since: now().toISOString() };
  }

  /** The same; if no library is connected, the one that a query with its exact body was bought from. */
  private async placeOfBought({ platform, body }: Pick<SearchQuery, "platform" | "body">): Promise<Place> {
    const { clients, archive, now } = this.ports;
    if (clients.nameIfKnown() !== undefined || body === undefined) return this.place();
    const from = await boughtFrom(archive, { platform, body: addressOf({ body }) });
    return from ? { origin: from.origin, version: from.version, since: now().toISOString() } : this.place();
  }

  /** A query by its own body, if something is bought under that: imported answers come without forms. */
  private async boughtWithoutForm({ platform, body }: SearchQuery, place: Place): Promise<FrozenSearch | undefined> {
    if (body === undefined) return undefined;
    const frozen = this.addressed({ platform, choices: [], body }, { platform, body }, undefined, place);
    return (await this.bought(frozen)).length > 0 ? frozen : undefined;
  }

  /** A query as a form would send it; one with its exact body is `unfit` if the form lacks some of that. */
  private fitted(given: SearchQuery, form: FilterForm, place: Place): FrozenSearch {
    const { platform, body } = given;
    if (body === undefined) return this.frozen(given, form, place);
    const prepared = prepareSearch(given, form);
    const isSame = "request" in prepared && addressOf(prepared.request) === addressOf({ body });
    if (isSame) return this.frozen(draftOf(given), form, place);
    const { query, problems } = readQuery(platform, readForeignBody(parseExact(body)), form);
    if (problems.length === 0) return this.frozen(query, form, place);
    return { ...this.addressed({ ...query, body }, { platform, body }, form, place), unfit: problems };
  }

  /** `place` is read before the form is requested, so that a changed connection is noticed before sending. */
  private frozen(given: SearchQuery, form: FilterForm, place: Place): FrozenSearch {
    const query = sentOf(form, given);
    const prepared = prepareSearch(query, form);
    if ("problems" in prepared) throw new FeatureError("invalidRequest", { problems: prepared.problems });
    return this.addressed(query, prepared.request, form, place);
  }

  private addressed(
    query: SearchQuery,
    request: FrozenSearch["request"],
    form: FilterForm | undefined,
    { origin, version, since }: Place,
  ): FrozenSearch {
    const address: SearchAddress = { origin, version, platform: query.platform, body: addressOf(request) };
    const label = queryLabel(query, form);
    return { query, request, address, segments: this.ports.clients.segments, since, label };
  }
}

const addressOf = ({ body }: Pick<FrozenSearch["request"], "body">) => addressBody(parseExact(body));
