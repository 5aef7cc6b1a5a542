import { cardToV2, detailToV2, elementsOf, fieldsOf, isObject, parseExact } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import { writeExact } from "../../protocol/exactJson";

/** What the service sent in place of counts that the nouns leave out as invalid: as text, under V2's names. */
export interface SentValues {
  /** The value of a member, or of a member of a member. */
  text(...path: readonly string[]): string | undefined;
  /** The members of a list that are objects. */
  list(...path: readonly string[]): readonly SentValues[];
}

/** From the exact text of a card. */
export function sentCard(slice: string, version: ApiVersion): SentValues {
  const value = parseExact(slice);
  return valuesOf(version === "v1" && isObject(value) ? cardToV2(value) : value);
}

/** From the exact text of a detail's `data`. */
export function sentDetail(slice: string, version: ApiVersion): SentValues {
  const value = parseExact(slice);
  return valuesOf(version === "v1" ? detailToV2(value) : value);
}

/** For answers from which nothing was left out: nothing has to be read again. */
export const nothingLeftOut: SentValues = { text: () => undefined, list: () => [] };

function valuesOf(value: unknown): SentValues {
  const at = (path: readonly string[]) => path.reduce<unknown>((within, name) => fieldsOf(within)[name], value);
  return {
    text: (...path) => textOf(at(path)),
    list: (...path) => {
      const list = elementsOf(at(path)) ?? [];
      return list.filter(isObject).map(valuesOf);
    },
  };
}

/** A string itself, anything else as JSON with all its digits. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  return writeExact(value);
}
