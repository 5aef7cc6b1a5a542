import { asSent, type Count, type Digits } from "../../protocol/ads";
import { digitsOf, isRounded } from "../integers";

/** An object of a parsed answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a parsed value is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !isList(value);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The members of an object; none for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Whether an object's member is named as an element of a list is. */
export const isIndex = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name);

/** The elements of a list. One with gaps may arrive as an object whose names are whole numbers; the number decides. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
  if (isList(value)) return value;
  const names = isObject(value) ? Object.keys(value) : [];
  return isObject(value) && names.length > 0 && names.every(isIndex) ? Object.values(value) : undefined;
}

/**
 * Reads the values of an answer as far as they fit. Absent ones (missing or null) read as `undefined`; so do those that
 * don't fit, and these are counted. A quantity that doesn't fit is shown as it was sent.
 */
export class FieldReader {
  repairs = 0;

  text(value: unknown): string | undefined {
    return typeof value === "string" ? readable(value) : this.unfit(value);
  }

  truth(value: unknown): boolean | undefined {
    return typeof value === "boolean" ? value : this.unfit(value);
  }

  /** The exact digits of an integer, or of a text that consists of one. */
  digits(value: unknown): Digits | undefined {
    return digitsOf(value) ?? this.unfit(value);
  }

  /** A limit: a quantity that is compared with others, so that nothing else will do. */
  bound(value: unknown): Count | undefined {
    return countOf(value) ?? this.unfit(value);
  }

  /** A quantity; what was sent in its place if that can't be read. */
  count(value: unknown): Count | undefined {
    return countOf(value) ?? sentText(value) ?? this.unfit(value);
  }

  /** A text, or a number as text. */
  words(value: unknown): string | undefined {
    if (typeof value === "string") return readable(value);
    return numberOf(value) === undefined ? this.unfit(value) : String(value);
  }

  object(value: unknown): Fields {
    return isObject(value) ? value : (this.unfit(value) ?? {});
  }

  /** The elements of a list; one that is an object counts as repaired. */
  list(value: unknown): readonly unknown[] {
    if (!isList(value)) this.unfit(value);
    return elementsOf(value) ?? [];
  }

  /** What `read` makes of each object in a list, without `undefined`. */
  objects<T>(value: unknown, read: (fields: Fields) => T | undefined): readonly T[] {
    return this.list(value)
      .map((one) => (isObject(one) ? read(one) : this.unfit(one)))
      .filter((one) => one !== undefined);
  }

  private unfit(value: unknown): undefined {
    if (value !== undefined && value !== null) this.repairs += 1;
  }
}

/** The number that a value is or spells, as precisely as a double allows; none if `JSON.parse` rounded it. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return isRounded(value) || Number.isNaN(value) ? undefined : value;
  if (typeof value === "bigint") return Number(value);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** A quantity: a number where a double holds it exactly, its digits otherwise. */
export function countOf(value: unknown): Count | undefined {
  const number = numberOf(value);
  return number === undefined || Number.isSafeInteger(number) ? number : (digitsOf(value) ?? number);
}

/** What was sent in place of a number, marked; absent for null, blank texts, lists, and objects. */
function sentText(value: unknown): string | undefined {
  const isScalar = typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
  const text = isScalar ? String(value) : typeof value === "string" ? value : "";
  const line = text.slice(0, 200).replaceAll(/\s+/g, " ").trim().slice(0, 40);
  return line === "" ? undefined : asSent(line);
}

/** Whether a value is a number, or a text such as "1,234", "~5" or "$1.2K" that was meant as one. */
export function isFigure(value: unknown): boolean {
  if (typeof value !== "string") return numberOf(value) !== undefined;
  return numberOf(value) !== undefined || /^[^\p{L}\d]{0,4}\d[\d.,\s'’]*\p{L}{0,3}[%+]?$/u.test(value.trim());
}

/** A text without the sign at which databases and programs end one. Looking for it first takes a third of the time. */
export const readable = (text: string) => (text.includes("\0") ? text.replaceAll("\0", "␀") : text);

/** Levels of lists and objects that are searched for texts. */
const maxDepth = 4;
/** The members of an object that people can read, the best first. */
const speaking = ["label", "name", "title", "text", "value", "icon", "key"];

/** The texts in a value of any shape (`metadata.value`): a text, a number, a list of them, or labeled objects. */
export function textsOf(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [readable(value)];
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return [String(value)];
  if (depth >= maxDepth) return [];
  const elements = elementsOf(value);
  if (elements) return elements.flatMap((element) => textsOf(element, depth + 1));
  if (!isObject(value)) return [];
  for (const name of speaking) {
    const texts = Object.hasOwn(value, name) ? textsOf(value[name], depth + 1) : [];
    if (texts.length > 0) return texts;
  }
  return [];
}

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
  return Object.keys(section).length > 0 ? section : undefined;
}
