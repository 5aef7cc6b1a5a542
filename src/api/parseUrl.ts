/**
 * The URL that a text is, or undefined. Not `URL.canParse` before `new URL`: of very long addresses,
 * some versions of Node say that they can be parsed, and throw when they are.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
