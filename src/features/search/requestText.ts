import { type RequestRecord, type ApiVersion, routeBase, type PreparedSearch, routeUrl, versions } from "../../api";
import type { PlatformSegments } from "../../protocol/platforms";
import { shellWord } from "../text";

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

/** Page 1 of a search as a shell command; the key stays a variable of the shell. */
export function asCurl(
  baseUrl: string,
  version: ApiVersion,
  request: PreparedSearch,
  segments: PlatformSegments,
): string {
  const { routes, segmentIn, bodyOf } = versions[version];
  const url = routeUrl(routeBase(baseUrl), routes.search(segmentIn(request.platform, segments)));
  return [
    `curl --globoff --request POST ${shellWord(url.href)}`,
    `--header "x-api-key: $AD_LIBRARY_API_KEY"`,
    `--header 'content-type: application/json'`,
    `--data-raw ${shellWord(bodyOf(request))}`,
  ].join(" \\\n  ");
}
