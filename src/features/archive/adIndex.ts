import { existsSync, readdirSync, rmdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { versions as apiVersions } from "../../api";
import type { Grouping } from "../../protocol/bought";
import type { PlatformSegments } from "../../protocol/platforms";
import { removeAbandoned, storageErrorOf } from "../disk";
import type { CapNotice } from "../failures";
import { type AnswerName, readPath } from "./address";
import { type AdFacts, factsOfCard, factsOfDetail } from "./adText";
import { type AnswerPlace, originOf, readPacked, unpack } from "./answerFiles";
import {
  type AdGroups,
  type ArchiveCriteria,
  type ArchiveHits,
  type ArchiveSize,
  countOf,
  groupsOf,
  historyOf,
  matching,
  sizeOf,
  statNames,
} from "./findAds";
import { type FoundSearch, ownersOf, type SearchCounts, searchCounts, searchesOf } from "./findAdvertisers";
import { HitReader, newestAnswer } from "./hitReader";
import { IndexDatabase, isBusy, textOf, whole } from "./indexDatabase";
import { forget, note, overtaken } from "./indexRows";
import { Pins } from "./pins";

/** What the thread needs to know for each task. */
export interface IndexSettings {
  readonly places: readonly AnswerPlace[];
  /** Path segments in use, to recognize platforms in answers. */
  readonly segments: PlatformSegments;
  readonly maxSizeMb: number;
  /** Whether answers were stored that the thread has not been told of. */
  readonly more: boolean;
}

export type IndexEvent =
  { readonly kind: "log"; readonly line: string } | { readonly kind: "cap"; readonly notice: CapNotice };

/** What a walk through the folders tells of a file, besides its path. */
interface Found {
  readonly folder: string;
  readonly own: boolean;
  readonly origin: string;
}

type Due = AnswerName & Found;

/** How many answers one transaction indexes: few enough that a search hardly waits. */
const atOnce = 10;
/** A search waits for this many answers to be indexed; with more to do, it says how far the index is. */
const worthWaiting = 60;
/** How long a walk through the folders counts as recent, in ms. Files that others copy in are found by the next one. */
const recentMs = 10_000;
const usualLimit = 18;

/**
 * The index of all ads in the archive, in its thread. It is derived from the answers by one way only: whatever file is
 * not indexed yet is read and noted, and what is gone is forgotten. After any error of the database, it begins anew.
 */
export class AdIndex {
  private db: IndexDatabase | undefined;
  private catchingUp: Promise<void> | undefined;
  private walkedAt = -Infinity;
  /** How often the index was made anew. */
  private made = 0;
  private readonly unreadable = new Set<string>();
  private progress = { done: 0, of: 0 };
  private readonly pins: Pins;
  /** Which notices of the size cap were given. */
  private readonly told = { removed: false, nearlyFull: false };
  readonly owners = this.reading(ownersOf);
  readonly history = this.reading(historyOf);
  readonly statNames = this.reading(statNames);

  constructor(
    private readonly folder: string,
    private readonly tell: (event: IndexEvent) => void,
  ) {
    this.pins = new Pins(folder);
  }

  /** Finds ads, at most `limit` or 18, and counts all that match if asked to. */
  async search(settings: IndexSettings, criteria: ArchiveCriteria, count = false): Promise<ArchiveHits> {
    const limit = criteria.limit ?? usualLimit;
    const { rows, all } = await this.read(settings, (db) => ({
      rows: matching(db, criteria, limit + 1),
      ...(count && { all: countOf(db, criteria) }),
    }));
    const found = this.run((db) => rows.slice(0, limit).map((row) => [row, newestAnswer(db, row)] as const));
    const reader = new HitReader(await versions(), settings);
    const last = criteria.sort ? Number(criteria.after ?? 0) + limit : rows[limit - 1]?.sighting;
    return {
      hits: found.flatMap(([row, newest]) => reader.hit(row, newest) ?? []),
      ...(rows.length > limit && { next: String(last) }),
      ...all,
      ...this.stillIndexing(),
    };
  }

  async groups(settings: IndexSettings, criteria: ArchiveCriteria, by: Grouping, skip: number): Promise<AdGroups> {
    const part = { limit: criteria.limit ?? usualLimit, skip };
    return { ...(await this.read(settings, (db) => groupsOf(db, criteria, by, part))), ...this.stillIndexing() };
  }

  /** The searches that matching ads were seen in, and how many searches of the library there are. */
  async searches(settings: IndexSettings, criteria: ArchiveCriteria, origin: string) {
    return this.read(settings, (db): { readonly seen: readonly FoundSearch[]; readonly counts: SearchCounts } => ({
      seen: searchesOf(db, criteria),
      counts: searchCounts(db, origin),
    }));
  }

  async size(settings: IndexSettings, origin?: string): Promise<ArchiveSize> {
    return { ...(await this.read(settings, (db) => sizeOf(db, origin))), removed: await this.pins.removed() };
  }

  /** Indexes what is new, forgets what is gone, and applies the size cap. */
  async tidy(settings: IndexSettings): Promise<void> {
    await this.catchingUp;
    await (this.catchingUp ??= this.catchUp(settings));
    if (await this.keepWithin(settings)) await (this.catchingUp ??= this.catchUp(settings));
  }

  private stillIndexing(): Pick<ArchiveHits, "indexed"> {
    const { done, of } = this.progress;
    return done < of ? { indexed: { done, of } } : {};
  }

  /** Call this last. */
  close(): void {
    this.db?.close();
    this.db = undefined;
  }

  /** Reads from the index once a search finds what it should, or would have to wait too long for that. */
  private async read<T>(settings: IndexSettings, work: (db: IndexDatabase) => T): Promise<T> {
    if (settings.more) await this.catchingUp;
    for (;;) {
      if (settings.more || performance.now() - this.walkedAt > recentMs) this.catchingUp ??= this.catchUp(settings);
      if (this.progress.of - this.progress.done <= worthWaiting) await this.catchingUp;
      const { made } = this;
      const found = this.run(work);
      if (made === this.made) return found;
    }
  }

  /** Turns a query of the database into a task. */
  private reading<Args extends readonly unknown[], T>(work: (db: IndexDatabase, ...args: Args) => T) {
    return (settings: IndexSettings, ...args: Args) => this.read(settings, (db) => work(db, ...args));
  }

  private async catchUp(settings: IndexSettings): Promise<void> {
    try {
      const { found, torn } = walk(settings.places);
      for (const folder of torn) await removeAbandoned(folder);
      this.walkedAt = performance.now();
      const due = this.change((db) => this.due(db, found));
      this.progress = { done: found.size - due.length, of: found.size };
      const read = await versions();
      while (due.length > 0) {
        const some = due.splice(0, atOnce);
        const noted = some.flatMap((one) => this.factsOf(one, read, settings.segments) ?? []);
        this.change((db) => noted.forEach(({ one, bytes, facts }) => note(db, one, { ...one, bytes }, facts)));
        this.progress.done += some.length;
        await nextTurn();
      }
    } catch (error) {
      // What could not be indexed now is due the next time.
      if (!isBusy(error)) this.log(`Not everything could be indexed: ${String(error)}`);
      this.walkedAt = -Infinity;
    } finally {
      this.progress.done = this.progress.of;
      this.catchingUp = undefined;
    }
  }

  /** Forgets answers that are gone or out of place. Returns those to be indexed. */
  private due(db: IndexDatabase, found: ReadonlyMap<string, Found>): Due[] {
    // One text is much faster than a row for each file.
    const lines = textOf(db.get("select group_concat(own || path, char(10)) as lines from file")?.lines).split("\n");
    const known = new Map(lines.map((line) => [line.slice(1), line.startsWith("1")]));
    const gone = [...known.keys()].filter((path) => !found.has(path));
    for (const path of [...gone, ...overtaken(db)])
      for (const again of [path, ...forget(db, path)]) known.delete(again);
    const due = [...found].flatMap(([path, one]) => {
      const answer = known.get(path) === one.own ? undefined : readPath(path);
      return answer ? { ...answer, ...one } : [];
    });
    const order = ({ receivedAt, path }: Due) => receivedAt + path;
    return due.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  }

  /**
   * Removes one's own answers, also those that can't be read yet, until they are within the size cap, in this order:
   * snapshots without a pin, details with a newer one, other details, pinned snapshots. Older ones go first; what was
   * stored last stays.
   */
  private async keepWithin({ maxSizeMb }: IndexSettings): Promise<boolean> {
    const maxBytes = maxSizeMb * 1024 * 1024;
    const unread = unreadIn(this.folder);
    let bytes = unread.reduce((sum, one) => sum + one.bytes, this.run((db) => sizeOf(db)).bytes);
    const removed: string[] = [];
    const pinned = bytes > maxBytes ? await this.pins.folders() : new Set<string>();
    for (const victim of bytes > maxBytes ? this.run((db) => victims(db, pinned, unread)) : []) {
      if (bytes <= maxBytes) break;
      bytes -= victim.bytes;
      if (removedFile(this.folder, victim.path)) removed.push(victim.path);
    }
    if (removed.length > 0) {
      const gone = [...new Set(removed.map((path) => dirname(path)))];
      await this.pins.noteRemoved(removed.length, new Set(gone.filter((path) => !existsSync(join(this.folder, path)))));
    }
    this.notify(removed.length, bytes / maxBytes, maxSizeMb);
    return removed.length > 0;
  }

  private notify(removed: number, used: number, maxSizeMb: number): void {
    const kind = removed > 0 ? "removed" : "nearlyFull";
    if (this.told[kind] || (removed === 0 && used < nearlyFull)) return;
    this.told[kind] = true;
    // If answers were already removed, a warning beforehand is pointless.
    this.told.nearlyFull = true;
    this.tell({ kind: "cap", notice: { removed, maxSizeMb } });
  }

  /** Reads an answer; undefined if that is not possible now. */
  private factsOf(one: Due, read: typeof apiVersions, segments: PlatformSegments) {
    const file = join(one.folder, one.path);
    try {
      const bytes = readPacked(file);
      return { one, bytes: bytes.length, facts: factsOf(one, unpack(file, bytes), read, segments) };
    } catch (error) {
      if (!this.unreadable.has(one.path)) this.log(`${file} can't be indexed: ${String(error)}`);
      this.unreadable.add(one.path);
      return undefined;
    }
  }

  private change<T>(work: (db: IndexDatabase) => T): T {
    return this.run((db) => db.transaction(() => work(db)));
  }

  /** Runs work on the index. @throws {StorageError} `busy` or `full`; after another error, it begins anew once */
  private run<T>(work: (db: IndexDatabase) => T): T {
    for (let tries = 0; ; tries += 1)
      try {
        return work((this.db ??= IndexDatabase.open(join(this.folder, "index.db"))));
      } catch (error) {
        if (isBusy(error) || tries > 0) throw storageErrorOf(error, this.folder);
        this.log(`The index begins anew: ${String(error)}`);
        this.beginAnew();
      }
  }

  private beginAnew(): void {
    const path = this.db?.path ?? join(this.folder, "index.db");
    try {
      this.db?.close();
    } catch {
      // A damaged database may refuse even that.
    }
    this.db = undefined;
    this.made += 1;
    this.walkedAt = -Infinity;
    IndexDatabase.remove(path);
  }

  private readonly log = (line: string) => this.tell({ kind: "log", line });
}

/** The part of the size cap that has to be full before a person is warned that answers are about to go. */
const nearlyFull = 0.9;

/**
 * All files of answers in the places by their paths; of several with one path, the one in the first place. Then one's own
 * folders with temporary files, which a killed process may have left.
 */
function walk(places: readonly AnswerPlace[]) {
  const found = new Map<string, Found>();
  const torn = new Set<string>();
  // Below the folder of a library, only names of files have dots. Asking the system what each name is takes far longer.
  // Answers are at most `deeper` folders below it: links that lead back would never end.
  const add = (below: string, one: Found, deeper = 4): void => {
    for (const name of listed(join(one.folder, below))) {
      const path = `${below}/${name}`;
      if (name.endsWith(".tmp")) {
        if (one.own) torn.add(join(one.folder, below));
      } else if (name.includes(".json.") && !found.has(path)) found.set(path, one);
      else if (deeper > 0 && !name.includes(".")) add(path, one, deeper - 1);
    }
  };
  for (const { folder, from } of places)
    for (const top of ["answers", "details"])
      for (const library of listed(join(folder, top))) {
        const origin = originOf(join(folder, top, library, "library.json"), library);
        if (origin !== undefined) add(`${top}/${library}`, { folder, own: from === undefined, origin });
      }
  return { found, torn };
}

/** Names in a folder. One that can't be read counts as empty: whether its answers are bought doesn't depend on it. */
function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Loads the readers of answers only when there is something to read. */
const versions = async () => (await import("../../api/versions")).versions;

/** What an answer says of each of its ads. */
function factsOf(one: AnswerName, text: string, read: typeof apiVersions, segments: PlatformSegments): AdFacts[] {
  const { kind, platform, version, page, lastHit, adId: id, path } = one;
  if (kind === "details") return [factsOfDetail({ platform, id }, read[version].readAdDetail(text, { platform, id }))];
  const { ads } = read[version].readSearchPage(text, platform, page, lastHit, segments);
  return ads.map((card, index) => factsOfCard(card, `${path}:${index}`));
}

/** Answers that could not be read when they came, oldest first. The index does not have them. */
function unreadIn(archive: string) {
  const found = walk([{ folder: join(archive, "unread") }]).found.keys();
  const named = [...found].flatMap((name) => readPath(name) ?? []);
  return named
    .map(({ path: name, kind, page, receivedAt: at }) => {
      const [path, folder] = [`unread/${name}`, `unread/${dirname(name)}`];
      const bytes = statSync(join(archive, path), { throwIfNoEntry: false })?.size ?? 0;
      return { path, folder, kind: String(kind), page, at, bytes };
    })
    .sort((one, other) => one.at.localeCompare(other.at));
}

/** One's own answers in the order in which the size cap removes them, without those of each kind stored last. */
function victims(db: IndexDatabase, pinned: ReadonlySet<string>, unread: ReturnType<typeof unreadIn>) {
  const indexed = db
    .all("select id, path, kind, page, received_at, bytes from file where own order by id")
    .map((row) => ({
      path: textOf(row.path),
      folder: dirname(textOf(row.path)),
      kind: textOf(row.kind),
      page: whole(row.page),
      at: textOf(row.received_at),
      bytes: whole(row.bytes),
    }));
  const files = [...indexed, ...unread];
  const newest = new Map<string, string>();
  for (const { folder, at } of files) if (at > (newest.get(folder) ?? "")) newest.set(folder, at);
  const lastPage = indexed.findLast(({ kind }) => kind === "pages")?.folder;
  const last = [indexed.findLast(({ kind }) => kind === "details")?.path, unread.at(-1)?.path];
  const rank = ({ kind, folder, at }: (typeof files)[number]) =>
    kind === "pages" ? (pinned.has(folder) ? 3 : 0) : at < (newest.get(folder) ?? "") ? 1 : 2;
  const age = (file: (typeof files)[number]) => (file.kind === "pages" ? newest.get(file.folder) : file.at) ?? "";
  return files
    .filter(({ folder, path }) => folder !== lastPage && !last.includes(path))
    .sort((one, other) => rank(one) - rank(other) || age(one).localeCompare(age(other)) || other.page - one.page);
}

/** Deletes an answer, and its folders once they are empty. Returns whether it was there. */
function removedFile(folder: string, path: string): boolean {
  try {
    unlinkSync(join(folder, path));
  } catch {
    return false;
  }
  try {
    let at = dirname(join(folder, path));
    rmdirSync(at);
    at = dirname(at);
    if (readdirSync(at).join() === "search.json") rmSync(join(at, "search.json"));
    rmdirSync(at);
  } catch {
    // Other answers are still there.
  }
  return true;
}
