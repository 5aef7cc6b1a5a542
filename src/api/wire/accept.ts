import * as z from "zod";
import { isObject } from "./fields";

/** A value that fits its schema, and how many of its parts did not and were left out. */
export interface Accepted<T> {
  readonly value: T;
  readonly repairs: number;
}

/**
 * Accepts a foreign object unchanged if it fits, which is nearly free. Otherwise copies every part that fits:
 * unreadable fields and elements are left out and counted; absent ones (missing or null) are not counted. Expects
 * schemas whose objects and arrays are required (a missing one is filled with an empty one) and whose other fields are
 * nullish. For such schemas there is always a value, even if it is an empty object.
 */
export function accept<S extends z.ZodObject>(schema: S, value: unknown): Accepted<z.input<S>> {
  if (z.validate(schema, value)) return { value, repairs: 0 };
  const repair = new Repair();
  const copy = repair.object(schema, value);
  if (!z.validate(schema, copy)) throw new TypeError("a schema has a required field that cannot be left out");
  return { value: copy, repairs: repair.count };
}

class Repair {
  count = 0;

  object(schema: z.ZodObject, value: unknown): Record<string, unknown> {
    const fields = isObject(value) ? value : this.absent<Record<string, unknown>>(value, {});
    const entries = Object.entries<z.core.$ZodType>(schema.shape).map(([key, part]) => {
      return [key, this.part(part, Object.hasOwn(fields, key) ? fields[key] : undefined)] as const;
    });
    return Object.fromEntries(entries);
  }

  private array(schema: z.ZodArray, value: unknown): readonly unknown[] {
    const elements: readonly unknown[] = Array.isArray(value) ? value : this.absent(value, []);
    const copies = elements.map((element) => {
      const unreadable = schema.element instanceof z.ZodObject && !isObject(element);
      return unreadable ? this.absent(element, undefined) : this.part(schema.element, element);
    });
    return copies.filter((copy) => copy !== undefined && copy !== null);
  }

  private part(schema: z.core.$ZodType, value: unknown): unknown {
    if (z.validate(schema, value)) return value;
    if (schema instanceof z.ZodObject) return this.object(schema, value);
    if (schema instanceof z.ZodArray) return this.array(schema, value);
    return this.absent(value, undefined);
  }

  /** Replaces a value by an empty one, and counts it unless it was absent. */
  private absent<T>(value: unknown, empty: T): T {
    if (value !== undefined && value !== null) this.count += 1;
    return empty;
  }
}
