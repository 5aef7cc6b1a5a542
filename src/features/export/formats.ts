import { detailSlice, parseExact, versions } from "../../api";
import { type AdRow, AdTable, type AdValues } from "../../protocol/adFields";
import type { Digits } from "../../protocol/ads";
import { csvFile, csvRecord, type CsvSeparator } from "../../protocol/csv";
import { writeExact } from "../../protocol/exactJson";
import type { ExportRow } from "./exportRows";
import { type ExportAbout, type ExportFormat, type ExportStop, isComplete } from "./exportTypes";

/** How a file of one format is put together. */
export interface FormatWriter {
  /** Text before the first ad. With `rewritesHead`, it has the same length whatever the totals are. */
  head(totals: ExportTotals): string;
  readonly rewritesHead: boolean;
  /** Text of one ad; `index` counts the ads written before it. */
  row(row: ExportRow, index: number): string;
  readonly tail: string;
  /** Makes the file of its growing text, line by line, where the head depends on all ads. */
  readonly finished?: Readonly<{ head: () => string; line: (text: string) => string }>;
}

/** @param details whether details were asked for: if so, each ad is written with its detail @param separator of CSV */
export function formatWriter(
  format: ExportFormat,
  about: ExportAbout,
  details: boolean,
  separator: CsvSeparator = "comma",
): FormatWriter {
  switch (format) {
    case "json":
      return json(about, details);
    case "ndjson":
      return ndjson(about, details);
    case "csv":
      return csv(details, separator);
  }
}

function json(about: ExportAbout, details: boolean): FormatWriter {
  const width = widestAbout(about);
  const name = details ? "ads_with_details" : "ads";
  return {
    rewritesHead: true,
    head: (totals) => `{"about":${aboutLine(about, totals, width)},\n"${name}":[`,
    row: (row, index) => `${index === 0 ? "" : ","}\n${details ? withDetail(row) : row.slice}`,
    tail: "\n]}\n",
  };
}

function ndjson(about: ExportAbout, details: boolean): FormatWriter {
  const width = widestAbout(about);
  return {
    rewritesHead: true,
    head: (totals) => `{"about":${aboutLine(about, totals, width)}}\n`,
    row: (row) => `${oneLine(details ? withDetail(row) : row.slice)}\n`,
    tail: "",
  };
}

/** While it grows, each line is the JSON of an ad's values: the columns are known at the end. */
function csv(details: boolean, separator: CsvSeparator): FormatWriter {
  const table = new AdTable(details);
  return {
    rewritesHead: false,
    head: () => "",
    row: (row) => `${writeExact(table.read(adRow(row)))}\n`,
    tail: "",
    finished: {
      head: () => csvFile([table.head()], separator),
      // eslint-disable-next-line no-restricted-syntax -- written by `row` in this process
      line: (text) => csvRecord(table.record(JSON.parse(text) as AdValues), separator),
    },
  };
}

function adRow({ card, ad, detail, page, position, version }: ExportRow): AdRow {
  const { fetchedAt } = page;
  const read = ad && detail && versions[version].readAdDetail(detail.text, ad);
  return {
    ...{ card, fetchedAt, page: page.page, position: position + 1 },
    detail: read && detail && { detail: read, fetchedAt: detail.fetchedAt },
  };
}

function withDetail({ slice, detail }: ExportRow): string {
  if (!detail) return `{"ad":${slice},"detail":null}`;
  return `{"ad":${slice},"detail":${detailSlice(detail.text)},"detail_fetched_at":${writeExact(detail.fetchedAt)}}`;
}

/** Version of the file formats; docs/export-format.md and docs/schemas describe it. */
export const formatVersion = 1;

/** What is known only at the end of an export. */
export interface ExportTotals {
  readonly firstPage?: number;
  readonly pages: number;
  readonly ads: number;
  readonly details: number;
  readonly credits: number;
  readonly uncertain: number;
  readonly lastHit?: Digits;
  readonly finishedAt?: string;
  readonly stopped: ExportStop | "running";
  /** The names of those whose answers are in it, apart from one's own. */
  readonly from?: readonly string[];
}

/** The most bytes that these names take in the file. */
const mostNames = 200;

/** The `about` object as one line of JSON, padded to `width` bytes so that it can be rewritten in place. */
export function aboutLine(about: ExportAbout, totals: ExportTotals, width = 0): string {
  const { lastHit, stopped } = totals;
  const members = [
    `"tool":"Ad Library Explorer"`,
    `"format":${formatVersion}`,
    `"api_version":${writeExact(about.version)}`,
    `"library":${writeExact(about.origin)}`,
    `"platform":${writeExact(about.platform)}`,
    `"query":${oneLine(about.body)}`,
    ...(lastHit === undefined ? [] : [`"last_hit":${writeExact(lastHit)}`]),
    ...(totals.firstPage === undefined ? [] : [`"first_page":${totals.firstPage}`]),
    `"pages":${totals.pages}`,
    `"ads":${totals.ads}`,
    `"details":${totals.details}`,
    `"credits":${totals.credits}`,
    `"credits_uncertain":${totals.uncertain}`,
    `"started_at":${writeExact(about.startedAt)}`,
    ...(totals.finishedAt === undefined ? [] : [`"finished_at":${writeExact(totals.finishedAt)}`]),
    ...(about.chosen ? [`"chosen":true`] : []),
    `"complete":${stopped !== "running" && isComplete(stopped)}`,
    `"stopped":${writeExact(stopped)}`,
    ...(totals.from?.length ? [`"from":${namesLine(totals.from)}`] : []),
  ];
  const line = `{${members.join()}}`;
  return line + " ".repeat(Math.max(0, width - Buffer.byteLength(line)));
}

/** As many names as there is room for. */
function namesLine(names: readonly string[]): string {
  let count = names.length;
  const line = () => writeExact([...names.slice(0, count), ...(count < names.length ? ["…"] : [])]);
  while (Buffer.byteLength(line()) > mostNames) count -= 1;
  return line();
}

/** The most bytes that the line can need, whatever the totals will be. */
export function widestAbout(about: ExportAbout): number {
  const most = Number.MAX_SAFE_INTEGER;
  const widest = aboutLine(about, {
    firstPage: most,
    pages: most,
    ads: most,
    details: most,
    credits: most,
    uncertain: most,
    lastHit: "-9223372036854775808",
    finishedAt: "2000-01-01T00:00:00.000Z",
    stopped: "otherPageReturned",
    from: ["x".repeat(mostNames - 4)],
  });
  return Buffer.byteLength(widest);
}

/** The same JSON on one line: line breaks occur only between values, never inside a string. */
export function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, " ");
}

/** @throws {TypeError} if the body is not the JSON text of an object */
export function checkExportedBody(body: string): void {
  const value = parseExact(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("The body is no object");
}
