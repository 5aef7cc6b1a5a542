import * as l10n from "@vscode/l10n";
import { codeKind } from "../../src/protocol/adTraits";
import type { AdCard, Count, Stat, Metadatum } from "../../src/protocol/ads";
import { labelOfPlatform } from "../../src/protocol/platforms";
import { readableName } from "../../src/protocol/readableName";
import { plainLabel } from "../charts/label";
import { formatCount, formatNumber } from "../charts/numbers";
import { namedCode } from "../charts/codeNames";
import { daysText } from "../words/phrases";

/** What an ad is called: its title, or "Untitled ad" with its id. */
export function adName({ title, id }: AdCard): string {
  const name = title === undefined ? "" : plainLabel(title, 300);
  if (name !== "") return name;
  return id === undefined ? l10n.t("Untitled ad") : l10n.t("Untitled ad {0}", id);
}

/** What an ad's platform is called. */
export function platformLabel({ platform, platformName: sent }: AdCard): string {
  return platform ? labelOfPlatform(platform) : plainLabel(sent);
}

/** Whether an ad runs; undefined if the service does not say. */
export function statusOf({ active }: AdCard): string | undefined {
  return active === undefined ? undefined : active ? l10n.t("Active") : l10n.t("Inactive");
}

/** Whose word the name of a number is: "Impressions" need not mean reach. */
export const asNamed = () => l10n.t("As the service calls it.");

/** A number of a card under its name. */
export interface CardMetric {
  readonly name: string;
  readonly value: Count;
  /** Name and exact value. */
  readonly title: string;
}

/** Metrics that people look for first, in the same order on every card; all others follow by name. */
const wellKnown: readonly RegExp[] = [
  /impression/,
  /view|play/,
  /reach/,
  /like|heart|love|reaction|favo|up_?vote/,
  /comment|repl/,
  /share|retweet|repost|repin/,
  /save|bookmark|pin/,
  /click/,
  /engage|score|popular/,
];

/** The name under which a stat is sorted and shown in columns. */
export function metricName({ tooltip, icon }: Stat): string | undefined {
  return tooltip ?? icon;
}

/** The service's name for a metric or a remark. */
export function statLabel({ tooltip, icon }: Pick<Stat, "tooltip" | "icon">): string {
  return plainLabel(tooltip ?? "") || readableName(plainLabel(icon ?? "")) || l10n.t("Metric");
}

function rankOf({ tooltip, icon }: Stat): number {
  const text = `${tooltip ?? ""} ${icon ?? ""}`.toLowerCase();
  const rank = wellKnown.findIndex((pattern) => pattern.test(text));
  return rank < 0 ? wellKnown.length : rank;
}

/** A card's stats in the order of all cards, whatever order the service sent. */
export function inMetricOrder(stats: readonly Stat[]): readonly Stat[] {
  return [...stats].sort((a, b) => rankOf(a) - rankOf(b) || statLabel(a).localeCompare(statLabel(b)));
}

/** A card's numbers, best known first; the traffic of its website comes last. */
export function cardMetrics({ stats, monthlyTraffic }: AdCard): readonly CardMetric[] {
  const named = inMetricOrder(stats).map((stat) => {
    const sent = metric(statLabel(stat), stat.value);
    return { ...sent, title: `${sent.title}\n${asNamed()}` };
  });
  if (monthlyTraffic === undefined) return named;
  const title = l10n.t("Monthly visits to the advertised website: {0}", formatCount(monthlyTraffic));
  return [...named, { ...metric(l10n.t("Monthly traffic"), monthlyTraffic), title }];
}

function metric(name: string, value: Count): CardMetric {
  return { name, value, title: `${name}: ${formatCount(value)}` };
}

/** A remark of a card: a self-explanatory text, or a name and a text. */
export interface CardRemark {
  readonly name?: string;
  readonly text: string;
  /** Everything that the service said, codes included. */
  readonly title: string;
  readonly active?: boolean;
}

/** How many texts of one remark are shown before "and N more". */
const shownTexts = 2;

/** A card's remarks: whether it runs, where, in which language, for how long, then the others by name. */
export function cardRemarks({ active, metadata }: AdCard): readonly CardRemark[] {
  const ordered = [...metadata].sort(
    (a, b) => remarkRank(a) - remarkRank(b) || (a.tooltip ?? "").localeCompare(b.tooltip ?? ""),
  );
  const remarks = ordered.map(remarkOf).filter(({ text }) => text !== "");
  if (active === undefined) return remarks;
  const text = active ? l10n.t("Active") : l10n.t("Inactive");
  return [{ text, title: text, active }, ...remarks];
}

function remarkRank({ tooltip, values }: Metadatum): number {
  const kind = codeKind(tooltip);
  if (kind !== undefined) return kind === "region" ? 0 : 1;
  return daysIn({ ...(tooltip !== undefined && { tooltip }), values }) === undefined ? 3 : 2;
}

/** Days of a remark such as "Days running: 12 days"; undefined if it says something else. */
function daysIn({ tooltip = "", values }: Metadatum): number | undefined {
  const [only, ...others] = values;
  if (only === undefined || others.length > 0) return undefined;
  const [, digits, unit] = /^\s*(\d{1,6})\s*(days?)?\s*$/i.exec(only) ?? [];
  if (digits === undefined || (unit === undefined && !/\bdays?\b/i.test(tooltip))) return undefined;
  return Number(digits);
}

/** A remark's texts, made readable: countries and languages by name. */
export function remarkTexts({ tooltip, values }: Metadatum): readonly string[] {
  const days = daysIn({ ...(tooltip !== undefined && { tooltip }), values });
  if (days !== undefined) return [daysText(days)];
  return values.map((value) => answerText(value) ?? namedCode(codeKind(tooltip), plainLabel(value)).name);
}

/** A plain yes or no in words. */
function answerText(value: string): string | undefined {
  if (/^true$/i.test(value)) return l10n.t("yes");
  return /^false$/i.test(value) ? l10n.t("no") : undefined;
}

function remarkOf(remark: Metadatum): CardRemark {
  const { tooltip, values } = remark;
  const name = tooltip === undefined ? undefined : readableName(plainLabel(tooltip));
  const kind = codeKind(tooltip);
  const exact = values.slice(0, 50).map((value) => {
    const { name: text, code } = namedCode(kind, plainLabel(value));
    return code === undefined ? text : `${text} (${code})`;
  });
  const title = plainLabel([name, exact.join(", ")].filter(Boolean).join(": "), 300);
  const days = daysIn(remark);
  if (days !== undefined) {
    const running = name === undefined || /running/i.test(name);
    return running ? { text: runningText(days), title } : { name, text: daysText(days), title };
  }
  if (kind !== undefined || name === undefined) return { text: shortened(remarkTexts(remark)), title };
  return { name, text: shortened(remarkTexts(remark)), title };
}

function runningText(days: number): string {
  return l10n.t("Running for {0}", daysText(days));
}

function shortened(texts: readonly string[]): string {
  const shown = texts.slice(0, shownTexts).join(", ");
  const more = texts.length - shownTexts;
  return more > 0 ? l10n.t("{0} +{1}", shown, formatNumber(more)) : shown;
}
