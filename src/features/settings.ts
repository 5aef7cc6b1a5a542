import type { ApiVersion } from "../protocol/apiVersion";
import type { CsvSeparator } from "../protocol/csv";
import type { LoadMedia } from "../protocol/panel";
import type { PlatformSegments } from "../protocol/platforms";

/** The size cap of the archive unless another one is set, in the editor (`package.json`) as in a terminal. */
export const usualArchiveMb = 500;

/** The user's settings, already checked. Workspace values never reach here. */
export interface Settings {
  /** `""` when nothing is connected, `sample:` for the sample library, else the service's base URL. */
  readonly baseUrl: string;
  /** The version of the service to ask and to read from the archive. */
  readonly apiVersion: ApiVersion;
  readonly segments: PlatformSegments;
  readonly requestTimeoutSeconds: number;
  readonly paidRetry: "whenNotSent" | "never" | "always";
  /** Credits within ten minutes above which the user is asked. */
  readonly confirmAbove: number;
  /** Credits per day, 0 for no limit. */
  readonly dailyBudget: number;
  /** Credits per day that assistants may spend; 0 means none. */
  readonly assistantAllowance: number;
  /** Full names of limits whose value is not a number of credits: nothing is paid while there are any. */
  readonly unreadableLimits?: readonly string[];
  /** What is bought is lost with a container, which a person doesn't know yet. */
  readonly inContainer?: boolean;
  readonly loadMedia: LoadMedia;
  /** Private hosts from which pictures may be loaded, as `URL` writes them. */
  readonly mediaHosts: readonly string[];
  readonly archiveMaxSizeMb: number;
  /** How much all kept pictures may have. */
  readonly keepMediaMaxSizeMb: number;
  /** Folders with answers of others, looked at before paying and never written to. */
  readonly archiveLinked: readonly string[];
  /** How many runs each saved search and search file keeps. */
  readonly runsKept: number;
  readonly exportFormat: "json" | "ndjson" | "csv";
  /** Of every CSV that is written or copied. */
  readonly csvSeparator: CsvSeparator;
}
