import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import { BarChart } from "./BarChart";
import { labelInSentence } from "./label";
import { formatNumber, formatShare } from "./numbers";
import { type OverviewField, type OverviewFilter, type OverviewGroup, overviewGroup } from "./overviewGroups";

export interface OverviewProps {
  /** The loaded cards that are counted. */
  readonly cards: readonly AdCard[];
  /** Filters in force: their bars are shown as pressed. */
  readonly filters?: readonly OverviewFilter[];
  /** A bar was chosen: show only its cards, or all again if it was pressed. */
  readonly onFilter: (filter: OverviewFilter) => void;
  readonly onCopyText: (text: string) => void;
}

const order: readonly OverviewField[] = ["advertiser", "domain", "platform", "mediaType", "daysRunning"];

/** What is loaded at a glance: who advertises, for what, where, how and for how long; every bar filters. */
export function Overview({ cards, filters = [], onFilter, onCopyText }: OverviewProps): JSX.Element {
  const groups = useMemo(() => order.map((field) => overviewGroup(cards, field)), [cards]);
  const shown = groups.filter(({ bars }) => bars.length > 0);
  return (
    <section class="overview" aria-label={l10n.t("Overview")}>
      {shown.length === 0 && <p class="overview-empty">{l10n.t("There is nothing to count yet.")}</p>}
      {shown.map((group) => (
        <GroupChart key={group.field} {...{ group, filters, onFilter, onCopyText }} total={cards.length} />
      ))}
    </section>
  );
}

interface GroupChartProps extends Required<Omit<OverviewProps, "cards">> {
  readonly group: OverviewGroup;
  readonly total: number;
}

function GroupChart({ group, total, filters, onFilter, onCopyText }: GroupChartProps): JSX.Element {
  const { field, bars, without } = group;
  const title = titleOf(field);
  const pressed = (value: string) => filters.some((filter) => filter.field === field && filter.value === value);
  return (
    <BarChart
      title={title}
      bars={bars.map(({ label, count, value }) => ({ label, value: count, pressed: pressed(value) }))}
      head={[title, l10n.t("Ads")]}
      finding={findingOf(group, total)}
      whole={total}
      first={6}
      {...(without > 0 && { note: l10n.t("Not said by {0} of {1} ads.", formatNumber(without), formatNumber(total)) })}
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
  const [count, all] = [formatNumber(top.count), formatNumber(total)];
  return l10n.t("{0}: {1} of {2} ads ({3}).", labelInSentence(top.label), count, all, formatShare(top.count / total));
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
