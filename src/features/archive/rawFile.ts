import { closeSync, existsSync, fstatSync, openSync, readSync, type Stats } from "node:fs";

/** The page size of every archive, in bytes. */
const usualPageSize = 4096;
/** Position of the byte that SQLite locks. The page that it is on holds nothing. */
const lockByte = 0x40000000;

/** How the map that `auto_vacuum` keeps marks an unused page. */
const unused = 2;
/** The first bytes that pages with records have: inner pages and leaves of indexes (2, 10) and tables (5, 13). */
const recordPages: readonly number[] = [2, 5, 10, 13];
const isBlank = (page: Buffer) => page.every((byte) => byte === 0);

/**
 * The most bytes that a file and its log can hold, judging by the space that they take up on the disk. Damage can make
 * SQLite write a page terabytes behind the others, with a hole in between. The margin is for file systems that
 * compress, and for those that report the space late.
 */
export function mostFileBytes(stats: readonly (Stats | undefined)[]): number {
  // Some file systems do not report the space at all.
  const taken = stats.map((each) => (each ? each.blocks * 512 || each.size : 0));
  return 64 * taken.reduce((sum, bytes) => sum + bytes, 0) + 2 ** 28;
}

/**
 * Reads the database pages of an archive's file without SQLite, so that nothing depends on what is damaged. If the log
 * beside the file has a newer version of a page, that one is read. See https://sqlite.org/fileformat2.html
 */
export class RawFile {
  readonly pageSize: number;
  /** Bytes of all pages in the file and the log: no record can be longer. */
  readonly length: number;
  /** How many pages are in the file itself. */
  private readonly inFile: number;
  /** How many pages fit into the space that the file takes up on the disk. If that is fewer, the file has holes. */
  private readonly onDisk: number;
  /** How many pages fit into the file's length, holes included. */
  private readonly inLength: number;
  private readonly db: number;
  private readonly log: number | undefined;
  /** Where in the log each page's newest version begins. */
  private readonly inLog = new Map<number, number>();

  constructor(path: string) {
    this.db = openSync(path, "r");
    const size = this.bytes(this.db, 16, 2)?.readUInt16BE() ?? 0;
    this.pageSize = [512, 1024, 2048, 4096, 8192, 16384, 32768].includes(size) ? size : usualPageSize;
    this.log = existsSync(`${path}-wal`) ? openSync(`${path}-wal`, "r") : undefined;
    if (this.log !== undefined) this.readLog(this.log);
    const stats = fstatSync(this.db);
    this.inFile = Math.ceil(Math.min(stats.size, mostFileBytes([stats])) / this.pageSize);
    this.inLength = Math.ceil(stats.size / this.pageSize);
    this.onDisk = Math.min(this.inFile, Math.ceil((stats.blocks * 512 || stats.size) / this.pageSize));
    this.length = (this.inFile + this.inLog.size) * this.pageSize;
  }

  close(): void {
    closeSync(this.db);
    if (this.log !== undefined) closeSync(this.log);
  }

  /** The numbers of all pages, from 1 on. */
  *numbers(): Generator<number> {
    for (let number = 1; number <= this.inFile; number++) yield number;
    // After damage, a page in the log may have any number, with none before it.
    for (const number of this.inLog.keys()) if (number > this.inFile) yield number;
  }

  /** A page by its number, from 1 on; undefined if there is none. */
  page(number: number): Buffer | undefined {
    const at = this.inLog.get(number);
    if (at !== undefined && this.log !== undefined) return this.bytes(this.log, at, this.pageSize);
    if (!(number >= 1 && number <= this.inFile)) return undefined;
    return this.bytes(this.db, (number - 1) * this.pageSize, this.pageSize);
  }

  /** Whether SQLite no longer uses a page: what it contains was deleted. */
  isFree(number: number): boolean {
    return this.kindOf(number) === unused;
  }

  /** Whether a page can be one of SQLite's; undefined if it may be in a hole of the file. */
  isPlausible(number: number): boolean | undefined {
    if (number > this.onDisk) return undefined;
    if (number === this.mapOf(number) || number === this.lockPage) return true;
    const page = this.page(number);
    if (!page) return false;
    // The continuation of a long record begins with the number of the next one.
    const next = page.readUInt32BE(0);
    const continues = (next <= this.inLength || this.inLog.has(next)) && !isBlank(page);
    return continues || recordPages.includes(page.readUInt8(number === 1 ? 100 : 0)) || this.isFree(number);
  }

  /** Whether the file has fewer pages than its header says, or ends in a hole. */
  isCutShort(): boolean {
    const last = this.page(this.inLength);
    const endsInHole = this.inLength > this.onDisk && last !== undefined && isBlank(last);
    const head = this.page(1);
    // SQLite itself believes the count of pages only if both counters agree.
    const claims =
      head?.toString("latin1", 0, 15) === "SQLite format 3" && head.readUInt32BE(24) === head.readUInt32BE(92);
    const claimed = claims ? head.readUInt32BE(28) : 0;
    let missing = Math.max(0, claimed - this.inLength);
    for (const number of this.inLog.keys()) if (number > this.inLength && number <= claimed) missing -= 1;
    if (this.lockPage > this.inLength && this.lockPage <= claimed) missing -= 1;
    return this.onDisk === 0 || endsInHole || missing > 0;
  }

  private get lockPage(): number {
    return Math.floor(lockByte / this.pageSize) + 1;
  }

  /** The page of the map that `auto_vacuum` keeps where a page has its entry; page 1 has none. */
  private mapOf(number: number): number | undefined {
    if (number < 2) return undefined;
    const each = Math.floor(this.pageSize / 5) + 1;
    const map = Math.floor((number - 2) / each) * each + 2;
    return map === this.lockPage ? map + 1 : map;
  }

  /** What the map says of a page; undefined if it says nothing. */
  private kindOf(number: number): number | undefined {
    const each = Math.floor(this.pageSize / 5) + 1;
    const map = this.mapOf(number);
    return map === undefined ? undefined : this.page(map)?.[5 * ((number - 2) % each) - 5];
  }

  /**
   * Notes the pages that were committed since the log was restarted. What follows them is from an earlier log, with
   * another salt.
   */
  private readLog(log: number): void {
    const head = this.bytes(log, 0, 32);
    if (head?.readUInt32BE(8) !== this.pageSize) return;
    const salt = head.subarray(16, 24);
    const fresh = new Map<number, number>();
    for (let at = 32; ; at += 24 + this.pageSize) {
      const frame = this.bytes(log, at, 24);
      if (!frame?.subarray(8, 16).equals(salt)) return;
      fresh.set(frame.readUInt32BE(0), at + 24);
      if (frame.readUInt32BE(4) === 0) continue;
      for (const [page, place] of fresh) this.inLog.set(page, place);
      fresh.clear();
    }
  }

  private bytes(file: number, from: number, length: number): Buffer | undefined {
    const buffer = Buffer.alloc(length);
    return readSync(file, buffer, 0, length, from) === length ? buffer : undefined;
  }
}
