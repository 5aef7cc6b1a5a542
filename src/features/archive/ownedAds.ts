import type { AdRef, AdSighting } from "../../protocol/ads";
import type { OwnedAd, FoundAds, AdCriteria } from "../../protocol/owned";
import type { ArchiveStart } from "../../protocol/panel";
import type { Archive } from "./archive";
import type { ArchiveCriteria } from "./archiveCriteria";
import { type LibraryClients, sampleUrl, withSampleMedia } from "../connection";

export interface OwnedAdsPorts {
  readonly clients: LibraryClients;
  readonly archive: Archive;
}

interface FindOptions {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal;
}

/** How many ads are shown at once. */
const usualLimit = 60;

/** Finds ads among everything that was fetched from the connected library: 0 credits, no service, no key. */
export class OwnedAds {
  constructor(private readonly ports: OwnedAdsPorts) {}

  /** Newest fetch first; `after` is `next` of the previous answer. @throws {StorageError}, or the signal's reason */
  async find(
    criteria: AdCriteria,
    { after, limit = usualLimit, signal }: FindOptions = {},
  ): Promise<Omit<FoundAds, "ownedDetails">> {
    const { archive, clients } = this.ports;
    const origins = [clients.libraryName()];
    const wanted = { ...archiveCriteria(criteria), origins, limit, ...(after !== undefined && { after }) };
    const found = await archive.search(wanted, signal);
    const readable = await this.reader();
    const ads = found.hits.map(({ card, receivedAt }) => ({ card: readable(card), fetchedAt: receivedAt }));
    return { ads, ...(found.next !== undefined && { next: found.next }) };
  }

  /** The ad's newest card, made from its detail if only that is owned; undefined if neither is. */
  async card({ platform, id }: AdRef): Promise<OwnedAd | undefined> {
    const { archive, clients } = this.ports;
    const found = await archive.search({ ad: { platform, id }, origins: [clients.libraryName()], limit: 1 });
    const [hit, readable] = [found.hits[0], await this.reader()];
    return hit && { card: readable(hit.card), fetchedAt: hit.receivedAt };
  }

  /** All fetches in which an ad was seen, oldest first. */
  async history(ad: AdRef): Promise<readonly AdSighting[]> {
    const seen = await this.ports.archive.history(this.ports.clients.libraryName(), ad);
    return seen.map(({ receivedAt, from, stats }) => ({ fetchedAt: receivedAt, from, stats }));
  }

  /** How much the archive holds, and the names of the numbers in it. */
  async about(): Promise<Pick<ArchiveStart, "size" | "statNames">> {
    const { bytes, ads, pages, details, removed } = await this.ports.archive.size();
    return { size: { bytes, ads, pages, details, removed }, statNames: await this.ports.archive.statNames() };
  }

  /**
   * Makes what points links to the sample library's pictures to its current port; other libraries' links stay as they
   * are.
   */
  private async reader(): Promise<<T>(value: T) => T> {
    const { clients } = this.ports;
    if (clients.libraryName() !== sampleUrl) return (value) => value;
    const baseUrl = await clients.baseUrl();
    return (value) => moved(value, (text) => withSampleMedia(text, baseUrl));
  }
}

/** A copy of plain data, made by changing its JSON text. */
function moved<T>(value: T, change: (text: string) => string): T {
  // eslint-disable-next-line no-restricted-syntax -- the same shape, with texts changed
  return JSON.parse(change(JSON.stringify(value))) as T;
}

/** Dates are days in this machine's time zone; the last one is inclusive. */
function archiveCriteria({ from, to, stat, ...same }: AdCriteria): ArchiveCriteria {
  return {
    ...same,
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
