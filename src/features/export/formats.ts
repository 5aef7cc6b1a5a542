import { detailSlice } from "../../api";
import { csvHeader, csvRow } from "./csvRows";
import { aboutLine, type ExportTotals, oneLine, widestAbout } from "./exportHead";
import type { ExportRow } from "./exportRows";
import type { ExportAbout, ExportFormat } from "./exportTypes";

/** How a file of one format is put together. */
export interface FormatWriter {
  readonly needsCards: boolean;
  /** Text before the first ad. With `rewritesHead`, it has the same length whatever the totals are. */
  head(totals: ExportTotals): string;
  readonly rewritesHead: boolean;
  /** Text of one ad; `index` counts the ads written before it. */
  row(row: ExportRow, index: number): string;
  readonly tail: string;
}

/** @param details whether details were asked for: if so, each ad is written with its detail */
export function formatWriter(format: ExportFormat, about: ExportAbout, details: boolean): FormatWriter {
  switch (format) {
    case "json":
      return json(about, details);
    case "ndjson":
      return ndjson(about, details);
    case "csv":
      return csv(details);
  }
}

function json(about: ExportAbout, details: boolean): FormatWriter {
  const width = widestAbout(about);
  const name = details ? "ads_with_details" : "ads";
  return {
    needsCards: false,
    rewritesHead: true,
    head: (totals) => `{"about":${aboutLine(about, totals, width)},\n"${name}":[`,
    row: (row, index) => `${index === 0 ? "" : ","}\n${details ? withDetail(row) : row.slice}`,
    tail: "\n]}\n",
  };
}

function ndjson(about: ExportAbout, details: boolean): FormatWriter {
  const width = widestAbout(about);
  return {
    needsCards: false,
    rewritesHead: true,
    head: (totals) => `{"about":${aboutLine(about, totals, width)}}\n`,
    row: (row) => `${oneLine(details ? withDetail(row) : row.slice)}\n`,
    tail: "",
  };
}

function csv(details: boolean): FormatWriter {
  return {
    needsCards: true,
    rewritesHead: false,
    // The byte order mark is what makes spreadsheets read UTF-8.
    head: () => `\uFEFF${csvHeader(details)}\r\n`,
    row: (row) => `${csvRow(row, details)}\r\n`,
    tail: "",
  };
}

function withDetail({ slice, detail }: ExportRow): string {
  if (!detail) return `{"ad":${slice},"detail":null}`;
  return `{"ad":${slice},"detail":${detailSlice(detail.text)},"detail_fetched_at":${JSON.stringify(detail.fetchedAt)}}`;
}
