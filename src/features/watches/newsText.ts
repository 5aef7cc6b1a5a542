import * as l10n from "@vscode/l10n";
import { csvFile, type CsvSeparator } from "../../protocol/csv";
import { labelOfPlatform } from "../../protocol/platforms";
import { toldStates as states } from "../../protocol/runs";
import { markdownText, noteOf, stateNames, stateSections, utcText } from "../runs";
import { markdownTable } from "../text";
import type { News, NewsOfAdvertiser, NewsOfSearch, NewsState } from "./news";

/** A time as text. */
type TimeText = (iso: string) => string;

const mostAdvertisers = 50;

/** The page of what is new, as Markdown: all searches in one table, then advertisers, then the ads of each search. */
export function newsMarkdown(news: News, timeText: TimeText = utcText): string {
  const { since, searches, advertisers } = news;
  const found = searches.filter(({ ads }) => ads.some(({ state }) => state !== "notCovered"));
  const about =
    since === undefined
      ? l10n.t("What checks have found since you last looked. If you never have, what the last one found.")
      : l10n.t("Since {0}.", timeText(since));
  const isKnown = searches.some(({ state }) => state === "compared" || state === "unchanged");
  const heads = [l10n.t("Search"), l10n.t("Checked"), l10n.t("Compared with"), ...states.map(nameOf)];
  const rows = searches.map((one) => searchRow(one, timeText));
  return [
    `# ${l10n.t("What's New")}`,
    searches.length === 0 ? l10n.t("No searches are watched.") : about,
    ...(searches.length === 0 ? [] : [markdownTable(heads, rows, (column) => column >= 3)]),
    ...advertiserPart(advertisers),
    ...found.flatMap(({ name, ads, counts }) => [
      `## ${markdownText(name)}`,
      ...(counts && counts.figures > 0
        ? [l10n.t("Ads of which only figures changed, and which are not listed: {0}.", counts.figures)]
        : []),
      stateSections(ads.filter((ad) => !isFigures(ad)))
        .join("\n")
        .trimEnd(),
    ]),
    ...(isKnown && found.length === 0 ? [l10n.t("No ads are new, changed, or absent.")] : []),
  ].join("\n\n");
}

const isFigures = ({ state, changes = [] }: NewsOfSearch["ads"][number]) =>
  state === "changed" && changes.every(({ kind }) => kind === "figures");
const nameOf = (state: (typeof states)[number]) => stateNames[state]();

const stateWords: Readonly<Record<Exclude<NewsState, "compared">, () => string>> = {
  first: () => l10n.t("first run"),
  unchanged: () => l10n.t("not checked since"),
  never: () => l10n.t("never checked"),
  gone: () => l10n.t("its saved search or file is gone"),
  elsewhere: () => l10n.t("watched in a different library"),
};

function searchRow({ name, state, due, checked, before, counts }: NewsOfSearch, timeText: TimeText) {
  const told = [checked === undefined ? "–" : timeText(checked), ...(due ? [l10n.t("due")] : [])].join(", ");
  const compared = state === "compared" && before !== undefined ? timeText(before) : undefined;
  const words = state === "compared" ? "" : stateWords[state]();
  return [markdownText(name), told, compared ?? words, ...states.map((each) => (counts ? String(counts[each]) : ""))];
}

function advertiserPart(advertisers: readonly NewsOfAdvertiser[]): readonly string[] {
  if (advertisers.length === 0) return [];
  const found = advertisers.filter((one) => states.some((state) => state !== "notCovered" && one[state] > 0));
  const rows = found.slice(0, mostAdvertisers).map((one) => {
    const named = one.name === "" ? l10n.t("No advertiser named") : markdownText(one.name);
    return [named, labelOfPlatform(one.platform), ...states.map((state) => String(one[state]))];
  });
  const heads = [l10n.t("Advertiser"), l10n.t("Platform"), ...states.map(nameOf)];
  const [more, others] = [found.length - rows.length, advertisers.length - found.length];
  return [
    `## ${l10n.t("By advertiser")}`,
    ...(rows.length === 0 ? [] : [markdownTable(heads, rows, (column) => column >= 2)]),
    ...(more > 0 ? [l10n.t("{0} more not listed.", more)] : []),
    ...(others > 0 ? [l10n.t("Other advertisers, whose ads were not covered: {0}.", others)] : []),
  ];
}

const columns = [
  ...["search", "every", "max_credits", "due", "search_state", "checked", "compared_with"],
  ...["state", "note", "days_running", "key", "advertiser", "title", "link", "field", "kind", "from", "to"],
];

/** The same as CSV: a row for each ad, and for each field of a changed one; one row for a search without any. */
export function newsCsv({ searches }: News, separator: CsvSeparator): string {
  const rows = searches.flatMap(({ name, every, credits, due, state, checked, before, ads }) => {
    const search = [name, every, credits, due, state, checked, before];
    const found = ads.flatMap((ad) => {
      const told = [ad.state, noteOf(ad), ad.daysRunning, ad.ad, ad.advertiser, ad.title, ad.link];
      const { changes = [] } = ad;
      if (changes.length === 0) return [[...search, ...told]];
      return changes.map(({ field, kind, from, to }) => [...search, ...told, field, kind, from, to]);
    });
    return found.length > 0 ? found : [search];
  });
  const whole = rows.map((row) => columns.map((_, at) => row[at]));
  return csvFile([columns, ...whole], separator);
}
