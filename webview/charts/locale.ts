/** The language of the page (BCP 47): numbers and dates are written in it. */
export function locale(): string {
  if (typeof document === "undefined") return "en";
  return document.documentElement.lang || navigator.language || "en";
}
