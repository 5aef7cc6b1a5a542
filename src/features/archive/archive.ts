import type { AdDetail, AdRef, Digits } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { OwnedSearch } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { Subscription } from "../folder/listeners";
import { WatchedFile } from "../folder/watchedFile";
import { cannotKeep } from "../ownership";
import { type ArchiveOptions, toCloseMs, toReadMs, toWriteMs } from "./archiveOptions";
import type { ArchiveHits, ArchiveQuery, Sighting } from "./archiveQuery";
import { ownedDetails, packedDetail, storeDetail } from "./details";
import { findAds } from "./findAds";
import { historyOf, statNames } from "./history";
import { Intake, type Stored } from "./intake";
import { Losses } from "./losses";
import { ownedSnapshots, packedPage, packedPages } from "./pages";
import { type OlderFile, olderFiles, removeOlderFiles } from "./olderFiles";
import { isPending } from "./pending";
import { Pins } from "./pins";
import { type ArchiveSize, clearAll, sizeOf } from "./room";
import { SafetyCopy } from "./safetyCopy";
import type { Session } from "./session";
import { type PageToStore, storeInSteps } from "./storeInSteps";
import { takeBackFrom, type TakenBack } from "./takeBack";
import { Tidying } from "./tidying";
import { WholeFile } from "./wholeFile";

/** The lasting address of a search. */
export interface SearchAddress {
  /** Origin of the library's base URL. */
  readonly origin: string;
  readonly version: ApiVersion;
  readonly platform: PlatformToken;
  /** Canonical body: equal for searches that mean the same. */
  readonly body: string;
}

/** An answer exactly as it came, with the ISO time at which it did. */
export interface StoredAnswer {
  readonly text: string;
  readonly receivedAt: string;
}

/** Everything that was fetched, on this machine's disk. Opened at first use. All methods throw {StorageError}. */
export class Archive {
  private readonly file: WholeFile;
  private readonly intake: Intake;
  private closed = false;
  private readonly tidying: Tidying;
  private readonly watched: WatchedFile;
  readonly copy: SafetyCopy;
  /** What damage took. */
  readonly losses: Losses;
  /** What outlives the size cap. */
  readonly pins: Pins;

  constructor(private readonly options: ArchiveOptions) {
    this.watched = new WatchedFile(options.file);
    this.copy = new SafetyCopy(options);
    this.file = new WholeFile(options.file, options.log, (rescued) => {
      options.onRescued(rescued);
      this.tidying.begin();
    });
    this.tidying = new Tidying({ ...options, copy: this.copy, run: (work) => !this.closed && this.file.runNow(work) });
    this.losses = new Losses((work) => this.run(work), options.log);
    this.pins = new Pins((work) => this.run(work, toWriteMs));
    this.intake = new Intake({
      file: options.file,
      run: (work, patienceMs) => this.run(work, patienceMs),
      onStored: () => {
        this.watched.changed();
        this.tidying.begin();
        this.copy.stored();
      },
    });
  }

  /**
   * Asked before anything is paid for: resolves where the answer can be stored, and all that came before are.
   * @throws {FeatureError} `notKept`, with the reason
   */
  async canTake(): Promise<void> {
    await this.intake.canTake().catch((error: unknown) => {
      throw cannotKeep(error);
    });
  }

  /** Told, soon after, that what is owned changed, in this window or another one. */
  onChanged(listener: () => void): Subscription {
    return this.watched.onChanged(listener);
  }

  /**
   * Stores a page before it is shown. When resolved, a killed process cannot lose it any more; a power cut cannot either
   * when `lasting` is settled. `lastHit` is "" where the service returned none.
   */
  async storePage(...page: PageToStore): Promise<Stored> {
    return storeInSteps({ intake: this.intake, run: (work) => this.run(work), log: this.options.log }, ...page);
  }

