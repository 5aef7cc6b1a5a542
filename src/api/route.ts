import { AdLibraryError } from "./errors";

/**
 * Parses a text as a URL; undefined if it is none. Does not rely on `URL.canParse`: some versions of Node return true
 * for very long URLs that `new URL` then rejects.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Reads a base URL: http or https, no user info; a path prefix is kept, query and fragment are dropped.
 * @throws {AdLibraryError} `invalidRequest`
 */
export function routeBase(text: string): URL {
  const base = parseUrl(text);
  if (!base || !["http:", "https:"].includes(base.protocol) || base.username !== "" || base.password !== "") {
    // The text may hold a password, so it is not repeated.
    throw invalid("the base URL must be an http or https URL without user name and password");
  }
  base.search = "";
  base.hash = "";
  base.pathname = `${base.pathname.replace(/\/+$/, "")}/`;
  return base;
}

/**
 * The URL of a route: the base URL's path, then each segment encoded on its own.
 * @throws {AdLibraryError} `invalidRequest` for a segment that would change the route
 */
export function routeUrl(base: URL, segments: readonly string[], query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base);
  url.pathname += segments.map(encodeSegment).join("/");
  // Every server reads %20 as a space, but only some read + as one.
  url.search = new URLSearchParams(query).toString().replaceAll("+", "%20");
  return url;
}

function encodeSegment(segment: string): string {
  if (segment === "" || [".", ".."].includes(segment) || /[\p{Cc}\p{Cs}]/u.test(segment)) {
    throw invalid(`"${segment}" cannot stand in a path`);
  }
  return encodeURIComponent(segment);
}

/** A request that is not sent. */
export function invalid(specifics: string): AdLibraryError {
  return new AdLibraryError("invalidRequest", { charge: "none", specifics });
}
