/** Characters that make a spreadsheet evaluate a cell, also after invisible ones or in full width; and our mark. */
const trigger = /^[\s\p{Cc}\p{Cf}]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n']/u;

/** What separates cells. Spreadsheets that expect semicolons also expect a comma in decimals. */
export const csvSeparators = ["comma", "semicolon"] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/**
 * Marks where a cell would begin for a program that uses a separator other than the file's: it would treat quotes in the
 * middle of a line as text. Judges a run of invisible characters once, or the time would grow with its square.
 */
function startMarker(separator: string): (text: string) => string {
  const invisible = new RegExp(`[${separator}\\t\\r\\n][\\s\\p{Cc}\\p{Cf}]*`, "gu");
  const start = new RegExp(`[${separator}\\t\\n]|\\r(?!\\n)`, "g");
  const startAtEnd = new RegExp(`[${separator}\\t\\r\\n]$`);
  const isRun = new RegExp(`[=@\uFF1D\uFF20]|[+\\-|\uFF0B\uFF0D][^${separator}\\t\\r\\n]*[(|!]`, "y");
  return (text) =>
    text.replace(invisible, (some, at: number) => {
      isRun.lastIndex = at + some.length;
      if (isRun.test(text)) return some.replace(start, "$&'");
      return text[at + some.length] === "'" && startAtEnd.test(some) ? `${some}'` : some;
    });
}

/** What is only a number or a percentage to a spreadsheet, which a mark would keep out of its sums. */
const plainNumber = /^ *[+-](?=[.,]?\d)(?:\d{1,3}(?:,\d{3})+|\d*)(?:[.,]\d*)?(?:e[+-]?\d+)? ?%? *$/i;

/** A number or a percentage with a decimal point. */
const decimal = /^[+-]?(?=\.?\d)\d*\.\d* ?%?$/;

/** More digits than a double holds: spreadsheets would round them. */
const longNumber = /^[+-]?\d{16,}$/;

/** `misread` are numbers whose value a spreadsheet would change: it takes one comma for the decimal one. */
const dialects = {
  comma: { sign: ",", otherSigns: /[;\t\r\n]/, mark: startMarker(";"), misread: longNumber },
  semicolon: {
    ...{ sign: ";", otherSigns: /[,\t\r\n]/, mark: startMarker(",") },
    misread: /^[+-]?(?:\d{16,}|\d{1,3},\d{3} ?%?)$/,
  },
} satisfies Record<CsvSeparator, unknown>;

/**
 * A text cell (RFC 4180). Text that a spreadsheet could evaluate or misread gets an apostrophe before it: to read the
 * text, remove one at the start and one after each other separator, tab and end of line.
 */
function textCell(text: string, separator: CsvSeparator): string {
  if (separator === "semicolon" && decimal.test(text)) return text.replace(".", ",");
  const { otherSigns, mark, misread } = dialects[separator];
  const marked = otherSigns.test(text) ? mark(text) : text;
  const isRun = trigger.test(text) && !plainNumber.test(text);
  const safe = isRun || misread.test(text) ? `'${marked}` : marked;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A number stays a number if a spreadsheet can hold it; `true` and `false` are words. */
export function csvCell(value: CsvValue | null, separator: CsvSeparator): string {
  if (value === undefined || value === null) return "";
  const text = String(value);
  if (typeof value === "string" || longNumber.test(text)) return textCell(text, separator);
  return separator === "comma" ? text : text.replace(".", ",");
}

export type CsvValue = string | number | boolean | undefined;
/** Rows, of which the first names the columns. JSON makes null of what is undefined. */
export type CsvTable = readonly (readonly (CsvValue | null)[])[];

/** One record with its line end. */
export const csvRecord = (cells: CsvTable[number], separator: CsvSeparator): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(dialects[separator].sign)}\r\n`;

/** A whole file, or its first rows. The byte order mark makes spreadsheets read UTF-8. */
export const csvFile = (rows: CsvTable, separator: CsvSeparator): string =>
  `\uFEFF${rows.map((row) => csvRecord(row, separator)).join("")}`;
