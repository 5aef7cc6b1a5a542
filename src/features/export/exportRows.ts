import { setImmediate as tick } from "node:timers/promises";
import { adSlices, type ApiVersion, parseExact, versions } from "../../api";
import type { AdCard, AdRef } from "../../protocol/ads";
import type { ExportAbout, ExportedDetail, ExportedPage } from "./exportTypes";

/** One ad to be written: its exact text, its noun, its place. */
export interface ExportRow {
  readonly slice: string;
  /** Read only if the format or the choice of ads needs it. */
  readonly card: AdCard | undefined;
  readonly detail: ExportedDetail | undefined;
  readonly ad: AdRef | undefined;
  readonly page: ExportedPage;
  readonly position: number;
  /** The version of the service that its texts come from. */
  readonly version: ApiVersion;
}

export interface RowChoice {
  /** Keys of the wanted ads; all if absent. */
  readonly only?: ReadonlySet<string>;
  readonly details?: (ad: AdRef) => Promise<ExportedDetail | undefined>;
  /** Whether the format needs the nouns. */
  readonly needsCards: boolean;
}

/** Rows to make before other work gets a tick. */
const rowsAtOnce = 500;

/** The wanted ads of a page. Details are requested one after another, before any row is written. */
export async function exportRows(
  page: ExportedPage,
  about: ExportAbout,
  choice: RowChoice,
): Promise<readonly ExportRow[]> {
  const slices = adSlices(page.text);
  const reads = choice.needsCards || choice.only !== undefined || choice.details !== undefined;
  const lastHit = page.lastHit ?? about.lastHit;
  const { version } = about;
  const { readSearchPage, readCard } = versions[version];
  const read = () => readSearchPage(page.text, about.platform, page.page, lastHit, about.segments);
  const cards = reads ? (page.content ?? read()).ads : [];
  const { platform, segments } = about;
  // Only the first ads of a large answer were read.
  const place = { platform, page: page.page, ...(segments && { segments }) };
  const readLater = (slice: string, index: number) => readCard(parseExact(slice), { ...place, index });
  const rows: ExportRow[] = [];
  for (const [position, slice] of slices.entries()) {
    if (position % rowsAtOnce === rowsAtOnce - 1) await tick();
    const card = reads ? (cards[position] ?? readLater(slice, position)) : undefined;
    if (choice.only && !(card && choice.only.has(card.key))) continue;
    const ad = card && refOf(card);
    const detail = ad && (await choice.details?.(ad));
    rows.push({ slice, card, detail, ad, page, position, version });
  }
  return rows;
}

function refOf({ platform, id }: AdCard): AdRef | undefined {
  return platform === undefined || id === undefined ? undefined : { platform, id };
}
