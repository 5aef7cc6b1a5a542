import type { AdLibraryError } from "./errors";
import type { paidRetries, RetryQuota } from "./retry";

/** How to reach a library, and how to treat it. */
export interface CallOptions {
  /** http or https URL; a path prefix is kept. */
  readonly baseUrl: string;
  /** Read once per request. */
  readonly key: () => string | undefined;
  /** Limit of one attempt: connecting, headers and body together. */
  readonly timeoutMs: number;
  readonly paidRetry: keyof typeof paidRetries;
  /** Shared by all clients of a window; without it only the policy of each call counts. */
  readonly quota?: RetryQuota;
  /** Whether any request to this base URL is known to have succeeded. */
  readonly worked?: () => boolean;
  /** Called once per finished call, for the log. */
  readonly onRequest?: (record: RequestRecord) => void;
}

/** What the log may record about a call: never headers, bodies or what was searched for. */
export interface RequestRecord {
  readonly method: "GET" | "POST";
  /** Path without the query. */
  readonly path: string;
  /** HTTP status of the last answer; absent when none arrived. */
  readonly status?: number;
  /** Absent when the call succeeded. */
  readonly failure?: AdLibraryError;
  readonly attempts: number;
  readonly ms: number;
  /** Decoded bytes of the last answer. */
  readonly bytes: number;
  /** Credits that the attempts cost or may have cost. */
  readonly credits: number;
  /** Unreadable fields of the answer that were left out. */
  readonly repairs: number;
}

/** An answer: its value and the text it was read from. */
export interface Received<T> {
  readonly value: T;
  /** The answer's exact text, without a byte order mark. */
  readonly text: string;
  /** ISO time of arrival. */
  readonly receivedAt: string;
  readonly attempts: number;
}

/** What became of an attempt; only `notSent` is certain to have cost nothing. */
export type Outcome = "received" | "rejected" | "notSent" | "unknown";

/**
 * The wallet's permission to make one paid call, called before and after every attempt. Its errors reach the caller; an
 * error thrown before an attempt prevents it from being sent.
 */
export interface SpendingLeave {
  beforeAttempt(attempt: number): Promise<void>;
  afterAttempt(attempt: number, outcome: Outcome): Promise<void>;
}

/** One call to an endpoint, with its price and the reader of its answer. */
export interface Call<T> {
  readonly method: "GET" | "POST";
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  readonly price: number;
  readonly read: (text: string) => Answered<T> | Promise<Answered<T>>;
}

interface Answered<T> {
  readonly value: T;
  readonly repairs: number;
}
