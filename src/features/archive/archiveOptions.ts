import type { PlatformSegments } from "../../protocol/platforms";
import type { Rescued } from "./rescue";
import type { CapNotice } from "../failures";

export interface ArchiveOptions {
  /** Path of the database. Its log, lock, reserve, and copy are beside it. */
  readonly file: string;
  /** The size cap in MB, read after each write. What exceeds it is removed, oldest unpinned snapshots first. */
  readonly maxSizeMb: () => number;
  readonly log: (line: string) => void;
  /** Path segments in use, to recognize platforms in stored answers. */
  readonly segments: () => PlatformSegments;
  /** Called for each damaged file after what could be read of it was saved. */
  readonly onRescued: (rescued: Rescued) => void;
  /** How long nothing must have been stored before the archive may be copied, in ms; a minute if absent. */
  readonly quietMs?: number;
  /** Called once when the size cap is nearly reached, and once when it has removed answers. */
  readonly onCap: (notice: CapNotice) => void;
}

/** Settings of the archive's thread. */
export interface ThreadSettings {
  readonly maxSizeMb: number;
  /** Path segments in use, to recognize platforms in stored answers. */
  readonly segments: PlatformSegments;
}

/**
 * How long, in ms, reading waits for others that hold the file. It is short because their writes do not block reading.
 */
export const toReadMs = 2000;
/** How long, in ms, writing waits for others. */
export const toWriteMs = 20_000;
/** How long, in ms, closing may take: less than VS Code allows a closing window. */
export const toCloseMs = 3000;
/** How long, in ms, early opening waits: by then, a new explorer answers clicks. */
export const soonMs = 1000;
