import * as l10n from "@vscode/l10n";
import { daysRunning } from "../../src/protocol/adFields";
import { cardTraits, remarks } from "../../src/protocol/adTraits";
import type { Owner } from "../../src/protocol/ads";
import type { OverviewField, OverviewFilter } from "../../src/protocol/panel";
import { labelOfPlatform } from "../../src/protocol/platforms";
import type { ShownAd } from "../state/results";
import { namedCode } from "./codeNames";
import { seenMs } from "./dates";
import { plainLabel } from "./label";

/** The ads, or their creatives, counted by one field, most first; `without` of them lack it. */
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

/** An ad, and when its page was received: "2 hours ago" is relative to that. */
export type SeenAd = Pick<ShownAd, "card" | "fetchedAt">;

/** The values that an ad has for a field. */
export const fieldValues: Readonly<Record<OverviewField, (ad: SeenAd) => readonly string[]>> = {
  advertiser: ({ card }) => cardTraits.advertiser(card),
  domain: ({ card }) => cardTraits.domain(card),
  platform: ({ card }) => cardTraits.platform(card),
  country: ({ card }) => cardTraits.country(card),
  language: ({ card }) => cardTraits.language(card),
  mediaType: ({ card }) => cardTraits.mediaType(card),
  format: ({ card }) => cardTraits.format(card),
  callToAction: ({ card }) => cardTraits.callToAction(card),
  daysRunning: ({ card }) => spanOf(daysRunning(card)),
  firstSeen: (ad) => spanOf(daysSince(firstSeenMs(ad), ad)),
  lastSeen: (ad) => spanOf(daysSince(lastSeenMs(ad), ad)),
};

export function lastSeenMs({ card, fetchedAt }: SeenAd): number | undefined {
  const [remark] = remarks(card, (name) => /\blast.?seen\b/i.test(name));
  return seenMs(card.lastSeen ?? remark, fetchedAt);
}

export function firstSeenMs({ card, fetchedAt }: SeenAd): number | undefined {
  const [remark] = remarks(card, (name) => /\bfirst.?seen\b|\b(?:start|launch|publish)/i.test(name));
  return seenMs(remark, fetchedAt);
}

function daysSince(moment: number | undefined, { fetchedAt }: SeenAd): number | undefined {
  return moment === undefined ? undefined : Math.max(0, Math.floor((Date.parse(fetchedAt) - moment) / 86_400_000));
}

/** A filter for one advertiser by its ID: others may have its name, and it may have others. */
export const ownerFilter = ({ id, name = "" }: Owner): OverviewFilter => ({
  field: "advertiser",
  value: id === undefined ? name : `${name}\n${id}`,
});

/** The name and the ID in the value of such a filter. */
export const ownerIn = (value: string) => /^([^]*)\n(\d+)$/.exec(value) ?? undefined;

/** Whether an ad belongs to a bar of the overview. */
export function matchesOverview(ad: SeenAd, { field, value }: OverviewFilter): boolean {
  const id = field === "advertiser" ? ownerIn(value)?.[2] : undefined;
  if (id !== undefined) return ad.card.owner?.id === id;
  return fieldValues[field](ad).includes(value);
}

/** The label of a filter of the overview. */
export function overviewLabel({ field, value }: OverviewFilter): string {
  switch (field) {
    case "platform":
      return plainLabel(labelOfPlatform(value));
    case "advertiser":
      return plainLabel(ownerIn(value)?.[1] ?? value) || "-";
    case "mediaType":
      return mediaName(value);
    case "country":
    case "language":
      return namedCode(field === "country" ? "region" : "language", plainLabel(value)).name;
    case "daysRunning":
      return spanName(value, (from, to) =>
        to === Infinity ? l10n.t("{0} days or more", from) : l10n.t("{0} to {1} days", from, to),
      );
    case "firstSeen":
    case "lastSeen":
      return spanName(value, (from, to) =>
        to === Infinity ? l10n.t("{0} days ago or earlier", from) : l10n.t("{0} to {1} days ago", from, to),
      );
    default:
      return plainLabel(value) || "-";
  }
}

/**
 * Counts ads by one field, or their creatives if these are given by card keys. What has several values counts for each
 * of them.
 */
export function overviewGroup(
  ads: readonly SeenAd[],
  field: OverviewField,
  creatives?: ReadonlyMap<string, string>,
): OverviewGroup {
  const having = new Map<string, Set<SeenAd | string>>();
  const [all, known] = [new Set<SeenAd | string>(), new Set<SeenAd | string>()];
  for (const ad of ads) {
    const counted = creatives?.get(ad.card.key) ?? ad;
    all.add(counted);
    for (const value of fieldValues[field](ad)) {
      known.add(counted);
      having.set(value, (having.get(value) ?? new Set()).add(counted));
    }
  }
  const without = all.size - known.size;
  const bars = [...having].map(([value, { size: count }]) => ({
    ...{ value, label: overviewLabel({ field, value }), count },
  }));
  const order = spans.map(spanKey);
  if (bars.every(({ value }) => order.includes(value)))
    bars.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
  else bars.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
  return { field, bars, without };
}

const spanKey = ([from, to]: readonly [number, number]) => `${from}-${to}`;

function spanOf(days: number | undefined): readonly string[] {
  const span = spans.find(([, to]) => days !== undefined && days <= to);
  return span ? [spanKey(span)] : [];
}

function spanName(value: string, words: (from: number, to: number) => string): string {
  const span = spans.find((candidate) => spanKey(candidate) === value);
  return span ? words(...span) : plainLabel(value);
}

function mediaName(type: string): string {
  if (type === "image") return l10n.t("Images");
  if (type === "video") return l10n.t("Videos");
  if (type === "clip") return l10n.t("Clips");
  return plainLabel(type) || "-";
}
