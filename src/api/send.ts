import { AdLibraryError, clipped, type FailureFacts } from "./errors";
import type { Redact } from "./redact";
import { failureOfFetch } from "./fetchFailure";
import { parseUrl } from "./parseUrl";

/** One request, ready to leave. */
export interface Outgoing {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly key: string;
  /** JSON text. */
  readonly body?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly redact: Redact;
}

/** What arrived: any status but a redirect, the whole body, strict UTF-8 without its byte order mark. */
export interface Incoming {
  readonly status: number;
  readonly text: string;
  /** Decoded bytes of the body. */
  readonly bytes: number;
}

/** Limit for the decoded bytes of one answer; the largest real ones have a few hundred kilobytes. */
const maxBytes = 32 * 1024 * 1024;
/** A timer that fires this late was not just waiting for its turn. */
const sleepMs = 5000;
/** The longest delay that a timer supports. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Sends one request once, with one timer for connecting, headers and body. Nothing is retried or followed here.
 * @throws {AdLibraryError} with the charge of a paid request; a free one never costs anything
 */
export async function send(outgoing: Outgoing): Promise<Incoming> {
  const { signal, timeoutMs } = outgoing;
  if (signal?.aborted) throw failed(outgoing, "cancelled", { charge: "none" });
  const controller = new AbortController();
  let timedOut = false;
  const stopTimer = startTimer(timeoutMs, () => {
    timedOut = true;
    controller.abort();
  });
  const cancel = () => controller.abort();
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await exchange(outgoing, controller.signal);
  } catch (error) {
    // Closes the socket if the answer was not read to its end.
    controller.abort();
    if (error instanceof AdLibraryError) throw error;
    if (signal?.aborted) throw failed(outgoing, "cancelled", { charge: "unknown" });
    if (timedOut) throw failed(outgoing, "timeout", { charge: "unknown", specifics: `${timeoutMs} ms` });
    throw failureOfFetch(error, outgoing.url.host, outgoing.redact);
  } finally {
    stopTimer();
    signal?.removeEventListener("abort", cancel);
  }
}

/**
 * Calls back when the time is over. A timer that fires much too late was held up while the machine slept: a paid answer
 * may have arrived meanwhile and be waiting to be read, so the timer starts once more.
 */
function startTimer(timeoutMs: number, end: () => void): () => void {
  const ms = Math.min(timeoutMs, maxTimerMs);
  const due = performance.now() + ms;
  const ring = () => {
    if (performance.now() - due < sleepMs) end();
    else timer = setTimeout(end, ms);
  };
  let timer = setTimeout(ring, ms);
  return () => clearTimeout(timer);
}

async function exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
  const { method, url, key, body } = outgoing;
  // Looked up at call time: VS Code replaces it with one that knows the user's proxy and certificates.
  const response = await globalThis.fetch(url, {
    method,
    headers: {
      accept: "application/json",
      "x-api-key": key,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
    redirect: "manual",
    credentials: "omit",
    signal,
  });
  const { status } = response;
  if (status >= 300 && status < 400) throw redirected(outgoing, response);
  const bytes = await readBody(outgoing, response);
  return { status, text: decoded(outgoing, status, bytes), bytes: bytes.length };
}

function redirected(outgoing: Outgoing, { status, headers }: Response): AdLibraryError {
  const location = headers.get("location");
  const target = location === null ? undefined : parseUrl(location, outgoing.url);
  const host = target && (target.origin === "null" ? target.protocol : target.origin);
  return failed(outgoing, "redirected", { charge: "unknown", status, ...(host !== undefined && { host }) });
}

async function readBody(outgoing: Outgoing, { body, status }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = body ?? [];
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > maxBytes) {
      throw failed(outgoing, "tooLarge", { charge: "unknown", status, specifics: `more than ${maxBytes} bytes` });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const strict = new TextDecoder("utf-8", { fatal: true });

function decoded(outgoing: Outgoing, status: number, bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    const start = clipped(bytes.subarray(0, 400).toString("latin1"), 80);
    throw failed(outgoing, "badAnswer", {
      charge: "unknown",
      status,
      specifics: `HTTP ${status}, not UTF-8: ${start}`,
    });
  }
}

function failed({ url, redact }: Outgoing, code: AdLibraryError["code"], facts: FailureFacts): AdLibraryError {
  return new AdLibraryError(code, { host: url.host, ...facts }, redact);
}
