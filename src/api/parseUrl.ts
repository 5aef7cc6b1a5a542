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
