import type { AdCard, AdDetail, AdRef, Digits } from "../../protocol/ads";
import type { StoredAnswer } from "../../protocol/owned";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { SearchAddress } from "./searchAddress";
import { type Subscription, WatchedFile } from "../disk";
import { cannotKeep } from "./ownership";
import { type ArchiveOptions, toCloseMs } from "./archiveOptions";
import type { ArchiveHits, ArchiveQuery } from "./archiveQuery";
import { Intake, type Stored } from "./intake";
import type { Act, Args, Result } from "./messages";
import { type OlderFile, olderFiles } from "./olderFiles";
import type { TakenBack } from "./takeBack";
import { ThreadLink } from "./threadLink";

type Door<A extends Act> = (...args: Args<A>) => Promise<Result<A>>;

/**
 * Everything that was fetched, on this machine's disk. The database is in its own thread, started by the first act
 * (`Store` does its work); answers wait here until they are stored, so that a thread that ends loses nothing. Unless
 * stated otherwise, methods that read or write the archive throw {StorageError}.
 */
export class Archive {
  private readonly thread: ThreadLink;
  private readonly intake: Intake;
  private readonly watched: WatchedFile;

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
    this.intake = new Intake({ file, canWrite: this.act("canWrite"), onStored: () => this.watched.changed() });
  }

  /**
   * To be called before anything is paid for: resolves if the answer can be stored and all earlier ones are.
   * @throws {FeatureError} `notKept`, with the reason
   */
  async canTake(): Promise<void> {
    await this.intake.canTake().catch((error: unknown) => {
      throw cannotKeep(error);
    });
  }

  /** Notifies shortly after what is owned has changed, in this window or another one. */
  onChanged(listener: () => void): Subscription {
    return this.watched.onChanged(listener);
  }

  /**
   * Stores a page before it is shown. When resolved, a killed process cannot lose it any more; a power cut cannot
   * either when `lasting` is settled. `lastHit` is "" if the service returned none.
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

  readonly page = this.act("page");
  /** Owned pages of a snapshot, from page 1 to the first gap. */
  readonly pages = this.act("pages");
  /** What is owned of a search, newest snapshot first. */
  readonly snapshots = this.act("snapshots");
  /** The newest owned detail of an ad. */
  readonly detail = this.act("detail");
  /** Which of these ads have an owned detail, as `token:id`. */
  readonly ownedDetails = this.act("ownedDetails");
  /** All fetches in which an ad was seen, oldest first: how its numbers moved. */
  readonly history = this.act("history");
  /** Names of the numbers that `search` can filter by. */
  readonly statNames = this.act("statNames");
  /** Rows of a platform's answers after one of them, received at or after an ISO time ("" is all). */
  readonly answerIds = this.act("answerIds");
  /** One answer by its row; undefined if the size cap has removed it meanwhile, or a later version wrote it. */
  readonly answer = this.act("answer");
  /** What is held, after the size cap had its effect. */
  readonly size = this.act("size");

  /** What is exempt from the size cap, each snapshot for one or more reasons of callers ("saved ID", "exported"). */
  readonly pins = {
    pin: this.act("pin"),
    /** Protects the newest snapshots of a search, and for this reason no others of the same library and version. */
    keepNewest: this.act("keepNewest"),
    /** Why snapshots of a search are protected, or of all searches: each reason, and when its newest snapshot came. */
    reasons: this.act("pinReasons"),
    /** Ends the protection for this reason. */
    drop: this.act("dropPins"),
    rename: this.act("renamePins"),
  };

  /** What was lost to damage. */
  readonly losses = {
    /** How many lost answers no one has agreed to buy again. */
    count: this.act("countLost"),
    /** Records that a person knows about the losses and continues. */
    agree: this.act("agreeToLosses"),
  };

  readonly copy = {
    /** Makes the archive's copy if it is due. Returns whether it did. */
    make: this.act("makeCopy"),
  };

  /** Finds owned ads, newest fetch first. @throws also the signal's reason */
  async search(query: ArchiveQuery, signal?: AbortSignal): Promise<ArchiveHits> {
    return this.thread.ask("search", [query], signal);
  }

  /** Forgets everything, pinned or not, and what damaged files and the copy still have of it. */
  async clear(): Promise<void> {
    await this.thread.ask("clear", []);
    this.watched.changed();
  }

  /** Files next to the archive that `recover` may take answers from, newest first. */
  async olderFiles(): Promise<readonly OlderFile[]> {
    return olderFiles(this.options.file);
  }

  /** Adds what an older or damaged file has and the archive cannot read. Never writes to that file. */
  async recover(file: string): Promise<TakenBack> {
    const taken = await this.thread.ask("recover", [file]);
    this.watched.changed();
    return taken;
  }

  /** Stores waiting answers if others release the file soon. Before the window closes. @throws {StorageError} */
  async settled(): Promise<void> {
    await this.intake.storeWaiting(toCloseMs);
  }

  /** Closes the file after all pending work; the next call opens it again. */
  async close(): Promise<void> {
    this.watched.dispose();
    await this.thread.close();
  }

  private act<A extends Act>(act: A): Door<A> {
    return (...args) => this.thread.ask(act, args);
  }
}
