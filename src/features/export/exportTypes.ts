import type { PageContent } from "../../api";
import type { AdRef, Digits } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";

export type ExportFormat = "json" | "ndjson" | "csv";

/** What is known of an export before its first page. */
export interface ExportAbout {
  readonly platform: PlatformToken;
  /** Origin of the library's base URL. */
  readonly origin: string;
  /** Which version of the service its answers are of; V2 where absent. */
  readonly version?: ApiVersion;
  /** The body of page 1 as sent: JSON text of one object, no key in it. */
  readonly body: string;
  /** Snapshot of the search, where one is known already. */
  readonly lastHit?: Digits;
  /** ISO time. */
  readonly startedAt: string;
  /** It has chosen ads only, not all of its pages. */
  readonly chosen?: true;
  /** Path segments in use, where the user changed them. */
  readonly segments?: PlatformSegments;
}

/** One page on its way into a file. */
export interface ExportedPage {
  readonly page: number;
  /** The answer exactly as received. */
  readonly text: string;
  /** ISO time at which it was received from the service. */
  readonly fetchedAt: string;
  /** Snapshot that the page belongs to; page 1 is where it becomes known. */
  readonly lastHit?: Digits;
  /** What `readSearchPage` makes of the text, where that was read already. */
  readonly content?: PageContent;
}

/** A detail on its way into a file. */
export interface ExportedDetail {
  readonly text: string;
  readonly fetchedAt: string;
}

/** Gives an ad's detail (owned or paid for); undefined where the ad can have none. */
export type DetailSource = (ad: AdRef, signal: AbortSignal | undefined) => Promise<ExportedDetail | undefined>;

/**
 * Why an export went no further. `end`: the service said that no page follows; `asked`: all pages asked for are in;
 * `cap`: the credits that the user agreed to are used up; `barren`: pages without a new ad came one after another;
 * `missing`: an owned page is no longer in the archive; the last three are doubts that an answer left.
 */
export const exportStops = [
  "end",
  "asked",
  "cap",
  "cancelled",
  "failed",
  "barren",
  "missing",
  "noSnapshot",
  "unclearNextPage",
  "otherPageReturned",
] as const;
export type ExportStop = (typeof exportStops)[number];

export interface ExportProgress {
  readonly pages: number;
  readonly ads: number;
  /** Credits surely spent by this export so far, its earlier attempts included. */
  readonly credits: number;
  /** Further credits that may have been charged, because no answer came. */
  readonly uncertain: number;
  readonly bytes: number;
}

export interface ExportSummary extends ExportProgress {
  /** Where the file is; absent where nothing was worth keeping. */
  readonly file?: string;
  /** Everything asked for is in the file. Where not, the file's name says `incomplete`. */
  readonly complete: boolean;
  readonly stopped: ExportStop;
  /** Credits of paid answers that the archive could not keep. */
  readonly notKept?: number;
  /** What the page source threw, for `failed`. */
  readonly failure?: unknown;
}

/** A file in its place, as it was when it was placed. */
export interface PlacedFile {
  /** A path of this machine, or a URI. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds. */
  readonly modified: number;
}

/** Where an export goes. */
export interface ExportTarget {
  /** Path of the temporary file on this machine: beside the target where that is local. */
  readonly growing: string;
  /** Refuses a target that could not be written, before anything is paid. @throws {StorageError} */
  check(): Promise<void>;
  /** Makes the synced temporary file the target; not complete: under a name that says so and that no file had. */
  place(complete: boolean): Promise<PlacedFile>;
  /** Removes an incomplete file that an earlier attempt placed, unless it has changed since. Never throws. */
  remove(placed: PlacedFile): Promise<void>;
}

/** The stops after which nothing asked for is missing. */
export function isComplete(stopped: ExportStop): boolean {
  return stopped === "end" || stopped === "asked";
}
