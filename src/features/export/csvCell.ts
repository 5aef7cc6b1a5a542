/** First signs that make a spreadsheet run a cell, also behind what is not seen and in full width; and our own mark. */
const trigger = /^[\s\p{Cc}\p{Cf}]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n']/u;

/** More digits than a double holds: spreadsheets would round them. */
const longNumber = /^-?\d{16,}$/;

/** A text cell (RFC 4180). One that a spreadsheet could run or round begins with an apostrophe: remove one to read it. */
export function textCell(text: string): string {
  const safe = trigger.test(text) || longNumber.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A number stays a number where a spreadsheet can hold it; `true` and `false` are words. */
export function plainCell(value: number | boolean): string {
  const text = String(value);
  return longNumber.test(text) ? textCell(text) : text;
}
