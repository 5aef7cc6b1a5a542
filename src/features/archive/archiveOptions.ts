import type { PlatformSegments } from "../../protocol/platforms";
import type { Rescued } from "./rescue";
import type { CapNotice } from "../failures";

export interface ArchiveOptions {
  readonly file: string;
  /** The size cap, read after each write: the excess is removed, oldest unpinned snapshots first. */
  readonly maxSizeMb: () => number;
  readonly log: (line: string) => void;
  /** Path segments in use, to recognize platforms in stored answers. */
  readonly segments: () => PlatformSegments;
  /** Called for each damaged archive after its readable part was saved. */
  readonly onRescued: (rescued: Rescued) => void;
  /** How long nothing is stored before a copy of the archive may be made, in ms; a minute without. */
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

/** How long others may hold the file. Their writes do not block reading. */
export const toReadMs = 2000;
export const toWriteMs = 20_000;
/** Less than the time that VS Code allows a closing window. */
export const toCloseMs = 3000;
