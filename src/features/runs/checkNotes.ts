import { createHash } from "node:crypto";
import { mkdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { SearchAddress } from "../archive";
import { errorCode, fileError, FolderWatch, HeldLock, writeWhole } from "../disk";
import { Listeners } from "../events";
import { FeatureError } from "../failures";

const snapshot = z.string().max(200);
const address = z.object({ origin: z.string(), version: z.enum(["v1", "v2"]), platform: z.string(), body: z.string() });
const shape = z.object({
  version: z.literal(1),
  search: address,
  /** A check that has not ended: when it began, and the snapshots that existed then. */
  begun: z.object({ at: z.iso.datetime(), before: z.array(z.string()).max(100_000) }).optional(),
  /** The last check that ended. */
  last: z
    .object({
      at: z.iso.datetime(),
      lastHit: snapshot.optional(),
      newAds: z.int().min(0),
      stopped: z.enum(["known", "cap", "end", "cancelled", "failed", "unclear"]),
      looked: z.boolean(),
    })
    .optional(),
});
type Note = z.infer<typeof shape>;

/** How the last check of a search ended. `looked`: a person saw its findings. */
export type LastCheck = Readonly<NonNullable<Note["last"]>>;
export type BegunCheck = Readonly<NonNullable<Note["begun"]>>;

const waitMs = 500;

/** What is remembered about checks, one file per search, for all windows and terminals that share the folder. */
export class CheckNotes {
  private readonly listeners = new Listeners();
  private watch: FolderWatch | undefined;

  constructor(private readonly folder: string) {}

  /** Notifies when a check has ended or was looked at, in any window. */
  onChanged(listener: () => void) {
    this.watch ??= new FolderWatch(
      this.folder,
      (name) => name.endsWith(".json"),
      () => this.listeners.fire(),
    );
    return this.listeners.on(listener);
  }

  async last(search: SearchAddress): Promise<LastCheck | undefined> {
    return (await this.read(search))?.last;
  }

  /** Records that a person saw what the last check found. */
  async looked(search: SearchAddress): Promise<void> {
    const note = await this.read(search);
    if (note?.last && !note.last.looked) await this.write(search, { ...note, last: { ...note.last, looked: true } });
  }

  /** Runs a check alone, because a concurrent one of the same search would pay twice. @throws {FeatureError} `beingChecked` */
  async alone<T>(search: SearchAddress, work: (begun: BegunCheck | undefined) => Promise<T>): Promise<T> {
    const path = this.path(search);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const lock = await HeldLock.wait(`${path}.lock.db`, waitMs);
    if (!lock) throw new FeatureError("beingChecked");
    try {
      return await work((await this.read(search))?.begun);
    } finally {
      lock.release();
    }
  }

  /** Written before anything is sent. @throws {StorageError} */
  async begin(search: SearchAddress, begun: BegunCheck): Promise<void> {
    const known = await this.read(search);
    await this.write(search, { ...known, begun: { at: begun.at, before: [...begun.before] } });
  }

  /** `begun` is kept if the check is to be continued. @throws {StorageError} */
  async end(search: SearchAddress, last: LastCheck, begun?: BegunCheck): Promise<void> {
    await this.write(search, { last, ...(begun && { begun: { at: begun.at, before: [...begun.before] } }) });
  }

  /** Forgets a search. */
  async forget(search: SearchAddress): Promise<void> {
    await unlink(this.path(search)).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw fileError(error, this.path(search));
    });
  }

  dispose(): void {
    this.watch?.dispose();
    this.listeners.dispose();
  }

  /** An unreadable note is ignored: the next check starts over. */
  private async read(search: SearchAddress): Promise<Note | undefined> {
    const text = await readFile(this.path(search), "utf8").catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      // eslint-disable-next-line no-restricted-syntax -- our own file, checked by the schema above; no int64 in it
      return shape.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }

  private async write(search: SearchAddress, note: Partial<Pick<Note, "begun" | "last">>): Promise<void> {
    const path = this.path(search);
    const text = JSON.stringify({ ...note, version: 1, search });
    await writeWhole(path, `${text}\n`).catch((error: unknown) => {
      throw fileError(error, path);
    });
    this.watch?.soon();
  }

  private path({ origin, version, platform, body }: SearchAddress): string {
    const name = createHash("sha256").update([origin, version, platform, body].join("\n")).digest("hex").slice(0, 32);
    return join(this.folder, `${name}.json`);
  }
}
