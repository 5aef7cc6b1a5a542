import { exportPages } from "../../../../src/features/export/exportPages";
import type { ExportedPage, ExportStop } from "../../../../src/features/export/exportTypes";
import type { ExportPages } from "../../../../src/features/export/pagesToExport";

type Rest =
  Parameters<typeof exportPages> extends [unknown, unknown, unknown, unknown, ...infer Others] ? Others : never;
type Pages = AsyncIterable<ExportedPage, ExportStop | undefined> | AsyncIterable<ExportedPage> | Iterable<ExportedPage>;

/** Checks the target and exports pages that are listed; they end as asked if they don't say how. */
export async function exportListed(
  target: Parameters<typeof exportPages>[0],
  format: Parameters<typeof exportPages>[1],
  about: Parameters<typeof exportPages>[2],
  pages: Pages,
  ...rest: Rest
) {
  await target.check();
  return exportPages(target, format, about, walked(pages), ...rest);
}

async function* walked(pages: Pages): ExportPages {
  const end: unknown = yield* pages;
  return (end ?? "asked") as ExportStop;
}
