import { Archive } from "../../src/features/archive/archive";
import type { ArchiveOptions } from "../../src/features/archive/archiveOptions";
import { defaultSegments } from "../../src/protocol/platforms";

/** An archive over its file, with the usual platform names, room for 1 GB and nobody who reads its log unless told otherwise. */
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
