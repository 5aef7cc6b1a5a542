import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type OverviewField, overviewFields, type OverviewFilter } from "../../src/protocol/panel";
import { BarChart } from "./BarChart";
import { labelInSentence } from "./label";
import { formatNumber, formatShare } from "./numbers";
import { type OverviewGroup, overviewGroup, type SeenAd } from "./overviewGroups";

export interface OverviewProps {
  /** The loaded ads that are counted. */
  readonly ads: readonly SeenAd[];
  /** The creative of each ad, by its card key: then creatives are counted. */
  readonly creatives?: ReadonlyMap<string, string> | undefined;
  /** Active filters: their bars are shown as pressed. */
  readonly filters?: readonly OverviewFilter[];
  /** A bar was chosen: show only its cards, or all again if it was pressed. */
  readonly onFilter: (filter: OverviewFilter) => void;
}

/** The loaded ads at a glance: who advertises, for what, where, how and for how long; every bar is a filter. */
export function Overview({ ads, filters = [], creatives, onFilter }: OverviewProps): JSX.Element {
  const groups = useMemo(() => overviewFields.map((field) => overviewGroup(ads, field, creatives)), [ads, creatives]);
  const whole: Whole = creatives
    ? { of: "creatives", total: new Set(creatives.values()).size }
    : { of: "ads", total: ads.length };
  const shown = groups.filter(({ bars }) => bars.length > 0);
  const facts = shown.flatMap((group) => {
    // An active bar stays, so that it can be pressed again.
    const inForce = filters.some(({ field }) => field === group.field);
    const fact = inForce ? undefined : factOf(group, whole);
    return fact === undefined ? [] : [{ group, fact }];
  });
  const charts = shown.filter((group) => !facts.some((one) => one.group === group));
  return (
    <section class="overview" aria-label={l10n.t("Overview")}>
      {shown.length === 0 && <p class="muted">{l10n.t("Nothing to count yet. Search first.")}</p>}
      {facts.length > 0 && (
        <ul class="overview-facts wraps">
          {facts.map(({ group, fact }) => (
            <li key={group.field}>
              <GroupFact title={titleOf(group.field)} fact={fact} note={noteOf(group, whole)} />
            </li>
          ))}
        </ul>
      )}
      {charts.map((group) => (
        <GroupChart key={group.field} {...{ group, filters, whole, onFilter }} />
      ))}
    </section>
  );
}

/** All that is counted. */
interface Whole {
  readonly of: "ads" | "creatives";
  readonly total: number;
}

interface GroupChartProps extends Required<Pick<OverviewProps, "filters" | "onFilter">> {
  readonly group: OverviewGroup;
  readonly whole: Whole;
}

/** Words in place of a chart with only one bar, or with one ad per bar. */
function factOf({ field, bars }: OverviewGroup, { of, total }: Whole): string | undefined {
  const [only] = bars;
  if (only && bars.length === 1) {
    const label = labelInSentence(only.label);
    if (total === 1)
      return of === "ads" ? l10n.t("{0}: the only ad.", label) : l10n.t("{0}: the only creative.", label);
    const [count, all] = [formatNumber(only.count), formatNumber(total)];
    return of === "ads"
      ? l10n.t("{0}: {1} of {2} ads.", label, count, all)
      : l10n.t("{0}: {1} of {2} creatives.", label, count, all);
  }
  if (field !== "advertiser" && field !== "domain") return undefined;
  if (bars.some(({ count }) => count > 1)) return undefined;
  const count = formatNumber(bars.length);
  if (of === "creatives")
    return field === "advertiser"
      ? l10n.t("{0} advertisers with one creative each.", count)
      : l10n.t("{0} domains with one creative each.", count);
  return field === "advertiser"
    ? l10n.t("{0} advertisers with one ad each.", count)
    : l10n.t("{0} domains with one ad each.", count);
}

/** How many lack the field, if any. */
function noteOf({ without }: OverviewGroup, { of, total }: Whole): string | undefined {
  if (without === 0) return undefined;
  const [count, all] = [formatNumber(without), formatNumber(total)];
  return of === "ads"
    ? l10n.t("Not provided for {0} of {1} ads.", count, all)
    : l10n.t("Not provided for {0} of {1} creatives.", count, all);
}

function GroupFact({ title, fact, note }: { title: string; fact: string; note: string | undefined }): JSX.Element {
  return (
    <div class="overview-fact">
      <p class="chart-title bold">{title}</p>
      <p>{fact}</p>
      {note !== undefined && <p class="chart-note">{note}</p>}
    </div>
  );
}

function GroupChart({ group, whole, filters, onFilter }: GroupChartProps): JSX.Element {
  const { field, bars } = group;
  const title = titleOf(field);
  const note = noteOf(group, whole);
  // A share is of those for which the field was provided, as in `lens share`.
  const known = { ...whole, total: whole.total - group.without };
  const pressed = (value: string) => filters.some((filter) => filter.field === field && filter.value === value);
  return (
    <BarChart
      title={title}
      bars={bars.map(({ label, count, value }) => ({ label, value: count, pressed: pressed(value) }))}
      head={[title, whole.of === "ads" ? l10n.t("Ads") : l10n.t("Creatives")]}
      finding={findingOf(group, known)}
      whole={known.total}
      first={6}
      {...(note !== undefined && { note })}
      onSelect={(index) => {
        const value = bars[index]?.value;
        if (value !== undefined) onFilter({ field, value });
      }}
    />
  );
}

function findingOf({ bars }: OverviewGroup, { of, total }: Whole): string {
  const top = bars.reduce((best, bar) => (bar.count > best.count ? bar : best));
  const others = bars.filter(({ count }) => count === top.count).length - 1;
  const name = labelInSentence(top.label);
  const [count, all, share] = [formatNumber(top.count), formatNumber(total), formatShare(top.count / total)];
  if (of === "creatives" && others === 0) return l10n.t("{0}: {1} of {2} creatives ({3}).", name, count, all, share);
  if (of === "creatives")
    return l10n.t(
      "{0} and {1} more: {2} of {3} creatives each ({4}).",
      ...[name, formatNumber(others), count, all, share],
    );
  if (others === 0) return l10n.t("{0}: {1} of {2} ads ({3}).", name, count, all, share);
  return l10n.t("{0} and {1} more: {2} of {3} ads each ({4}).", name, formatNumber(others), count, all, share);
}

const titles: Readonly<Record<OverviewField, () => string>> = {
  advertiser: () => l10n.t("Top advertisers"),
  domain: () => l10n.t("Top domains"),
  platform: () => l10n.t("Platforms"),
  country: () => l10n.t("Countries"),
  language: () => l10n.t("Languages"),
  mediaType: () => l10n.t("Media types"),
  format: () => l10n.t("Formats"),
  callToAction: () => l10n.t("Calls to action"),
  firstSeen: () => l10n.t("First seen"),
  lastSeen: () => l10n.t("Last seen"),
  daysRunning: () => l10n.t("Days running"),
};

export const titleOf = (field: OverviewField): string => titles[field]();
