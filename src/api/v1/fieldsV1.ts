import { isObject, type Fields } from "../wire/fields";

/** All members except those named; a field called `__proto__` stays an ordinary field. */
export function withoutNames(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The first of these members that holds a value. */
export function firstOf(fields: Fields, ...names: readonly string[]): unknown {
  for (const name of names) if (Object.hasOwn(fields, name) && fields[name] != null) return fields[name];
  return undefined;
}

/** Known fields under their V2 names, without absent ones, then all others unchanged. */
export function renamed(known: Fields, original: Fields, taken: readonly string[]): Fields {
  const present = Object.entries(known).filter(([, value]) => value !== undefined && value !== null);
  const names = [...taken, ...present.map(([name]) => name)];
  return Object.fromEntries([...present, ...Object.entries(withoutNames(original, names))]);
}

/** Maps the elements of a list; any other value is left for the V2 reader to judge. */
export function mapList(value: unknown, map: (element: Fields) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((element: unknown) => (isObject(element) ? map(element) : element));
}

/** A field's name for people: `seen_counts` is "Seen counts". */
export function spoken(name: string): string {
  const words = name.replaceAll(/[_.]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A time as text: epoch seconds or milliseconds become ISO 8601, a text stays unchanged. */
export function timeText(value: unknown): unknown {
  if (typeof value !== "number" || value < 1e9 || value >= 1e14) return value;
  return new Date(value < 1e11 ? value * 1000 : value).toISOString();
}
