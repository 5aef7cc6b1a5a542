import type { FilterComponent } from "../../protocol/filters";
import { bad } from "../request";
import type { CatalogItem } from "../world/catalog";
import type { Facts } from "../world/facts";
import type { SampleWorld } from "../world/sampleWorld";

/** Whether an ad belongs to the answer, as it stood at the second of the snapshot. */
export type Matcher = (facts: Facts, second: number) => boolean;

/** How a filter is described, whichever shape a version of the service gives it. */
export interface FilterLook {
  readonly component: FilterComponent | "SwatchPicker";
  /** Absent if the service sends no name, so that clients show the key. */
  readonly label?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Name of the route that serves the items. */
  readonly itemsFrom?: string;
  readonly items?: readonly CatalogItem[];
  readonly default?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
  readonly infinite?: boolean;
  readonly disableOther?: true | readonly string[];
  readonly subKeys?: { readonly type: string; readonly main: string };
  /** V1 only. */
  readonly disabled?: "free_plan" | "coming_soon";
}

/** A filter of a platform: its description and its effect. */
export interface SampleFilter {
  readonly key: string;
  readonly look: FilterLook;
  /**
   * Turns the filter's value in a search body into a matcher. @throws {Refusal} for a value that the contract forbids
   */
  compile(value: unknown, library: SampleWorld): Matcher;
  /** The items that the route `look.itemsFrom` serves. */
  readonly served?: () => readonly CatalogItem[];
}

const day = 86_400;

/** The value of a filter as a list. @throws {Refusal} for anything else */
export function readList(filter: string, value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value satisfies readonly unknown[]) : bad(`The ${filter} field must be an array.`);
}

/** The keys of the chosen items, numbers or strings; a Boolean counts as 1 or 0. @throws {Refusal} */
function readKeys(filter: string, value: unknown): readonly (number | string)[] {
  return readList(filter, value).map((key) => {
    if (typeof key === "boolean") return key ? 1 : 0;
    if (typeof key === "number" || typeof key === "string") return key;
    return bad(`The ${filter} field must contain keys of its items.`);
  });
}

/** The lower and the upper end of a range. A missing end, or null, is open. @throws {Refusal} */
function readRange(filter: string, value: unknown): readonly [from: number, to: number] {
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
function readDays(filter: string, value: unknown): readonly [from: number, to: number] {
  const days = readList(filter, value).map((date) => readDay(filter, date));
  if (days.length > 2) bad(`The ${filter} field must contain at most two dates.`);
  const last = days[1] ?? Infinity;
  const [from, to] = [days[0] ?? -Infinity, last + day - 1];
  return from <= to ? [from, to] : bad(`The ${filter} field must begin with its earlier date.`);
}

/** Whether a check box is checked. @throws {Refusal} */
function readFlag(filter: string, value: unknown): boolean {
  const [flag] = readKeys(filter, Array.isArray(value) ? value : [value]);
  return flag === 1;
}

/** Items whose keys are numbers from `first` on, in the order of the labels. */
export function numbered(labels: readonly string[], first = 1, icons?: readonly string[]): CatalogItem[] {
  return labels.map((label, i) => ({ key: first + i, label, icon: icons?.[i] ?? null }));
}

/** Items whose keys are texts. */
export function named(pairs: readonly (readonly [key: string, label: string | null])[]): CatalogItem[] {
  return pairs.map(([key, label]) => ({ key, label, icon: null }));
}

/**
 * A filter with items to choose from. An ad stays if it has at least one of the chosen items, given by their positions.
 */
export function choice(
  key: string,
  look: FilterLook,
  items: readonly CatalogItem[],
  has: (facts: Facts, position: number, second: number) => boolean,
): SampleFilter {
  const positions = new Map(items.map((item, position) => [item.key, position]));
  return {
    key,
    ...(look.itemsFrom === undefined ? { look: { ...look, items } } : { look, served: () => items }),
    compile(value): Matcher {
      const keys = readKeys(key, value);
      const chosen = keys.map((wanted) => positions.get(wanted)).filter((position) => position !== undefined);
      return keys.length === 0 ? () => true : (facts, second) => chosen.some((i) => has(facts, i, second));
    },
  };
}

type Span = readonly [from: number, to: number];

/** A filter with a range. An ad stays if its span overlaps the chosen one; all ends are included. */
function overlapping(
  key: string,
  look: FilterLook,
  read: (filter: string, value: unknown) => Span,
  span: (facts: Facts, second: number) => Span,
): SampleFilter {
  return {
    key,
    look,
    compile(value): Matcher {
      const [from, given] = read(key, value);
      // "And more": an upper end at the maximum includes everything above it.
      const to = look.infinite && given >= (look.max ?? Infinity) ? Infinity : given;
      return (facts, second) => {
        const [first, last] = span(facts, second);
        return first <= to && last >= from;
      };
    },
  };
}

/** A filter with a range of numbers, for ads that have a span of them. */
export const overlap = (key: string, look: FilterLook, span: (facts: Facts) => Span): SampleFilter =>
  overlapping(key, look, readRange, span);

/** A filter with a range for a number. */
export const range = (key: string, look: FilterLook, measure: (facts: Facts, second: number) => number): SampleFilter =>
  overlapping(key, look, readRange, (facts, second) => {
    const measured = measure(facts, second);
    return [measured, measured];
  });

/** A filter with a range of days (UTC), for spans in seconds. */
export const days = (key: string, look: FilterLook, span: (facts: Facts, second: number) => Span): SampleFilter =>
  overlapping(key, look, readDays, span);

/** A check box. If it is checked, only the ads for which `holds` is true stay; otherwise all do. */
export function flag(key: string, look: FilterLook, holds: Matcher): SampleFilter {
  return { key, look, compile: (value) => (readFlag(key, value) ? holds : () => true) };
}