  async page(address: SearchAddress, lastHit: Digits, page: number): Promise<StoredAnswer | undefined> {
    return (await this.losses.readable(await this.run((session) => packedPage(session, address, lastHit, page))))[0];
  }

  /** Owned pages of a snapshot, from page 1 to the first gap. */
  async pages(address: SearchAddress, lastHit: Digits): Promise<readonly (StoredAnswer & { readonly page: number })[]> {
    const found = await this.losses.readable(await this.run((session) => packedPages(session, address, lastHit)));
    return found.filter(({ page }, index) => page === index + 1);
  }

  /** What is owned of a search, newest snapshot first. */
  async snapshots(address: SearchAddress): Promise<readonly OwnedSearch[]> {
    return this.run((session) => ownedSnapshots(session, address));
  }

  /** Stores one fetch of a detail as `storePage` does a page; earlier fetches stay as the ad's history. */
  async storeDetail(
    origin: string,
    version: ApiVersion,
    ad: AdRef,
    answer: StoredAnswer,
    detail: AdDetail,
  ): Promise<Stored> {
    return this.intake.store((session) => storeDetail(session, origin, version, ad, answer, detail));
  }

  /** The newest owned detail of an ad. */
  async detail(origin: string, version: ApiVersion, ad: AdRef): Promise<StoredAnswer | undefined> {
    return (await this.losses.readable(await this.run((session) => packedDetail(session, origin, version, ad))))[0];
  }

  /** Which of these ads have an owned detail, as `token:id`. */
  async ownedDetails(origin: string, version: ApiVersion, ads: readonly AdRef[]): Promise<ReadonlySet<string>> {
    return this.run((session) => ownedDetails(session, origin, version, ads));
  }

  /** Finds owned ads, newest fetch first. */
  async search(query: ArchiveQuery): Promise<ArchiveHits> {
    // What was saved of a damaged archive is found once its ads are remembered.
    if (await this.run(isPending)) await this.tidying.settled();
    return this.run((session) => findAds(session, query, this.options.segments()));
  }

  /** All fetches in which an ad was seen, oldest first: how its numbers moved. */
  async history(origin: string, ad: AdRef): Promise<readonly Sighting[]> {
    return this.run((session) => historyOf(session, origin, ad));
  }

  /** Names of the numbers that `search` can filter by. */
  async statNames(): Promise<readonly string[]> {
    return this.run(statNames);
  }

  /** What is held, after the size cap had its effect. */
  async size(): Promise<ArchiveSize> {
    await this.tidying.settled();
    return this.run((session) => sizeOf(session, this.options.file));
  }

  /** Forgets everything, pinned or not, and what damaged files and the copy still have of it. */
  async clear(): Promise<void> {
    await this.tidying.settled();
    await this.run(clearAll, toWriteMs);
    await removeOlderFiles(this.options.file);
    this.watched.changed();
  }

  /** Files beside the archive that `recover` may take answers from, newest first. */
  async olderFiles(): Promise<readonly OlderFile[]> {
    return olderFiles(this.options.file);
  }

  /** Adds what an older or damaged file has and the archive cannot read. Never writes to that file. */
  async recover(file: string): Promise<TakenBack> {
    await this.tidying.settled();
    const taken = await takeBackFrom(file, (work) => this.run(work, toWriteMs));
    await this.losses.found(taken.added);
    this.watched.changed();
    this.tidying.begin();
    return taken;
  }

  /** Stores what still waits, where others let go of the file soon. Before the window closes. @throws {StorageError} */
  async settled(): Promise<void> {
    await this.intake.storeWaiting(toCloseMs);
  }

  /** Closes the file; the next call opens it again. */
  close(): void {
    this.closed = true;
    this.watched.dispose();
    this.copy.close();
    this.file.close();
  }

  /** Runs work with the open file, for readers of everything that is owned. @throws {StorageError} */
  run<T>(work: (session: Session) => T, patienceMs = toReadMs): Promise<T> {
    this.closed = false;
    return this.file.run(work, patienceMs);
  }
}
