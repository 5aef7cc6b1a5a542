import { errorCode } from "../protocol/failure";
import { AdLibraryError, type FailureFacts } from "./errors";
import { parseUrl } from "./route";
import type { Redactor } from "./redact";

/** One request, ready to leave. */
export interface Outgoing {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly key: string;
  /** JSON text. */
  readonly body?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly redactor: Redactor;
}

/** What arrived: any status but a redirect, and the whole body without its byte order mark and the key. */
export interface Incoming {
  readonly status: number;
  readonly text: string;
  /** Whether the body is strict UTF-8. The text of any other is UTF-16, or has a character for each byte. */
  readonly isUtf8: boolean;
  /** Decoded bytes of the body. */
  readonly bytes: number;
}

/** Limit for the decoded bytes of one answer; the largest real ones have a few hundred kilobytes. */
const maxBytes = 32 * 1024 * 1024;
/** A timer that fires this late was not just delayed by other work. */
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
    if (timedOut)
      throw failed(outgoing, "timeout", { charge: "unknown", specifics: `${timeoutMs} ms`, ...named(error) });
    throw failureOfFetch(error, outgoing.url.host, outgoing.redactor);
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

/** The package's version, inserted by the build. */
declare const packageVersion: string | undefined;
const userAgent = `ad-library-explorer/${typeof packageVersion === "string" ? packageVersion : "development"}`;

async function exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
  const { method, url, key, body } = outgoing;
  // Looked up at call time: VS Code replaces it with one that knows the user's proxy and certificates.
  const response = await globalThis.fetch(url, {
    method,
    headers: {
      accept: "application/json",
      "user-agent": userAgent,
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
  const { text, isUtf8 } = decoded(bytes);
  return { status, text: outgoing.redactor.answer(text), isUtf8, bytes: bytes.length };
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

function decoded(bytes: Buffer): Pick<Incoming, "text" | "isUtf8"> {
  // Where every other byte is 0, the key could not be found.
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes), isUtf8: false };
  try {
    return { text: strict.decode(bytes), isUtf8: true };
  } catch {
    return { text: bytes.toString("latin1"), isUtf8: false };
  }
}

/** UTF-16 by its byte order mark, or else by the 0 in its first sign, which no JSON or HTML in UTF-8 begins with. */
function wideEncoding([first, second]: Buffer): "utf-16le" | "utf-16be" | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? "utf-16be" : undefined;
}

function failed({ url, redactor }: Outgoing, code: AdLibraryError["code"], facts: FailureFacts): AdLibraryError {
  return new AdLibraryError(code, { host: url.host, ...facts }, redactor);
}

/** This machine does not trust the certificate of the service or a proxy for that name. */
const notTrusted: readonly RegExp[] = [
  /^(?:CERT_|CRL_|ERROR_IN_C|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_TLS_CERT_)/,
  /^(?:INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/,
];
/** Failures before the first byte of a request: name resolution, connecting, the TLS handshake with its certificates. */
const neverLeft: readonly RegExp[] = [
  ...notTrusted,
  /^(?:ENOTFOUND|EAI_[A-Z]+|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT)$/,
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE)$/,
  /^ERR_SSL_[A-Z0-9]+_ALERT_(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNRECOGNIZED_NAME)$/,
];
/** The answer is not HTTP, has too many headers, or is not compressed as declared. */
const notReadable = /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW$|Z_|ERR_[A-Z_]*(?:ERROR_FORMAT|BROTLI|ZSTD))/;
/** How `fetch` reports that a proxy refused to open a tunnel: other aborts have a code; this one has only a message. */
const refusedTunnel = /^Proxy response \((\d{3})\)/;
/** How `fetch` refuses a port that the web reserves for other protocols, such as 9 or 6667. It opens no connection. */
const refusedPort = "bad port";
const tooSlow = /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/;

/** Classifies a failed exchange by the machine code of its cause; unless certainly unsent, it may have been charged. */
export function failureOfFetch(error: unknown, host: string, redactor: Redactor): AdLibraryError {
  const root = rootOf(error);
  const code = errorCode(root);
  const [, refusal] = refusedTunnel.exec(root instanceof Error ? root.message : "") ?? [];
  const { proxy } = named(error);
  const facts = {
    ...{
      host,
      cause: error,
      specifics: refusal === undefined ? (code ?? wordsOf(root)) : `the proxy answered ${refusal}`,
    },
    ...(proxy !== undefined && { proxy }),
  };
  if (refusal !== undefined || isWithoutTunnel(error))
    return new AdLibraryError("notSent", { ...facts, obstacle: "proxy", charge: "none" }, redactor);
  if (surelyNotSent(root))
    return new AdLibraryError("notSent", { ...facts, ...untrusted(code), charge: "none" }, redactor);
  const kind = notReadable.test(code ?? "") ? "badAnswer" : tooSlow.test(code ?? "") ? "timeout" : "interrupted";
  return new AdLibraryError(kind, { ...facts, charge: "unknown" }, redactor);
}

/** The proxy that the `fetch` of the command line used, which it adds to its errors (src/cli/proxy.ts). */
const named = (error: unknown): Pick<FailureFacts, "proxy"> =>
  error instanceof Error && "proxy" in error && typeof error.proxy === "string" ? { proxy: error.proxy } : {};

/** It says, too, if that proxy opened no tunnel, whatever the reason. */
const isWithoutTunnel = (error: unknown) => error instanceof Error && "obstacle" in error && error.obstacle === "proxy";

const untrusted = (code = "") =>
  notTrusted.some((pattern) => pattern.test(code)) ? ({ obstacle: "certificate" } as const) : {};

/** `fetch` hides the answer of a proxy that asks for a password and gives no reason. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  return text === "" ? "no reason given, as when a proxy asks for a password" : text;
}

/** `fetch` says only "fetch failed": the reason is the innermost cause. */
function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 10 && root instanceof Error && root.cause !== undefined; depth += 1) root = root.cause;
  return root;
}

function surelyNotSent(error: unknown): boolean {
  // All addresses of a name were tried; none accepted the request.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(surelyNotSent);
  const code = errorCode(error) ?? "";
  if (neverLeft.some((pattern) => pattern.test(code))) return true;
  if (!(error instanceof Error)) return false;
  return error.message === refusedPort || ("syscall" in error && error.syscall === "connect");
}
