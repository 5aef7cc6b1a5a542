import * as l10n from "@vscode/l10n";
import type { AdCard, AdDetail } from "../../src/protocol/ads";
import { formatDay, formatMoment } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { formatCount } from "../charts/numbers";
import { seenText } from "../charts/seenText";
import type { LabeledFact } from "./FactTiles";

/** What the service measured for an ad, most informative first; only what it sent. */
export function adFacts(
  { impression, engagement, domain }: AdDetail,
  card: AdCard | undefined,
): readonly LabeledFact[] {
  const facts: LabeledFact[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value !== undefined) facts.push({ label, value });
  };
  const { total, daysRunning, firstSeenAt, lastSeenAt, publishedAt } = impression ?? {};
  add(l10n.t("Impressions"), total === undefined ? undefined : formatCount(total));
  add(l10n.t("Days running"), daysRunning === undefined ? undefined : formatCount(daysRunning));
  add(l10n.t("Engagement score"), engagement?.score === undefined ? undefined : formatCount(engagement.score));
  add(l10n.t("Growth last month"), engagement?.growthLastMonth && plainLabel(engagement.growthLastMonth, 24));
  facts.push(...moment(l10n.t("First seen"), firstSeenAt));
  facts.push(...moment(l10n.t("Last seen"), lastSeenAt));
  if (lastSeenAt === undefined && card?.lastSeen)
    add(l10n.t("Last seen, when searched"), seenText(card.lastSeen, { length: 40 }));
  facts.push(...moment(l10n.t("Published"), publishedAt));
  if (domain?.monthlyVisits === undefined && card?.monthlyTraffic !== undefined) {
    add(l10n.t("Monthly traffic"), formatCount(card.monthlyTraffic));
  }
  return facts;
}

function moment(label: string, text: string | undefined): readonly LabeledFact[] {
  if (text === undefined) return [];
  return [{ label, value: formatDay(text), title: `${formatMoment(text)} (${plainLabel(text, 40)})` }];
}
