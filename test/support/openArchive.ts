import { Archive } from "../../src/features/archive/archive";
import type { ArchiveOptions } from "../../src/features/archive/archiveOptions";
import { defaultSegments } from "../../src/protocol/platforms";

/** Opens an archive with the usual segments, a size cap of 1 GB, and no log, unless `more` says otherwise. */
export function openArchive(file: string, more: Partial<ArchiveOptions> = {}): Archive {
  return new Archive({
    file,
    maxSizeMb: () => 1024,
    segments: () => defaultSegments,
    log: () => undefined,
    onRescued: () => undefined,
    onCap: () => undefined,
    ...more,
  });
}
