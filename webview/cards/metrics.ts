import * as l10n from "@vscode/l10n";
import type { AdCard, Count, Stat } from "../../src/protocol/ads";
import { readableName } from "../../src/protocol/readableName";
import { plainLabel } from "../charts/label";
import { formatCount } from "../charts/numbers";

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
  const named = inMetricOrder(stats).map((stat) => metric(statLabel(stat), stat.value));
  if (monthlyTraffic === undefined) return named;
  const title = l10n.t("Monthly visits to the advertised website: {0}", formatCount(monthlyTraffic));
  return [...named, { ...metric(l10n.t("Monthly traffic"), monthlyTraffic), title }];
}

function metric(name: string, value: Count): CardMetric {
  return { name, value, title: `${name}: ${formatCount(value)}` };
}
