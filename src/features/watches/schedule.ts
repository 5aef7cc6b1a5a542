/** How often a watched search is checked. */
export const intervals = ["day", "week", "monday"] as const;
export type Interval = (typeof intervals)[number];

/** The beginning of the day, on this machine's clock, on which a search that was checked at a time is due again. */
export function nextDay(every: Interval, from: Date): Date {
  const days = every === "day" ? 1 : every === "week" ? 7 : (8 - from.getDay()) % 7 || 7;
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
}
