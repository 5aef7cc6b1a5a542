import * as l10n from "@vscode/l10n";
import type { CreativeGroup, GroupStat } from "../../src/protocol/lens";
import { type ColumnKey, isPlainColumn, type OverviewField } from "../../src/protocol/panel";
import { formatDay } from "../charts/dates";
import { compactCount, countValue, formatCount, formatNumber } from "../charts/numbers";
import { overviewLabel } from "../charts/overviewGroups";

/** What a column shows of a creative: of all its ads. Absent is what they don't have, or what has no sum. */
export interface CreativeCell {
  readonly text: string;
  /** In full. */
  readonly title?: string;
  /** A second line. */
  readonly more?: string;
  readonly order: number | string;
}

export function creativeCell(group: CreativeGroup, key: ColumnKey): CreativeCell | undefined {
  if (!isPlainColumn(key)) return statCell(group, key.slice("stat:".length));
  switch (key) {
    case "ads":
      return { text: formatNumber(group.ads.length), order: group.ads.length };
    case "reasons":
      return listCell(group.reasons.map((reason) => reasonName(reason)));
    case "advertiser":
      return fieldCell(key, group.advertisers);
    case "platform":
      return fieldCell(key, group.platforms);
    case "country":
      return fieldCell(key, group.countries);
    case "domain":
      return fieldCell(key, group.domains);
    case "firstSeen":
      return dayCell(group.firstSeen);
    case "seen":
      return dayCell(group.lastSeen);
    default:
      return undefined;
  }
}

function reasonName(reason: CreativeGroup["reasons"][number]): string {
  switch (reason) {
    case "text":
      return l10n.t("Text");
    case "asset":
      return l10n.t("Asset");
    case "landing":
      return l10n.t("Landing page");
    case "joined":
      return l10n.t("Joined");
  }
}

function listCell(texts: readonly string[]): CreativeCell | undefined {
  const text = texts.join(", ");
  return text === "" ? undefined : { text, order: text.toLowerCase() };
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
