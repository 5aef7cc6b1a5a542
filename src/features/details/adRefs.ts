import type { AdRef } from "../../protocol/ads";
import type { SearchPage } from "../../protocol/search";

/** The ads on some pages, by platform and ID; ads without these are left out. */
export function adRefs(pages: readonly Pick<SearchPage, "ads">[]): readonly AdRef[] {
  return pages.flatMap(({ ads }) => ads.flatMap(({ platform, id }) => (platform && id ? [{ platform, id }] : [])));
}
