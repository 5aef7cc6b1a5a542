import * as z from "zod";
import type { Count } from "../../protocol/ads";
import { digitsOf, isExactInteger, isRounded } from "../integers";

/** Fields that hold one value. All may be absent. */
export const text = () => z.string().nullish();
export const truth = () => z.boolean().nullish();
/** An integer with its exact digits, as a number, a bigint or a text. */
export const integer = () => leaf(isExactInteger);
/** A finite number; a numeric text or an integer too long for a double counts as one. */
export const amount = () => leaf((value) => numberOf(value) !== undefined);
/** The same, unless `JSON.parse` rounded it. */
export const plainAmount = () => leaf((value) => !isRounded(value) && numberOf(value) !== undefined);
/** Words, or a number that stands for its own text. */
export const words = () => z.union([z.string(), z.number(), z.bigint()]).nullish();

const leaf = (fits: (value: unknown) => boolean) => z.custom<number | bigint | string>(fits).nullish();

/** The number that a value is or spells, as precisely as a double allows. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && value.trim() !== "" ? numberOf(Number(value)) : undefined;
}

/** A quantity: a number where a double holds it exactly, its digits otherwise. */
export function countOf(value: unknown): Count | undefined {
  const number = numberOf(value);
  // Stryker disable next-line ConditionalExpression,StringLiteral: the way of texts and long integers gives the same number, only slower
  if (typeof value === "number") return number;
  const exact = digitsOf(value);
  // Stryker disable next-line ConditionalExpression: what is no number has no exact digits either: TypeScript cannot see that
  return number === undefined || exact === undefined || Number.isSafeInteger(number) ? number : exact;
}

/** The text of accepted `words`. */
export function wordsOf(value: string | number | bigint | null | undefined): string | undefined {
  return value == null ? undefined : String(value);
}
