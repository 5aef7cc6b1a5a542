import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { adKey, type AdRef, type Digits } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { Grouping, StoredAnswer } from "../../protocol/bought";
import type { BoughtSearch } from "../../protocol/panel";
import type { PlatformSegments } from "../../protocol/platforms";
import { FolderWatch, removeWhole } from "../disk";
import { inTime, type Subscription } from "../events";
import type { CapNotice } from "../failures";
import { ThreadLink } from "../threads";
import type { AdIndex, IndexEvent, IndexSettings } from "./adIndex";
import {
  type AnswerName,
  detailFolder,
  libraryFolder,
  type SearchAddress,
  type Shelf,
  readPath,
  readSnapshot,
  searchFolder,
  snapshotFolder,
  snapshotName,
} from "./address";
import { AnswerFiles, type ArchivedAnswer } from "./answerFiles";
import type { FoundOwner, SearchCounts } from "./findAdvertisers";
import type { AdGroups, ArchiveCriteria, ArchiveHits, ArchiveSize, Sighting } from "./findAds";
import type { LinkedFolders } from "./linkedFolders";
import { cannotKeep, type Ownership } from "./ownership";
import { Pins } from "./pins";
import { importAnswers, importNames, type PackedChoice, packAnswers, previewAnswers, removeImport } from "./sharing";
import { newestFirst } from "./snapshotOrder";
import { rereadAnswers } from "./unread";

export interface ArchiveOptions {
  /** The archive's folder. */
  readonly folder: string;
  readonly linked: LinkedFolders;
  /** The size cap in MB. What exceeds it is removed, oldest unpinned snapshots first. */
  readonly maxSizeMb: () => number;
  /** Path segments in use, to recognize platforms in answers. */
  readonly segments: () => PlatformSegments;
  readonly log: (line: string) => void;
  /** Called once when the size cap is nearly reached, and once when it has removed answers. */
  readonly onCap: (notice: CapNotice) => void;
}

export interface SeenSearches {
  readonly seen: readonly {
    readonly address: SearchAddress;
    readonly ads: number;
    readonly from: string;
    readonly to: string;
  }[];
  readonly counts: SearchCounts;
}

/** How long after an answer was stored the index gets it, if nobody searches earlier, in ms. */
const tidyMs = 1000;
/** How long, in ms, closing may take: less than VS Code allows a closing window. */
const toCloseMs = 3000;

/**
 * Every answer that was fetched, one file for each (docs/archive-format.md). What is bought is read from the folders;
 * only searching for ads uses the index, which a worker thread keeps. Unless stated otherwise, methods reject with a
 * {StorageError} if a folder or a file can't be read or written.
 */
export class Archive {
  private readonly files: AnswerFiles;
  private readonly index: ThreadLink<AdIndex, IndexEvent>;
  private readonly watched: FolderWatch;
  private readonly kept: Pins;
  /** What stores the answers that could not be stored yet. */
  private readonly waiting = new Set<() => Promise<void>>();
  /** Whether answers were stored that the index has not been told of. */
  private more = false;
  private tidying: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(private readonly options: ArchiveOptions) {
    const { folder, linked, log } = options;
    this.files = new AnswerFiles(folder, linked, log, () => rereadAnswers(folder, log));
    this.kept = new Pins(folder);
    this.watched = new FolderWatch(folder, (name) => name === changedFile);
    this.index = new ThreadLink({
      start: () => new Worker(require.resolve("./indexThread"), { workerData: { folder } }),
      onEvent: (event) => (event.kind === "log" ? log(event.line) : options.onCap(event.notice)),
    });
  }

  /**
   * Call this before paying for anything: it resolves if the answer can be stored and all earlier answers are.
   * @param below the folder of answers that it belongs in
   * @throws {FeatureError} `notKept`, with the reason
   */
  async canTake(below: string): Promise<void> {
    await this.options.linked.check();
    try {
      await this.settled();
      await this.files.canStore(below);
    } catch (error) {
      throw cannotKeep(error);
    }
  }

  /** Notifies shortly after what is bought has changed, in this window or another one. */
  onChanged(listener: () => void): Subscription {
    return this.watched.onChanged(listener);
  }

