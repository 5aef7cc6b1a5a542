import type { Archive, SearchAddress } from "../archive";
import type { ExportedPage, ExportStop } from "./exportTypes";

/** The same pages; from the first page on, the archive's size cap does not remove their snapshot. */
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
      // If the archive cannot pin it, the file is written anyway.
      if (!pinned) await archive.pins.pin(address, value.lastHit ?? "", "exported").catch(() => undefined);
      pinned = true;
      yield value;
    }
  } finally {
    await pages.return("cancelled");
  }
}
