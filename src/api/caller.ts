import { setTimeout as pause } from "node:timers/promises";
import type { Call, CallOptions, Outcome, Received, RequestRecord, SpendingLeave } from "./call";
import { AdLibraryError, amended, clipped } from "./errors";
import { redactorOf } from "./redact";
import { delayAfter, freeRetry, paidRetries, worthAnother } from "./retry";
import { routeBase, routeUrl } from "./route";
import { send, type Incoming } from "./send";
import { badAnswer, readEnvelope } from "./wire/envelope";

/** Makes calls: one request at a time, as often as the retry policy allows, each reported to the leave and the log. */
export class Caller {
  private readonly base: URL;

  /** @throws {AdLibraryError} `invalidRequest` for an unusable base URL */
  constructor(private readonly options: CallOptions) {
    this.base = routeBase(options.baseUrl);
  }

  /** @throws {AdLibraryError} */
  async call<T>(call: Call<T>, leave?: SpendingLeave, signal?: AbortSignal): Promise<Received<T>> {
    const url = routeUrl(this.base, call.segments, call.query);
    const ongoing = new OngoingCall(call, url, usableKey(this.options.key()), this.options, signal);
    const started = performance.now();
    try {
      return await ongoing.toTheEnd(leave);
    } finally {
      if (ongoing.attempts > 0) this.options.onRequest?.(ongoing.record(performance.now() - started));
    }
  }
}

/** A key that fits in a header; any other would make `fetch` throw an error that contains the key. */
function usableKey(key: string | undefined): string {
  if (key === undefined || key === "") throw new AdLibraryError("noKey", { charge: "none" });
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new AdLibraryError("noKey", { charge: "none", specifics: "it has characters that keys never contain" });
}

/** One call in progress: its attempts, and what the log will say about them. */
class OngoingCall<T> {
  /** Attempts made so far. */
  attempts = 0;
  private charged = 0;
  private repairs = 0;
  private last: Incoming | undefined;
  private failure: AdLibraryError | undefined;
  private readonly redact;

  constructor(
    private readonly call: Call<T>,
    private readonly url: URL,
    private readonly key: string,
    private readonly options: CallOptions,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.redact = redactorOf(key);
  }

  /** Makes attempts until one is answered or another is not worth making. */
  async toTheEnd(leave: SpendingLeave | undefined): Promise<Received<T>> {
    const policy = this.call.price === 0 ? freeRetry : paidRetries[this.options.paidRetry];
    for (;;) {
      if (this.signal?.aborted) throw this.failed(new AdLibraryError("cancelled", { charge: "none" }));
      await leave?.beforeAttempt(this.attempts + 1);
      this.attempts += 1;
      const outcome = await this.attempt();
      await leave?.afterAttempt(this.attempts, wordFor(outcome));
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
      this.last = await send({ ...this.outgoing(), redact: this.redact });
      const { value, repairs } = await this.call.read(answerText(this.last));
      this.repairs = repairs;
      this.charged += 1;
      return { value, text: this.last.text, receivedAt: new Date().toISOString(), attempts: this.attempts };
    } catch (error) {
      // Any error that a reader did not foresee is caused by the answer.
      const failure = error instanceof AdLibraryError ? error : amended(badAnswer("unreadable"), { cause: error });
      if (failure.charge !== "none") this.charged += 1;
      return amended(
        failure,
        { host: failure.host ?? this.url.host, ...(this.last && { status: this.last.status }) },
        this.redact,
      );
    }
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
    this.failure = amended(failure, more, this.redact);
    return this.failure;
  }
}

/** The status is always 200 (docs/api.md, "Errors" 1): with any other, only a failed envelope is believed. */
function answerText({ status, text }: Incoming): string {
  if (status >= 200 && status < 300) return text;
  try {
    readEnvelope(text);
  } catch (error) {
    if (error instanceof AdLibraryError && error.code === "rejected") throw error;
  }
  throw badAnswer(`HTTP ${status}: ${clipped(text, 80)}`);
}

function wordFor(outcome: object): Outcome {
  if (!(outcome instanceof AdLibraryError)) return "received";
  if (outcome.charge === "none") return "notSent";
  return outcome.code === "rejected" ? "rejected" : "unknown";
}
