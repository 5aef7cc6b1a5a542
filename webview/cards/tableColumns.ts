import * as l10n from "@vscode/l10n";
import type { AdCard, Count, Stat } from "../../src/protocol/ads";
import type { ColumnKey, TableLook } from "../../src/protocol/panel";
import { plainColumns } from "../../src/protocol/panelMemory";
import { formatDay, formatMoment } from "../charts/dates";
import { daysRunning } from "../charts/daysRunning";
import { plainLabel } from "../charts/label";
import { countValue, formatCompact, formatCount } from "../charts/numbers";
import { fieldValues, overviewLabel } from "../charts/overviewGroups";
import { seenMs, seenText } from "../charts/seenText";
import { localTime } from "../words/time";
import type { ShownAd } from "../state/results";
import { inMetricOrder, metricName } from "./metrics";
import { adName, platformLabel } from "./names";

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
  readonly title?: (ad: ShownAd) => string;
  /** The number with all its digits. */
  readonly exact?: (ad: ShownAd) => Count | undefined;
  readonly order: (ad: ShownAd) => number | string | undefined;
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
  switch (key) {
    case "title":
      return textColumn(l10n.t("Ad"), 230, ({ card }) => adName(card));
    case "advertiser":
      return textColumn(l10n.t("Advertiser"), 160, ({ card }) => card.owner?.name && plainLabel(card.owner.name));
    case "platform":
      return textColumn(l10n.t("Platform"), 100, ({ card }) => platformLabel(card));
    case "domain":
      return textColumn(l10n.t("Website"), 160, ({ card }) => labelOf(card, "domain"));
    case "mediaType":
      return textColumn(l10n.t("Media"), 90, ({ card }) => labelOf(card, "mediaType"));
    case "status":
      return textColumn(l10n.t("Status"), 90, ({ card }) => statusOf(card));
    case "seen":
      return momentColumn(l10n.t("Last seen"), seenCell, ({ card, fetchedAt }) => seenMs(card.lastSeen, fetchedAt));
    case "fetched": {
      const text = ({ fetchedAt }: ShownAd) => formatDay(fetchedAt);
      return {
        ...momentColumn(l10n.t("Fetched"), text, ({ fetchedAt }) => Date.parse(fetchedAt)),
        title: fetchedTitle,
      };
    }
    case "days":
      return numberColumn(l10n.t("Days running"), ({ card }) => daysRunning(card));
    case "traffic":
      return numberColumn(l10n.t("Monthly traffic"), ({ card }) => card.monthlyTraffic);
    default: {
      const name = key.slice("stat:".length);
      return numberColumn(
        plainLabel(name, 40),
        ({ card }) => card.stats.find((one) => metricName(one) === name)?.value,
      );
    }
  }
}

function textColumn(name: string, width: number, text: ColumnKind["text"]): ColumnKind {
  return { name, numeric: false, descends: false, width, text, order: (ad) => text(ad)?.toLowerCase() };
}

function momentColumn(name: string, text: ColumnKind["text"], order: ColumnKind["order"]): ColumnKind {
  const title = ({ fetchedAt }: ShownAd) => l10n.t("As of {0}", localTime(fetchedAt));
  return { name, numeric: false, descends: true, width: 130, text, title, order };
}

function numberColumn(name: string, value: (ad: ShownAd) => Count | undefined): ColumnKind {
  const amount = (ad: ShownAd) => {
    const count = value(ad);
    return count === undefined ? undefined : Number(count);
  };
  const text = (ad: ShownAd) => {
    const count = value(ad);
    return count === undefined ? undefined : formatCompact(countValue(count));
  };
  const width = Math.min(170, 46 + name.length * 7.5);
  const title = (ad: ShownAd) => formatCount(value(ad));
  return { name, numeric: true, descends: true, width, text, title, exact: value, order: amount };
}

function labelOf(card: AdCard, field: "domain" | "mediaType"): string | undefined {
  const values = fieldValues[field](card);
  return values.length === 0 ? undefined : values.map((value) => overviewLabel({ field, value })).join(", ");
}

function statusOf({ active }: AdCard): string | undefined {
  return active === undefined ? undefined : active ? l10n.t("Active") : l10n.t("Inactive");
}

const seenCell = ({ card: { lastSeen }, fetchedAt }: ShownAd) =>
  lastSeen === undefined ? undefined : seenText(lastSeen, { fetchedAt });
const fetchedTitle = ({ fetchedAt }: ShownAd) => formatMoment(fetchedAt);

/** The columns after the first for which some of the ads have a value: numbers first, in the order of the cards. */
export function offeredColumns(ads: readonly ShownAd[]): readonly TableColumn[] {
  const numbers = [...statKeys(ads), "traffic" as const];
  const all = [...numbers, ...plainColumns.filter((key) => key !== "title" && key !== "traffic")];
  return all.flatMap((key) => {
    const kind = columnOf(key);
    return ads.some((ad) => kind.text(ad) !== undefined) ? [{ key, ...kind }] : [];
  });
}

function statKeys(ads: readonly ShownAd[]): readonly ColumnKey[] {
  return shownStatNames(ads).map((name): ColumnKey => `stat:${name}`);
}

/** Names of the numbers that the ads have, in the order of the cards. */
export function shownStatNames(ads: readonly ShownAd[]): readonly string[] {
  const named = new Map<string, Stat>();
  for (const { card } of ads) {
    for (const stat of card.stats) {
      const name = metricName(stat);
      if (name !== undefined && !named.has(name)) named.set(name, stat);
    }
  }
  return inMetricOrder([...named.values()])
    .flatMap((stat) => metricName(stat) ?? [])
    .slice(0, statsAtMost);
}

/** Whether it is shown by default; the platform is useful only if there are several. */
function isUsual({ key }: TableColumn, ads: readonly ShownAd[], usual: readonly ColumnKey[]): boolean {
  if (key === "platform") return new Set(ads.map(({ card }) => card.platform ?? card.platformName)).size > 1;
  if (usual.includes(key) || key.startsWith("stat:")) return true;
  return key === "traffic" || key === "advertiser" || key === "seen";
}

/** The offered columns in the person's order, each with whether it is shown. */
export function arranged(
  offered: readonly TableColumn[],
  ads: readonly ShownAd[],
  { shown, order = [] }: TableLook,
  /** Columns shown here by default, though not everywhere. */
  usual: readonly ColumnKey[] = [],
): readonly { readonly column: TableColumn; readonly shown: boolean }[] {
  const rank = ({ key }: TableColumn) => (order.includes(key) ? order.indexOf(key) : Infinity);
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
