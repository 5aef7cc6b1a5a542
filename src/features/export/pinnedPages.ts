import type { Archive, SearchAddress } from "../archive";
import type { ExportedPage, ExportStop } from "./exportTypes";

/** The same pages; their snapshot outlives the size cap of the archive from its first page on. */
export async function* pinnedPages(
  archive: Archive,
  address: SearchAddress,
  pages: AsyncGenerator<ExportedPage, ExportStop, undefined>,
): AsyncGenerator<ExportedPage, ExportStop, undefined> {
  let pinned = false;
  try {
    for (;;) {
      const { done, value } = await pages.next();
      if (done) return value;
      // An archive that does not take it does not keep anybody from writing the file.
      if (!pinned) await archive.pins.pin(address, value.lastHit ?? "", "exported").catch(() => undefined);
      pinned = true;
      yield value;
    }
  } finally {
    await pages.return("cancelled");
  }
}
