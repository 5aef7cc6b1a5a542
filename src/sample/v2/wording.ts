const steps: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [365 * 86_400, "a year ago", "years ago"],
  [30 * 86_400, "a month ago", "months ago"],
  [7 * 86_400, "a week ago", "weeks ago"],
  [86_400, "a day ago", "days ago"],
  [3600, "an hour ago", "hours ago"],
  [60, "a minute ago", "minutes ago"],
];

/** How long ago something was, in words: "3 days ago". */
export function agoText(seconds: number): string {
  for (const [step, one, many] of steps) {
    const count = Math.floor(seconds / step);
    if (count === 1) return one;
    if (count > 1) return `${count} ${many}`;
  }
  return "just now";
}

/**
 * A time in ISO 8601 with microseconds. The fraction of the second is made up from any integer that is not negative.
 */
export function isoMicroseconds(second: number, fraction: number): string {
  const micros = `${fraction % 1_000_000}`.padStart(6, "0");
  return `${new Date(second * 1000).toISOString().slice(0, 19)}.${micros}Z`;
}

const short = (value: number): string => {
  if (value >= 1_000_000) return `${Math.round(value / 100_000) / 10}M`;
  return value >= 1000 ? `${Math.round(value / 100) / 10}K` : `${value}`;
};

/** A range that contains a count, in words: "10K-50K". */
export function estimate(count: number): string {
  const bounds = [0, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000];
  const above = bounds.find((bound) => bound > count);
  if (above === undefined) return ">5M";
  return `${short(bounds[bounds.indexOf(above) - 1] ?? 0)}-${short(above)}`;
}

export const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);
