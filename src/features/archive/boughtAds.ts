import { type AdRef, type AdSighting, type Digits, sampleUrl } from "../../protocol/ads";
import type { AdCriteria, AdOwner, FoundAds, Grouping, BoughtAd } from "../../protocol/bought";
import { writeExact } from "../../protocol/exactJson";
import type { ArchiveStart } from "../../protocol/panel";
import type { SearchAddress } from "./address";
import type { Archive, SeenSearches } from "./archive";
import type { FoundOwner } from "./findAdvertisers";
import type { AdOrder, ArchiveCriteria, ArchiveHits } from "./findAds";
import { type LibraryClients, libraryNamed, withSampleMedia } from "../connection";
import { newestFirst } from "./snapshotOrder";

/** Whose answers are meant. */
export type LibraryVersion = Pick<SearchAddress, "origin" | "version">;

export interface BoughtAdsPorts {
  readonly clients: LibraryClients;
  readonly archive: Archive;
}

/** What to find, of an advertiser also with those that a person joined to it. */
export interface BoughtCriteria extends AdCriteria {
  readonly joined?: readonly AdOwner[] | undefined;
}

interface FindOptions {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  readonly sort?: AdOrder | undefined;
  /** Whether to count all ads that match. */
  readonly count?: boolean;
  readonly signal?: AbortSignal;
}

/** How many ads are shown at once. */
const usualLimit = 60;

/**
 * The library whose answers are read: the connected one, else the one with the newest ad, because what is bought stays
 * readable after *Disconnect…*. @throws {FeatureError} `noConnection` if there is neither
 */
export async function readLibrary({ clients, archive }: BoughtAdsPorts): Promise<LibraryVersion> {
  const { version } = clients;
  const connected = clients.nameIfKnown();
  if (connected !== undefined) return { origin: connected, version };
  const [newest] = (await archive.search({ limit: 1 })).hits;
  return { origin: newest?.origin ?? clients.libraryName(), version };
}

/** The library and version that the newest bought result of a search is from; undefined if none is bought. */
export async function boughtFrom(
  archive: Archive,
  search: Pick<SearchAddress, "platform" | "body">,
): Promise<LibraryVersion | undefined> {
  const libraries = (await archive.sharing.libraries()).flatMap((origin) =>
    (["v2", "v1"] as const).map((version) => ({ origin, version })),
  );
  const newest = libraries.map(async (from) =>
    (await archive.snapshots({ ...from, ...search })).slice(0, 1).map((one) => ({ ...one, ...from })),
  );
  return newestFirst((await Promise.all(newest)).flat())[0];
}

/** Finds ads among everything that was fetched from one library: 0 credits, no service, no key. */
export class BoughtAds {
  constructor(private readonly ports: BoughtAdsPorts) {}

  /** The library that these ads are from. @throws {FeatureError} `noConnection` */
  async library(): Promise<string> {
    return (await readLibrary(this.ports)).origin;
  }

  /** Newest fetch first, unless sorted; `after` is `next` of the previous answer. @throws {StorageError}, or the signal's reason */
  async find(
    criteria: BoughtCriteria,
    { after, limit = usualLimit, sort, count, signal }: FindOptions = {},
  ): Promise<Omit<FoundAds, "boughtDetails"> & Pick<ArchiveHits, "total" | "known">> {
    const wanted = {
      ...(await this.wanted(criteria, limit)),
      ...(sort && { sort }),
      ...(after !== undefined && { after }),
    };
    const { hits, ...found } = await this.ports.archive.search(wanted, signal, count);
    const readable = await this.reader();
    const ads = hits.map(({ card, from, receivedAt, firstReceivedAt, place }) => ({
      ...{ card: readable(card), fetchedAt: receivedAt, firstFetchedAt: firstReceivedAt },
      ...(from === "detail" && { from }),
      ...(card.id === undefined && { place }),
    }));
    return { ...found, ads };
  }

