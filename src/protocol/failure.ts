import type { Charge } from "./credits";
import type { QueryProblem } from "./search";

/** Every way in which something can fail. The words for each are in `features/failures`. */
export type FailureCode =
  | "noConnection"
  /** VS Code did not write a setting. */
  | "settingNotWritten"
  | "noKey"
  | "rejected"
  | "notSent"
  | "timeout"
  | "interrupted"
  | "badAnswer"
  | "tooLarge"
  | "redirected"
  | "cancelled"
  | "invalidRequest"
  | "overBudget"
  | "limitUnreadable"
  | "programRefused"
  | "declined"
  /** The answer was paid for before, but its file is gone or can't be read; only a person can agree to buy it again. */
  | "paidBefore"
  | "assistantsStopped"
  /** An assistant's plan cannot be bought, or its request was not repeated. */
  | "planRefused"
  | "notRepeated"
  | "noDetails"
  | "otherLibrary"
  | "notInV1"
  | "notFound"
  /** Another window or terminal is checking the same search. */
  | "beingChecked"
  /** Two runs of different searches were to be compared. */
  | "notSameSearch"
  | "nothingShown"
  | "nothingSaved"
  | "nothingUnfinished"
  | "storage"
  /** The archive could not keep the answer, so nothing was sent. */
  | "notKept"
  /** The archive cannot be read, so it is unknown what is bought, and nothing was sent. */
  | "ownershipUnknown"
  /** A dataset's folder belongs to another library, has other files, is damaged, or is no dataset. */
  | "otherDataset"
  | "folderInUse"
  | "damagedDataset"
  | "noDataset"
  | "noManifest"
  | "hasManifest"
  | "notAdopted"
  /** The thread that writes a dataset ended early. */
  | "datasetFailed"
  | "unexpected";

/** What a person can do next; the surface that shows the failure offers it as a button. */
export type NextStep =
  "connect" | "setApiKey" | "tryAgain" | "checkConnection" | "editFilters" | "openSettings" | "showLog";

/** A failure as it is sent and shown: with its words, without secrets. */
export interface Failure {
  readonly code: FailureCode;
  /** One sentence that says what happened, and a second that says what to do. */
  readonly message: string;
  readonly charge: Charge;
  readonly next?: NextStep;
  /** ISO time at which it was reported. */
  readonly at?: string;
  /** HTTP status, if one arrived. */
  readonly status?: number;
  /** Method and URL of the request, without what was searched for. */
  readonly request?: string;
  /** `meta.code` of a rejected request. */
  readonly serviceCode?: number;
  /** Details for a bug report: redacted and clipped. */
  readonly specifics?: string;
  readonly problems?: readonly (QueryProblem & { readonly message: string })[];
}

/** What an error says, without the name of its class. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The machine code of a system or transport error (`ENOENT`, `ECONNREFUSED`). */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
