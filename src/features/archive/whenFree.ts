import { setTimeout as delay } from "node:timers/promises";
import { StorageError } from "./storageError";

/** Whether another window keeps the file for the moment. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageError && error.reason === "busy";
}

/**
 * Tries for so many ms until other windows let go, without blocking this one: SQLite's own waiting would stop the whole
 * process.
 */
export async function whenFree<T>(attempt: () => T, patienceMs: number): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await delay(10 + Math.random() * 50);
    }
  }
}
