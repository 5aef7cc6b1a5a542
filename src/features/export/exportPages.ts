import type { AdRef } from "../../protocol/ads";
import type { CsvSeparator } from "../../protocol/csv";
import type { Spending } from "../wallet";
import { WalletError } from "../failures";
import { checkExportedBody, formatWriter } from "./formats";
import { exportRows, type ExportRow, type RowChoice } from "./exportRows";
import {
  type DetailSource,
  type ExportAbout,
  type ExportedDetail,
  type ExportedPage,
  type ExportFormat,
  type ExportProgress,
  type ExportStop,
  type ExportSummary,
  type ExportTarget,
  isComplete,
  type PlacedFile,
  type Reached,
} from "./exportTypes";
import { PageFile } from "./pageFile";
import { RefusedDetails } from "./refusedDetails";

/** Pages in order; the return value says why they ended. */
export type ExportPages = AsyncGenerator<ExportedPage, ExportStop, undefined>;

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
  const choice: RowChoice = {
    needsCards: writer.needsCards,
    ...(extras.only && { only: extras.only }),
    ...(details && { details: details.of }),
  };
  try {
    const rowsOf = (page: ExportedPage) => exportRows(page, about, choice);
    const first = extras.onFirst ?? (() => Promise.resolve());
    const givenUp = () => details?.givenUp;
    const copied = await copy(file, pages, { rowsOf, first, progress, signal, givenUp });
    const { doubt } = refused;
    const { stopped, failure, failedAd }: Ended =
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

interface Ended {
  readonly stopped: ExportStop;
  readonly failure?: unknown;
  readonly failedAd?: AdRef;
}

interface Step {
  readonly page: ExportedPage;
  readonly rows: readonly ExportRow[];
}

interface Copying {
  readonly rowsOf: (page: ExportedPage) => Promise<readonly ExportRow[]>;
  readonly first: (page: ExportedPage) => Promise<void>;
  readonly progress: ((progress: ExportProgress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly givenUp: () => PageDetails["givenUp"];
}

/** Takes pages until there are no more. A failure of the source ends it; only failures of the file are thrown. */
async function copy(
  file: PageFile,
  pages: ExportPages,
  { rowsOf, first, progress, signal, givenUp }: Copying,
): Promise<Ended> {
  let begun = false;
  const step = async (): Promise<Ended | Step> => {
    const { done, value } = await pages.next();
    if (done) return { stopped: value };
    if (!begun) await first(value);
    begun = true;
    return { page: value, rows: await rowsOf(value) };
  };
  const stop = (failure: unknown, failedAd?: AdRef): Ended => {
    if (signal?.aborted) return { stopped: "cancelled" };
    return isCap(failure) ? { stopped: "cap" } : { stopped: "failed", failure, ...(failedAd && { failedAd }) };
  };
  try {
    for (;;) {
      const next = await step().catch((error: unknown) => stop(error));
      if ("stopped" in next) return next;
      await file.add(next.page, next.rows);
      progress?.(file.progress);
      const gaveUp = givenUp();
      if (gaveUp) return stop(gaveUp.failure, gaveUp.failedAd);
    }
  } finally {
    // The source cleans up; how the export itself ended is known by now.
    await pages.return("cancelled").catch(() => undefined);
  }
}

/** Whether the credits that the user agreed to are used up. */
export function isCap(failure: unknown): boolean {
  return failure instanceof WalletError && failure.refusal?.limit === "plan";
}
