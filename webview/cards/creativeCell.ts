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

const cells: Partial<Record<ColumnKey, (group: CreativeGroup) => CreativeCell | undefined>> = {
  ads: ({ ads }) => ({ text: formatNumber(ads.length), order: ads.length }),
  reasons: ({ reasons }) => listCell(reasons.map((reason) => reasonNames[reason]())),
  advertiser: ({ advertisers }) => fieldCell("advertiser", advertisers),
  platform: ({ platforms }) => fieldCell("platform", platforms),
  country: ({ countries }) => fieldCell("country", countries),
  domain: ({ domains }) => fieldCell("domain", domains),
  firstSeen: ({ firstSeen }) => dayCell(firstSeen),
  seen: ({ lastSeen }) => dayCell(lastSeen),
};

export const creativeCell = (group: CreativeGroup, key: ColumnKey): CreativeCell | undefined =>
  isPlainColumn(key) ? cells[key]?.(group) : statCell(group, key.slice("stat:".length));

/** Whether creatives have a column: a title and numbers as their ads, and what all the ads of one have. */
export const isOfCreatives = (key: ColumnKey): boolean =>
  key === "title" || !isPlainColumn(key) || cells[key] !== undefined;

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
