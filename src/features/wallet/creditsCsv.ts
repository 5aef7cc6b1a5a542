import type { CreditsRow } from "./creditsReport";

const columns = [
  "day",
  "origin",
  "sample",
  "platform",
  "what",
  "label",
  "requests",
  "received",
  "rejected",
  "notSent",
  "unknown",
  "spent",
  "maybe",
] as const satisfies readonly (keyof CreditsRow)[];

/** The rows as RFC 4180 CSV with a byte order mark, so that spreadsheets read it as UTF-8. Credits stay numbers. */
export function creditsCsv(rows: readonly CreditsRow[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join());
  return `\uFEFF${[columns.join(), ...lines].join("\r\n")}\r\n`;
}

function cell(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  // A spreadsheet runs a text that begins like a formula, also behind blanks or in full width; the apostrophe stops it.
  const safe = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|]/u.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",;\r\n']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
