import { csvFile, type CsvSeparator } from "../../protocol/csv";
import { writeExact } from "../../protocol/exactJson";
import { localDay } from "../text";
import { chargeOf, type Attempt, type Attempts } from "./attempts";
import type { Spender } from "./ledgerLine";

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

export interface CreditsGroup extends CreditsSum {
  readonly name: string;
}

/** One side of the report: the service's credits, or the sample library's. */
export interface CreditsSide {
  readonly total: CreditsSum;
  readonly today: CreditsSum;
  /** Dearest first; named by origin. */
  readonly libraries: readonly (CreditsGroup & { readonly today: CreditsSum })[];
  /** Newest first. */
  readonly days: readonly CreditsGroup[];
  /** Dearest first; named by platform token. */
  readonly platforms: readonly CreditsGroup[];
  /** What assistants spent, most expensive first; named by client and tool. */
  readonly assistants: readonly CreditsGroup[];
  /** Searches and ads, most expensive first; named by label. */
  readonly labels: readonly (CreditsGroup & Pick<CreditsRow, "platform" | "what">)[];
}

/** A request that may have been charged. */
export interface UncertainRequest extends Pick<CreditsRow, "platform" | "what" | "label"> {
  /** ISO time. */
  readonly at: string;
  readonly credits: number;
  /** Refused by the service; without an answer if absent. */
  readonly refused?: true;
}

/** Everything that was spent. Sample credits, never charged, are kept apart. */
export interface CreditsReport {
  /** Newest day first, most expensive first within a day; both sides. */
  readonly rows: readonly CreditsRow[];
  readonly service: CreditsSide;
  readonly sample: CreditsSide;
  /** The service's requests that may have been charged, newest first. */
  readonly uncertain: readonly UncertainRequest[];
  /** The daily budget, and what is left of it; absent if there is none. */
  readonly budget?: { readonly of: number; readonly left: number };
  /** The service's credits on each day from the first of the month to today, `YYYY-MM-DD`. */
  readonly month: readonly (Pick<CreditsSum, "spent" | "maybe"> & { readonly day: string })[];
  /** Lines of the ledger that could not be read. */
  readonly corruptLines: number;
  /** Ledger files with missing or altered lines, and the credits that those lines must have held. */
  readonly damaged: readonly { readonly file: string; readonly missing: number }[];
  /** All rows as CSV (RFC 4180, formula-safe). */
  readonly csv: (separator: CsvSeparator) => string;
}

type Sum = { -readonly [K in keyof CreditsSum]: CreditsSum[K] };

/** Folds the ledger into the report; `now` determines today. @param dailyBudget 0 for none */
export function creditsReport(attempts: Attempts, now: Date, dailyBudget = 0): CreditsReport {
  const rows = [...grouped(attempts.all())].sort((a, b) => compare(b.day, a.day) || dearestFirst(a, b));
  const today = localDay(now);
  const side = (sample: boolean) =>
    sideOf(
      rows.filter((row) => row.sample === sample),
      today,
    );
  const service = side(false);
  const left = Math.max(0, dailyBudget - service.today.spent - service.today.maybe);
  return {
    rows,
    service,
    sample: side(true),
    uncertain: uncertainOf(attempts.all()),
    ...(dailyBudget > 0 && { budget: { of: dailyBudget, left } }),
    month: monthOf(service, now),
    corruptLines: attempts.corrupt,
    damaged: attempts.damaged,
    csv: (separator) => creditsCsv(rows, separator),
  };
}

function uncertainOf(attempts: Iterable<Attempt>): readonly UncertainRequest[] {
  const found = [...attempts].filter((attempt) => !attempt.sent.sample && chargeOf(attempt) === "maybe");
  const told = found.map(({ sent: { at, platform, what, label, credits }, outcome }) => ({
    ...{ at, platform, what, label, credits },
    ...(outcome === "rejected" && { refused: true as const }),
  }));
  return told.sort((one, other) => compare(other.at, one.at));
}

