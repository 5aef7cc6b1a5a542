import { randomUUID } from "node:crypto";
import { readdir, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";
import { parseExact } from "../../api";
import { csvSeparators } from "../../protocol/csv";
import { writeExact } from "../../protocol/exactJson";
import { platforms } from "../../protocol/platforms";
import { fileError, HeldLock, makeFolder, readText, removeAbandoned, StorageError, writeWhole } from "../disk";
import { FeatureError } from "../failures";
import { exportFormats } from "./exportTypes";
import { rewritten } from "./pageFile";

const tokens = platforms.map(({ token }) => token);
const fileState = { size: z.int(), modified: z.number() };

const shape = z.object({
  format: z.enum(exportFormats),
  /** Of CSV; the comma if absent. */
  separator: z.enum(csvSeparators).exactOptional(),
  about: z.object({
    platform: z.enum(tokens),
    origin: z.string(),
    version: z.enum(["v2", "v1"]),
    body: z.string(),
    /** The snapshot, once it is known. */
    lastHit: z.string().exactOptional(),
    startedAt: z.string(),
    chosen: z.literal(true).exactOptional(),
    segments: z.record(z.enum(tokens), z.string()).exactOptional(),
  }),
  /** The search's body in the archive. */
  search: z.string(),
  /** Where the file will be, as a text of the caller's (a URI). */
  target: z.string(),
  /** What was there when the export began. */
  found: z.object(fileState).exactOptional(),
  /** The temporary file of the latest try. */
  growing: z.string().regex(/\.part$/),
  details: z.boolean(),
  /** Number of the last page asked for; absent for all. */
  pages: z.int().exactOptional(),
  /** How many requests to send at once; absent for one after another. */
  ahead: z.int().exactOptional(),
  /** Nothing is paid for, so it is not worth resuming after a kill. */
  free: z.literal(true).exactOptional(),
  /** The file that the latest try leaves, with its state; noted right before it gets its name. */
  left: z
    .object({ file: z.string(), ...fileState, complete: z.boolean(), pages: z.int(), ads: z.int(), details: z.int() })
    .exactOptional(),
});

/** What is to be exported, and where to: enough to start again. The answers themselves are in the archive. */
export type ExportPlan = Readonly<z.infer<typeof shape>>;

/** A plan in its file, which no process holds. */
export interface LeftPlan {
  readonly file: string;
  /** The export's ID in the ledger. */
  readonly id: string;
  readonly plan: ExportPlan;
}

const ending = ".json";
/** The file whose lock is held by the process that runs the export. */
const lockOf = (file: string) => `${file}.lock.db`;
/** Checking whether a plan is held takes its lock for a moment: how many milliseconds to wait for that. */
const momentMs = 200;

/** The plan of a running export, in a file that is always written whole. Its lock ends with its process. */
export class HeldPlan {
  private constructor(
    readonly file: string,
    private readonly lock: HeldLock,
    private last: ExportPlan,
  ) {}

  get plan(): ExportPlan {
    return this.last;
  }

  /** The export's ID in the ledger. */
  get id(): string {
    return basename(this.file, ending);
  }

  /** Writes a plan to one of the extension's own folders. @throws {StorageError} */
  static async begin(folder: string, plan: ExportPlan): Promise<HeldPlan> {
    const file = join(folder, `${randomUUID()}${ending}`);
    try {
      makeFolder(folder);
      const held = new HeldPlan(file, await lockFor(file), plan);
      await held.note({}).catch(async (error: unknown) => {
        await held.remove();
        throw error;
      });
      return held;
    } catch (error) {
      throw fileError(error, file);
    }
  }

  /** Takes over an unfinished export, once. @throws {StorageError} `busy` @throws {FeatureError} if it is done */
  static async resume({ file, plan }: Pick<LeftPlan, "file" | "plan">): Promise<HeldPlan> {
    const lock = await lockFor(file);
    const now = await read(file);
    const held = new HeldPlan(file, lock, now ?? plan);
    if (now) return held;
    // Another process finished or discarded it since it was listed.
    await held.remove();
    throw new FeatureError("nothingUnfinished");
  }

  /** @throws {StorageError} */
  async note(change: Partial<ExportPlan>): Promise<void> {
    this.last = { ...this.last, ...change };
    await writeWhole(this.file, `${writeExact(this.plan)}\n`).catch((error: unknown) => {
      throw fileError(error, this.file);
    });
  }

  /** Removes the temporary file of the latest try. */
  async clear(): Promise<void> {
    for (const file of [this.plan.growing, rewritten(this.plan.growing)]) await unlink(file).catch(() => undefined);
  }

  /** Leaves the plan for another try. */
  release(): void {
    this.lock.release();
  }

  /** Removes the plan: the export is complete or abandoned. */
  async remove(): Promise<void> {
    await unlink(this.file).catch(() => undefined);
    this.lock.release();
    await unlink(lockOf(this.file)).catch(() => undefined);
  }
}

async function lockFor(file: string): Promise<HeldLock> {
  const lock = await HeldLock.wait(lockOf(file), momentMs);
  if (!lock) throw new StorageError("busy", file);
  return lock;
}

/** The plans that no running process holds, newest first. A file that is no plan is left alone. */
export async function leftPlans(folder: string): Promise<readonly LeftPlan[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ending));
  const left = await Promise.all(
    names.map(async (name): Promise<LeftPlan[]> => {
      const file = join(folder, name);
      const lock = await HeldLock.wait(lockOf(file), momentMs).catch(() => undefined);
      lock?.release();
      const plan = lock && (await read(file));
      return plan ? [{ file, id: basename(name, ending), plan }] : [];
    }),
  );
  const startOf = ({ plan }: LeftPlan) => plan.about.startedAt;
  return left.flat().sort((one, other) => (startOf(one) < startOf(other) ? 1 : -1));
}

async function read(file: string): Promise<ExportPlan | undefined> {
  try {
    return shape.safeParse(parseExact(await readText(file))).data;
  } catch {
    return undefined;
  }
}

/**
 * Discards an unfinished export: its plan and temporary file are removed. What was paid for stays in the archive, and a
 * file at its place stays there. @throws {StorageError} `busy` if another process is resuming it
 */
export async function discardExport(left: Pick<LeftPlan, "file" | "plan">): Promise<void> {
  const taken = await HeldPlan.resume(left);
  await taken.clear();
  await taken.remove();
}

/** Removes what killed exports left behind if nothing was paid for them, as resuming is pointless. Never throws. */
export async function cleanExports(folder: string): Promise<void> {
  await removeAbandoned(folder);
  for (const left of await leftPlans(folder)) if (left.plan.free) await discardExport(left).catch(() => undefined);
}
