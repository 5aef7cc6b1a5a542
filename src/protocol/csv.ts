/** Characters that make a spreadsheet evaluate a cell, also after invisible ones or in full width; and our mark. */
const trigger = /^[\s\p{Cc}\p{Cf}]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n']/u;

/**
 * Where a cell would begin for a program that uses a separator other than the comma (a spreadsheet in a country whose
 * lists have semicolons): it would treat quotes in the middle of a line as text.
 */
const otherStart =
  /(?<=[;\t\n]|\r(?!\n))(?='|[\s\p{Cc}\p{Cf}]*(?:[=@\uFF1D\uFF20]|[+\-|\uFF0B\uFF0D][^;\t\r\n]*[(|!]))/gu;

/** What is only a number or a percentage to a spreadsheet, which a mark would keep out of its sums. */
const plainNumber = /^ *[+-](?=[.,]?\d)(?:\d{1,3}(?:,\d{3})+|\d*)(?:[.,]\d*)?(?:e[+-]?\d+)? ?%? *$/i;

/** More digits than a double holds: spreadsheets would round them. */
const longNumber = /^[+-]?\d{16,}$/;

/**
 * A text cell (RFC 4180). Text that a spreadsheet could evaluate or round gets an apostrophe before it: to read the
 * text, remove one at the start and one after each semicolon, tab and end of line.
 */
function textCell(text: string): string {
  const marked = /[;\t\r\n]/.test(text) ? text.replace(otherStart, "'") : text;
  const isRun = trigger.test(text) && !plainNumber.test(text);
  const safe = isRun || longNumber.test(text) ? `'${marked}` : marked;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A number stays a number if a spreadsheet can hold it; `true` and `false` are words. */
export function csvCell(value: CsvValue): string {
  if (value === undefined) return "";
  if (typeof value === "string") return textCell(value);
  return longNumber.test(String(value)) ? textCell(String(value)) : String(value);
}

export type CsvValue = string | number | boolean | undefined;

/** One record with its line end. */
export const csvRecord = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join()}\r\n`;

/** What makes spreadsheets read UTF-8: goes before the first record of a file. */
export const byteOrderMark = "\uFEFF";
