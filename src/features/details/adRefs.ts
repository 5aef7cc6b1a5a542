import type { AdRef } from "../../protocol/ads";
import type { SearchPage } from "../../protocol/search";

/** The addresses of the ads on some pages; ads without an address are left out. */
export function adRefs(pages: readonly Pick<SearchPage, "ads">[]): readonly AdRef[] {
  return pages.flatMap(({ ads }) => ads.flatMap(({ platform, id }) => (platform && id ? [{ platform, id }] : [])));
}
