import type { ComparedAd, Comparison } from "../../protocol/runs";
import * as l10n from "@vscode/l10n";
import type { AdCard } from "../../protocol/ads";
import { safeLink } from "../details";
import type { CheckResult } from "./checkForNew";
import { coverageWords, stateNames, checkStopWords } from "./runWords";

/** A compared ad with the contents of its print, for people and programs. */
export interface ToldAd {
  readonly ad: string;
  readonly state: ComparedAd["state"];
  readonly title?: string;
  readonly advertiser?: string;
  readonly link?: string;
  /** Its page in the run from which it was taken. */
  readonly page: number;
  readonly changes?: ComparedAd["changes"];
  readonly stopped?: true;
  readonly why?: ComparedAd["why"];
}

/** The most ads that a summary lists per state: people read it, and GitHub truncates summaries beyond 1 MB. */
const most = 100;

/** A check as Markdown, for a job's summary. Thumbnails load from the platform, so they are shown only on request. */
export function checkMarkdown(
  name: string,
  result: CheckResult,
  cards: readonly AdCard[],
  { thumbnails, knownPages }: { readonly thumbnails: boolean; readonly knownPages: number },
): string {
  const rows = cards.slice(0, most).map((card) => {
    const picture = thumbnails ? [thumbnailOf(card)] : [];
    return row([
      ...picture,
      linked(card.title ?? l10n.t("Untitled ad"), card.displayUrl),
      plain(card.owner?.name ?? ""),
    ]);
  });
  const heads = [...(thumbnails ? [""] : []), l10n.t("New ad"), l10n.t("Advertiser")];
  return [
    `## ${plain(name)}`,
    "",
    checkStopWords(result, knownPages),
    "",
    ...(rows.length > 0 ? [row(heads), row(heads.map(() => "---")), ...rows, ""] : []),
    ...(cards.length > most ? [l10n.t("{0} more not listed.", cards.length - most), ""] : []),
  ].join("\n");
}

/** A comparison as Markdown. */
export function comparisonMarkdown({ earlier, newer, counts, differs }: Comparison, ads: readonly ToldAd[]): string {
  const states = ["new", "changed", "absent", "seen", "notCovered"] as const;
  const sections = (["new", "changed", "absent"] as const).flatMap((state) => {
    const some = ads.filter((ad) => ad.state === state);
    if (some.length === 0) return [];
    const left = some.length > most ? [l10n.t("{0} more not listed.", some.length - most), ""] : [];
    return [`### ${stateNames[state]()}`, "", ...some.slice(0, most).map(bullet), "", ...left];
  });
  return [
    ...coverageWords({ earlier, newer, differs }).flatMap((line) => [line, ""]),
    row(states.map((state) => stateNames[state]())),
    row(states.map(() => "---:")),
    row(states.map((state) => String(counts[state]))),
    "",
    ...sections,
  ].join("\n");
}

function bullet({ title, advertiser, link, changes = [], stopped, ad }: ToldAd): string {
  const what = [
    linked(title ?? ad, link),
    ...(advertiser ? [plain(advertiser)] : []),
    ...(stopped ? ["stopped?"] : []),
  ];
  const fields = changes.map(
    ({ field, from, to }) => `  - ${plain(field)}: ${plain(String(from ?? "–"))} → ${plain(String(to ?? "–"))}`,
  );
  return [`- ${what.join(" · ")}`, ...fields].join("\n");
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** What others wrote, as text: nothing in it can become a link, picture, mention, HTML, or table cell. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300)
    .replace(/[\\`*_{}[\]()#+!|~@:.-]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function linked(text: string, link: string | undefined): string {
  const url = safeLink(link ?? "");
  return url === undefined ? plain(text) : `[${plain(text)}](<${encoded(url.href)}>)`;
}

function thumbnailOf({ attachments: [first] }: AdCard): string {
  const url = safeLink(first?.thumbnail ?? (first?.type === "image" ? (first.url ?? "") : ""));
  return url === undefined ? "" : `<img src="${encoded(url.href)}" width="96" alt="">`;
}

/** A URL in a link or an attribute: nothing in it can end either, or a table cell. */
const encoded = (url: string) => url.replace(/[<>"'`|\s\\]/g, (sign) => encodeURIComponent(sign).replace("'", "%27"));
