import { randomBytes } from "node:crypto";
import { rm, stat, writeFile } from "node:fs/promises";

/** Far more than an answer takes with its part of the index; a few answers that are on their way together fit as well. */
const reservedBytes = 4 * 1024 * 1024;

/**
 * Room on the disk that a file beside the archive holds, for answers that are paid for: where the disk is full when one
 * comes, it gets this room.
 */
export class Reserve {
  private readonly path: string;

  constructor(archive: string) {
    this.path = `${archive}-reserve`;
  }

  /** Makes sure that the room is there. Rejects with the file system's error where it is not. */
  async hold(): Promise<void> {
    const found = await stat(this.path).catch(() => undefined);
    if (found?.size === reservedBytes) return;
    try {
      // Random, because zeros take no room where the file system compresses.
      await writeFile(this.path, randomBytes(reservedBytes), { mode: 0o600 });
    } catch (error) {
      await rm(this.path, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Frees the space for what is written next. */
  release(): Promise<void> {
    return rm(this.path, { force: true });
  }
}
