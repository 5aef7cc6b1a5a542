import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdDetail, EngagementPeriod } from "../../src/protocol/ads";
import { BreakdownChart } from "../charts/BreakdownChart";
import { plainLabel } from "../charts/label";
import { BreakdownTimeline, MetricsTimeline } from "../charts/ServiceTimeline";
import { Section } from "./Section";
import { Tabs, type Tab } from "./Tabs";

export interface EngagementProps {
  readonly engagement: NonNullable<AdDetail["engagement"]>;
  readonly onCopyText: (text: string) => void;
}

/** How people reacted, over the lifetime of the ad and in the last month. */
export function Engagement({ engagement, onCopyText }: EngagementProps): JSX.Element | null {
  const tabs: Tab[] = [];
  const add = (label: string, period: EngagementPeriod | undefined) => {
    if (period) tabs.push({ label, content: () => <Period period={period} onCopyText={onCopyText} /> });
  };
  add(l10n.t("Lifetime"), engagement.lifetime);
  add(l10n.t("Last month"), engagement.lastMonth);
  if (tabs.length === 0) return null;
  return (
    <Section title={l10n.t("Engagement")}>
      <Tabs label={l10n.t("Engagement")} tabs={tabs} />
    </Section>
  );
}

interface PeriodProps {
  readonly period: EngagementPeriod;
  readonly onCopyText: (text: string) => void;
}

function Period({ period, onCopyText }: PeriodProps): JSX.Element {
  const { growth, growthTimeline, timeline, breakdown } = period;
  const growthTitle = growth === undefined ? l10n.t("Growth") : l10n.t("Growth: {0}", plainLabel(growth, 24));
  return (
    <div class="detail-charts">
      {timeline && (
        <div class="detail-wide">
          <MetricsTimeline title={l10n.t("Engagement over time")} timeline={timeline} onCopyText={onCopyText} />
        </div>
      )}
      {breakdown && (
        <BreakdownChart title={l10n.t("Engagement by type")} breakdown={breakdown} onCopyText={onCopyText} />
      )}
      {growthTimeline ? (
        <BreakdownTimeline
          title={growthTitle}
          breakdown={growthTimeline}
          metric={l10n.t("Engagement")}
          onCopyText={onCopyText}
        />
      ) : (
        growth !== undefined && <p class="detail-growth">{growthTitle}</p>
      )}
    </div>
  );
}
