import type { Digits } from "../protocol/ads";
import type { Charge } from "../protocol/credits";
import { errorCode, type FailureCode } from "../protocol/failure";
import type { QueryProblem } from "../protocol/search";
import type { Redactor } from "./redact";
import { present } from "./wire/fields";

/** The failures that a request to the library can end in. */
const sentences = {
  noKey: "No usable API key",
  rejected: "The library answered with a failure",
  notSent: "The request did not reach the library",
  timeout: "The library did not answer in time",
  interrupted: "The connection broke before the answer was complete",
  badAnswer: "The response is not from the Ad Library API",
  tooLarge: "The answer is larger than the limit",
  redirected: "The library redirected to another address, which is never followed",
  cancelled: "The request was canceled",
  invalidRequest: "The request is not valid and was not sent",
  notInV1: "V1 does not offer this, so nothing was sent",
} satisfies Partial<Record<FailureCode, string>>;

export type AdLibraryFailureCode = keyof typeof sentences;

export interface FailureFacts {
  readonly charge: Charge;
  /** `meta.code` of a failed envelope. */
  readonly serviceCode?: number;
  /** `meta.message` of a failed envelope. */
  readonly serviceText?: string;
  /** The host that was asked; for `redirected`, the origin of the redirect's target. */
  readonly host?: string;
  /** For a bug report. */
  readonly specifics?: string;
  readonly problems?: readonly QueryProblem[];
  /** HTTP status, if one arrived. */
  readonly status?: number;
  /** The request line: method and URL, without what was searched for. */
  readonly request?: string;
  /** The answer ends before its JSON does. */
  readonly cutOff?: true;
  /** A whole web page came instead of an answer. */
  readonly webPage?: true;
  /** A request to the same base URL succeeded earlier. */
  readonly worked?: true;
  /** The answer is about this ad, another one than was asked for. */
  readonly otherAd?: Digits;
  /** The answer is kept as it came: the credits that it may have cost. */
  readonly kept?: number;
  /** Requests sent (or tried) until this failure. */
  readonly attempts?: number;
  /** Of `notSent`: what prevented the request from reaching the service. */
  readonly obstacle?: Obstacle;
  /** The proxy that the request had to go through, without its password, if that is known. */
  readonly proxy?: string;
  readonly cause?: unknown;
}

/** A certificate that this machine does not trust, or a proxy that blocks the connection. */
export type Obstacle = "certificate" | "proxy";

type Facts = Omit<FailureFacts, "cause">;

/** The facts that the constructor below assigns. */
const ErrorWithFacts: new (message: string, options?: ErrorOptions) => Error & Partial<Facts> = Error;

/**
 * A request that failed, and whether it may have cost credits. Holds only copies of texts: neither the request nor the
 * original error can be reached from it. Readers of answers give it whole texts; the caller's redactor makes them short.
 */
export class AdLibraryError extends ErrorWithFacts {
  override readonly name = "AdLibraryError";
  declare readonly charge: Charge;

  constructor(
    readonly code: AdLibraryFailureCode,
    facts: FailureFacts,
    redactor?: Redactor,
  ) {
    // Without a redactor nothing is clipped yet: a key at the cut would no longer be found.
    const short = (text: string, length: number) => redactor?.excerpt(text, length) ?? oneLine(text);
    const { cause, ...known } = { ...facts, ...shortened(facts, short) };
    super(short(sentence(code, known), 1000), cause === undefined ? undefined : { cause: copyOf(cause, redactor) });
    Object.assign(this, known);
  }
}

/** Whether a stored answer can't be read by this version: reading it threw this. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof AdLibraryError || error instanceof SyntaxError;

/** What is read of a stored answer; undefined if this version can't read it. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** The same failure with more facts. */
export function amended(error: AdLibraryError, more: Partial<FailureFacts>, redactor?: Redactor): AdLibraryError {
  return new AdLibraryError(error.code, { ...error, cause: error.cause, ...more }, redactor);
}

function shortened(facts: FailureFacts, short: Redactor["excerpt"]) {
  const { serviceText, host, specifics, proxy, request, problems } = facts;
  const cut = (text: string | undefined, length: number) => (text === undefined ? undefined : short(text, length));
  return present({
    serviceText: cut(serviceText, 500),
    host: cut(host, 200),
    specifics: cut(specifics, 500),
    proxy: cut(proxy, 200),
    request: cut(request, 500),
    problems: problems?.map((problem) => ({ ...problem, ...present({ value: cut(problem.value, 100) }) })),
  });
}

function sentence(
  code: AdLibraryFailureCode,
  { host, serviceCode, serviceText, specifics, problems }: FailureFacts,
): string {
  const facts = [
    host,
    serviceCode === undefined ? undefined : `code ${serviceCode}`,
    serviceText,
    specifics,
    ...(problems ?? []).map(({ filter, code: problem }) => (filter === undefined ? problem : `${filter}: ${problem}`)),
  ].filter((fact) => fact !== undefined && fact !== "");
  return facts.length === 0 ? sentences[code] : `${sentences[code]} (${facts.join("; ")})`;
}

/** An error of the same name, code, text and stack, without the key or anything else from the original. */
function copyOf(cause: unknown, redactor: Redactor | undefined, depth = 0): Error {
  const clean = (text: string) => redactor?.text(text) ?? text;
  const original = cause instanceof Error ? cause : new Error(typeof cause === "string" ? cause : "not an error");
  const deeper =
    original.cause !== undefined && depth < 5 ? { cause: copyOf(original.cause, redactor, depth + 1) } : {};
  const copy = new Error(clean(original.message), deeper);
  copy.name = clean(original.name);
  if (original.stack !== undefined) copy.stack = clean(original.stack);
  const code = errorCode(original);
  return code === undefined ? copy : Object.assign(copy, { code: clean(code) });
}

/** A text as one printable line. */
const oneLine = (text: string) => text.replace(/[\s\p{C}]+/gu, " ").trim();
