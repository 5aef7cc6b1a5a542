import { plainCell, textCell } from "../export/csvCell";
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
  "assistant",
] as const satisfies readonly (keyof CreditsRow)[];

/** The rows as RFC 4180 CSV with a byte order mark, so that spreadsheets read it as UTF-8. Credits stay numbers. */
export function creditsCsv(rows: readonly CreditsRow[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join());
  return `\uFEFF${[columns.join(), ...lines].join("\r\n")}\r\n`;
}

function cell(value: string | number | boolean): string {
  // Stryker disable next-line ConditionalExpression: both write credits alike: they are never negative and never have 16 digits
  return typeof value === "string" ? textCell(value) : plainCell(value);
}
