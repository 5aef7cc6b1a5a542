import { dirname } from "node:path";
import type { AdCard, AdDetail, AdRef, Digits } from "../../protocol/ads";
import type { StoredAnswer } from "../../protocol/owned";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { SearchAddress } from "./searchAddress";
import { canWrite, WatchedFile } from "../disk";
import type { Subscription } from "../events";
import { cannotKeep } from "./ownership";
import { type ArchiveOptions, soonMs, toCloseMs } from "./archiveOptions";
import type { ArchiveHits, ArchiveCriteria } from "./archiveCriteria";
import { Intake, type Stored } from "./intake";
import type { Args, Result, Task } from "./messages";
import { type OlderFile, olderFiles } from "./olderFiles";
import type { TakenBack } from "./takeBack";
import { ThreadLink } from "./threadLink";

type Asks<A extends Task> = (...args: Args<A>) => Promise<Result<A>>;

/**
 * Every answer that was fetched, in one SQLite file on this machine. A worker thread owns the database (`ArchiveStore`
 * does its work). It starts on first use, or with `openSoon`. An answer stays here until the thread has stored it, so a
 * dead thread loses nothing. Unless stated otherwise, methods that use the archive reject with a {StorageError}.
 */
export class Archive {
  private readonly thread: ThreadLink;
  private readonly intake: Intake;
  private readonly watched: WatchedFile;
  private soon: NodeJS.Timeout | undefined;

  constructor(private readonly options: ArchiveOptions) {
    const { file, maxSizeMb, segments, quietMs } = options;
    this.watched = new WatchedFile(file);
    this.thread = new ThreadLink({
      ...{ file, quietMs, settings: () => ({ maxSizeMb: maxSizeMb(), segments: segments() }) },
      onEvent: (event) => {
        if (event.kind === "log") options.log(event.line);
        else if (event.kind === "cap") options.onCap(event.notice);
        else options.onRescued(event.rescued);
      },
    });
    this.intake = new Intake({ file, canWrite: this.asks("canWrite"), onStored: () => this.watched.changed() });
  }

  /**
   * Call this before paying for anything: it resolves if the answer can be stored and all earlier answers are.
   * @throws {FeatureError} `notKept`, with the reason
   */
  async canTake(): Promise<void> {
    await this.intake.canTake().catch((error: unknown) => {
      throw cannotKeep(error);
    });
  }

  /** Opens the file, if there is one, when no one is waiting, so that the next act finds it ready. */
  openSoon(): void {
    const { file, log } = this.options;
    const open = () => this.losses.count().catch((error: unknown) => log(`Archive not opened early: ${String(error)}`));
    // From a read-only folder, the file would be copied first.
    this.soon ??= setTimeout(() => void ([file, dirname(file)].every(canWrite) && open()), soonMs).unref();
  }

  /** Notifies shortly after what is owned has changed, in this window or another one. */
  onChanged(listener: () => void): Subscription {
    return this.watched.onChanged(listener);
  }

  /**
   * Stores a page; call it before showing the page. Unless `late` is present, a killed process cannot lose the page
   * once this has resolved, and a power cut cannot once `lasting` has. `lastHit` is "" if the service returned none.
   */
  async storePage(
    address: SearchAddress,
    lastHit: Digits,
    page: number,
    { text, receivedAt }: StoredAnswer,
    ads: readonly AdCard[],
  ): Promise<Stored> {
    const answer = { text, receivedAt };
    return this.intake.store((ms) => this.thread.ask("storePage", [ms, address, lastHit, page, answer, ads]));
  }

  /** Stores one fetch of a detail as `storePage` does a page; earlier fetches stay as the ad's history. */
  async storeDetail(
    origin: string,
    version: ApiVersion,
    ad: AdRef,
    { text, receivedAt }: StoredAnswer,
    detail: AdDetail,
  ): Promise<Stored> {
    const answer = { text, receivedAt };
    return this.intake.store((ms) => this.thread.ask("storeDetail", [ms, origin, version, ad, answer, detail]));
  }

