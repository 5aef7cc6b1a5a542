import type { ApiVersion } from "../protocol/apiVersion";
import type { LoadMedia } from "../protocol/panel";
import type { PlatformSegments } from "../protocol/platforms";

/** The user's settings, already checked. Workspace values never reach here. */
export interface Settings {
  /** `""` when nothing is connected, `sample:` for the sample library, else the service's base URL. */
  readonly baseUrl: string;
  /** Which version of the service is asked, and read from the archive. */
  readonly apiVersion: ApiVersion;
  readonly segments: PlatformSegments;
  readonly requestTimeoutSeconds: number;
  readonly paidRetry: "whenNotSent" | "never" | "always";
  /** Credits within ten minutes above which the user is asked. */
  readonly confirmAbove: number;
  /** Credits a day, 0 for no limit. */
  readonly dailyBudget: number;
  /** Credits a day that assistants may spend; 0 is nothing. */
  readonly assistantAllowance: number;
  /** Full names of limits whose value is no number of credits: nothing is paid while there is one. */
  readonly unreadableLimits?: readonly string[];
  readonly loadMedia: LoadMedia;
  /** Private hosts from which pictures may be loaded, as `URL` writes them. */
  readonly mediaHosts: readonly string[];
  readonly archiveMaxSizeMb: number;
  /** How many runs each saved search and search file keeps. */
  readonly runsKept: number;
  readonly exportFormat: "json" | "ndjson" | "csv";
}
