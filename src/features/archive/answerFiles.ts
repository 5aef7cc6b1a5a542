import { randomBytes } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as zlib from "node:zlib";
import * as z from "zod";
import type { StoredAnswer } from "../../protocol/bought";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import {
  checkFolder,
  errorCode,
  fileError,
  filesBelow,
  listed,
  makeFolder,
  readJson,
  readText,
  StorageError,
  writeWhole,
} from "../disk";
import { decoded } from "../text";
import {
  answerFile,
  answerKey,
  type AnswerName,
  isBodyOf,
  isTextOf,
  libraryFolder,
  pageStart,
  readFileName,
  readPath,
} from "./address";
import type { LinkedFolders } from "./linkedFolders";
import type { Ownership } from "./ownership";

/** A folder with answers: the archive's own, an imported one inside it, or a linked one somewhere else. */
export interface AnswerPlace {
  readonly folder: string;
  /** Who the answers are from; absent for one's own. */
  readonly from?: string;
}

/** A file among others in its folder, newest first. */
interface ListedFile {
  readonly name: string;
  readonly page: number;
  readonly receivedAt: string;
}

/** An answer in the archive, with the body of its search. */
export interface ArchivedAnswer extends AnswerName {
  /** Canonical body of the search; "" for a detail. */
  readonly body: string;
  /** The file to read it from. */
  readonly file: string;
  /** 32 hex digits that name this answer, equal in every archive that has it. */
  readonly key: string;
  readonly from?: string;
}

/** Reads and writes the files of the archive. Whatever refuses is a {StorageError}; a missing folder is an empty one. */
export class AnswerFiles {
  private readonly reserve: Reserve;
  private begun: Promise<void> | undefined;

  /**
   * @param begin called once, before anything is looked for
   */
  constructor(
    readonly folder: string,
    private readonly linked: Pick<LinkedFolders, "places">,
    private readonly log: (line: string) => void,
    private readonly begin: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.reserve = new Reserve(join(folder, "reserve"));
  }

  /** Where answers are looked for, one's own first. */
  async places(): Promise<readonly AnswerPlace[]> {
    await (this.begun ??= this.begin());
    const imported = await listed(join(this.folder, "imported"));
    return [
      { folder: this.folder },
      ...imported.map((name) => ({ folder: join(this.folder, "imported", name), from: name })),
      ...(await this.linked.places()),
    ];
  }

  /** The names in a folder of answers, in all places; each name once, in the first place that has it. */
  async names(below: string): Promise<readonly string[]> {
    const found = await this.inPlaces((place) => listed(join(place.folder, below)));
    return [...new Set(found.flat())];
  }

  /** The names of all libraries that something is bought of, in all places. */
  async libraries(): Promise<readonly string[]> {
    const found = await this.inPlaces(async ({ folder }) => {
      const tops = ["answers", "details"].map(async (top) =>
        (await listed(join(folder, top))).flatMap(
          (name) => originOf(join(folder, top, name, "library.json"), name) ?? [],
        ),
      );
      return (await Promise.all(tops)).flat();
    });
    return [...new Set(found.flat())].sort();
  }

  /** The files of answers in a folder, newest first; of one page if given. */
  async files(below: string, page?: number): Promise<readonly ListedFile[]> {
    return filesOf(await this.names(below), page);
  }

  /**
   * The newest answer in a folder that can be read, one's own before others'. `damaged` if there are only some that
   * can't; undefined if there is none.
   * @param receivedAt only one that was received at this ISO time
   */
  async newest(below: string, page?: number, receivedAt?: string): Promise<StoredAnswer | "damaged" | undefined> {
    const found = await this.inPlaces((place) => this.newestIn(place, below, page, receivedAt));
    return found.find((one) => typeof one === "object") ?? found.find((one) => one !== undefined);
  }

  /**
   * Whether there is an answer in one of these folders, or only one that can't be read.
   * @param unread folders in which answers wait that could not be read when they came
   * @param anew if an answer is wanted that is newer than those in `folders`: the ISO time from which waiting ones count
   */
  async ownership(
    folders: readonly string[],
    unread: readonly string[],
    anew: string | undefined,
    page?: number,
  ): Promise<Ownership> {
    const found = await Promise.all(folders.map((below) => this.newest(below, page)));
    const read = found.flatMap((one) => (typeof one === "object" ? one.receivedAt : []));
    if (read.length > 0 && anew === undefined) return "bought";
    const waiting = await Promise.all(unread.map((below) => this.files(`unread/${below}`, page)));
    const after = [anew ?? "", ...read];
    if (waiting.flat().some(({ receivedAt }) => after.every((at) => at < receivedAt))) return "unread";
    if (read.length > 0) return "bought";
    return found.includes("damaged") ? "damaged" : "absent";
  }

