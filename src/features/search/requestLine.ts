import type { RequestRecord } from "../../api";

/** What the log says about one request and why it failed: never a header, a body or what was searched for. */
export function requestLine(record: RequestRecord): string {
  const { method, path, status, attempts, ms, bytes, credits, repairs, failure } = record;
  return [
    `${method} ${path}`,
    status === undefined ? "no answer" : `HTTP ${status}`,
    ...(failure ? [outcomeOf(failure)] : []),
    `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
    `${Math.round(ms)} ms`,
    `${bytes} bytes`,
    creditsOf(credits, failure),
    ...(repairs > 0 ? [`${repairs} unreadable fields left out`] : []),
    ...(failure ? [failure.message] : []),
  ].join(" | ");
}

type RequestFailure = NonNullable<RequestRecord["failure"]>;

function outcomeOf({ code, serviceCode }: RequestFailure): string {
  return serviceCode === undefined ? code : `${code} ${serviceCode}`;
}

function creditsOf(credits: number, failure: RequestFailure | undefined): string {
  return failure && credits > 0 ? `up to ${credits} credits` : `${credits} credits`;
}
