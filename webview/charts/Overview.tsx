import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import type { OverviewField, OverviewFilter } from "../../src/protocol/panel";
import { BarChart } from "./BarChart";
import { labelInSentence } from "./label";
import { formatNumber, formatShare } from "./numbers";
import { type OverviewGroup, overviewGroup } from "./overviewGroups";

export interface OverviewProps {
  /** The loaded cards that are counted. */
  readonly cards: readonly AdCard[];
  /** Active filters: their bars are shown as pressed. */
  readonly filters?: readonly OverviewFilter[];
  /** A bar was chosen: show only its cards, or all again if it was pressed. */
  readonly onFilter: (filter: OverviewFilter) => void;
  readonly onCopyText: (text: string) => void;
}

const order: readonly OverviewField[] = ["advertiser", "domain", "platform", "mediaType", "daysRunning"];

/** The loaded ads at a glance: who advertises, for what, where, how and for how long; every bar is a filter. */
export function Overview({ cards, filters = [], onFilter, onCopyText }: OverviewProps): JSX.Element {
  const groups = useMemo(() => order.map((field) => overviewGroup(cards, field)), [cards]);
  const shown = groups.filter(({ bars }) => bars.length > 0);
  const facts = shown.flatMap((group) => {
    // An active bar stays, so that it can be pressed again.
    const inForce = filters.some(({ field }) => field === group.field);
    const fact = inForce ? undefined : factOf(group, cards.length);
    return fact === undefined ? [] : [{ group, fact }];
  });
  const charts = shown.filter((group) => !facts.some((one) => one.group === group));
  return (
    <section class="overview" aria-label={l10n.t("Overview")}>
      {shown.length === 0 && <p class="overview-empty">{l10n.t("Nothing to count yet. Search first.")}</p>}
      {facts.length > 0 && (
        <ul class="overview-facts">
          {facts.map(({ group, fact }) => (
            <li key={group.field}>
              <GroupFact title={titleOf(group.field)} fact={fact} note={noteOf(group, cards.length)} />
            </li>
          ))}
        </ul>
      )}
      {charts.map((group) => (
        <GroupChart key={group.field} {...{ group, filters, onFilter, onCopyText }} total={cards.length} />
      ))}
    </section>
  );
}

interface GroupChartProps extends Required<Omit<OverviewProps, "cards">> {
  readonly group: OverviewGroup;
  readonly total: number;
}

/** Words in place of a chart with only one bar, or with one ad per bar. */
function factOf({ field, bars }: OverviewGroup, total: number): string | undefined {
  const [only] = bars;
  if (only && bars.length === 1) {
    const label = labelInSentence(only.label);
    if (total === 1) return l10n.t("{0}: the only ad.", label);
    return l10n.t("{0}: {1} of {2} ads.", label, formatNumber(only.count), formatNumber(total));
  }
  if (field !== "advertiser" && field !== "domain") return undefined;
  if (bars.some(({ count }) => count > 1)) return undefined;
  const count = formatNumber(bars.length);
  return field === "advertiser"
    ? l10n.t("{0} advertisers with one ad each.", count)
    : l10n.t("{0} domains with one ad each.", count);
}

/** How many ads lack the field, if any. */
function noteOf({ without }: OverviewGroup, total: number): string | undefined {
  if (without === 0) return undefined;
  return l10n.t("Not provided for {0} of {1} ads.", formatNumber(without), formatNumber(total));
}

function GroupFact({ title, fact, note }: { title: string; fact: string; note: string | undefined }): JSX.Element {
  return (
    <div class="overview-fact">
      <p class="chart-title">{title}</p>
      <p>{fact}</p>
      {note !== undefined && <p class="chart-note">{note}</p>}
    </div>
  );
}

function GroupChart({ group, total, filters, onFilter, onCopyText }: GroupChartProps): JSX.Element {
  const { field, bars } = group;
  const title = titleOf(field);
  const note = noteOf(group, total);
  const pressed = (value: string) => filters.some((filter) => filter.field === field && filter.value === value);
  return (
    <BarChart
      title={title}
      bars={bars.map(({ label, count, value }) => ({ label, value: count, pressed: pressed(value) }))}
      head={[title, l10n.t("Ads")]}
      finding={findingOf(group, total)}
      whole={total}
      first={6}
      {...(note !== undefined && { note })}
      onCopyText={onCopyText}
      onSelect={(index) => {
        const value = bars[index]?.value;
        if (value !== undefined) onFilter({ field, value });
      }}
    />
  );
}

function findingOf({ bars }: OverviewGroup, total: number): string {
  const top = bars.reduce((best, bar) => (bar.count > best.count ? bar : best));
  const others = bars.filter(({ count }) => count === top.count).length - 1;
  const name = labelInSentence(top.label);
  const [count, all, share] = [formatNumber(top.count), formatNumber(total), formatShare(top.count / total)];
  if (others === 0) return l10n.t("{0}: {1} of {2} ads ({3}).", name, count, all, share);
  return l10n.t("{0} and {1} more: {2} of {3} ads each ({4}).", name, formatNumber(others), count, all, share);
}

function titleOf(field: OverviewField): string {
  switch (field) {
    case "advertiser":
      return l10n.t("Top advertisers");
    case "domain":
      return l10n.t("Top domains");
    case "platform":
      return l10n.t("Platforms");
    case "mediaType":
      return l10n.t("Media types");
    case "daysRunning":
      return l10n.t("Days running");
  }
}
