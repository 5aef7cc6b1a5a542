import { plainCell, textCell } from "../text";

/** Totals of a group of requests. Counts are requests; `spent` and `maybe` are credits. */
export interface CreditsSum {
  readonly requests: number;
  readonly received: number;
  readonly rejected: number;
  readonly notSent: number;
  /** Without an answer: may have been charged. */
  readonly unknown: number;
  readonly spent: number;
  readonly maybe: number;
}

/** The requests of one day for one search or ad. */
export interface CreditsRow extends CreditsSum {
  /** Local day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly origin: string;
  readonly sample: boolean;
  readonly platform: string;
  readonly what: "search" | "adDetail";
  readonly label: string;
  /** The assistant that spent, in words; empty for a person. */
  readonly assistant: string;
}

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
