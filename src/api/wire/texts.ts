import { isObject } from "./fields";

/** Levels of lists and objects that are searched for texts. */
const maxDepth = 4;
/** The members of an object that people can read, the best first. */
const speaking = ["label", "name", "title", "text", "value", "icon", "key"];

/** The texts in a value of any shape (`metadata.value`): a text, a number, a list of them, or labeled objects. */
export function textsOf(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return [String(value)];
  if (depth >= maxDepth) return [];
  // Stryker disable next-line ConditionalExpression: the texts of a list are found one by one as well, only slower
  if (isTexts(value)) return value;
  if (Array.isArray(value)) return value.flatMap((element) => textsOf(element, depth + 1));
  if (!isObject(value)) return [];
  for (const name of speaking) {
    const texts = Object.hasOwn(value, name) ? textsOf(value[name], depth + 1) : [];
    if (texts.length > 0) return texts;
  }
  return [];
}

/** Whether a list holds only texts, as most do. */
// Stryker disable next-line BlockStatement: the texts of a list are found one by one as well, only slower
export function isTexts(value: unknown): value is readonly string[] {
  // Stryker disable next-line ConditionalExpression,ArrowFunction,StringLiteral: the texts of a list are found one by one as well, only slower
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}
