import { randomUUID } from "node:crypto";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ExportTarget, PlacedFile } from "./exportTypes";

/** A file system without local paths (virtual, remote): the caller delivers the finished file. */
export interface Delivery {
  /** A folder on this machine where the file may grow. */
  readonly scratch: string;
  /** Writes a test file to the place and removes it, before anything is paid. */
  readonly check: () => Promise<void>;
  /** Copies the finished file to its place, or under a free name that says `incomplete`. */
  readonly deliver: (finished: string, complete: boolean) => Promise<PlacedFile>;
  /** Removes a file that was delivered, unless it has changed since. Never throws. */
  readonly remove: (placed: PlacedFile) => Promise<void>;
}

/** A target that is written as a whole once the file is finished on this machine. */
export function deliveredTarget(
  { scratch, check, deliver, remove }: Delivery,
  growing = join(scratch, `.export.${randomUUID()}.part`),
): ExportTarget {
  return {
    growing,
    check,
    place: async (complete) => {
      const placed = await deliver(growing, complete);
      await unlink(growing).catch(() => undefined);
      return placed;
    },
    remove,
  };
}
