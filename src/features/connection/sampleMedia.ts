/**
 * The sample library may listen on a different port after each start: points the pictures in its archived answers to
 * the current one. For reading only; exports keep the answers unchanged.
 */
export function withSampleMedia(text: string, baseUrl: string): string {
  return text.replace(/http:\/\/127\.0\.0\.1:\d{1,5}(?=\/media\/)/g, () => new URL(baseUrl).origin);
}