  /** One owned page of a snapshot, by its number. */
  readonly page = this.asks("page");
  /** Owned pages of a snapshot, from page 1 to the first gap. */
  readonly pages = this.asks("pages");
  /** What is owned of a search, newest snapshot first. */
  readonly snapshots = this.asks("snapshots");
  /** The newest snapshot of a search whose page 1 was received within a time; undefined if there is none. */
  readonly firstPageSince = this.asks("firstPageSince");
  /** The newest owned detail of an ad. */
  readonly detail = this.asks("detail");
  /** Which of these ads have an owned detail, as `token:id`. */
  readonly ownedDetails = this.asks("ownedDetails");
  /** All fetches in which an ad was seen, oldest first: how its numbers moved. */
  readonly history = this.asks("history");
  /** Names of the numbers that `search` can filter by. */
  readonly statNames = this.asks("statNames");
  /**
   * The IDs of a platform's answers that are above `after`, received at `since` (an ISO time) or later; "" means any
   * time.
   */
  readonly answerIds = this.asks("answerIds");
  /**
   * One answer by its ID, still packed; undefined if the size cap has removed it or a later version of the extension
   * stored it.
   */
  readonly answer = this.asks("answer");
  /** Records an answer as lost if it cannot be unpacked. */
  readonly noteIfLost = this.asks("noteIfLost");
  /** How much the archive holds. Waits for tidying first, so the size cap has been applied. */
  readonly size = this.asks("size");

  /**
   * Protects snapshots: the size cap removes them last. Each is pinned for one or more reasons, which callers name (a
   * saved search, "exported").
   */
  readonly pins = {
    pin: this.asks("pin"),
    /**
     * Pins the newest snapshots of a search, and ends this reason's pins on all others of the same library and version.
     */
    keepNewest: this.asks("keepNewest"),
    /**
     * The reasons for which snapshots of one search (or of all) are pinned, each with the time of its newest snapshot.
     */
    reasons: this.asks("pinReasons"),
    /** Removes all pins of a reason. */
    drop: this.asks("dropPins"),
    /** Gives the pins of a reason, and of paths below it, to another reason. */
    rename: this.asks("renamePins"),
  };

  /** Answers that were lost to damage. */
  readonly losses = {
    /** How many lost answers nobody has agreed to buy again. */
    count: this.asks("countLost"),
    /** Records that a person knows about the losses and wants to continue. */
    agree: this.asks("agreeToLosses"),
  };

  /** The archive's verified copy, from which a damaged archive is mended. */
  readonly copy = {
    /** Makes the copy if it is due. Resolves to whether it did. */
    make: this.asks("makeCopy"),
  };

  /** Finds owned ads, newest fetch first. @throws {StorageError}, or the signal's reason */
  async search(criteria: ArchiveCriteria, signal?: AbortSignal): Promise<ArchiveHits> {
    return this.thread.ask("search", [criteria], signal);
  }

  /** Deletes everything, pinned or not, together with the damaged files and the copy beside the archive. */
  async clear(): Promise<void> {
    await this.thread.ask("clear", []);
    this.watched.changed();
  }

  /** Files next to the archive that `recover` may take answers from, newest first. */
  async olderFiles(): Promise<readonly OlderFile[]> {
    return olderFiles(this.options.file);
  }

  /** Adds the answers of an older or damaged file that the archive lacks or cannot read. Never writes to that file. */
  async recover(file: string): Promise<TakenBack> {
    const taken = await this.thread.ask("recover", [file]);
    this.watched.changed();
    return taken;
  }

  /**
   * Stores the answers that still wait in memory, if others release the file soon. Call it before the window closes.
   * @throws {StorageError}
   */
  async settled(): Promise<void> {
    await this.intake.storeWaiting(toCloseMs);
  }

  /** Closes the file after all pending work. The next call opens it again. */
  async close(): Promise<void> {
    clearTimeout(this.soon);
    this.watched.dispose();
    await this.thread.close();
  }

  private asks<A extends Task>(task: A): Asks<A> {
    return (...args) => this.thread.ask(task, args);
  }
}
