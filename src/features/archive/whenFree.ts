import { setTimeout as delay } from "node:timers/promises";
import { StorageError } from "../disk";

/** Whether an error says that another window holds the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageError && error.reason === "busy";
}

/**
 * Repeats an attempt for `patienceMs` while other windows hold the file. In between, others are answered: a search can
 * read while a page waits to be written. That would be impossible if SQLite itself waited.
 * @throws the last attempt's error
 */
export async function whenFree<T>(work: () => T, patienceMs: number): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await delay(10 + Math.random() * 50);
    }
  }
}
