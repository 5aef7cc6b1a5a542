import type { Count, Digits } from "../../protocol/ads";
import { digitsOf, holdsRounded, isRounded } from "../integers";
import { isObject, type Fields } from "./fields";
import { countOf, numberOf } from "./leaves";
import { isTexts, textsOf } from "./texts";

/*
 * Readers of one field, for values as `parseRounded` returns them. Absent values (missing or null) read as nothing; a
 * value that does not fit, or a number that may have lost digits, throws `unfit`. They accept what the leaves of the
 * schemas in `card.ts` and `media.ts` accept, so that whatever zod has repaired always fits. They are a second
 * way to read a card because a person waits for the first page of a window: building and compiling zod's check takes 11
 * to 26 ms of CPU there (15 to 30 ms instead of 4), and an answer that fits never needs it.
 */

/** Made once: nobody reads its stack. */
// Stryker disable next-line StringLiteral: nobody reads it
export const unfit = new TypeError("a value does not fit its field");

/** What was read; undefined if a value was unfit. */
export function unlessUnfit<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error === unfit) return undefined;
    throw error;
  }
}

function nothing(value: unknown): undefined {
  if (value === undefined || value === null) return undefined;
  throw unfit;
}

export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : nothing(value);
}

export function truthIn(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : nothing(value);
}

export function digitsIn(value: unknown): Digits | undefined {
  return digitsOf(value) ?? nothing(value);
}

export function amountIn(value: unknown): number | undefined {
  return (isRounded(value) ? undefined : numberOf(value)) ?? nothing(value);
}

export function countIn(value: unknown): Count | undefined {
  return (isRounded(value) ? undefined : countOf(value)) ?? nothing(value);
}

/** The texts in a value of any shape. */
export function textsIn(value: unknown): readonly string[] {
  // Stryker disable next-line ConditionalExpression,LogicalOperator,StringLiteral: in texts no rounded number is found, and looking for one only takes longer
  const known = typeof value === "string" || isTexts(value);
  // Stryker disable next-line LogicalOperator,ConditionalExpression: the careful path reads the same, only slower
  if (!known && holdsRounded(value)) throw unfit;
  return textsOf(value);
}

export function objectIn(value: unknown): Fields {
  return isObject(value) ? value : (nothing(value) ?? {});
}

/** The results of `read` for the objects of a list; undefined results are left out. */
export function objectsIn<T>(value: unknown, read: (fields: Fields) => T | undefined): readonly T[] {
  if (!Array.isArray(value)) return nothing(value) ?? [];
  const made: T[] = [];
  for (const element of value) {
    if (!isObject(element)) throw unfit;
    const one = read(element);
    if (one !== undefined) made.push(one);
  }
  return made;
}
