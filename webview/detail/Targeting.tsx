import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdDetail } from "../../src/protocol/ads";
import { BreakdownChart } from "../charts/BreakdownChart";
import { plainLabel } from "../charts/label";
import { FactTiles } from "./FactTiles";
import { Section } from "./Section";
import { Tabs } from "./Tabs";

export interface TargetingProps {
  readonly targeting: NonNullable<AdDetail["targeting"]>;
  readonly onCopyText: (text: string) => void;
}

/** Whom the ad was shown to: summary cards, and a chart for each tab. */
export function Targeting({ targeting, onCopyText }: TargetingProps): JSX.Element | null {
  const { cards, tabs } = targeting;
  if (cards.length + tabs.length === 0) return null;
  const facts = cards.map(({ label, value, key }) => ({
    label: plainLabel(label, 40) || plainLabel(key ?? "", 40) || "-",
    value: plainLabel(value, 80) || "-",
    title: plainLabel(value, 300),
  }));
  const charts = tabs.map(({ key, label, breakdown }) => ({
    label: label || key,
    content: () => <BreakdownChart title={label || key} breakdown={breakdown} onCopyText={onCopyText} />,
  }));
  return (
    <Section title={l10n.t("Targeting")}>
      <FactTiles facts={facts} />
      <Tabs label={l10n.t("Targeting")} tabs={charts} />
    </Section>
  );
}
