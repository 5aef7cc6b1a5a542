import { type ApiVersion, routeBase, type PreparedSearch, routeUrl, versions } from "../../api";
import type { PlatformSegments } from "../../protocol/platforms";

/** A text as one word of a POSIX shell: nothing in it is expanded. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Page 1 of a search as a shell command; the key stays a variable of the shell. */
export function asCurl(
  baseUrl: string,
  version: ApiVersion,
  request: PreparedSearch,
  segments: PlatformSegments,
): string {
  const call = versions[version].endpoints.search({ request, cursor: undefined }, segments);
  const url = routeUrl(routeBase(baseUrl), call.segments);
  return [
    `curl --globoff --request ${call.method} ${shellWord(url.href)}`,
    `--header "x-api-key: $AD_LIBRARY_API_KEY"`,
    `--header 'content-type: application/json'`,
    `--data-raw ${shellWord(call.body ?? "")}`,
  ].join(" \\\n  ");
}
