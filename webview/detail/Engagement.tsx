import * as l10n from "@vscode/l10n";
import type { JSX, ComponentChildren } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import type { AdDetail, EngagementPeriod } from "../../src/protocol/ads";
import { BreakdownChart } from "../charts/BreakdownChart";
import { plainLabel } from "../charts/label";
import { plotOfBreakdown, plotOfTimeline } from "../charts/plot";
import { TimelineChart } from "../charts/TimelineChart";
import { useRovingFocus } from "../charts/useRovingFocus";
import { Section, FactTiles } from "./parts";

/** How people reacted, over the lifetime of the ad and in the last month. */
export function Engagement({ engagement }: Required<Pick<AdDetail, "engagement">>): JSX.Element | null {
  const tabs: Tab[] = [];
  const add = (label: string, period: EngagementPeriod | undefined) => {
    if (period) tabs.push({ label, content: () => <Period {...period} /> });
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

function Period({ growth, growthTimeline, timeline, breakdown }: EngagementPeriod): JSX.Element {
  const plot = useMemo(() => timeline && plotOfTimeline(timeline), [timeline]);
  const growthPlot = useMemo(
    () => growthTimeline && plotOfBreakdown(growthTimeline, l10n.t("Engagement")),
    [growthTimeline],
  );
  const growthTitle = growth === undefined ? l10n.t("Growth") : l10n.t("Growth: {0}", plainLabel(growth, 24));
  return (
    <div class="detail-charts">
      {plot && (
        <div class="detail-wide">
          <TimelineChart title={l10n.t("Engagement over time")} plot={plot} />
        </div>
      )}
      {breakdown && <BreakdownChart title={l10n.t("Engagement by type")} breakdown={breakdown} />}
      {growthPlot ? (
        <TimelineChart title={growthTitle} plot={growthPlot} />
      ) : (
        growth !== undefined && <p class="detail-growth">{growthTitle}</p>
      )}
    </div>
  );
}

/** Whom the ad was shown to: summary cards, and a chart for each tab. */
export function Targeting({ targeting }: Required<Pick<AdDetail, "targeting">>): JSX.Element | null {
  const { cards, tabs } = targeting;
  if (cards.length + tabs.length === 0) return null;
  const facts = cards.map(({ label, value, key }) => ({
    label: plainLabel(label, 40) || plainLabel(key ?? "", 40) || "-",
    value: plainLabel(value, 80) || "-",
    title: plainLabel(value, 300),
  }));
  const charts = tabs.map(({ key, label, breakdown }) => ({
    label: label || key,
    content: () => <BreakdownChart title={label || key} breakdown={breakdown} />,
  }));
  return (
    <Section title={l10n.t("Targeting")}>
      <FactTiles facts={facts} />
      <Tabs label={l10n.t("Targeting")} tabs={charts} />
    </Section>
  );
}

interface Tab {
  readonly label: string;
  readonly content: () => ComponentChildren;
}

const tabsAtMost = 40;

/** Tabs of which one is open; arrows move and open, following the ARIA pattern. */
function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): JSX.Element | null {
  const id = useId();
  const [open, setOpen] = useState(0);
  const shown = tabs.slice(0, tabsAtMost);
  const roving = useRovingFocus<HTMLDivElement>(shown.length);
  const current = shown[open];
  if (!current) return null;
  return (
    <div class="detail-tabs">
      <div class="detail-tab-list" role="tablist" aria-label={label} ref={roving.list} onKeyDown={roving.onKeyDown}>
        {shown.map((tab, index) => (
          <button
            key={index}
            id={`${id}-tab-${index}`}
            type="button"
            role="tab"
            class="detail-tab bare-button keeps-size one-line"
            data-stop
            dir="auto"
            aria-selected={index === open}
            {...(index === open && { "aria-controls": `${id}-panel` })}
            tabIndex={roving.tabIndex(index)}
            onFocus={() => {
              roving.onFocus(index);
              setOpen(index);
            }}
            onClick={() => setOpen(index)}
          >
            {plainLabel(tab.label, 40) || "-"}
          </button>
        ))}
      </div>
      <div key={open} id={`${id}-panel`} class="detail-tab-panel" role="tabpanel" aria-labelledby={`${id}-tab-${open}`}>
        {current.content()}
      </div>
    </div>
  );
}
