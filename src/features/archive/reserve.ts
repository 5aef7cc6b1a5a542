import { randomBytes } from "node:crypto";
import { rm, stat, writeFile } from "node:fs/promises";

/** Far more than an answer takes with its words in the index, so that a few that arrive together fit as well. */
const reservedBytes = 4 * 1024 * 1024;

/**
 * Disk space for answers that are paid for, held by a file beside the archive. If the disk is full when an answer
 * arrives, the file is deleted to make space.
 */
export class Reserve {
  private readonly path: string;

  constructor(archive: string) {
    this.path = `${archive}-reserve`;
  }

  /** Makes sure that the space is held. Rejects with the file system's error if it cannot be. */
  async hold(): Promise<void> {
    const found = await stat(this.path).catch(() => undefined);
    if (found?.size === reservedBytes) return;
    try {
      // Random bytes, because a file system that compresses gives zeros no space.
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