  /**
   * Stores a page; call it before showing the page. Once it has resolved, neither a killed process nor a power cut can
   * lose the page. Otherwise, the page waits in memory and is stored before the next paid act.
   * @param lastHit undefined or "" if the service named no snapshot
   * @param shelf for one that can't be read: it counts as not bought until a version of the program can read it
   */
  async storePage(
    address: SearchAddress,
    lastHit: Digits | undefined,
    page: number,
    answer: StoredAnswer,
    shelf: Shelf = "",
  ) {
    const below = snapshotFolder(address, snapshotName(lastHit, answer.text));
    await this.store(shelf + below, page, answer, {
      [`${shelf}answers/${libraryFolder(address.origin)}/library.json`]: { origin: address.origin },
      [`${shelf}${searchFolder(address)}/search.json`]: address,
    });
  }

  /** Stores one fetch of a detail as `storePage` does a page; earlier fetches stay as the ad's history. */
  async storeDetail(origin: string, version: ApiVersion, ad: AdRef, answer: StoredAnswer, shelf: Shelf = "") {
    const about = { [`${shelf}details/${libraryFolder(origin)}/library.json`]: { origin } };
    await this.store(shelf + detailFolder(origin, version, ad), 0, answer, about);
  }

  /** One bought page of a snapshot, by its number. */
  async page(address: SearchAddress, lastHit: Digits, page: number): Promise<StoredAnswer | undefined> {
    return readable(await this.files.newest(snapshotFolder(address, lastHit), page));
  }

  /** Bought pages of a snapshot, from page 1 to the first gap. */
  async pages(address: SearchAddress, lastHit: Digits): Promise<readonly (StoredAnswer & { readonly page: number })[]> {
    const found: (StoredAnswer & { readonly page: number })[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await this.page(address, lastHit, page);
      if (!answer) return found;
      found.push({ ...answer, page });
    }
  }

  /** The snapshots of a search that have page 1, newest first, each with the number of its pages up to the first gap. */
  async snapshots(address: SearchAddress): Promise<readonly BoughtSearch[]> {
    const all = await Promise.all(
      (await this.snapshotsOf(address)).map(async (lastHit) => {
        const files = await this.files.files(snapshotFolder(address, lastHit));
        const numbers = new Set(files.map(({ page }) => page));
        let pages = 0;
        while (numbers.has(pages + 1)) pages += 1;
        const fetchedAt = files.find(({ page }) => page === 1)?.receivedAt;
        return fetchedAt === undefined ? [] : [{ lastHit, pages, fetchedAt }];
      }),
    );
    return newestFirst(all.flat());
  }

  /** The newest snapshot of a search whose page 1 was received from `since` until `until` (ISO times). */
  async firstPageSince(address: SearchAddress, since: string, until: string): Promise<Digits | undefined> {
    const found: { readonly lastHit: Digits; readonly fetchedAt: string }[] = [];
    for (const lastHit of await this.snapshotsOf(address)) {
      const files = await this.files.files(snapshotFolder(address, lastHit), 1);
      const fetchedAt = files.find(({ receivedAt }) => receivedAt <= until)?.receivedAt ?? "";
      if (fetchedAt >= since) found.push({ lastHit, fetchedAt });
    }
    return newestFirst(found)[0]?.lastHit;
  }

  /** The newest bought detail of an ad. */
  async detail(origin: string, version: ApiVersion, ad: AdRef): Promise<StoredAnswer | undefined> {
    return readable(await this.files.newest(detailFolder(origin, version, ad)));
  }

  /** Which of these ads have a bought detail, as `token:id`. */
  async boughtDetails(origin: string, version: ApiVersion, ads: readonly AdRef[]): Promise<ReadonlySet<string>> {
    const folders = new Map(ads.map((ad) => [detailFolder(origin, version, ad), adKey(ad)]));
    const bought = new Set<string>();
    for (const above of new Set([...folders.keys()].map((folder) => dirname(folder))))
      for (const name of await this.files.names(above)) {
        const ad = folders.get(`${above}/${name}`);
        if (ad !== undefined && (await this.files.files(`${above}/${name}`)).length > 0) bought.add(ad);
      }
    return bought;
  }

  /**
   * Whether a page is bought; without a snapshot, whether page 1 of any is.
   * @param unreadSince as in `SearchAds.fetch`
   */
  async ownershipOfPage(address: SearchAddress, page: number, lastHit?: Digits, unreadSince = ""): Promise<Ownership> {
    const foldersOn = async (shelf: Shelf) =>
      (lastHit === undefined ? await this.snapshotsOf(address, shelf) : [lastHit]).map((one) =>
        snapshotFolder(address, one),
      );
    const [folders, unread] = [await foldersOn(""), await foldersOn("unread/")];
    return this.files.ownership(folders, unread, lastHit === undefined ? unreadSince : undefined, page);
  }

