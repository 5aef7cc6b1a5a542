import type { PageContent } from "../../api";
import type { ExportStop } from "./exportTypes";

/** Pages in a row without a new ad after which a walk ends, although the service promises more. */
const patience = 2;

/** Ads remembered to recognise repeats: the last pages only, so that memory stays flat. */
const remembered = 20 * 18;

/** Watches a walk for a service that never ends: answers `barren` after pages that brought nothing new. */
export function repeats(): (page: PageContent) => ExportStop | undefined {
  const recent = new Set<string>();
  let barren = 0;
  return ({ ads }) => {
    const fresh = ads.filter(({ key }) => !recent.has(key));
    for (const { key } of fresh) recent.add(key);
    for (const key of recent) {
      if (recent.size <= remembered) break;
      recent.delete(key);
    }
    barren = fresh.length === 0 ? barren + 1 : 0;
    return barren >= patience ? "barren" : undefined;
  };
}
