import { parseExact, segmentOf } from "../../api";
import type { Digits } from "../../protocol/ads";
import { type ExportAbout, type ExportStop, isComplete } from "./exportTypes";

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
}

/** The `about` object as one line of JSON, padded to `width` characters so that it can be rewritten in place. */
export function aboutLine(about: ExportAbout, totals: ExportTotals, width = 0): string {
  const { lastHit, stopped } = totals;
  const members = [
    `"tool":"Ad Library Explorer"`,
    `"format":${formatVersion}`,
    `"api_version":${JSON.stringify(about.version ?? "v2")}`,
    `"library":${JSON.stringify(about.origin)}`,
    `"platform":${JSON.stringify(segmentOf(about.platform, about.segments))}`,
    `"query":${oneLine(about.body)}`,
    ...(lastHit === undefined ? [] : [`"last_hit":${JSON.stringify(lastHit)}`]),
    ...(totals.firstPage === undefined ? [] : [`"first_page":${totals.firstPage}`]),
    `"pages":${totals.pages}`,
    `"ads":${totals.ads}`,
    `"details":${totals.details}`,
    `"credits":${totals.credits}`,
    `"credits_uncertain":${totals.uncertain}`,
    `"started_at":${JSON.stringify(about.startedAt)}`,
    ...(totals.finishedAt === undefined ? [] : [`"finished_at":${JSON.stringify(totals.finishedAt)}`]),
    ...(about.chosen ? [`"chosen":true`] : []),
    `"complete":${stopped !== "running" && isComplete(stopped)}`,
    `"stopped":${JSON.stringify(stopped)}`,
  ];
  return `{${members.join()}}`.padEnd(width);
}

/** The most characters that the line can need, whatever the totals will be. */
export function widestAbout(about: ExportAbout): number {
  const most = Number.MAX_SAFE_INTEGER;
  return aboutLine(about, {
    firstPage: most,
    pages: most,
    ads: most,
    details: most,
    credits: most,
    uncertain: most,
    lastHit: "-9223372036854775808",
    finishedAt: "2000-01-01T00:00:00.000Z",
    stopped: "otherPageReturned",
  }).length;
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