  /** Checks that an answer can be stored in a folder of answers, and reserves disk space for it. */
  async canStore(below: string): Promise<void> {
    await this.tried(async () => {
      makeFolder(join(this.folder, "answers"));
      await checkFolder(join(this.folder, below));
      await this.reserve.hold();
    });
  }

  /**
   * Stores an answer in a folder of answers. Once this has resolved, neither a killed process nor a power cut can lose
   * it. If the disk is full, the reserved space is used.
   * @param about small files that say what a folder is, by path; written if they are missing or damaged
   * @returns the path of the file
   */
  async store(below: string, page: number, answer: StoredAnswer, about: Readonly<Record<string, unknown>>) {
    const { bytes, ending } = pack(answer.text);
    const path = `${below}/${answerFile(page, answer)}${ending}`;
    const write = async () => {
      for (const [file, content] of Object.entries(about))
        await this.describe(file, `${prettyJson(writeExact(content))}\n`);
      await writeWhole(join(this.folder, path), bytes);
    };
    await this.tried(() =>
      write().catch(async (error: unknown) => {
        if (fileError(error, path).reason !== "full") throw error;
        await this.reserve.release();
        await write();
      }),
    );
    return path;
  }

  /** All answers of a library, oldest first; of several files with one path, the one in the first place. */
  async all(origin: string): Promise<readonly ArchivedAnswer[]> {
    const found = new Map<string, ArchivedAnswer>();
    const library = libraryFolder(origin);
    await this.inPlaces(async ({ folder, from }) => {
      const bodies = new Map<string, string>();
      for (const top of ["answers", "details"])
        for (const below of await filesBelow(join(folder, top, library))) {
          const path = `${top}/${library}/${below}`;
          const answer = readPath(path);
          if (!answer || found.has(path)) continue;
          const search = answer.kind === "pages" ? dirname(dirname(path)) : "";
          const body = bodies.get(search) ?? (search === "" ? "" : await bodyOf(join(folder, search)));
          if (body === undefined) continue;
          bodies.set(search, body);
          const whose = from === undefined ? {} : { from };
          found.set(path, { ...answer, body, file: join(folder, path), key: answerKey(path), ...whose });
        }
    });
    return [...found.values()].sort(
      (one, other) => compare(one.receivedAt, other.receivedAt) || compare(one.path, other.path),
    );
  }

  /** The body of the search with this folder; undefined if its file is missing or damaged. */
  async bodyOf(below: string): Promise<string | undefined> {
    return (await this.inPlaces(({ folder }) => bodyOf(join(folder, below)))).find((body) => body !== undefined);
  }

  private async describe(path: string, text: string): Promise<void> {
    const found = await readText(join(this.folder, path)).catch(() => undefined);
    if (found?.replaceAll("\r\n", "\n") !== text) await writeWhole(join(this.folder, path), text);
  }

  private async newestIn(place: AnswerPlace, below: string, page?: number, at?: string) {
    const all = filesOf(await listed(join(place.folder, below)), page);
    const files = at === undefined ? all : all.filter(({ receivedAt }) => receivedAt === at);
    for (const { name, receivedAt } of files) {
      const path = join(place.folder, below, name);
      const text = await readAnswer(path).catch((error: unknown) => {
        if (!isDamage(error)) throw error;
        this.log(`${path} is damaged: ${String(error)}`);
      });
      if (text !== undefined) return { text, receivedAt, ...(place.from !== undefined && { from: place.from }) };
    }
    return files.length > 0 ? ("damaged" as const) : undefined;
  }

  /** Asks each place. What others' places refuse is logged: one's own answers don't depend on them. */
  private async inPlaces<T>(work: (place: AnswerPlace) => Promise<T>): Promise<T[]> {
    const found: T[] = [];
    for (const place of await this.tried(() => this.places()))
      try {
        found.push(await work(place));
      } catch (error) {
        if (place.from === undefined) throw fileError(error, place.folder);
        this.log(`${place.folder} can't be read: ${String(error)}`);
      }
    return found;
  }

  private tried<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      throw fileError(error, this.folder);
    });
  }
}

