import type { AdCard, AdDetail, AdRef, Digits } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { StoredAnswer } from "../../protocol/owned";
import type { CapNotice } from "../failures";
import type { SearchAddress } from "./searchAddress";
import { type ArchivedAnswer, answerAt, idsAfter } from "./answers";
import { type ThreadSettings, toReadMs, toWriteMs } from "./archiveOptions";
import type { ArchiveHits, ArchiveCriteria } from "./archiveCriteria";
import { ownedDetails, packedDetail, storeDetail } from "./details";
import { findAds } from "./findAds";
import type { HitReading } from "./hitReader";
import { historyOf, statNames } from "./history";
import { Losses } from "./losses";
import { removeOlderFiles } from "./olderFiles";
import { packedPage, packedPages, storePage } from "./pages";
import { firstPageSince, ownedSnapshots } from "./snapshots";
import { pack } from "./payload";
import { isPending } from "./pending";
import { dropPins, keepNewest, pin, pinReasons, renamePins } from "./pins";
import type { Rescued } from "./rescue";
import { type ArchiveSize, clearAll, archiveSize, hasNoAnswer } from "./diskSpace";
import { SafetyCopy } from "./safetyCopy";
import type { DatabaseSession } from "./session";
import { takeBackFrom, type TakenBack } from "./takeBack";
import { Tidying } from "./tidying";
import { WholeFile } from "./wholeFile";

export interface StorePorts {
  readonly file: string;
  /** How long nothing must have been stored before the archive may be copied, in ms; a minute if undefined. */
  readonly quietMs: number | undefined;
  /** The settings that came with the latest request. */
  readonly settings: () => ThreadSettings;
  readonly onLog: (line: string) => void;
  readonly onRescued: (rescued: Rescued) => void;
  readonly onCap: (notice: CapNotice) => void;
}

type Page = StoredAnswer & { readonly page: number };

/**
 * The archive inside its thread, with the open database. `Archive` calls these methods through `ThreadLink` and
 * documents them.
 */
export class ArchiveStore {
  private readonly file: WholeFile;
  private readonly tidying: Tidying;
  private readonly copy: SafetyCopy;
  private readonly losses: Losses;

  constructor(private readonly ports: StorePorts) {
    const { file, onLog: log, settings } = ports;
    const maxSizeMb = () => settings().maxSizeMb;
    const isEmpty = () => this.run(hasNoAnswer);
    this.copy = new SafetyCopy({ ...ports, maxSizeMb, log, isEmpty });
    this.file = new WholeFile(file, log, (rescued) => {
      ports.onRescued(rescued);
      this.tidying.begin();
    });
    const reading = () => this.reading();
    const runNow = (work: (session: DatabaseSession) => boolean) => this.file.runNow(work);
    this.tidying = new Tidying({ ...ports, copy: this.copy, maxSizeMb, log, run: runNow, reading });
    this.losses = new Losses((work) => this.run(work), log);
  }

  /** Checks that something can be written now. @throws {StorageError} */
  async canWrite(patienceMs: number): Promise<void> {
    await this.run((session) => session.transaction(() => undefined), patienceMs);
  }

  async storePage(
    patienceMs: number,
    address: SearchAddress,
    lastHit: Digits,
    page: number,
    { text, receivedAt }: StoredAnswer,
    ads: readonly AdCard[],
  ): Promise<void> {
    const answer = { packed: pack(text), receivedAt };
    await this.run((session) => storePage(session, address, lastHit, page, answer, ads), patienceMs);
    this.stored();
  }

  async storeDetail(
    patienceMs: number,
    origin: string,
    version: ApiVersion,
    ad: AdRef,
    answer: StoredAnswer,
    detail: AdDetail,
  ): Promise<void> {
    await this.run((session) => storeDetail(session, origin, version, ad, answer, detail), patienceMs);
    this.stored();
  }

  async page(address: SearchAddress, lastHit: Digits, page: number): Promise<Page | undefined> {
    return (await this.losses.readable(await this.run((session) => packedPage(session, address, lastHit, page))))[0];
  }

  async pages(address: SearchAddress, lastHit: Digits): Promise<readonly Page[]> {
    const found = await this.losses.readable(await this.run((session) => packedPages(session, address, lastHit)));
    return found.filter(({ page }, index) => page === index + 1);
  }

  async detail(origin: string, version: ApiVersion, ad: AdRef): Promise<StoredAnswer | undefined> {
    return (await this.losses.readable(await this.run((session) => packedDetail(session, origin, version, ad))))[0];
  }

  async search(criteria: ArchiveCriteria): Promise<ArchiveHits> {
    // What was rescued from a damaged archive is found only after its ads are recorded.
    if (await this.run(isPending)) await this.tidying.settled();
    const reading = await this.reading();
    return this.run((session) => findAds(session, criteria, reading));
  }

  readonly snapshots = this.asks(ownedSnapshots);
  readonly firstPageSince = this.asks(firstPageSince);
  readonly ownedDetails = this.asks(ownedDetails);
  readonly history = this.asks(historyOf);
  readonly statNames = this.asks(statNames);
  readonly answerIds = this.asks(idsAfter);
  readonly answer = this.asks(answerAt);
  readonly pin = this.asks(pin, toWriteMs);
  readonly keepNewest = this.asks(keepNewest, toWriteMs);
  readonly pinReasons = this.asks(pinReasons);
  readonly dropPins = this.asks(dropPins, toWriteMs);
  readonly renamePins = this.asks(renamePins, toWriteMs);

  async noteIfLost(kind: ArchivedAnswer["kind"], origin: string, id: number): Promise<void> {
    const found = await this.run((session) => answerAt(session, kind, origin, id));
    if (found) await this.losses.readable([found[1]]);
  }

  async size(): Promise<ArchiveSize> {
    await this.tidying.settled();
    return this.run((session) => archiveSize(session, this.ports.file));
  }

  async clear(): Promise<void> {
    await this.tidying.settled();
    await this.run(clearAll, toWriteMs);
    await removeOlderFiles(this.ports.file);
  }

  async recover(file: string): Promise<TakenBack> {
    await this.tidying.settled();
    const { held, saved, added, mended } = await takeBackFrom(file, (work) => this.run(work, toWriteMs));
    await this.losses.found(added - mended);
    this.tidying.begin();
    return { held, saved, added };
  }

  async countLost(): Promise<number> {
    return this.losses.count();
  }

  async agreeToLosses(): Promise<void> {
    await this.losses.agree();
  }

  async makeCopy(): Promise<boolean> {
    return this.copy.make();
  }

  /** Call this last: nothing may be asked afterwards. */
  close(): void {
    this.copy.close();
    this.file.close();
  }

  private stored(): void {
    this.tidying.begin();
    this.copy.stored();
  }

  /**
   * Loads the readers of answers only for tasks that need them: storing answers and handing out their texts does not.
   */
  private async reading(): Promise<HitReading> {
    const { versions } = await import("../../api/versions");
    return { versions, segments: this.ports.settings().segments };
  }

  private asks<A extends readonly unknown[], T>(
    work: (session: DatabaseSession, ...args: A) => T,
    patienceMs = toReadMs,
  ) {
    return (...args: A): Promise<T> => this.run((session) => work(session, ...args), patienceMs);
  }

  private run<T>(work: (session: DatabaseSession) => T, patienceMs = toReadMs): Promise<T> {
    return this.file.run(work, patienceMs);
  }
}
