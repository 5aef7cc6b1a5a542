import * as l10n from "@vscode/l10n";
import { adFields } from "../../protocol/adFields";
import type { AdCard } from "../../protocol/ads";
import { csvFile, type CsvSeparator } from "../../protocol/csv";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import { adStates, toldStates, type Comparison } from "../../protocol/runs";
import { safeLink } from "../details";
import { markdownTable, markdownText, markdownUrl } from "../text";
import { type AdPrint, fieldsOfPrint } from "./adPrint";
import type { CheckResult, FoundAd } from "./checkForNew";
import type { RunAds } from "./compareRuns";
import type { RunChanges } from "./runs";
import { type Fields, told, type ToldAd } from "./toldAd";
import { coverageWords, newWords, stateNames, utcText, checkStopWords, spentWords } from "./runWords";

export type ComparisonFormat = "json" | "ndjson" | "csv" | "markdown";

/** A comparison as a file's text. Its shape is described in docs/runs.md. */
export function comparisonText(
  comparison: Comparison,
  [earlier, newer]: readonly [RunAds, RunAds],
  format: ComparisonFormat,
  separator: CsvSeparator,
): string {
  const read = comparison.ads.map((ad) => told(ad, [earlier, newer]));
  const all = read.map(([ad]) => ad);
  const about = { earlier: comparison.earlier, newer: comparison.newer, differs: comparison.differs };
  const head = { ...about, counts: comparison.counts };
  switch (format) {
    case "json":
      return `${prettyJson(writeExact({ about: head, ads: all }))}\n`;
    case "ndjson":
      return [{ about: head }, ...all].map((line) => `${writeExact(line)}\n`).join("");
    case "csv":
      return csv(read, separator);
    case "markdown":
      return comparisonMarkdown(comparison, all);
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

const lineOf = (print: AdPrint) => writeExact({ ad: print.ad, ...Object.fromEntries(fieldsOfPrint(print)) });

const facts = adFields.flatMap(({ name, compared }) => (compared ? [name] : []));
const change = ["field", "kind", "from", "to"];

/** One row for each ad, and for each field of a changed one. The facts of ads have the columns that exports have. */
function csv(ads: readonly (readonly [ToldAd, Fields])[], separator: CsvSeparator): string {
  const all = new Set(ads.flatMap(([, fields]) => [...fields.keys()]));
  const named = ["stat.", "meta."].flatMap((kind) => [...all].filter((name) => name.startsWith(kind)));
  const columns = [...facts, ...named];
  const rows = ads.flatMap(([{ changes = [], ...ad }, fields]) => {
    const cells = [ad.state, noteOf(ad), ad.daysRunning, ad.ad, ...columns.map((name) => fields.get(name)), ad.page];
    if (changes.length === 0) return [[...cells, ...change.map(() => undefined)]];
    return changes.map(({ field, kind, from, to }) => [...cells, field, kind, from, to]);
  });
  return csvFile([["state", "note", "days_running", "key", ...columns, "page", ...change], ...rows], separator);
}

/** What a file says beside the state of an ad. */
export function noteOf({ state, stopped, why, daysRunning }: ToldAd): string {
  if (state === "firstSeen" && daysRunning === undefined) return "running time not provided";
  return stopped ? "stopped?" : (why ?? "");
}

/** The most ads that a summary lists per state: people read it, and GitHub truncates summaries beyond 1 MB. */
const most = 100;

/** An ad that no run before has, with its card. */
export interface FoundCard extends FoundAd {
  readonly card: AdCard;
}

/** A check as Markdown, for a job's summary. Thumbnails load from the platform, so they are shown only on request. */
export function checkMarkdown(
  name: string,
  result: CheckResult,
  found: readonly FoundCard[],
  { thumbnails, knownPages }: { readonly thumbnails: boolean; readonly knownPages: number },
): string {
  const rows = found.slice(0, most).map(({ card, ...ad }) => {
    const picture = thumbnails ? [thumbnailOf(card)] : [];
    const title = linked(card.title ?? l10n.t("Untitled ad"), card.displayUrl);
    return [...picture, title, plain(card.owner?.name ?? ""), newWords(ad) ?? ""];
  });
  const heads = [...(thumbnails ? [""] : []), l10n.t("Ad"), l10n.t("Advertiser"), l10n.t("New because")];
  return [
    `## ${plain(name)}`,
    "",
    `${checkStopWords(result, knownPages)} ${spentWords(result)}`,
    "",
    ...(rows.length > 0 ? [markdownTable(heads, rows), ""] : []),
    ...(found.length > most ? [l10n.t("{0} more not listed.", found.length - most), ""] : []),
  ].join("\n");
}

/** How the check of one search went, for the summary of all. */
export interface CheckedSearch {
  readonly name: string;
  /** When it was looked at before this check, if ever. */
  readonly before?: string;
  /** Absent if it has no page of this check. */
  readonly changes?: RunChanges;
  /** Why it was not checked, or not to its end. */
  readonly failure?: string;
}

/** All checks of a job in one table, which says first how many searches were reached and what that cost. */
export function checksMarkdown(
  searches: readonly CheckedSearch[],
  { used = 0, cap = 0 }: { readonly used?: number; readonly cap?: number } = {},
): string {
  const reached = searches.filter(({ changes }) => changes).length;
  const first =
    searches.length === 1
      ? l10n.t("{0} of 1 search checked, {1} of {2} credits", reached, used, cap)
      : l10n.t("{0} of {1} searches checked, {2} of {3} credits", reached, searches.length, used, cap);
  const heads = ["Search", "Checked", "Compared with", "Ads", ...toldStates.map((state) => stateNames[state]())];
  return [`# ${first}`, "", markdownTable(heads, searches.map(checkedRow), (column) => column >= 3), ""].join("\n");
}

function checkedRow({ name, before, changes, failure }: CheckedSearch): readonly string[] {
  const last = before === undefined ? l10n.t("never") : utcText(before);
  if (!changes) {
    const why = failure === undefined ? l10n.t("no, the credits were used up") : plain(failure);
    return [plain(name), why, l10n.t("last checked: {0}", last), "", ...toldStates.map(() => "")];
  }
  const { run, fetchedAt, counts } = changes;
  const checked = [utcText(fetchedAt), ...(failure === undefined ? [] : [plain(failure)])].join("; ");
  const ads = [plain(name), checked, changes.before === undefined ? l10n.t("first run") : utcText(changes.before)];
  return [...ads, String(run.prints.size), ...toldStates.map((state) => String(counts?.[state] ?? ""))];
}

/** A comparison as Markdown. */
function comparisonMarkdown({ earlier, newer, counts, differs }: Comparison, ads: readonly ToldAd[]): string {
  return [
    ...coverageWords({ earlier, newer, differs }).flatMap((line) => [line, ""]),
    markdownTable(
      adStates.map((state) => stateNames[state]()),
      [adStates.map((state) => String(counts[state]))],
      () => true,
    ),
    "",
    ...stateSections(ads),
  ].join("\n");
}

/** The new, changed, and absent ads as lists with a heading for each state. */
export function stateSections(ads: readonly ToldAd[]): readonly string[] {
  return toldStates.flatMap((state) => {
    if (state === "notCovered") return [];
    const some = ads.filter((ad) => ad.state === state);
    if (some.length === 0) return [];
    const left = some.length > most ? [l10n.t("{0} more not listed.", some.length - most), ""] : [];
    return [`### ${stateNames[state]()}`, "", ...some.slice(0, most).map(bullet), "", ...left];
  });
}

function bullet({ title, advertiser, link, changes = [], ...rest }: ToldAd): string {
  const { ad, stopped } = rest;
  const running = newWords(rest);
  const what = [
    linked(title ?? ad, link),
    ...(advertiser ? [plain(advertiser)] : []),
    ...(running === undefined ? [] : [running]),
    ...(stopped ? ["stopped?"] : []),
  ];
  const fields = changes.map(
    ({ field, from, to }) => `  - ${plain(field)}: ${plain(String(from ?? "–"))} → ${plain(String(to ?? "–"))}`,
  );
  return [`- ${what.join(" · ")}`, ...fields].join("\n");
}

/** What others wrote, as text on one line. */
export const plain = (text: string): string => markdownText(text.replace(/\s+/g, " ").trim().slice(0, 300));

function linked(text: string, link: string | undefined): string {
  const url = safeLink(link ?? "");
  return url === undefined ? plain(text) : `[${plain(text)}](<${markdownUrl(url.href)}>)`;
}

function thumbnailOf({ attachments: [first] }: AdCard): string {
  const url = safeLink(first?.thumbnail ?? (first?.type === "image" ? (first.url ?? "") : ""));
  return url === undefined ? "" : `<img src="${markdownUrl(url.href)}" width="96" alt="">`;
}
