import { setTimeout as delay } from "node:timers/promises";
import { StorageError } from "../disk";

/** Whether another window is holding the file at the moment. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageError && error.reason === "busy";
}

/**
 * Tries for so many ms until other windows let go. Between the tries others are answered: a search reads while a page
 * waits to be written, which it could not while SQLite itself waits.
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
