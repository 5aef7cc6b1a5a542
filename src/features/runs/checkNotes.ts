import { createHash } from "node:crypto";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { checkStops } from "../../protocol/runs";
import { searchName } from "../../protocol/search";
import type { SearchAddress } from "../archive";
import { errorCode, fileError, FolderWatch, HeldLock, makeFolder, StateFile } from "../disk";
import { FeatureError } from "../failures";

const snapshot = z.string().max(200);
const shape = z.object({
  /** A check that has not ended: when it began, and the snapshots that existed then. */
  begun: z.object({ at: z.iso.datetime(), before: z.array(z.string()).max(100_000) }).exactOptional(),
  /** The last check that ended. */
  last: z
    .object({
      at: z.iso.datetime(),
      lastHit: snapshot.exactOptional(),
      newAds: z.int().min(0),
      stopped: z.enum(checkStops),
      looked: z.boolean(),
      /** How many checks in a row, this one included, had no credits left for its first page. */
      missed: z.int().min(0).optional(),
    })
    .exactOptional(),
  /** When the last check ended that got what it looked for. */
  done: z.iso.datetime().exactOptional(),
});
type Note = z.infer<typeof shape>;

/** How the last check of a search ended. `looked`: a person saw its findings. */
export type LastCheck = Readonly<NonNullable<Note["last"]>>;
export type BegunCheck = Readonly<NonNullable<Note["begun"]>>;

/** Whether a check got what it looked for: not if it failed, was canceled, or had no credits for a page. */
export const isDone = ({ stopped, missed }: Pick<LastCheck, "stopped" | "missed">) =>
  stopped !== "cancelled" && stopped !== "failed" && missed === undefined;

const waitMs = 500;

/** What is remembered about checks, one file per search, for all windows and terminals that share the folder. */
export class CheckNotes extends FolderWatch {
  constructor(folder: string) {
    super(folder, (name) => name.endsWith(".json"));
  }

  async last(search: SearchAddress): Promise<LastCheck | undefined> {
    return (await this.file(search).read()).last;
  }

  /** When a check last got what it looked for. */
  async done(search: SearchAddress): Promise<string | undefined> {
    return (await this.file(search).read()).done;
  }

  /** Whether a check is running, or is to be continued. */
  async isOpen(search: SearchAddress): Promise<boolean> {
    return (await this.file(search).read()).begun !== undefined;
  }

  /** Records that a person saw what the last check found. */
  async looked(search: SearchAddress): Promise<void> {
    const seen = await this.last(search);
    if (seen?.looked !== false) return;
    // A check that ended meanwhile was not seen.
    await this.change(search, (note) =>
      note.last?.at === seen.at ? { ...note, last: { ...note.last, looked: true } } : note,
    );
  }

  /** Runs a check alone, because a concurrent one of the same search would pay twice. @throws {FeatureError} `beingChecked` */
  async alone<T>(search: SearchAddress, work: (begun: BegunCheck | undefined) => Promise<T>): Promise<T> {
    const file = this.file(search);
    makeFolder(this.folder);
    using lock = await HeldLock.wait(`${file.path}.lock.db`, waitMs);
    if (!lock) throw new FeatureError("beingChecked");
    return await work((await file.read()).begun);
  }

  /** Written before anything is sent. @throws {StorageError} */
  async begin(search: SearchAddress, { at, before }: BegunCheck): Promise<void> {
    await this.change(search, (note) => ({ ...note, begun: { at, before: [...before] } }));
  }

  /** `begun` is kept if the check is to be continued. @throws {StorageError} */
  async end(search: SearchAddress, last: LastCheck, begun?: BegunCheck): Promise<void> {
    const done = isDone(last) ? last.at : await this.done(search);
    await this.change(search, () => ({
      ...{ last, ...(done !== undefined && { done }) },
      ...(begun && { begun: { at: begun.at, before: [...begun.before] } }),
    }));
  }

  /** Forgets a search. */
  async forget(search: SearchAddress): Promise<void> {
    const { path } = this.file(search);
    await unlink(path).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw fileError(error, path);
    });
  }

  private async change(search: SearchAddress, work: (note: Note) => Note): Promise<void> {
    await this.file(search).change(work);
    this.changedSoon();
  }

  /** An unreadable note is ignored: the next check starts over. */
  private file(search: SearchAddress): StateFile<Note> {
    const name = createHash("sha256").update(searchName(search)).digest("hex").slice(0, 32);
    return new StateFile(join(this.folder, `${name}.json`), { schema: shape, missing: {}, unreadable: {} });
  }
}
