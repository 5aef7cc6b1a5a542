import type { SearchPage } from "../../src/protocol/search";
import type { ShownAd } from "../state/results";

/** A row of the grid: the mark at which a page begins, or cards side by side. */
export type GridRow =
  | { readonly kind: "mark"; readonly page: SearchPage }
  | { readonly kind: "cards"; readonly first: number; readonly ads: readonly ShownAd[] };

const narrowest = 240;

/** How many cards of an acceptable width fit side by side. */
export function columnsFor(width: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
}

/** The ads in rows. With `pages`, each page after the first starts a new row below its mark. */
export function gridRows(ads: readonly ShownAd[], columns: number, pages: readonly SearchPage[]): readonly GridRow[] {
  const marks = new Map(pages.slice(1).map((page) => [page.page, page]));
  const rows: GridRow[] = [];
  let row: ShownAd[] = [];
  let first = 0;
  ads.forEach((ad, index) => {
    const mark = marks.get(ad.page);
    if (mark) marks.delete(ad.page);
    if (row.length === columns || (mark && row.length > 0)) {
      rows.push({ kind: "cards", first, ads: row });
      row = [];
    }
    if (mark) rows.push({ kind: "mark", page: mark });
    if (row.length === 0) first = index;
    row.push(ad);
  });
  if (row.length > 0) rows.push({ kind: "cards", first, ads: row });
  return rows;
}