function filesOf(names: readonly string[], page: number | undefined): ListedFile[] {
  // Of 10,000 pages, one is wanted.
  const start = page === undefined ? "" : pageStart(page);
  const files = names.flatMap((name) => {
    const read = name.startsWith(start) ? readFileName(name) : undefined;
    return read ? [{ name, ...read }] : [];
  });
  // A time in the future is that of a wrong clock: such an answer must not hide those that came after it.
  const now = new Date().toISOString();
  return files.sort(
    (one, other) =>
      Number(one.receivedAt > now) - Number(other.receivedAt > now) ||
      compare(other.receivedAt, one.receivedAt) ||
      compare(other.name, one.name),
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export const libraryFile = z.object({ origin: z.string() });

/** The library whose folder this is; undefined if the file doesn't fit the folder. */
export function originOf(file: string, folder: string): string | undefined {
  try {
    const origin = readJson(libraryFile, readFileSync(file))?.origin;
    return origin !== undefined && libraryFolder(origin) === folder ? origin : undefined;
  } catch {
    return undefined;
  }
}

export const searchFile = z.object({ body: z.string() });

/** The body of a search; undefined if its file is missing, damaged, or about another search. */
async function bodyOf(folder: string): Promise<string | undefined> {
  const text = await readText(join(folder, "search.json")).catch(() => "");
  const body = readJson(searchFile, text)?.body;
  return body !== undefined && isBodyOf(folder, body) ? body : undefined;
}

export const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

// Electron may be built without Zstandard.
const zstd: Pick<Partial<typeof zlib>, "zstdCompressSync" | "zstdDecompressSync"> = zlib;

/** Zstandard's checksum is off by default. Gzip always has one. */
const checked = { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } };

function pack(text: string): { readonly bytes: Uint8Array; readonly ending: string } {
  const packed = zstd.zstdCompressSync?.(Buffer.from(text), checked);
  return packed ? { bytes: packed, ending: ".zst" } : { bytes: zlib.gzipSync(text), ending: ".gz" };
}

/** Far more than an answer from the service has; a small file could unpack to gigabytes. */
export const mostBytes = 256 * 1024 * 1024;

/** @throws {StorageError} `damaged`, or `newer` if this Node.js lacks Zstandard */
export function unpack(path: string, bytes: Uint8Array): string {
  const [name, limits] = [path, { maxOutputLength: mostBytes }];
  if (name.endsWith(".zst") && !zstd.zstdDecompressSync)
    throw new StorageError("newer", `${path}: this Node.js has no Zstandard`);
  let text: string | undefined;
  try {
    const whole = name.endsWith(".gz") ? zlib.gunzipSync(bytes, limits) : zstd.zstdDecompressSync?.(bytes, limits);
    text = whole && decoded(whole);
  } catch (error) {
    throw new StorageError("damaged", path, { cause: error });
  }
  // Node.js 22 does not notice the missing end of a frame.
  if (text === undefined || !isTextOf(path, text)) throw new StorageError("damaged", path);
  return text;
}

/** The exact text of an answer's file. @throws {StorageError} `damaged`; the file system's errors */
export async function readAnswer(path: string): Promise<string> {
  mustBeFile(path, await stat(path));
  return unpack(path, await readFile(path));
}

/** The bytes of an answer's file. @throws {StorageError} `damaged`; the file system's errors */
export function readPacked(path: string): Buffer {
  mustBeFile(path, statSync(path));
  return readFileSync(path);
}

/** Reading a pipe would never end. */
function mustBeFile(path: string, found: Stats): void {
  if (!found.isFile()) throw new StorageError("damaged", path);
}

/** Whether an error says that a file's content is wrong, rather than that the file can't be read now. */
export function isDamage(error: unknown): boolean {
  return (
    (error instanceof StorageError && error.reason === "damaged") ||
    errorCode(error) === "EISDIR" ||
    errorCode(error) === "EIO"
  );
}

/** More than one answer needs, so that several at once fit. */
const reservedBytes = 4 * 1024 * 1024;

/** Disk space for answers that are being paid for: a file that is deleted if the disk is full when one arrives. */
class Reserve {
  constructor(private readonly path: string) {}

  async hold(): Promise<void> {
    const found = await stat(this.path).catch(() => undefined);
    if (found?.size === reservedBytes) return;
    try {
      // Random bytes, because a file system that compresses gives zeros no space.
      await writeFile(this.path, randomBytes(reservedBytes), { mode: 0o600 });
    } catch (error) {
      await this.release().catch(() => undefined);
      throw error;
    }
  }

  /** Frees the space for what is written next. */
  release(): Promise<void> {
    return rm(this.path, { force: true });
  }
}