function monthOf({ days }: CreditsSide, now: Date): CreditsReport["month"] {
  return Array.from({ length: now.getDate() }, (_, index) => {
    const day = localDay(new Date(now.getFullYear(), now.getMonth(), index + 1));
    const { spent = 0, maybe = 0 } = days.find(({ name }) => name === day) ?? {};
    return { day, spent, maybe };
  });
}

function grouped(attempts: Iterable<Attempt>): Iterable<CreditsRow> {
  const rows = new Map<string, Sum & Omit<CreditsRow, keyof CreditsSum>>();
  for (const attempt of attempts) {
    const { at, origin, sample, platform, what, label, by } = attempt.sent;
    const head = {
      day: localDay(new Date(at)),
      origin,
      sample,
      platform,
      what,
      label,
      assistant: by ? spenderText(by) : "",
    };
    const name = writeExact(Object.values(head));
    const row = rows.get(name) ?? { ...head, ...nothing() };
    rows.set(name, row);
    count(row, attempt);
  }
  return rows.values();
}

/** `Claude Code (MCP): buy_plan` */
function spenderText({ door, client, tool }: Spender): string {
  return `${client} (${door === "mcp" ? "MCP" : "VS Code"}): ${tool}`;
}

function count(sum: Sum, attempt: Attempt): void {
  sum.requests += 1;
  sum[attempt.outcome ?? "unknown"] += 1;
  const charge = chargeOf(attempt);
  if (charge !== "none") sum[charge] += attempt.sent.credits;
}

function sideOf(rows: readonly CreditsRow[], today: string): CreditsSide {
  return {
    total: sumOf(rows),
    today: sumOf(rows.filter(({ day }) => day === today)),
    libraries: librariesOf(rows, today).sort(dearestFirst),
    days: groupsBy(rows, ({ day }) => day),
    platforms: groupsBy(rows, ({ platform }) => platform).sort(dearestFirst),
    assistants: groupsBy(
      rows.filter(({ assistant }) => assistant !== ""),
      ({ assistant }) => assistant,
    ).sort(dearestFirst),
    labels: labelsOf(rows).sort(dearestFirst),
  };
}

function librariesOf(rows: readonly CreditsRow[], today: string) {
  return [...Map.groupBy(rows, ({ origin }) => origin)].map(([name, members]) => ({
    ...{ name, ...sumOf(members) },
    today: sumOf(members.filter(({ day }) => day === today)),
  }));
}

function labelsOf(rows: readonly CreditsRow[]) {
  const groups = Map.groupBy(rows, ({ platform, what, label }) => writeExact([platform, what, label]));
  return [...groups.values()].flatMap((members) =>
    members.slice(0, 1).map(({ platform, what, label }) => ({ name: label, platform, what, ...sumOf(members) })),
  );
}

function groupsBy(rows: readonly CreditsRow[], nameOf: (row: CreditsRow) => string): CreditsGroup[] {
  return [...Map.groupBy(rows, nameOf)].map(([name, members]) => ({ name, ...sumOf(members) }));
}

function sumOf(rows: readonly CreditsSum[]): CreditsSum {
  const sum = nothing();
  for (const row of rows) for (const field of fields) sum[field] += row[field];
  return sum;
}

const fields = ["requests", "received", "rejected", "notSent", "unknown", "spent", "maybe"] as const;

function nothing(): Sum {
  return { requests: 0, received: 0, rejected: 0, notSent: 0, unknown: 0, spent: 0, maybe: 0 };
}

function dearestFirst(a: CreditsSum, b: CreditsSum): number {
  return b.spent + b.maybe - (a.spent + a.maybe);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
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
export function creditsCsv(rows: readonly CreditsRow[], separator: CsvSeparator): string {
  return csvFile([columns, ...rows.map((row) => columns.map((column) => row[column]))], separator);
}
