import type { PlatformSegments } from "../../protocol/platforms";
import type { Rescued } from "./rescue";
import type { CapNotice } from "../failures";

export interface ArchiveOptions {
  readonly file: string;
  /** Asked after each write: what is beyond goes, oldest unpinned snapshots first. */
  readonly maxSizeMb: () => number;
  readonly log: (line: string) => void;
  /** Path segments in use, to recognize platforms in stored answers. */
  readonly segments: () => PlatformSegments;
  /** Told of each damaged archive after what can be read of it was saved. */
  readonly onRescued: (rescued: Rescued) => void;
  /** How long nothing is stored before a copy of the archive may be made, in ms; a minute without. */
  readonly quietMs?: number;
  /** Told once when the size cap is nearly reached, and once when it has removed answers. */
  readonly onCap: (notice: CapNotice) => void;
}

/** Settings that the archive's thread works by. */
export interface ThreadSettings {
  readonly maxSizeMb: number;
  /** Path segments in use, to recognize platforms in stored answers. */
  readonly segments: PlatformSegments;
}

/** How long others may hold the file. A write of theirs keeps nobody from reading. */
export const toReadMs = 2000;
export const toWriteMs = 20_000;
/** Less than VS Code gives a window that closes. */
export const toCloseMs = 3000;