  /** Counts the ads by what they have in common: at most `limit` groups, after the first `skip`. */
  async groups(
    criteria: BoughtCriteria,
    by: Grouping,
    { limit, skip }: { readonly limit: number; readonly skip: number },
  ) {
    return this.ports.archive.groups(await this.wanted(criteria, limit), by, skip);
  }

  /** The advertisers of the ads that match, or those with an ID on whatever platform, most ads first. */
  async owners(wanted: BoughtCriteria | { readonly id: Digits }): Promise<readonly FoundOwner[]> {
    const { archive } = this.ports;
    if (!("id" in wanted)) return archive.owners(await this.wanted(wanted, 0));
    return archive.owners({ owners: [{ id: wanted.id, name: "" }], origins: [await this.library()] });
  }

  /** The searches that ads were seen in, most of them first, and how many are bought in all. */
  async searches(criteria: BoughtCriteria): Promise<SeenSearches> {
    return this.ports.archive.searches(await this.wanted(criteria, 0), await this.library());
  }

  /** The ad's newest card, made from its detail if only that is bought; undefined if neither is. */
  async card({ platform, id }: AdRef): Promise<BoughtAd | undefined> {
    const { archive } = this.ports;
    const found = await archive.search({ ad: { platform, id }, origins: [await this.library()], limit: 1 });
    const [hit, readable] = [found.hits[0], await this.reader()];
    return (
      hit && { card: readable(hit.card), fetchedAt: hit.receivedAt, ...(hit.from === "detail" && { from: hit.from }) }
    );
  }

  /** All fetches in which an ad was seen, oldest first. @param library the name of another one than the connected */
  async history(ad: AdRef, library?: string): Promise<readonly AdSighting[]> {
    const origin = library === undefined ? await this.library() : libraryNamed(library).origin;
    const seen = await this.ports.archive.history(origin, ad);
    return seen.map(({ receivedAt, from, stats }) => ({ fetchedAt: receivedAt, from, stats }));
  }

  /** How much the archive holds, and the names of the numbers in it. */
  async about(): Promise<Pick<ArchiveStart, "size" | "statNames">> {
    const library = await this.library().catch(() => undefined);
    const { bytes, ads, pages, details, removed } = await this.ports.archive.size(library);
    return { size: { bytes, ads, pages, details, removed }, statNames: await this.statNames() };
  }

  private async wanted(criteria: BoughtCriteria, limit: number): Promise<ArchiveCriteria> {
    return { ...archiveCriteria(criteria), origins: [await this.library()], limit };
  }

  /** The names of the numbers by which ads can be found and sorted. */
  statNames(): Promise<readonly string[]> {
    return this.ports.archive.statNames();
  }

  /**
   * Makes what points links to the sample library's pictures to its current port; other libraries' links stay as they
   * are.
   */
  private async reader(): Promise<<T>(value: T) => T> {
    const { clients } = this.ports;
    if (clients.nameIfKnown() !== sampleUrl) return (value) => value;
    const baseUrl = await clients.baseUrl();
    return (value) => moved(value, (text) => withSampleMedia(text, baseUrl));
  }
}

/** A copy of plain data, made by changing its JSON text. */
function moved<T>(value: T, change: (text: string) => string): T {
  // eslint-disable-next-line no-restricted-syntax -- the same shape, with texts changed
  return JSON.parse(change(writeExact(value))) as T;
}

/** Dates are days in this machine's time zone; the last one is inclusive. */
function archiveCriteria({ from, to, stat, owner, joined = [], ...same }: BoughtCriteria): ArchiveCriteria {
  return {
    ...same,
    ...(owner && { owners: [owner, ...joined] }),
    ...(from !== undefined && { from: startOf(from, 0) }),
    ...(to !== undefined && { before: startOf(to, 1) }),
    ...(stat && { stats: [stat] }),
  };
}

function startOf(date: string, daysLater: number): string {
  const start = new Date(`${date}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
