import { lstat, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type * as z from "zod";
import { errorCode } from "../../protocol/failure";
import { readText } from "./readText";
import { fileError, StorageError } from "./storageError";
import { FolderLock } from "./locks";
import { writeWhole } from "./writeWhole";

/** What a file of state holds. */
export interface State<T> {
  readonly schema: z.ZodType<T>;
  readonly missing: T;
  /** What a file counts as that is damaged or can't be read now. If absent, only a damaged one counts: as missing. */
  readonly unreadable?: T;
  /** Called after a damaged file was set aside. If absent, the next change replaces it. */
  readonly onSetAside?: (moved: { readonly file: string; readonly movedTo: string }) => void;
  /** For integers beyond 2^53. */
  readonly json?: { parse(text: string): unknown; stringify(content: unknown): string };
}

/** More than any of ours has. */
const largest = 64 << 20;

/** A small JSON file of ours that several processes read and change: written whole, by one process at a time. */
export class StateFile<T> {
  private readonly lock: FolderLock;

  constructor(
    readonly path: string,
    private readonly state: State<T>,
  ) {
    this.lock = new FolderLock(dirname(path));
  }

  /** @throws {StorageError} if the file can't be read now, unless `unreadable` stands for that */
  async read(): Promise<T> {
    const { missing, unreadable = missing, schema, json = JSON } = this.state;
    let text: string;
    try {
      const found = await lstat(this.path);
      // A link is not ours.
      if (!found.isFile()) return unreadable;
      text = found.size > largest ? "" : await readText(this.path);
    } catch (error) {
      if (error instanceof StorageError) return this.damaged();
      if (errorCode(error) === "ENOENT") return missing;
      if ("unreadable" in this.state) return unreadable;
      throw fileError(error, this.path);
    }
    try {
      return schema.parse(json.parse(text));
    } catch {
      return this.damaged();
    }
  }

  /** Replaces the content. @throws {StorageError} */
  async write(content: T): Promise<void> {
    const { json = JSON } = this.state;
    await writeWhole(this.path, `${json.stringify(content)}\n`).catch((error: unknown) => {
      throw fileError(error, this.path);
    });
  }

  /** Writes what `work` makes of the content, unless that is the same object. @throws {StorageError} */
  async change(work: (content: T) => T): Promise<T> {
    return this.lock.run(async () => {
      const before = await this.read();
      const after = work(before);
      if (after !== before) await this.write(after);
      return after;
    });
  }

  /** Sets the file aside. Resolves to what it counts as. */
  private async damaged(): Promise<T> {
    const { missing, unreadable = missing, onSetAside } = this.state;
    if (!onSetAside) return unreadable;
    const file = basename(this.path);
    const movedTo = `${file}.corrupt-${new Date().toISOString().replaceAll(":", "-")}`;
    try {
      await rename(this.path, join(dirname(this.path), movedTo));
      onSetAside({ file, movedTo });
    } catch (error) {
      // Another window was first, and reports it.
      if (errorCode(error) !== "ENOENT") throw fileError(error, this.path);
    }
    return unreadable;
  }
}
