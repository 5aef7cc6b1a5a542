import { rmSync, statSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** How long nothing must have been stored before the archive is copied. */
const usualQuietMs = 60_000;

export interface SafetyCopyOptions {
  readonly file: string;
  readonly maxSizeMb: () => number;
  /** Whether the archive has no answer. */
  readonly isEmpty: () => Promise<boolean>;
  readonly log: (line: string) => void;
  /** The same in ms; a minute if undefined. */
  readonly quietMs: number | undefined;
}

/** Where the verified copy of an archive is. */
export const copyOf = (archive: string) => `${archive}.copy`;

/**
 * A copy of the archive beside it, from which a damaged archive is mended. It is made in its own thread, at most once a
 * week, when nothing has been stored for a while. It takes the former copy's place only after SQLite has found nothing
 * wrong with it. Together with the archive it stays within the size cap.
 */
export class SafetyCopy {
  private timer: NodeJS.Timeout | undefined;
  private making: Promise<boolean> | undefined;

  constructor(private readonly options: SafetyCopyOptions) {}

  /** Call this after each stored answer: the quiet time begins again. */
  stored(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.make(), this.options.quietMs ?? usualQuietMs).unref();
  }

  /** Makes the copy if it is due and fits the size cap. Resolves to whether it did; an error is only logged. */
  make(): Promise<boolean> {
    this.making ??= this.copied().finally(() => (this.making = undefined));
    return this.making;
  }

  /** Deletes the copy if it and the archive's used bytes are together beyond the size cap. */
  keepWithin(usedBytes: number): void {
    const copy = copyOf(this.options.file);
    const bytes = statSync(copy, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > 0 && usedBytes + bytes > this.capInBytes()) rmSync(copy, { force: true });
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private capInBytes(): number {
    return this.options.maxSizeMb() * 1024 * 1024;
  }

  private async copied(): Promise<boolean> {
    const { file, log } = this.options;
    const begun = `${copyOf(file)}-${process.pid}`;
    try {
      const former = statSync(copyOf(file), { throwIfNoEntry: false });
      if (former && Date.now() - former.mtimeMs < weekMs) return false;
      const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes === 0 || 2 * bytes > this.capInBytes()) return false;
      for (const left of await leftOver(file)) await rm(left, { force: true });
      await inThread(file, begun);
      await rename(begun, copyOf(file));
      if (!(await this.options.isEmpty().catch(() => true))) return true;
      // It was cleared meanwhile, perhaps by another window, or can't be read.
      await rm(copyOf(file), { force: true });
      return false;
    } catch (error) {
      await rm(begun, { force: true }).catch(() => undefined);
      log(`The archive could not be copied: ${String(error)}`);
      return false;
    }
  }
}

/** Files of copies that are being made, or that killed processes left unfinished. */
export async function unfinishedCopies(archive: string): Promise<readonly string[]> {
  const folder = dirname(archive);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(`${basename(copyOf(archive))}-`)).map((name) => join(folder, name));
}

/** Those over a week old, which killed processes left behind. */
async function leftOver(archive: string): Promise<readonly string[]> {
  const old = (path: string) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > weekMs;
  return (await unfinishedCopies(archive)).filter(old);
}

async function inThread(from: string, to: string): Promise<void> {
  const worker = new Worker(`(${copyAndCheck.toString()})()`, { eval: true, workerData: { from, to } });
  // A window or a command that ends does not wait for the copy.
  worker.unref();
  await new Promise<void>((done, failed) => {
    worker.once("error", failed);
    worker.once("exit", (code) => {
      if (code === 0) done();
      else failed(new Error(`The thread ended with ${code}.`));
    });
  });
}

/** Runs in a thread that gets only this function's text, so it must not refer to anything in this module. */
function copyAndCheck(): void {
  /* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access */
  const { workerData } = process.getBuiltinModule("node:worker_threads");
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const { closeSync, fsyncSync, openSync, rmSync } = process.getBuiltinModule("node:fs");
  const [from, to] = [String(workerData.from), String(workerData.to)];
  rmSync(to, { force: true });
  const source = new DatabaseSync(from, { readOnly: true, timeout: 20_000 });
  source.prepare("vacuum into ?").run(to);
  source.close();
  const copy = new DatabaseSync(to, { readOnly: true });
  const verdict = Object.values(copy.prepare("pragma quick_check(1)").get() ?? {}).join();
  copy.close();
  if (verdict !== "ok") throw new Error(`The copy is damaged: ${verdict}`);
  const file = openSync(to, "r+");
  fsyncSync(file);
  closeSync(file);
}
