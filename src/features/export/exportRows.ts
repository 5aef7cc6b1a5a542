import { setImmediate as tick } from "node:timers/promises";
import { adSlices, type ApiVersion, parseExact, versions } from "../../api";
import type { AdCard, AdRef } from "../../protocol/ads";
import type { ExportAbout, ExportedDetail, ExportedPage } from "./exportTypes";

/** One ad to be written: its exact text, its noun, its place. */
export interface ExportRow {
  readonly slice: string;
  readonly card: AdCard;
  readonly detail: ExportedDetail | undefined;
  readonly ad: AdRef | undefined;
  readonly page: Pick<ExportedPage, "page" | "fetchedAt">;
  readonly position: number;
  /** The version of the service that its texts come from. */
  readonly version: ApiVersion;
}

interface RowChoice {
  /** Keys of the wanted ads; all if absent. */
  readonly only?: ReadonlySet<string>;
  readonly details?: (ad: AdRef) => Promise<ExportedDetail | undefined>;
}

/** Rows to make before other work gets a tick. */
const rowsAtOnce = 500;

/** The wanted ads of a page. Details are requested one after another, before any row is written. */
export async function exportRows(
  page: ExportedPage,
  { version, platform, segments }: Pick<ExportAbout, "version" | "platform" | "segments">,
  choice: RowChoice = {},
): Promise<readonly ExportRow[]> {
  const place = { platform, page: page.page, ...(segments && { segments }) };
  const rows: ExportRow[] = [];
  for (const [position, slice] of adSlices(page.text).entries()) {
    if (position % rowsAtOnce === rowsAtOnce - 1) await tick();
    // Only the first ads of a large answer were read.
    const card =
      page.content.ads[position] ?? versions[version].readCard(parseExact(slice), { ...place, index: position });
    if (choice.only && !choice.only.has(card.key)) continue;
    const ad = refOf(card);
    const detail = ad && (await choice.details?.(ad));
    rows.push({ slice, card, detail, ad, page, position, version });
  }
  return rows;
}

function refOf({ platform, id }: AdCard): AdRef | undefined {
  return platform === undefined || id === undefined ? undefined : { platform, id };
}
