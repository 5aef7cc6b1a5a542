import { setTimeout as pause } from "node:timers/promises";
import { AdLibraryError, amended } from "./errors";
import { Redactor } from "./redact";
import { routeUrl } from "./route";
import { type Incoming, send } from "./send";
import { badAnswer, readEnvelope } from "./wire/envelope";

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

/** The text of an answer, and the ISO time of its arrival. */
type Arrived = Pick<Received<unknown>, "text" | "receivedAt">;

/** Keeps an answer that was paid for and can't be read. Resolves to whether it is kept. */
export type KeepUnread = (answer: Arrived) => Promise<boolean>;

/** What became of an attempt; only `notSent` is certain to have cost nothing. */
export type Outcome = "received" | "rejected" | "notSent" | "unknown";

/**
 * The wallet's permission to make one paid call, called before and after every attempt. Its errors reach the caller; an
 * error thrown before an attempt prevents it from being sent.
 */
export interface SpendingPermit {
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
  readonly read: (text: string) => Answered<T>;
}

interface Answered<T> {
  readonly value: T;
  readonly repairs: number;
}

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

/** A key that fits in a header; any other would make `fetch` throw an error that contains the key. */
function usableKey(key: string | undefined): string {
  if (key === undefined || key === "") throw new AdLibraryError("noKey", { charge: "none" });
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new AdLibraryError("noKey", { charge: "none", specifics: "it has characters that keys never contain" });
}

/**
 * One call in progress: its attempts, one request at a time, as often as the retry policy allows, and what the log will
 * say about them.
 */
export class OngoingCall<T> {
  /** Attempts made so far. */
  attempts = 0;
  private charged = 0;
  private repairs = 0;
  private last: Incoming | undefined;
  private failure: AdLibraryError | undefined;
  private readonly url: URL;
  private readonly key: string;
  private readonly redactor: Redactor;

  /** @throws {AdLibraryError} `invalidRequest` or `noKey` */
  constructor(
    private readonly call: Call<T>,
    base: URL,
    private readonly options: CallOptions,
    private readonly signal?: AbortSignal,
  ) {
    this.url = routeUrl(base, call.segments, call.query);
    this.key = usableKey(options.key());
    this.redactor = new Redactor(this.key);
  }

  /**
   * Makes attempts until one is answered or another is not worth making, each reported to the permit.
   * @throws {AdLibraryError}
   */
  async toTheEnd(permit: SpendingPermit | undefined, keepUnread?: KeepUnread): Promise<Received<T>> {
    const policy = this.call.price === 0 ? freeRetry : paidRetries[this.options.paidRetry];
    for (;;) {
      if (this.signal?.aborted) throw this.failed(new AdLibraryError("cancelled", { charge: "none" }));
      await permit?.beforeAttempt(this.attempts + 1);
      this.attempts += 1;
      const outcome = await this.withUnreadKept(await this.attempt(), keepUnread);
      await permit?.afterAttempt(this.attempts, wordFor(outcome));
      const { quota } = this.options;
      if (!(outcome instanceof AdLibraryError)) {
        quota?.giveBack();
        return outcome;
      }
      const again = worthAnother(policy, this.attempts, outcome) && (quota?.take() ?? true);
      if (!again) throw this.failed(outcome);
      // An abort only ends the pause; the loop decides what follows.
      await pause(delayAfter(this.attempts, Math.random()), undefined, {
        ...(this.signal && { signal: this.signal }),
      }).catch(() => undefined);
    }
  }

  record(ms: number): RequestRecord {
    const { method, price } = this.call;
    const status = this.last?.status ?? this.failure?.status;
    return {
      method,
      path: this.url.pathname,
      ...(status !== undefined && { status }),
      ...(this.failure && { failure: this.failure }),
      attempts: this.attempts,
      ms: Math.round(ms),
      bytes: this.last?.bytes ?? 0,
      credits: this.charged * price,
      repairs: this.repairs,
    };
  }

