import { StorageError } from "../../src/features/disk/storageError";

/** Does something again as long as other processes or windows keep it from being done: on a busy machine, for long. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StorageError) || error.reason !== "busy") throw error;
    }
  }
}