  /** Whether a detail of an ad is bought. @param anew whether a newer one is wanted than the one that is */
  async ownershipOfDetail(origin: string, version: ApiVersion, ad: AdRef, anew: boolean): Promise<Ownership> {
    const folders = [detailFolder(origin, version, ad)];
    return this.files.ownership(folders, folders, anew ? "" : undefined);
  }

  /** All answers of a library, oldest first, each with its file. */
  answers(origin: string): Promise<readonly ArchivedAnswer[]> {
    return this.files.all(origin);
  }

  /** Taking over answers of others, and giving one's own to them. The methods take a folder or a zip file. */
  readonly sharing = {
    preview: (source: string, signal?: AbortSignal) => previewAnswers(source, signal),
    /** Imported answers stay apart from one's own: as `imported/<name>` in the archive's folder. */
    take: (source: string, signal?: AbortSignal) =>
      importAnswers(this.options.folder, source, signal).finally(() => this.noteChange()),
    imports: () => importNames(this.options.folder),
    libraries: () => this.files.libraries(),
    remove: async (name: string) => {
      await removeImport(this.options.folder, name);
      this.noteChange();
    },
    pack: (what: PackedChoice, out: string, signal?: AbortSignal) =>
      packAnswers(this.options.folder, what, out, signal),
  };

  /** Protects snapshots: the size cap removes them last. Each is pinned for one or more reasons, which callers name. */
  readonly pins = {
    pin: async (address: SearchAddress, lastHit: Digits, reason: string) => {
      const [first] = await this.files.files(snapshotFolder(address, lastHit), 1);
      if (first) await this.kept.pin(address, lastHit, reason, first.receivedAt);
    },
    /**
     * Pins the newest `most` snapshots of a search, and ends this reason's pins on all others of the same library and
     * version.
     */
    keepNewest: async (address: SearchAddress, reason: string, most: number) =>
      this.kept.keepOnly(address, reason, (await this.snapshots(address)).slice(0, most)),
    /** The reasons for which snapshots of one search (or of all) are pinned, each with the time of its newest one. */
    reasons: (address?: SearchAddress) => this.kept.reasons(address),
    /** Removes all pins of a reason. */
    drop: (reason: string) => this.kept.drop(reason),
    /** Gives the pins of a reason, and of paths below it, to another reason. */
    rename: (from: string, to: string) => this.kept.rename(from, to),
  };

  /** Finds bought ads, and counts all that match if asked to. @throws {StorageError}, or the signal's reason */
  async search(criteria: ArchiveCriteria, signal?: AbortSignal, count = false): Promise<ArchiveHits> {
    return this.index.ask("search", [await this.settings(), criteria, count], signal);
  }

  /** Counts bought ads by what they have in common: at most `limit` groups, after the first `skip`. */
  async groups(criteria: ArchiveCriteria, by: Grouping, skip = 0): Promise<AdGroups> {
    return this.index.ask("groups", [await this.settings(), criteria, by, skip]);
  }

  /** The advertisers of the ads that match, most ads first. */
  async owners(criteria: ArchiveCriteria): Promise<readonly FoundOwner[]> {
    return this.index.ask("owners", [await this.settings(), criteria]);
  }

  /** The searches of a library that the ads that match were seen in, most ads first, and how many it has in all. */
  async searches(criteria: ArchiveCriteria, origin: string): Promise<SeenSearches> {
    const { seen, counts } = await this.index.ask("searches", [await this.settings(), criteria, origin]);
    const named = seen.map(async ({ path, ...facts }) => {
      const [answer, body] = [readPath(path), await this.files.bodyOf(dirname(dirname(path)))];
      return answer && body !== undefined
        ? [{ ...facts, address: { origin, version: answer.version, platform: answer.platform, body } }]
        : [];
    });
    return { seen: (await Promise.all(named)).flat(), counts };
  }

  /** All fetches in which an ad was seen, oldest first: how its numbers moved. */
  async history(origin: string, ad: AdRef): Promise<readonly Sighting[]> {
    const seen = await this.index.ask("history", [await this.settings(), origin, ad]);
    return seen.map(({ receivedAt, from, stats }) => ({ receivedAt, from, stats }));
  }

