import * as l10n from "@vscode/l10n";
import { daysRunning } from "../../src/protocol/adFields";
import type { Count, Stat } from "../../src/protocol/ads";
import type { CreativeGroup, GroupStat } from "../../src/protocol/lens";
import {
  type ColumnKey,
  isPlainColumn,
  type Layout,
  type OverviewField,
  plainColumns,
  type View,
} from "../../src/protocol/panel";
import type { TableLook } from "../../src/protocol/tableLook";
import { formatDay, formatMoment, seenText } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { compactCount, countValue, formatCount, formatNumber } from "../charts/numbers";
import { fieldValues, firstSeenMs, lastSeenMs, overviewLabel } from "../charts/overviewGroups";
import { localTime } from "../words/phrases";
import type { ShownAd } from "../state/results";
import { adName, inMetricOrder, metricName, statusOf } from "./adTexts";
import { differenceText } from "./Changes";

/** What a column shows of an ad. */
export interface ColumnKind {
  readonly name: string;
  readonly numeric: boolean;
  /** Whether the largest comes first when sorted by it. */
  readonly descends: boolean;
  /** Initial width in px. */
  readonly width: number;
  readonly text: (ad: ShownAd) => string | undefined;
  /** The exact value, if the text is shortened. */
  readonly title?: (ad: ShownAd) => string | undefined;
  /** A second line. */
  readonly more?: (ad: ShownAd) => string | undefined;
  readonly order: (ad: ShownAd) => number | string | undefined;
  /** What the loaded ads can be filtered by in this column. */
  readonly field?: OverviewField;
}

/** A column of the table other than the permanent ones. */
export interface TableColumn extends ColumnKind {
  readonly key: ColumnKey;
}

/** Limits of a column's width in px. */
export const widthLimits = { least: 60, most: 800 };

/** The most columns of numbers: a hostile service may name thousands. */
const statsAtMost = 40;

/** The contents of the column with this key, whether or not any ad has it. */
export function columnOf(key: ColumnKey): ColumnKind {
  const { text, title, order, ...kind } = columnOfAds(key);
  if (key === "title") return { ...kind, text, order };
  const cell = ({ group }: ShownAd) => group && creativeCell(group, key);
  return {
    ...kind,
    text: (ad) => (ad.group ? cell(ad)?.text : text(ad)),
    title: (ad) => (ad.group ? (cell(ad)?.title ?? cell(ad)?.text) : (title?.(ad) ?? text(ad))),
    more: (ad) => cell(ad)?.more,
    order: (ad) => (ad.group ? cell(ad)?.order : order(ad)),
  };
}

function columnOfAds(key: ColumnKey): ColumnKind {
  if (!isPlainColumn(key)) {
    const name = key.slice("stat:".length);
    return numberColumn(plainLabel(name, 40), ({ card }) => card.stats.find((one) => metricName(one) === name)?.value);
  }
  return plainKinds[key]();
}

const plainKinds: Readonly<Record<(typeof plainColumns)[number], () => ColumnKind>> = {
  title: () => textColumn(l10n.t("Ad"), 230, ({ card }) => adName(card)),
  advertiser: () => fieldColumn(l10n.t("Advertiser"), 160, "advertiser"),
  platform: () => fieldColumn(l10n.t("Platform"), 100, "platform"),
  country: () => fieldColumn(l10n.t("Country"), 130, "country"),
  language: () => fieldColumn(l10n.t("Language"), 110, "language"),
  domain: () => fieldColumn(l10n.t("Website"), 160, "domain"),
  mediaType: () => fieldColumn(l10n.t("Media"), 90, "mediaType"),
  format: () => fieldColumn(l10n.t("Format"), 110, "format"),
  callToAction: () => fieldColumn(l10n.t("Call to action"), 120, "callToAction"),
  status: () => textColumn(l10n.t("Status"), 90, ({ card }) => statusOf(card)),
  seen: () => ({ ...momentColumn(l10n.t("Last seen"), seenCell, lastSeenMs), field: "lastSeen" }),
  firstSeen: () => ({ ...momentColumn(l10n.t("First seen"), firstSeenCell, firstSeenMs), field: "firstSeen" }),
  fetched: () => ({
    ...momentColumn(
      l10n.t("Fetched"),
      ({ fetchedAt }) => formatDay(fetchedAt),
      ({ fetchedAt }) => Date.parse(fetchedAt),
    ),
    title: ({ fetchedAt }) => formatMoment(fetchedAt),
  }),
  days: () => ({
    ...numberColumn(l10n.t("Days running"), ({ card }) => daysRunning(card)),
    width: 165,
    field: "daysRunning",
  }),
  traffic: () => numberColumn(l10n.t("Monthly traffic"), ({ card }) => card.monthlyTraffic),
  ads: () => numberColumn(l10n.t("Ads"), () => undefined),
  reasons: () => textColumn(l10n.t("In common"), 130, () => undefined),
  difference: () => textColumn(l10n.t("Difference"), 260, ({ compared }) => compared && differenceText(compared)),
};

