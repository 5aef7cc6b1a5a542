/** A size as people read it, in this language or else the reader's own: "12 kB", "3.4 MB". */
export function bytesText(bytes: number, language?: string): string {
  // More would be rounded up to 1,000 kB.
  const isSmall = bytes <= 999_000;
  const digits = isSmall ? 0 : 1;
  return new Intl.NumberFormat(language, {
    ...{ style: "unit", unit: isSmall ? "kilobyte" : "megabyte" },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  }).format(isSmall ? Math.ceil(bytes / 1000) : bytes / 1_000_000);
}
