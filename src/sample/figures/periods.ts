const day = 86_400;
const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A span of time on the axis of a chart. `key` is its first day, such as 2025-01-31. It lasts from the second `from` to
 * before the second `to`.
 */
export interface Span {
  readonly key: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

const dateOf = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10);

function monthStart(second: number, later: number): number {
  const date = new Date(second * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / 1000;
}

function monthSpan(from: number): Span {
  const date = new Date(from * 1000);
  const label = `${monthNames[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
  return { key: dateOf(from), label, from, to: monthStart(from, 1) };
}

/** The calendar months (UTC) from the one of the first second to the one of the last. */
export function monthsBetween(first: number, last: number): Span[] {
  const months: Span[] = [];
  for (let from = monthStart(first, 0); from <= last; from = monthStart(from, 1)) months.push(monthSpan(from));
  return months;
}

/** The last `count` calendar months before the one of a second. */
export const monthsBefore = (second: number, count: number): Span[] =>
  monthsBetween(monthStart(second, -count), monthStart(second, 0) - 1);

/** The last `count` days (UTC), including the day of the second. */
export function daysUpTo(second: number, count: number): Span[] {
  const today = Math.floor(second / day) * day;
  return Array.from({ length: count }, (_, i) => {
    const from = today - (count - 1 - i) * day;
    const date = new Date(from * 1000);
    const label = `${monthNames[date.getUTCMonth()] ?? ""} ${date.getUTCDate()}`;
    return { key: dateOf(from), label, from, to: from + day };
  });
}
