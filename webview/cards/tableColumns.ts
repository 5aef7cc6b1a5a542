import * as l10n from "@vscode/l10n";
import type { Stat } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { type ShownAd } from "../state/results";
import { statName, type SortKey, type View } from "../state/view";
import { inMetricOrder } from "./metrics";

/** A column of the table beside those that it always has. */
export interface TableColumn {
  readonly key: SortKey | "platform" | "seen";
  readonly name: string;
  readonly numeric: boolean;
  /** px. */
  readonly width: number;
}

/** Columns of numbers at most: a hostile service may name thousands. */
const statsAtMost = 12;

/** px of the columns that every table has; the style sheet holds the same. */
export const fixedWidths = { check: 36, ad: 230, details: 162 };

/** The numbers first, in the order of the cards, then whose ad it is and where; a platform tells something only beside others. */
export function tableColumns(ads: readonly ShownAd[]): readonly TableColumn[] {
  const cards = ads.map(({ card }) => card);
  const several = new Set(cards.map(({ platform, platformName }) => platform ?? platformName)).size > 1;
  const texts: readonly TableColumn[] = [
    { key: "advertiser", name: l10n.t("Advertiser"), numeric: false, width: 160 },
    ...(several ? [{ key: "platform", name: l10n.t("Platform"), numeric: false, width: 100 } as const] : []),
    { key: "seen", name: l10n.t("Last seen"), numeric: false, width: 130 },
  ];
  const traffic = cards.some(({ monthlyTraffic }) => monthlyTraffic !== undefined)
    ? [numberColumn("traffic", l10n.t("Monthly traffic"))]
    : [];
  return [...statsOf(ads).map((name) => numberColumn(`stat:${name}`, plainLabel(name, 40))), ...traffic, ...texts];
}

function statsOf(ads: readonly ShownAd[]): readonly string[] {
  const named = new Map<string, Stat>();
  for (const { card } of ads) {
    for (const stat of card.stats) {
      const name = statName(stat);
      if (name !== undefined && !named.has(name)) named.set(name, stat);
    }
  }
  return inMetricOrder([...named.values()])
    .flatMap((stat) => statName(stat) ?? [])
    .slice(0, statsAtMost);
}

function numberColumn(key: SortKey, name: string): TableColumn {
  return { key, name, numeric: true, width: Math.min(170, 46 + name.length * 7.5) };
}

/** The key by which a column sorts; absent where its texts have no order. */
export function sortKeyOf({ key }: TableColumn): SortKey | undefined {
  return key === "platform" || key === "seen" ? undefined : key;
}

/** The view after a head was pressed: largest first (texts from A), then the other way round, then the service's order. */
export function sortedBy(view: View, key: SortKey): View {
  const first = key !== "advertiser";
  if (view.sort !== key) return { ...view, sort: key, descending: first };
  if (view.descending === first) return { ...view, descending: !first };
  return { ...view, sort: "service", descending: true };
}
