import type { PageContent } from "../../api";
import type { StoredAnswer } from "../../protocol/owned";
import type { Cursor } from "../../protocol/search";
import { type Archive, ownership } from "../archive";
import type { LibraryClients } from "../connection";
import { type FrozenSearch, readOwned } from "./readOwned";

export interface FetchedPage {
  readonly content: PageContent;
  readonly answer: StoredAnswer;
  /** Another act, of this or another process, fetched it meanwhile: nothing was paid. */
  readonly owned?: true;
  /** Settles when the answer is on the disk, or when the archive could not store it yet. */
  readonly lasting: Promise<void>;
  /** Resolves to whether the archive has the answer on the disk. If not, that was reported. */
  readonly kept: Promise<boolean>;
  /** Present if the answer waits for the archive: settles when it is booked, after it was stored or given up. */
  readonly waits?: Promise<void>;
}

interface Places {
  readonly archive: Archive;
  readonly clients: LibraryClients;
  readonly now: () => Date;
}

/** A page that another act has brought by now, of this or another process. */
export async function broughtMeanwhile(
  { archive, clients }: Places,
  frozen: FrozenSearch,
  { lastHit, page }: Cursor,
): Promise<FetchedPage | undefined> {
  const answer = await ownership(archive.page(frozen.address, lastHit, page));
  if (!answer) return undefined;
  const content = await readOwned(frozen, page, await clients.readable(answer), lastHit);
  return { content, answer, owned: true, kept: Promise.resolve(true), lasting: Promise.resolve() };
}

/**
 * The answer that another process brought while this act was checked or waited for its turn.
 * @param since ISO time from which a new first page is wanted: an older one is not what was asked for
 */
export async function broughtSince(
  since: string,
  places: Places,
  frozen: FrozenSearch,
  cursor: Cursor | undefined,
): Promise<FetchedPage | undefined> {
  if (cursor) return broughtMeanwhile(places, frozen, cursor);
  // An answer from the future, where a clock was wrong, is no new one.
  const until = places.now().toISOString();
  const lastHit = await ownership(places.archive.firstPageSince(frozen.address, since, until));
  return lastHit === undefined ? undefined : broughtMeanwhile(places, frozen, { lastHit, page: 1 });
}
