import * as l10n from "@vscode/l10n";
import type { AdCard } from "../../src/protocol/ads";
import type { OverviewField, OverviewFilter } from "../../src/protocol/panel";
import { platforms } from "../../src/protocol/platforms";
import { daysRunning } from "./daysRunning";
import { plainLabel } from "./label";

/** The cards counted by one field, most first; `without` cards lack it. */
export interface OverviewGroup {
  readonly field: OverviewField;
  readonly bars: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  readonly without: number;
}

const spans: readonly (readonly [number, number])[] = [
  [0, 7],
  [8, 30],
  [31, 90],
  [91, 180],
  [181, 365],
  [366, Infinity],
];

/** The values that a card has for a field. */
export const fieldValues: Readonly<Record<OverviewField, (card: AdCard) => readonly string[]>> = {
  advertiser: ({ owner }) => (owner?.name?.trim() ? [owner.name] : []),
  domain: ({ displayUrl }) => domainOf(displayUrl),
  platform: ({ platform, platformName }) => [platform ?? platformName],
  mediaType: ({ attachments }) => [...new Set(attachments.map(({ type }) => type))],
  daysRunning: (card) => spanOf(daysRunning(card)),
};

/** Whether a card belongs to a bar of the overview. */
export function matchesOverview(card: AdCard, { field, value }: OverviewFilter): boolean {
  return fieldValues[field](card).includes(value);
}

/** The label of a filter of the overview. */
export function overviewLabel({ field, value }: OverviewFilter): string {
  if (field === "platform") return platforms.find(({ token }) => token === value)?.label ?? plainLabel(value);
  if (field === "mediaType") return mediaName(value);
  if (field === "daysRunning") return spanName(value);
  return plainLabel(value) || "-";
}

/** Counts cards by one field. A card with several media types counts for each of them. */
export function overviewGroup(cards: readonly AdCard[], field: OverviewField): OverviewGroup {
  const counts = new Map<string, number>();
  let without = 0;
  for (const card of cards) {
    const values = fieldValues[field](card);
    if (values.length === 0) without++;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const bars = [...counts].map(([value, count]) => ({ value, label: overviewLabel({ field, value }), count }));
  const order = spans.map(spanKey);
  if (field === "daysRunning") bars.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
  else bars.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
  return { field, bars, without };
}

function domainOf(url: string | undefined): readonly string[] {
  if (url === undefined) return [];
  const whole = URL.canParse(url) ? url : `https://${url}`;
  const host = URL.canParse(whole) ? new URL(whole).host : "";
  return host ? [host.replace(/^www\./, "")] : [];
}

const spanKey = ([from, to]: readonly [number, number]) => `${from}-${to}`;

function spanOf(days: number | undefined): readonly string[] {
  const span = spans.find(([, to]) => days !== undefined && days <= to);
  return span ? [spanKey(span)] : [];
}

function spanName(value: string): string {
  const span = spans.find((candidate) => spanKey(candidate) === value);
  if (!span) return plainLabel(value);
  return span[1] === Infinity ? l10n.t("{0} days or more", span[0]) : l10n.t("{0} to {1} days", ...span);
}

function mediaName(type: string): string {
  if (type === "image") return l10n.t("Images");
  if (type === "video") return l10n.t("Videos");
  if (type === "clip") return l10n.t("Clips");
  if (type === "youtube") return "YouTube";
  return plainLabel(type) || "-";
}
