import { type ToldAd, comparisonMarkdown } from "./runsMarkdown";
import type { ComparedAd, Comparison } from "../../protocol/runs";
import { plainCell, textCell } from "../text";
import { type AdPrint, fieldsOfPrint } from "./adPrint";
import type { RunAds } from "./compareRuns";

export type ComparisonFormat = "json" | "ndjson" | "csv" | "markdown";

/** A comparison as a file's text. Its shape is described in docs/runs.md. */
export function comparisonText(
  comparison: Comparison,
  [earlier, newer]: readonly [RunAds, RunAds],
  format: ComparisonFormat,
): string {
  const told = comparison.ads.map((ad) => toldAd(ad, (ad.of === "newer" ? newer : earlier).prints.get(ad.ad)));
  const about = { earlier: comparison.earlier, newer: comparison.newer, differs: comparison.differs };
  const head = { ...about, counts: comparison.counts };
  switch (format) {
    case "json":
      return `${JSON.stringify({ about: head, ads: told }, undefined, 2)}\n`;
    case "ndjson":
      return [{ about: head }, ...told].map((line) => `${JSON.stringify(line)}\n`).join("");
    case "csv":
      return csv(told);
    case "markdown":
      return comparisonMarkdown(comparison, told);
  }
}

/** A run as one canonical text: one ad per line, sorted by name, without parts that always change. */
export function canonicalNdjson({ prints }: RunAds): string {
  const lines = [...prints.values()].map((print) => [print.ad, lineOf(print)] as const);
  return lines
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => `${line}\n`)
    .join("");
}

const lineOf = (print: AdPrint) => JSON.stringify({ ad: print.ad, ...Object.fromEntries(fieldsOfPrint(print)) });

function toldAd({ ad, state, changes, stopped, why, page }: ComparedAd, print: AdPrint | undefined): ToldAd {
  const fields = new Map(print ? fieldsOfPrint(print) : []);
  const text = (name: string) => {
    const value = fields.get(name);
    return value === undefined ? {} : { [name]: String(value) };
  };
  return {
    ...{ ad, state, page, ...text("title"), ...text("advertiser"), ...text("link") },
    ...(changes.length > 0 && { changes }),
    ...(stopped && { stopped }),
    ...(why && { why }),
  };
}

const columns = ["state", "ad", "title", "advertiser", "link", "page", "note", "field", "kind", "from", "to"];

/** One row for each ad, and for each field of a changed one. */
function csv(ads: readonly ToldAd[]): string {
  const rows = ads.flatMap(({ changes = [], ...ad }) => {
    const note = ad.stopped ? "stopped?" : (ad.why ?? "");
    const facts = [ad.state, ad.ad, ad.title ?? "", ad.advertiser ?? "", ad.link ?? "", ad.page, note];
    if (changes.length === 0) return [[...facts, "", "", "", ""]];
    return changes.map(({ field, kind, from, to }) => [...facts, field, kind, from ?? "", to ?? ""]);
  });
  const cell = (value: string | number | boolean) => (typeof value === "string" ? textCell(value) : plainCell(value));
  return `\uFEFF${[columns, ...rows].map((row) => row.map(cell).join()).join("\r\n")}\r\n`;
}
