import type { CatalogItem } from "../catalog/catalogItem";
import type { Facts } from "../world/facts";
import { readDays, readFlag, readKeys, readRange } from "./readValue";
import type { FilterLook, Matcher, SampleFilter } from "./sampleFilter";

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
  has: (facts: Facts, position: number) => boolean,
): SampleFilter {
  const positions = new Map(items.map((item, position) => [item.key, position]));
  return {
    key,
    look: look.itemsFrom === undefined ? { ...look, items } : look,
    compile(value): Matcher {
      const keys = readKeys(key, value);
      const chosen = keys.map((wanted) => positions.get(wanted)).filter((position) => position !== undefined);
      return keys.length === 0 ? () => true : (facts) => chosen.some((position) => has(facts, position));
    },
  };
}

/** A filter with a range for a number. With `infinite`, an upper end at the maximum means "and more". */
export function range(
  key: string,
  look: FilterLook & { readonly min: number; readonly max: number },
  measure: (facts: Facts, second: number) => number,
): SampleFilter {
  return {
    key,
    look,
    compile(value): Matcher {
      const [from, given] = readRange(key, value);
      const to = look.infinite && given >= look.max ? Infinity : given;
      return (facts, second) => {
        const measured = measure(facts, second);
        return measured >= from && measured <= to;
      };
    },
  };
}

/**
 * A filter with a range for a span of two numbers, both included. An ad stays if its span overlaps the chosen range.
 */
export function overlap(
  key: string,
  look: FilterLook & { readonly min: number; readonly max: number },
  span: (facts: Facts) => readonly [number, number],
): SampleFilter {
  return {
    key,
    look,
    compile(value): Matcher {
      const [from, given] = readRange(key, value);
      const to = look.infinite && given >= look.max ? Infinity : given;
      return (facts) => span(facts)[0] <= to && span(facts)[1] >= from;
    },
  };
}

/** A filter with a range of days (UTC). An ad stays if its span, in seconds, overlaps the chosen days. */
export function days(
  key: string,
  look: FilterLook,
  span: (facts: Facts, second: number) => readonly [number, number],
): SampleFilter {
  return {
    key,
    look,
    compile(value): Matcher {
      const [from, to] = readDays(key, value);
      return (facts, second) => {
        const [first, last] = span(facts, second);
        return first <= to && last >= from;
      };
    },
  };
}

/** A check box. If it is checked, only the ads for which `holds` is true stay; otherwise all do. */
export function flag(key: string, look: FilterLook, holds: Matcher): SampleFilter {
  return { key, look, compile: (value) => (readFlag(key, value) ? holds : () => true) };
}
