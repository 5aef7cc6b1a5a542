import * as l10n from "@vscode/l10n";
import { sum } from "d3-array";
import type { AdCard, AdDetail, Breakdown, Count } from "../../src/protocol/ads";
import type { OwnedDetail } from "../../src/protocol/panel";
import { platforms } from "../../src/protocol/platforms";
import { formatDay } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { countValue, formatCount, formatNumber } from "../charts/numbers";
import type { Plot } from "../charts/plot";
import { plotOfTimeline } from "../charts/plot";
import { barsOf, inReadingOrder } from "../charts/shares";

/** One of the ads that stand side by side. */
export interface ComparedAd {
  readonly owned: OwnedDetail;
  readonly card?: AdCard;
}

/** One fact over all compared ads; an absent cell was not provided. */
export interface ComparedRow {
  readonly label: string;
  readonly cells: readonly ({ readonly text: string; readonly value?: number } | undefined)[];
}

type Cell = ComparedRow["cells"][number];

/** The name of an ad as its column is headed. */
export function comparedTitle({ owned: { detail }, card }: ComparedAd): string {
  return plainLabel(detail.title ?? card?.title ?? "", 80) || l10n.t("Untitled ad {0}", detail.ad.id);
}

/** The facts that at least one of the ads has, most telling first. */
export function comparedRows(ads: readonly ComparedAd[]): readonly ComparedRow[] {
  const row = (label: string, cell: (detail: AdDetail, card: AdCard | undefined) => Cell): ComparedRow => ({
    label,
    cells: ads.map(({ owned, card }) => cell(owned.detail, card)),
  });
  const rows = [
    row(l10n.t("Advertiser"), ({ owner }, card) => text(owner?.name ?? card?.owner?.name)),
    row(l10n.t("Platform"), ({ ad }) => text(platforms.find(({ token }) => token === ad.platform)?.label)),
    row(l10n.t("Impressions"), ({ impression }) => count(impression?.total)),
    row(l10n.t("Days running"), ({ impression }) => count(impression?.daysRunning)),
    row(l10n.t("Impressions per day"), ({ impression }) => perDay(impression)),
    row(l10n.t("First seen"), ({ impression }) => day(impression?.firstSeenAt)),
    row(l10n.t("Last seen"), ({ impression }) => day(impression?.lastSeenAt)),
    row(l10n.t("Engagement score"), ({ engagement }) => count(engagement?.score)),
    row(l10n.t("Growth last month"), ({ engagement }) => text(engagement?.growthLastMonth)),
    row(l10n.t("Top device"), ({ impression }) => top(impression?.devices)),
    row(l10n.t("Top region"), ({ targeting }) => top(targeting?.tabs.find(({ key }) => key === "region")?.breakdown)),
    row(l10n.t("Call to action"), ({ callToAction }) => text(callToAction)),
    row(l10n.t("Creatives"), ({ attachments }) => count(attachments.length)),
    row(l10n.t("Domain"), ({ domain }) => text(domain?.name)),
    row(l10n.t("Monthly visits"), ({ domain }, card) => count(domain?.monthlyVisits ?? card?.monthlyTraffic)),
  ];
  return rows.filter(({ cells }) => cells.some((cell) => cell !== undefined));
}

/** Positions of the highest of at least two different numbers in a row; empty where there is no contest. */
export function highestCells({ cells }: ComparedRow): ReadonlySet<number> {
  const values = cells.map((cell) => cell?.value);
  const known = values.filter((value) => value !== undefined);
  const highest = Math.max(...known);
  if (known.length < 2 || known.every((value) => value === highest)) return new Set();
  return new Set(values.flatMap((value, index) => (value === highest ? [index] : [])));
}

/** All engagement of each ad over its lifetime, one line for each ad that has a timeline. */
export function comparedTimeline(ads: readonly ComparedAd[]): Plot | undefined {
  const totals = ads.flatMap((ad) => {
    const timeline = ad.owned.detail.engagement?.lifetime?.timeline;
    if (!timeline) return [];
    const points = timeline.points.map(({ date, values }) => ({ date, total: totalOf(values) }));
    return [{ label: comparedTitle(ad), byDate: new Map(points.map(({ date, total }) => [date, total])) }];
  });
  if (totals.length < 2) return undefined;
  const dates = [...new Set(totals.flatMap(({ byDate }) => [...byDate.keys()]))];
  return plotOfTimeline({
    metrics: totals.map(({ label }, index) => ({ key: String(index), label })),
    points: dates.map((date) => ({ date, values: totals.map(({ byDate }) => byDate.get(date)) })),
  });
}

function totalOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined && Number.isFinite(value));
  return known.length > 0 ? sum(known) : undefined;
}

function text(value: string | undefined): Cell {
  const label = plainLabel(value ?? "", 80);
  return label ? { text: label } : undefined;
}

function count(value: Count | undefined): Cell {
  if (value === undefined) return undefined;
  const number = countValue(value);
  return { text: formatCount(value), ...(number !== undefined && { value: number }) };
}

function day(value: string | undefined): Cell {
  return value === undefined ? undefined : { text: formatDay(value) };
}

function perDay(impression: AdDetail["impression"]): Cell {
  const total = countValue(impression?.total);
  const days = impression?.daysRunning;
  if (total === undefined || days === undefined || days <= 0) return undefined;
  return { text: formatNumber(Math.round(total / days)), value: total / days };
}

function top(breakdown: Breakdown | undefined): Cell {
  const bars = inReadingOrder(barsOf(breakdown?.points ?? []));
  const best = bars.reduce(
    (a, b) => ((b.value ?? -Infinity) > (a.value ?? -Infinity) ? b : a),
    bars[0] ?? { label: "" },
  );
  return best.label && best.value !== undefined
    ? { text: `${best.label} ${formatNumber(best.value, breakdown?.unit)}` }
    : undefined;
}
