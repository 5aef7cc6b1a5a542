import type { AdLibraryError } from "./errors";

/** When a failed request is sent again, as data. */
export interface RetryPolicy {
  /** Attempts in total, including the first. */
  readonly attempts: number;
  /** `notSent`: only what certainly never left. `transient`: also lost connections, timeouts and server errors. */
  readonly when: "notSent" | "transient";
}

const thrice = { attempts: 3 } as const;

/** Free requests may be repeated (docs/api.md, "Errors" 7). */
export const freeRetry: RetryPolicy = { ...thrice, when: "transient" };

/** Each attempt of a paid request may cost again, so only the user's setting allows more than one that left. */
export const paidRetries: Readonly<Record<"whenNotSent" | "never" | "always", RetryPolicy>> = {
  whenNotSent: { ...thrice, when: "notSent" },
  never: { attempts: 1, when: "notSent" },
  always: { ...thrice, when: "transient" },
};

/** `meta.code` of a server error, the only failure of the service that may be temporary (docs/api.md, "Errors" 3). */
const serverErrorCode = 1009;

/** Whether this failure of attempt `attempt` (1 is the first) should be followed by another. */
export function worthAnother(policy: RetryPolicy, attempt: number, error: AdLibraryError): boolean {
  if (attempt >= policy.attempts) return false;
  if (error.code === "notSent") return true;
  return policy.when === "transient" && isTransient(error);
}

function isTransient({ code, serviceCode, status }: AdLibraryError): boolean {
  if (code === "timeout" || code === "interrupted" || serviceCode === serverErrorCode) return true;
  return code !== "redirected" && status !== undefined && status >= 500;
}

/** How often failed requests may be sent again while nothing succeeds. */
const mostRepetitions = 10;

/** One for a whole window: a service that is down receives each request only once, however many there are. */
export class RetryQuota {
  private left = mostRepetitions;

  /** Uses up one repetition; false if none is left. */
  take(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }

  /** A request succeeded. */
  giveBack(): void {
    this.left = Math.min(this.left + 1, mostRepetitions);
  }
}

/** Milliseconds to wait after attempt `attempt`: full jitter under a doubling bound; `random` is in [0, 1). */
export function delayAfter(attempt: number, random: number): number {
  return Math.floor(random * Math.min(500 * 2 ** (attempt - 1), 8000));
}
