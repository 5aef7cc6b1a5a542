const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

export interface AgoWords {
  /** A BCP 47 tag. */
  readonly language: string;
  /** For less than a minute. */
  readonly justNow: string;
}

/** How long ago an ISO time was, in words: "2 days ago". */
export function timeAgo(iso: string, { language, justNow }: AgoWords, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  const unit = units.find(([, size]) => seconds >= size);
  if (!unit) return justNow;
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / unit[1]), unit[0]);
}
