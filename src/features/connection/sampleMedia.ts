/**
 * The sample library listens on another port after each start: pictures in its archived answers are asked from where it
 * is now. For reading only; exports keep the answers as they came.
 */
export function withSampleMedia(text: string, baseUrl: string): string {
  return text.replace(/http:\/\/127\.0\.0\.1:\d{1,5}(?=\/media\/)/g, () => new URL(baseUrl).origin);
}