function textColumn(name: string, width: number, text: ColumnKind["text"]): ColumnKind {
  return { name, numeric: false, descends: false, width, text, order: text };
}

function momentColumn(name: string, text: ColumnKind["text"], order: ColumnKind["order"]): ColumnKind {
  const title = ({ fetchedAt }: ShownAd) => l10n.t("As of {0}", localTime(fetchedAt));
  return { name, numeric: false, descends: true, width: 130, text, title, order };
}

function numberColumn(name: string, value: (ad: ShownAd) => Count | undefined): ColumnKind {
  const amount = (ad: ShownAd) => countValue(value(ad));
  const text = (ad: ShownAd) => {
    const count = value(ad);
    return count === undefined ? undefined : compactCount(count);
  };
  const width = Math.min(170, 46 + name.length * 7.5);
  const title = (ad: ShownAd) => formatCount(value(ad));
  return { name, numeric: true, descends: true, width, text, title, order: amount };
}

function fieldColumn(name: string, width: number, field: OverviewField): ColumnKind {
  const text = (ad: ShownAd) => {
    const values = fieldValues[field](ad);
    return values.length === 0 ? undefined : values.map((value) => overviewLabel({ field, value })).join(", ");
  };
  return { ...textColumn(name, width, text), field };
}

const seenCell = ({ card: { lastSeen }, fetchedAt }: ShownAd) =>
  lastSeen === undefined ? undefined : seenText(lastSeen, { fetchedAt });
const firstSeenCell = (ad: ShownAd) => {
  const moment = firstSeenMs(ad);
  return moment === undefined ? undefined : formatDay(new Date(moment).toISOString());
};

/** The columns after the first for which some of the ads have a value: numbers first, in the order of the cards. */
export function offeredColumns(ads: readonly ShownAd[]): readonly TableColumn[] {
  const numbers = [...statKeys(ads), "traffic" as const];
  const others = plainColumns.filter((key) => key !== "title" && key !== "traffic" && !isFirst(key));
  const all = [...firstColumns, ...numbers, ...others];
  return all.flatMap((key) => {
    const kind = columnOf(key);
    return ads.some((ad) => kind.text(ad) !== undefined) ? [{ key, ...kind }] : [];
  });
}

/** What can be sorted by in a layout besides the title: creatives lack some of their ads' columns, and have others. */
export function sortColumns(ads: readonly ShownAd[], layout: Layout): readonly TableColumn[] {
  const offered = offeredColumns(ads);
  if (layout !== "creatives") return offered;
  const ofAds = offered.map(({ key }) => key).filter(isOfCreatives);
  const keys = new Set<ColumnKey>(["ads", "reasons", ...ofAds, "firstSeen", "seen"]);
  return [...keys].map((key) => ({ key, ...columnOf(key) }));
}

/** A view as a layout has it: in the service's order if only another layout has its column. */
export function viewIn(layout: Layout, view: View): View {
  const { sort } = view;
  const has = layout === "creatives" ? sort === "service" || isOfCreatives(sort) : sort !== "ads" && sort !== "reasons";
  return has ? view : { ...view, sort: "service" };
}

/** Columns that only creatives or compared ads have. */
const firstColumns = ["ads", "reasons", "difference"] as const;
const isFirst = (key: ColumnKey) => firstColumns.some((one) => one === key);

function statKeys(ads: readonly ShownAd[]): readonly ColumnKey[] {
  return shownStatNames(ads).map((name): ColumnKey => `stat:${name}`);
}

/** Names of the numbers that the ads have, in the order of the cards. */
export function shownStatNames(ads: readonly ShownAd[]): readonly string[] {
  const named = new Map<string, Stat>();
  for (const { card, group } of ads) {
    for (const stat of group?.stats.map(({ name, sum }) => ({ tooltip: name, value: sum })) ?? card.stats) {
      const name = metricName(stat);
      if (name !== undefined && !named.has(name)) named.set(name, stat);
    }
  }
  return inMetricOrder([...named.values()])
    .flatMap((stat) => metricName(stat) ?? [])
    .slice(0, statsAtMost);
}

const usualColumns: readonly string[] = ["traffic", "advertiser", "days", "country", "seen"];

/** Whether it is shown by default: if some ads have it, and the platform if there are several. */
function isUsual({ key, text }: TableColumn, ads: readonly ShownAd[], usual: readonly ColumnKey[]): boolean {
  if (usual.includes(key)) return true;
  if (key === "platform") return new Set(ads.map(({ card }) => card.platform ?? card.platformName)).size > 1;
  const known = ads.filter((ad) => text(ad) !== undefined).length;
  return known >= ads.length / 10 && (key.startsWith("stat:") || usualColumns.includes(key));
}

