import type { PlatformSegments } from "../../protocol/platforms";
import type { Rescued } from "./rescue";

export interface ArchiveOptions {
  readonly file: string;
  /** Asked after each write: what is beyond goes, oldest unpinned snapshots first. */
  readonly maxSizeMb: () => number;
  readonly log: (line: string) => void;
  /** Path segments in use, to recognize platforms in stored answers. */
  readonly segments: () => PlatformSegments;
  /** Told of each damaged archive after what can be read of it was saved. */
  readonly onRescued: (rescued: Rescued) => void;
}
