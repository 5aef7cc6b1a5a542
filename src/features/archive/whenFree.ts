import { setTimeout as delay } from "node:timers/promises";
import { StorageError } from "./storageError";

/** How long other windows may keep the file. */
const patienceMs = 20_000;

/** Whether another window keeps the file for the moment. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageError && error.reason === "busy";
}

/** Tries until other windows let go, without blocking this one: SQLite's own waiting would stop the whole process. */
export async function whenFree<T>(attempt: () => T): Promise<T> {
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