  private async attempt(): Promise<Received<T> | AdLibraryError> {
    this.last = undefined;
    try {
      this.last = await send({ ...this.outgoing(), redactor: this.redactor });
      const { value, repairs } = this.call.read(answerText(this.last));
      this.repairs = repairs;
      this.charged += 1;
      return { value, text: this.last.text, receivedAt: new Date().toISOString(), attempts: this.attempts };
    } catch (error) {
      // Any error that a reader did not foresee is caused by the answer.
      const failure = error instanceof AdLibraryError ? error : amended(badAnswer("unreadable"), { cause: error });
      if (failure.charge !== "none") this.charged += 1;
      return amended(failure, { host: failure.host ?? this.url.host, ...this.arrived(failure) }, this.redactor);
    }
  }

  /** What a failure says of the answer that it is about: its status, and its start or end if it can't be used. */
  private arrived({ code, specifics, cutOff }: AdLibraryError) {
    if (!this.last) return {};
    const { status, text } = this.last;
    if (code !== "badAnswer" || text.trim() === "") return { status };
    return { status, specifics: `${specifics}: ${this.redactor.excerpt(text, 80, cutOff ? "end" : "start")}` };
  }

  /** Keeps an answer that arrived whole and can't be read, and notes that in its failure. */
  private async withUnreadKept<A>(outcome: A, keep: KeepUnread | undefined): Promise<A | AdLibraryError> {
    const { text = "", status = 0, isUtf8 = true } = this.last ?? {};
    if (!keep || !(outcome instanceof AdLibraryError) || outcome.code !== "badAnswer") return outcome;
    // No later version could read it, and it may not even be the service's.
    if (outcome.webPage) return outcome;
    if (text.trim() === "" || !(isSuccess(status) || isSuccessText(text))) return outcome;
    const kept = isUtf8 ? text : `${notUtf8}: ${text}`;
    const isKept = await keep({ text: kept, receivedAt: new Date().toISOString() });
    return isKept ? amended(outcome, { kept: this.call.price }, this.redactor) : outcome;
  }

  private outgoing() {
    const { method, body } = this.call;
    const { url, key, signal } = this;
    const { timeoutMs } = this.options;
    return { method, url, key, timeoutMs, ...(body !== undefined && { body }), ...(signal && { signal }) };
  }

  /** The failure of the whole call: free calls never cost, and the possible cost of earlier attempts counts. */
  private failed(failure: AdLibraryError): AdLibraryError {
    const charge = this.call.price === 0 || this.charged === 0 ? "none" : "unknown";
    const request = `${this.call.method} ${this.url.origin}${this.url.pathname}`;
    const worked = this.options.worked?.() ?? false;
    const more = { charge, attempts: this.attempts, request, ...(worked && { worked }) } as const;
    this.failure = amended(failure, more, this.redactor);
    return this.failure;
  }
}

/** What a kept answer begins with whose text isn't exactly what came, so that nothing reads it as if it were. */
const notUtf8 = "not UTF-8";

/** The status is always 200 (docs/api.md, "Errors" 1): with any other, only a failed envelope is believed. */
function answerText({ status, text, isUtf8 }: Incoming): string {
  if (isSuccess(status) && isWebPage(text)) throw amended(badAnswer("not JSON"), { webPage: true });
  if (!isUtf8) throw badAnswer(`HTTP ${status}, ${notUtf8}`);
  if (isSuccess(status)) return text;
  try {
    readEnvelope(text);
  } catch (error) {
    if (error instanceof AdLibraryError && error.code === "rejected") throw error;
  }
  throw badAnswer(`HTTP ${status}`);
}

/** Whether a text is a web page, such as the sign-in page of a network, and not an answer with a page before it. */
const isWebPage = (text: string) => /^\s*<(?:!doctype\s+html|html)\b/i.test(text) && !text.trimEnd().endsWith("}");

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Whether a text is an answer of success, whatever the status says. */
function isSuccessText(text: string): boolean {
  try {
    readEnvelope(text);
    return true;
  } catch {
    return false;
  }
}

function wordFor(outcome: object): Outcome {
  if (!(outcome instanceof AdLibraryError)) return "received";
  if (outcome.charge === "none") return "notSent";
  return outcome.code === "rejected" ? "rejected" : "unknown";
}
