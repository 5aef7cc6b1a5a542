/** An object of a parsed answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a parsed value is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of an object; none for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** A noun under construction: fields are added if they are present. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What remains of fields when the absent ones (null or undefined) are left out. */
export type Present<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]> };

/** Leaves absent fields out: null counts as absent, and neither is replaced by a default. */
export function present<T extends object>(fields: T): Present<T>;
export function present(fields: Readonly<Record<string, unknown>>): object {
  const known: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== null && fields[key] !== undefined) known[key] = fields[key];
  return known;
}

/** A section of a noun; absent if nothing about it is known. */
export function unlessEmpty<T extends object>(section: T): T | undefined {
  for (const _ in section) return section;
  return undefined;
}
