import { randomUUID } from "node:crypto";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ExportTarget } from "./exportTypes";

/** A file system without a path of its own (virtual, remote): the caller hands the finished file over. */
export interface Delivery {
  /** A folder of this machine where the file may grow. */
  readonly scratch: string;
  /** Writes something to the place and removes it, before anything is paid. */
  readonly check: () => Promise<void>;
  /** Copies the finished file to its place, or under a name that says `incomplete`; answers that name. */
  readonly deliver: (finished: string, complete: boolean) => Promise<string>;
}

/** A place that is written as a whole once the file is finished on this machine. */
export function deliveredTarget(
  { scratch, check, deliver }: Delivery,
  growing = join(scratch, `.export.${process.pid}.${randomUUID()}.part`),
): ExportTarget {
  return {
    growing,
    check,
    place: async (complete) => {
      const place = await deliver(growing, complete);
      await unlink(growing).catch(() => undefined);
      return place;
    },
  };
}
