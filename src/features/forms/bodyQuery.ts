import { parseExact, reservedNames } from "../../api";
import type { Filter, FilterItem } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { platformOf } from "../../protocol/platforms";

/** A search as the service's own body. Integers too long for a double are bigints (`parseExact`, `writeExact`). */
export interface BodyQuery {
  readonly platform: PlatformToken;
  /** Own fields only, without `page`, `last_hit` and `api_key`. */
  readonly body: Readonly<Record<string, unknown>>;
}

const deepest = 16;
const mostValues = 20_000;

/** A body from foreign JSON: reserved names are left out; undefined if it is no object, or too deep or too large. */
export function readForeignBody(value: unknown): BodyQuery["body"] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !isModest(value, deepest, mostValues))
    return undefined;
  // `fromEntries` defines fields: a field named `__proto__` stays an ordinary field.
  return Object.fromEntries(Object.entries(value).filter(([name]) => !reservedNames.includes(name)));
}

/** The platform that a foreign value names. */
export function readPlatform(name: unknown): PlatformToken | undefined {
  return typeof name === "string" ? platformOf(name) : undefined;
}

/** An item for programs: its key is the value that a body has, not its JSON text. */
export const toldItem = ({ key, ...rest }: FilterItem) => ({ key: parseExact(key), ...rest });

/** A filter for programs: keys and bounds are values. */
export const toldFilter = ({ items, defaults, min, max, ...rest }: Filter) => ({
  ...{ ...rest, items: items.map(toldItem), defaults: defaults.map(parseExact) },
  ...(min !== undefined && { min: parseExact(String(min)) }),
  ...(max !== undefined && { max: parseExact(String(max)) }),
});

/** Whether a value is not too deep or too large. Iterative, because a file may be of any depth. */
export function isModest(root: unknown, deepest: number, mostValues = Infinity): boolean {
  let level = [root].filter(isHolder);
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const members = level.flatMap((holder): unknown[] => Object.values(holder));
    values += members.length;
    if (depth >= deepest || values > mostValues) return false;
    level = members.filter(isHolder);
  }
  return true;
}

const isHolder = (value: unknown) => typeof value === "object" && value !== null;