  /** The answers that an ad was seen in, oldest first, each with the body of its search; "" for a detail. */
  async places(origin: string, ad: AdRef): Promise<readonly (AnswerName & { readonly body: string })[]> {
    const seen = await this.index.ask("history", [await this.settings(), origin, ad]);
    const named = seen.map(async ({ path }) => {
      const answer = readPath(path);
      const body = answer?.kind === "pages" ? await this.files.bodyOf(dirname(dirname(path))) : "";
      return answer && body !== undefined ? [{ ...answer, body }] : [];
    });
    return (await Promise.all(named)).flat();
  }

  /** The page of a snapshot, or the detail, that was received at this ISO time; `damaged` if it can't be read. */
  pageAt(address: SearchAddress, lastHit: Digits, page: number, receivedAt: string) {
    return this.files.newest(snapshotFolder(address, lastHit), page, receivedAt);
  }

  detailAt(origin: string, version: ApiVersion, ad: AdRef, receivedAt: string) {
    return this.files.newest(detailFolder(origin, version, ad), undefined, receivedAt);
  }

  /** Names of the numbers that `search` can filter by. */
  async statNames(): Promise<readonly string[]> {
    return this.index.ask("statNames", [await this.settings()]);
  }

  /** How much the archive holds, of one library or of all; less while the index is being made. */
  async size(origin?: string): Promise<ArchiveSize> {
    return this.index.ask("size", [await this.settings(), origin]);
  }

  /** Indexes what was stored and applies the size cap. It also happens by itself, soon after an answer was stored. */
  async tidied(): Promise<void> {
    this.tidying = undefined;
    await this.index.ask("tidy", [await this.settings()]);
  }

  /** Deletes all of one's own answers, pinned or not, and kept pictures. Imported and linked ones stay. */
  async clear(): Promise<void> {
    try {
      for (const name of ["answers", "details", "unread", "media"]) await removeWhole(join(this.options.folder, name));
      await this.kept.clear();
    } finally {
      // Some of it may be gone even if not all could be deleted.
      this.noteChange();
    }
  }

  /** Stores the answers that still wait in memory. Call it before the window closes. @throws {StorageError} */
  async settled(): Promise<void> {
    const written = [...this.waiting].map((write) => write().then(() => this.waiting.delete(write)));
    // All are tried, whatever becomes of one.
    await Promise.allSettled(written);
    await Promise.all(written);
  }

  /** Stops watching, indexes what was stored, and ends the thread. */
  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.tidying);
    this.watched.dispose();
    if (this.more || this.index.isRunning) {
      const done = this.more ? this.tidied().then(() => this.index.ask("close", [])) : this.index.ask("close", []);
      await inTime(Promise.allSettled([done]), toCloseMs);
    }
    await this.index.end();
  }

  private async snapshotsOf(address: SearchAddress, shelf: Shelf = ""): Promise<readonly Digits[]> {
    return (await this.files.names(shelf + searchFolder(address))).flatMap((name) => readSnapshot(name) ?? []);
  }

  private async store(below: string, page: number, answer: StoredAnswer, about: Readonly<Record<string, unknown>>) {
    const write = async () => {
      await this.files.store(below, page, answer, about);
      this.noteChange();
      this.tidying ??= setTimeout(
        // Closing may end the thread before it has indexed everything; the next one goes on.
        () => void this.tidied().catch((error: unknown) => this.closing || this.options.log(String(error))),
        tidyMs,
      ).unref();
    };
    try {
      await write();
    } catch (error) {
      this.waiting.add(write);
      throw error;
    }
  }

  private async settings(): Promise<IndexSettings> {
    const { segments, maxSizeMb } = this.options;
    const places = await this.files.places();
    const { more } = this;
    this.more = false;
    return { places, segments: segments(), maxSizeMb: maxSizeMb(), more };
  }

  /** Tells the index, this window, and others that something is bought or gone. */
  private noteChange(): void {
    this.more = true;
    this.watched.changedSoon();
    // Only a signal: where it can't be written, other windows notice at their next reading.
    void writeFile(join(this.options.folder, changedFile), new Date().toISOString(), { mode: 0o600 }).catch(
      () => undefined,
    );
  }
}

/** Written after each change, for other windows to watch. */
const changedFile = "changed";

const readable = (found: StoredAnswer | "damaged" | undefined) => (typeof found === "object" ? found : undefined);
