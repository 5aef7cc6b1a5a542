import type { PageContent } from "../../api";
import type { ExportStop } from "./exportTypes";

/** After this many pages in a row without a new ad, a walk ends although the service promises more. */
const patience = 2;

/** How many ads to remember to recognize repeats: only those of the last pages, so that memory stays flat. */
const remembered = 20 * 18;

/** Guards a walk against a service that never ends: returns `barren` after pages without anything new. */
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
