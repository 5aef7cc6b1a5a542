import * as l10n from "@vscode/l10n";
import { sum } from "d3-array";
import { daysRunning } from "../../src/protocol/adFields";
import type { AdDetail, Breakdown, Count } from "../../src/protocol/ads";
import type { BoughtDetail } from "../../src/protocol/panel";
import { readableName } from "../../src/protocol/readableName";
import { cardMetrics, inMetricOrder, statLabel, remarkTexts, adName, statusOf } from "../cards/adTexts";
import { differenceText } from "../cards/Changes";
import { formatDay, seenText } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { countValue, formatCount, formatNumber } from "../charts/numbers";
import { type Plot, plotOfTimeline } from "../charts/plot";
import { barsOf, inReadingOrder } from "../charts/bars";
import type { ShownAd } from "../state/results";

/** One of the compared ads, with its details if loaded. */
export interface AdToCompare {
  readonly shown: ShownAd;
  readonly bought?: BoughtDetail;
}

/** A fact of one ad; `value` if it is a number. */
interface ComparedCell {
  readonly text: string;
  readonly value?: number;
}

/** One fact over all ads; an absent cell was not provided. */
export interface ComparedRow {
  readonly label: string;
  readonly cells: readonly (ComparedCell | undefined)[];
}

/** Facts of the details have a label in the user's language; the service may name the same ones, in English. */
type Facts = readonly (readonly [name: string, cell: ComparedCell | undefined, label?: string])[];

const sections = [numbers, cardNumbers, dates, texts, remarks];

/** Every fact that at least one ad has, once: of each ad from its details if they have it, otherwise from its card. */
export function comparedRows(ads: readonly AdToCompare[]): readonly ComparedRow[] {
  const all = ads.flatMap((ad) => sections.flatMap((section) => section(ad)));
  const own = new Map(all.flatMap(([name, , label]) => (label === undefined ? [] : [[name, label]])));
  const labelOf = (name: string) => own.get(name) ?? name;
  const facts = ads.map((ad) => {
    const found = sections.toReversed().flatMap((section) => section(ad));
    return new Map(found.flatMap(([name, cell]) => (cell === undefined ? [] : [[labelOf(name), cell]])));
  });
  const labels = sections.flatMap((section) => {
    const named = ads.flatMap((ad) => section(ad).map(([name]) => name));
    return (section === cardNumbers ? [...inCardOrder(ads), ...named] : named).map(labelOf);
  });
  const rows = [...new Set(labels)].map((label) => ({ label, cells: facts.map((each) => each.get(label)) }));
  return rows.filter(({ cells }) => cells.some((cell) => cell !== undefined));
}

/** Positions of the highest of at least two different numbers in a row; empty if there is nothing to compare. */
export function highestCells({ cells }: ComparedRow): ReadonlySet<number> {
  const values = cells.map((cell) => cell?.value);
  const known = values.filter((value) => value !== undefined);
  const highest = Math.max(...known);
  if (known.length < 2 || known.every((value) => value === highest)) return new Set();
  return new Set(values.flatMap((value, index) => (value === highest ? [index] : [])));
}

function numbers({ shown: { card }, bought }: AdToCompare): Facts {
  const { impression, engagement, domain } = bought?.detail ?? {};
  return [
    ["Times observed", count(impression?.total), l10n.t("Times observed")],
    ["Days running", count(impression?.daysRunning ?? daysRunning(card)), l10n.t("Days running")],
    ["Times observed per day", perDay(impression), l10n.t("Times observed per day")],
    ["Engagement score", count(engagement?.score), l10n.t("Engagement score")],
    ["Growth last month", text(engagement?.growthLastMonth), l10n.t("Growth last month")],
    ["Monthly traffic", count(domain?.monthlyVisits ?? card.monthlyTraffic), l10n.t("Monthly traffic")],
  ];
}

/** In the usual order of cards, even if no ad has all of the numbers. */
const inCardOrder = (ads: readonly AdToCompare[]) =>
  inMetricOrder(ads.flatMap(({ shown }) => shown.card.stats)).map(statLabel);

function cardNumbers({ shown: { card } }: AdToCompare): Facts {
  return cardMetrics(card).map(({ name, value }) => [name, count(value)]);
}

