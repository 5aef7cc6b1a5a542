import { Archive, type ArchiveOptions } from "../../src/features/archive/archive";
import { LinkedFolders } from "../../src/features/archive/linkedFolders";
import { defaultSegments } from "../../src/protocol/platforms";

/** Opens an archive with the usual segments, a size cap of 1 GB, and no log, unless `more` says otherwise. */
export function openArchive(folder: string, more: Partial<ArchiveOptions> = {}): Archive {
  return new Archive({
    folder,
    linked: new LinkedFolders(
      () => [],
      () => undefined,
    ),
    maxSizeMb: () => 1024,
    segments: () => defaultSegments,
    log: () => undefined,
    onCap: () => undefined,
    ...more,
  });
}
