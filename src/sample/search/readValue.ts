import { bad } from "../refusal";

const day = 86_400;

/** The value of a filter as a list. @throws {Refusal} for anything else */
export function readList(filter: string, value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value satisfies readonly unknown[]) : bad(`The ${filter} field must be an array.`);
}

/** The keys of the chosen items, numbers or strings; a Boolean counts as 1 or 0. @throws {Refusal} */
export function readKeys(filter: string, value: unknown): readonly (number | string)[] {
  return readList(filter, value).map((key) => {
    if (typeof key === "boolean") return key ? 1 : 0;
    if (typeof key === "number" || typeof key === "string") return key;
    return bad(`The ${filter} field must contain keys of its items.`);
  });
}

/** The lower and the upper end of a range. A missing end, or null, is open. @throws {Refusal} */
export function readRange(filter: string, value: unknown): readonly [from: number, to: number] {
  const ends = readList(filter, value).map((end) => {
    if (end === null || typeof end === "number") return end;
    return bad(`The ${filter} field must contain numbers.`);
  });
  if (ends.length > 2) bad(`The ${filter} field must contain at most two numbers.`);
  const [from, to] = [ends[0] ?? -Infinity, ends[1] ?? Infinity];
  return from <= to ? [from, to] : bad(`The ${filter} field must begin with its lower end.`);
}

function readDay(filter: string, value: unknown): number | null {
  if (value === null) return null;
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return bad(`The ${filter} field must contain dates such as 2025-01-31.`);
  }
  const time = Date.parse(`${value}T00:00:00Z`);
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return real ? time / 1000 : bad(`${value} in the ${filter} field is not a date.`);
}

/** The first and the last second of a span of days (UTC). A missing end, or null, is open. @throws {Refusal} */
export function readDays(filter: string, value: unknown): readonly [from: number, to: number] {
  const days = readList(filter, value).map((date) => readDay(filter, date));
  if (days.length > 2) bad(`The ${filter} field must contain at most two dates.`);
  const last = days[1] ?? Infinity;
  const [from, to] = [days[0] ?? -Infinity, last + day - 1];
  return from <= to ? [from, to] : bad(`The ${filter} field must begin with its earlier date.`);
}

/** Whether a check box is checked. @throws {Refusal} */
export function readFlag(filter: string, value: unknown): boolean {
  const [flag] = readKeys(filter, Array.isArray(value) ? value : [value]);
  return flag === 1;
}