function dates({ shown: { card, fetchedAt }, bought }: AdToCompare): Facts {
  const { firstSeenAt, lastSeenAt } = bought?.detail.impression ?? {};
  const onCard = card.lastSeen === undefined ? undefined : { text: seenText(card.lastSeen, { fetchedAt, length: 60 }) };
  return [
    ["First seen", day(firstSeenAt), l10n.t("First seen")],
    ["Last seen", day(lastSeenAt) ?? onCard, l10n.t("Last seen")],
  ];
}

function texts({ shown: { card, compared }, bought }: AdToCompare): Facts {
  const { impression, targeting, callToAction, domain } = bought?.detail ?? {};
  const attachments = bought?.detail.attachments ?? card.attachments;
  return [
    ["Difference", text(compared && differenceText(compared), 500), l10n.t("Difference")],
    ["Status", text(statusOf(card)), l10n.t("Status")],
    ["Call to action", text(callToAction), l10n.t("Call to action")],
    ["Top device", top(impression?.devices), l10n.t("Top device")],
    ["Top region", top(targeting?.tabs.find(({ key }) => key === "region")?.breakdown), l10n.t("Top region")],
    ["Creatives", count(attachments.length), l10n.t("Creatives")],
    ["Website", text(domain?.name), l10n.t("Website")],
    ["Landing page", text(card.displayUrl, 120), l10n.t("Landing page")],
  ];
}

function remarks({ shown: { card } }: AdToCompare): Facts {
  return card.metadata.flatMap((remark) => {
    const { tooltip } = remark;
    return tooltip === undefined
      ? []
      : [[readableName(plainLabel(tooltip)), text(remarkTexts(remark).slice(0, 30).join(", "), 200)] as const];
  });
}

function text(value: string | undefined, length = 80): ComparedCell | undefined {
  const label = plainLabel(value ?? "", length);
  return label ? { text: label } : undefined;
}

function count(value: Count | undefined): ComparedCell | undefined {
  if (value === undefined) return undefined;
  const number = countValue(value);
  return { text: formatCount(value), ...(number !== undefined && { value: number }) };
}

function day(value: string | undefined): ComparedCell | undefined {
  return value === undefined ? undefined : { text: formatDay(value) };
}

function perDay(impression: AdDetail["impression"]): ComparedCell | undefined {
  const total = countValue(impression?.total);
  const days = countValue(impression?.daysRunning);
  if (total === undefined || days === undefined || days <= 0) return undefined;
  return { text: formatNumber(Math.round(total / days)), value: total / days };
}

function top(breakdown: Breakdown | undefined): ComparedCell | undefined {
  const [first, ...others] = inReadingOrder(barsOf(breakdown?.points ?? []));
  if (!first) return undefined;
  const best = others.reduce((a, b) => ((b.value ?? -Infinity) > (a.value ?? -Infinity) ? b : a), first);
  if (!best.label || best.value === undefined) return undefined;
  return { text: `${best.label} ${formatNumber(best.value, breakdown?.unit)}` };
}

/** All engagement of each ad over its lifetime, one line for each ad that has a timeline; absent for fewer than two. */
export function comparedTimeline(ads: readonly AdToCompare[]): Plot | undefined {
  const totals = ads.flatMap(({ shown, bought }) => {
    const timeline = bought?.detail.engagement?.lifetime?.timeline;
    if (!timeline) return [];
    const points = timeline.points.map(({ date, values }) => ({ date, total: totalOf(values) }));
    return [{ label: adName(shown.card), byDate: new Map(points.map(({ date, total }) => [date, total])) }];
  });
  if (totals.length < 2) return undefined;
  const dates = [...new Set(totals.flatMap(({ byDate }) => [...byDate.keys()]))];
  return plotOfTimeline({
    metrics: totals.map(({ label }, index) => ({ key: String(index), label })),
    points: dates.map((date) => ({ date, values: totals.map(({ byDate }) => byDate.get(date)) })),
  });
}

/** Absent where one of the values can't be read: the rest would be a smaller total. */
function totalOf(counts: readonly (Count | undefined)[]): number | undefined {
  const sent = counts.filter((count) => count !== undefined);
  const known = sent.map(countValue).filter((value) => value !== undefined);
  return known.length > 0 && known.length === sent.length ? sum(known) : undefined;
}
