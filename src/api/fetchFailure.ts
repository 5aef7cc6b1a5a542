import { errorCode } from "../protocol/failure";
import { AdLibraryError } from "./errors";
import type { Redact } from "./redact";

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
export function failureOfFetch(error: unknown, host: string, redact: Redact): AdLibraryError {
  const root = rootOf(error);
  const code = errorCode(root);
  const [, refusal] = refusedTunnel.exec(root instanceof Error ? root.message : "") ?? [];
  if (refusal !== undefined) {
    const facts = { host, cause: error, specifics: `the proxy answered ${refusal}`, obstacle: "proxy" } as const;
    return new AdLibraryError("notSent", { ...facts, charge: "none" }, redact);
  }
  const facts = { host, cause: error, specifics: code ?? wordsOf(root) };
  if (surelyNotSent(root))
    return new AdLibraryError("notSent", { ...facts, ...untrusted(code), charge: "none" }, redact);
  const kind = notReadable.test(code ?? "") ? "badAnswer" : tooSlow.test(code ?? "") ? "timeout" : "interrupted";
  return new AdLibraryError(kind, { ...facts, charge: "unknown" }, redact);
}

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
