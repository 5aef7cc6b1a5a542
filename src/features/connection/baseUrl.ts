import * as l10n from "@vscode/l10n";
import type { ApiVersion } from "../../protocol/apiVersion";
import { parseUrl } from "../../api";
import { sampleUrl } from "../../protocol/ads";

const words = {
  empty: () => l10n.t("Enter the base URL of the library, or sample: for the sample library."),
  tooLong: () => l10n.t("The base URL is too long. Enter a shorter one."),
  notAUrl: () => l10n.t("This is not a URL. Enter one such as https://api.example.com."),
  notHttps: () => l10n.t("The base URL must start with https://."),
  httpNotLoopback: () =>
    l10n.t("http:// would send the key unprotected, so it works only for a library on this machine. Use https://."),
  userInfo: () => l10n.t("Remove the user name and password before the @. The key doesn't belong in the URL."),
};

export type BaseUrlProblem = keyof typeof words;

/** A checked base URL. */
export interface BaseUrl {
  /**
   * Normalized: scheme, host, port, and path, without a trailing slash; or `sample:`. It names the library: everything
   * bought, spent, and remembered belongs to it, and so does the key.
   */
  readonly text: string;
  readonly sample: boolean;
  /** A query or a fragment was left out: routes are appended to the path. */
  readonly shortened: boolean;
}

const longest = 2048;

/** Checks a base URL: https, or http on this machine, or `sample:`. */
export function parseBaseUrl(text: string): BaseUrl | BaseUrlProblem {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  if (trimmed.length > longest) return "tooLong";
  if (trimmed.toLowerCase() === sampleUrl) {
    return { text: sampleUrl, sample: true, shortened: false };
  }
  // Without the slashes, `host:8080` would pass for a scheme and `https:host` for a host.
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? parseUrl(trimmed) : undefined;
  if (!url) return "notAUrl";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "notHttps";
  if (url.username !== "" || url.password !== "" || /^[^/]*:\/\/[^/?#\\]*@/.test(trimmed)) return "userInfo";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "httpNotLoopback";
  return {
    text: url.origin + url.pathname.replace(/\/+$/, ""),
    sample: false,
    shortened: url.search !== "" || url.hash !== "" || /[?#]/.test(trimmed),
  };
}

/** The version and what follows it in the address of a route, as of one that was copied from a documentation. */
const ofRoutes = /^(.*?)\/((v[12])(?:\/(?:[^/]+\/)?ads(?:\/.*)?)?)$/i;

/** The same URL without what the routes add themselves, which is told as `added`; absent if it has nothing of it. */
export function withoutVersion(
  url: BaseUrl,
): { readonly url: BaseUrl; readonly version: ApiVersion; readonly added: string } | undefined {
  const [, text, added, version] = ofRoutes.exec(url.text) ?? [];
  if (text === undefined || added === undefined || url.sample) return undefined;
  const bare = { ...url, text: text.replace(/\/+$/, "") };
  return { url: bare, version: version?.toLowerCase() === "v1" ? "v1" : "v2", added };
}

/** Whether a checked result is a problem. */
export function isBaseUrlProblem(result: BaseUrl | BaseUrlProblem): result is BaseUrlProblem {
  return typeof result === "string";
}

/** The problem in words, for the input box. */
export const baseUrlProblemText = (problem: BaseUrlProblem): string => words[problem]();

/** `URL` has already normalized every spelling of an IPv4 address. Names below `localhost` can be remote. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
