import * as l10n from "@vscode/l10n";
import type { PageContent } from "../../api";
import type { AdRef, Digits } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { PlatformSegments, PlatformToken } from "../../protocol/platforms";

/** The formats of exports, which are also the endings of their files. */
export const exportFormats = ["json", "ndjson", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is known about an export before its first page. */
export interface ExportAbout {
  readonly platform: PlatformToken;
  /** The library: its base URL, or `sample:`. */
  readonly origin: string;
  /** The version of the service that its answers come from. */
  readonly version: ApiVersion;
  /** The body of page 1 as sent: JSON text of one object, without a key. */
  readonly body: string;
  /** Snapshot of the search, if already known. */
  readonly lastHit?: Digits;
  /** ISO time. */
  readonly startedAt: string;
  /** It has only chosen ads, not its pages in full. */
  readonly chosen?: true;
  /** Path segments in use, if the user changed them. */
  readonly segments?: PlatformSegments;
}

/** One page to be written. */
export interface ExportedPage {
  readonly page: number;
  /** The answer exactly as received. */
  readonly text: string;
  /** ISO time at which the service's answer arrived. */
  readonly fetchedAt: string;
  /** Whose it is: the name of an import or a linked folder; absent for one's own. */
  readonly from?: string;
  /** Snapshot that the page belongs to; it becomes known with page 1. */
  readonly lastHit?: Digits;
  /** What `readSearchPage` returns for the text. */
  readonly content: PageContent;
}

/** A detail to be written. */
export interface ExportedDetail {
  readonly text: string;
  readonly fetchedAt: string;
  readonly from?: string;
}

/** Returns an ad's detail: a bought one, else a requested one if `request` is true. Undefined if there is none. */
export type DetailSource = (ad: AdRef, request: boolean) => Promise<ExportedDetail | undefined>;

/**
 * Why an export stopped. `end`: the service said that no page follows; `asked`: all pages asked for are in; `cap`: the
 * credits that the user agreed to are used up; `noNewAds`: many paid pages in a row had no new ad; `missing`: a
 * bought page is no longer in the archive; the last three are doubts that an answer raised.
 */
export type ExportStop =
  | "end"
  | "asked"
  | "cap"
  | "cancelled"
  | "failed"
  | "noNewAds"
  | "missing"
  | "noSnapshot"
  | "unclearNextPage"
  | "otherPageReturned";

export interface ExportProgress {
  readonly pages: number;
  readonly ads: number;
  /** Credits certainly spent by this export so far, including its earlier tries. */
  readonly credits: number;
  /** Further credits that may have been charged, because no answer came. */
  readonly uncertain: number;
  readonly bytes: number;
}

export interface ExportSummary extends ExportProgress {
  /** How many of its ads have their details; absent if none were asked for. */
  readonly details?: number;
  /** Where the file is; absent if there was nothing worth keeping. */
  readonly file?: string;
  /** Whether everything asked for is in the file. If not, the file's name says `incomplete`. */
  readonly complete: boolean;
  readonly stopped: ExportStop;
  /** The export can be resumed. */
  readonly resumable?: true;
  /** Credits of paid answers that the archive could not keep. */
  readonly notKept?: number;
  /** Of an incomplete export: pages that were paid for beyond the one that it stopped before. Resuming has them free. */
  readonly pagesBeyond?: readonly number[];
  /** A newer file in the place of a resumed export, which was left as it is: the export has another name. */
  readonly kept?: string;
  /** Ads whose details the service refused: the file is complete without them. */
  readonly refused?: readonly AdRef[];
  /** What the page source threw, for `failed`. */
  readonly failure?: unknown;
  /** The ad whose details it stopped at, for `failed`. */
  readonly failedAd?: AdRef;
}

/** The state of a file, from which a change is recognized. */
export interface FileState {
  /** Bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds. */
  readonly modified: number;
}

/** A file at its final place, with its state when it was placed. */
export interface PlacedFile extends FileState {
  /** A path on this machine, or a URI. */
  readonly file: string;
}

/** How far an export got. */
export interface Reached {
  readonly pages: number;
  readonly ads: number;
  readonly details: number;
}

/** What to mind when a file is put in its place. */
export interface Placing {
  /** What the file has. */
  readonly reached: Reached;
  /** The states in which a file of that name may be replaced; absent: any. */
  readonly known?: readonly FileState[];
  /** Told of the file right before it gets its name, or right after if its state isn't known before. Must not fail. */
  readonly noted?: (placed: PlacedFile) => Promise<void>;
}

/** Where an export goes. */
export interface ExportTarget {
  /** Path of the temporary file on this machine: next to the target, if that is local. */
  readonly growing: string;
  /** The permissions of the temporary file; if absent, only the owner may read it. */
  readonly mode?: () => Promise<number>;
  /** Refuses a target that could not be written, before anything is paid; returns what is there. @throws {StorageError} */
  check(): Promise<FileState | undefined>;
  /**
   * Makes the synced temporary file the target; if not complete, under a free name that says so. If the file that is
   * there may not be replaced, it is `kept`, and the new one gets the next free name.
   */
  place(complete: boolean, placing: Placing): Promise<PlacedFile & { readonly kept?: string }>;
  /** Removes an incomplete file that an earlier try placed, unless it has changed since. Never throws. */
  remove(placed: PlacedFile): Promise<void>;
}

/** Whether an export has less than an earlier try of it. */
export const isBehind = (now: Reached, earlier: Reached): boolean =>
  now.pages < earlier.pages || now.details < earlier.details;

/** Whether nothing that was asked for is missing after this stop. */
export function isComplete(stopped: ExportStop): boolean {
  return stopped === "end" || stopped === "asked";
}

/** Which paid pages lie beyond the one that a faster export stopped before; "" if none do. */
export function beyondWords(beyond: readonly number[]): string {
  const pages = beyond.map(String).join(", ");
  if (beyond.length === 0) return "";
  return beyond.length === 1
    ? l10n.t("Page {0}, beyond the missing one, was paid for as well.", pages)
    : l10n.t("Pages {0}, beyond the missing one, were paid for as well.", pages);
}

/** Which ads have no details because the service refused them; "" if none. */
export function refusedWords(refused: readonly AdRef[]): string {
  const ids = refused.map(({ id }) => id).join(", ");
  if (refused.length === 0) return "";
  return refused.length === 1
    ? l10n.t("The service refused the details of ad {0}.", ids)
    : l10n.t("The service refused the details of ads {0}.", ids);
}

/** Why an export stopped before its end, as a sentence that names the ad at whose details it did. */
export const endOfExportWords = ({ stopped, failedAd }: Pick<ExportSummary, "stopped" | "failedAd">): string =>
  failedAd ? l10n.t("Stopped at the details of ad {0}.", failedAd.id) : stopWords[stopped]();

/** Why pages stopped before the end of the results, as a sentence; "" if they didn't. */
export const stopWords: Readonly<Record<ExportStop, () => string>> = {
  end: () => "",
  asked: () => "",
  cap: () => l10n.t("Stopped: the credits you agreed to are used up."),
  cancelled: () => l10n.t("Canceled before the end."),
  failed: () => l10n.t("Stopped before the end."),
  noNewAds: () => l10n.t("Stopped: the service kept returning no new ads."),
  missing: () => l10n.t("Stopped: a page is no longer in the archive."),
  noSnapshot: () =>
    l10n.t("Stopped after page 1: the service returned no snapshot ID, so later pages can't be requested."),
  unclearNextPage: () => l10n.t("Stopped: the service didn't clearly say whether there is another page."),
  otherPageReturned: () => l10n.t("Stopped: the service returned a different page than the one requested."),
};
