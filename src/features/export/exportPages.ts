import type { AdRef } from "../../protocol/ads";
import type { CsvSeparator } from "../../protocol/csv";
import type { Spending } from "../wallet";
import { checkExportedBody, formatWriter } from "./formats";
import { exportRows } from "./exportRows";
import {
  type DetailSource,
  type ExportAbout,
  type ExportedDetail,
  type ExportedPage,
  type ExportFormat,
  type ExportProgress,
  type ExportSummary,
  type ExportTarget,
  isComplete,
  type PlacedFile,
  type Reached,
} from "./exportTypes";
import { PageFile } from "./pageFile";
import { endedBy, type ExportPages, type PagesEnd, takePages } from "./pagesToExport";
import { RefusedDetails } from "./refusedDetails";

export interface ExportExtras {
  /** Called with the first page, before it is written. Must not fail. */
  readonly onFirst?: (page: ExportedPage) => Promise<void>;
  /** Keys (`AdCard.key`) of the wanted ads; all if absent. */
  readonly only?: ReadonlySet<string>;
  /** Of CSV; the comma if absent. */
  readonly separator?: CsvSeparator;
  /** Where details come from, if each ad is exported with its detail. */
  readonly details?: DetailSource;
  /** The details that earlier tries were refused; none if absent. */
  readonly refused?: RefusedDetails;
  /** What the export has spent so far; nothing if absent. */
  readonly spent?: () => Spending;
  /** Whether the temporary file holds the only copy of something paid for: then it is kept after a failure. */
  readonly onlyCopy?: () => boolean;
  /** The incomplete file of an earlier try: it stays if this one gets less far. */
  readonly former?: PlacedFile & Reached;
}

const nothing = () => ({ spent: 0, maybe: 0 });

/**
 * Writes pages as they arrive: flat memory, a temporary file, fsync, rename. If canceled or if the page source fails, what came is kept under a name that says `incomplete`.
 * @throws {StorageError} if the file cannot be written; nothing is left of it then, unless it holds the only copy of a
 *   paid answer
 */
export async function exportPages(
  target: ExportTarget,
  format: ExportFormat,
  about: ExportAbout,
  pages: ExportPages,
  progress?: (progress: ExportProgress) => void,
  signal?: AbortSignal,
  extras: ExportExtras = {},
): Promise<ExportSummary> {
  checkExportedBody(about.body);
  const writer = formatWriter(format, about, extras.details !== undefined, extras.separator);
  const file = await PageFile.open(target, writer, { spent: nothing, ...extras, lastHit: about.lastHit });
  const { refused = new RefusedDetails([]) } = extras;
  const details = extras.details && new PageDetails(extras.details, refused, signal);
  const choice = { ...(extras.only && { only: extras.only }), ...(details && { details: details.of }) };
  try {
    let begun = false;
    const read = async (page: ExportedPage) => {
      if (!begun) await extras.onFirst?.(page);
      begun = true;
      return exportRows(page, about, choice);
    };
    const copied = await takePages(pages, signal, read, async (page, rows) => {
      await file.add(page, rows);
      progress?.(file.progress);
      const { givenUp } = details ?? {};
      return givenUp && endedBy(givenUp.failure, signal, givenUp.failedAd);
    });
    const { doubt } = refused;
    const { stopped, failure, failedAd }: PagesEnd =
      doubt && isComplete(copied.stopped) ? { stopped: "failed", failure: doubt.failure, failedAd: doubt.ad } : copied;
    const summary = await file.finish(stopped, target);
    return {
      ...summary,
      ...(details && { details: file.details }),
      ...(refused.ads.length > 0 && { refused: refused.ads }),
      ...(failedAd && { failedAd }),
      ...(failure !== undefined && { failure }),
    };
  } catch (error) {
    await file.discard(target);
    throw error;
  }
}

/**
 * The details of an export's ads. Once a request fails for another reason than its ad, or after a cancel, nothing more is
 * requested: the page that they belong to is paid for, and is written with the details that are bought.
 */
class PageDetails {
  /** Why nothing more is requested, and the ad whose details were the last ones. */
  givenUp: { readonly failure: unknown; readonly failedAd?: AdRef } | undefined;

  constructor(
    private readonly source: DetailSource,
    private readonly refused: RefusedDetails,
    private readonly signal: AbortSignal | undefined,
  ) {}

  readonly of = async (ad: AdRef): Promise<ExportedDetail | undefined> => {
    if (this.signal?.aborted) this.givenUp ??= { failure: this.signal.reason };
    const bought = await this.source(ad, false);
    if (bought || this.givenUp || this.refused.has(ad)) return bought;
    try {
      const detail = await this.source(ad, true);
      if (detail) this.refused.answered();
      return detail;
    } catch (failure) {
      if (!this.refused.take(ad, failure)) this.givenUp = { failure, failedAd: ad };
      return undefined;
    }
  };
}