/** The offered columns in the person's order, each with whether it is shown. */
export function arranged(
  offered: readonly TableColumn[],
  ads: readonly ShownAd[],
  { shown, order = [] }: TableLook,
  /** Columns shown here by default, though not everywhere. */
  usual: readonly ColumnKey[] = [],
): readonly { readonly column: TableColumn; readonly shown: boolean }[] {
  // The table of ads has no place for the columns of creatives: they come first.
  const rank = ({ key }: TableColumn) => (order.includes(key) ? order.indexOf(key) : isFirst(key) ? -1 : Infinity);
  return offered
    .toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
    .map((column) => ({ column, shown: shown?.[column.key] ?? isUsual(column, ads, usual) }));
}

/** Width of a column in px: the person's own, else the default. */
export function columnWidth(key: string, usual: number, { widths }: TableLook): number {
  const own = widths && Object.hasOwn(widths, key) ? widths[key] : undefined;
  return Math.max(widthLimits.least, Math.min(widthLimits.most, own ?? usual));
}

/** The look with a column moved before or after its neighbor. */
export function movedColumn(look: TableLook, keys: readonly string[], key: string, to: number): TableLook {
  const others = keys.filter((one) => one !== key);
  const at = Math.max(0, Math.min(others.length, to));
  return { ...look, order: [...others.slice(0, at), key, ...others.slice(at)] };
}

/** The order of a sorted column in words. */
export function directionText({ numeric, descends }: ColumnKind, descending: boolean): string {
  if (numeric) return descending ? l10n.t("Largest first") : l10n.t("Smallest first");
  if (descends) return descending ? l10n.t("Newest first") : l10n.t("Oldest first");
  return descending ? l10n.t("Z to A") : l10n.t("A to Z");
}

/** What a column shows of a creative: of all its ads. Absent is what they don't have, or what has no sum. */
interface CreativeCell {
  readonly text: string;
  /** In full. */
  readonly title?: string;
  /** A second line. */
  readonly more?: string;
  readonly order: number | string;
}

const creativeCells: Partial<Record<ColumnKey, (group: CreativeGroup) => CreativeCell | undefined>> = {
  ads: ({ ads }) => ({ text: formatNumber(ads.length), order: ads.length }),
  reasons: ({ reasons }) => listCell(reasons.map((reason) => reasonNames[reason]())),
  advertiser: ({ advertisers }) => fieldCell("advertiser", advertisers),
  platform: ({ platforms }) => fieldCell("platform", platforms),
  country: ({ countries }) => fieldCell("country", countries),
  domain: ({ domains }) => fieldCell("domain", domains),
  firstSeen: ({ firstSeen }) => dayCell(firstSeen),
  seen: ({ lastSeen }) => dayCell(lastSeen),
};

const creativeCell = (group: CreativeGroup, key: ColumnKey): CreativeCell | undefined =>
  isPlainColumn(key) ? creativeCells[key]?.(group) : statCell(group, key.slice("stat:".length));

/** Whether creatives have a column: a title and numbers as their ads, and what all the ads of one have. */
const isOfCreatives = (key: ColumnKey): boolean =>
  key === "title" || !isPlainColumn(key) || creativeCells[key] !== undefined;

const reasonNames: Readonly<Record<CreativeGroup["reasons"][number], () => string>> = {
  text: () => l10n.t("Text"),
  asset: () => l10n.t("Asset"),
  landing: () => l10n.t("Landing page"),
  joined: () => l10n.t("Joined"),
};

function listCell(texts: readonly string[]): CreativeCell | undefined {
  const text = texts.join(", ");
  return text === "" ? undefined : { text, order: text };
}

const fieldCell = (field: OverviewField, values: readonly string[]) =>
  listCell(values.map((value) => overviewLabel({ field, value })));

function dayCell(iso: string): CreativeCell | undefined {
  return iso === "" ? undefined : { text: formatDay(iso), order: Date.parse(iso) };
}

/** The sum, and below it the maximum if there are several ads, with how many of them have the number. */
function statCell({ ads, stats }: CreativeGroup, name: string): CreativeCell | undefined {
  const stat = stats.find((one) => one.name === name);
  if (!stat) return undefined;
  const title = l10n.t("Sum: {0}. Maximum: {1}.", formatCount(stat.sum), formatCount(stat.max));
  const have = stat.ads < ads.length ? l10n.t("{0} of {1} ads", stat.ads, ads.length) : undefined;
  return {
    text: compactCount(stat.sum),
    order: countValue(stat.sum) ?? 0,
    ...(ads.length > 1 && { title: have === undefined ? title : `${title} ${have}`, more: maximum(stat, have) }),
  };
}

function maximum({ max }: GroupStat, have: string | undefined): string {
  const text = l10n.t("max {0}", compactCount(max));
  return have === undefined ? text : `${text}, ${have}`;
}
