import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdDetail } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { formatCount } from "../charts/numbers";
import { BreakdownTimeline } from "../charts/ServiceTimeline";
import { type Fact, Facts } from "./Facts";
import { Section } from "./Section";

export interface DomainProps {
  readonly domain: NonNullable<AdDetail["domain"]>;
  readonly onCopyText: (text: string) => void;
}

/** The advertised site: its name, visits, age and traffic over time. */
export function Domain({ domain, onCopyText }: DomainProps): JSX.Element {
  const { name, monthlyVisits, age, timeline } = domain;
  const facts: Fact[] = [];
  if (name) facts.push({ label: l10n.t("Domain"), value: plainLabel(name, 80), title: plainLabel(name, 300) });
  if (monthlyVisits !== undefined) facts.push({ label: l10n.t("Monthly visits"), value: formatCount(monthlyVisits) });
  if (age) facts.push({ label: l10n.t("Age"), value: plainLabel(age, 40) });
  return (
    <Section title={l10n.t("Domain")}>
      <Facts facts={facts} />
      {timeline && (
        <BreakdownTimeline
          title={l10n.t("Visits of the domain")}
          breakdown={timeline}
          metric={l10n.t("Visits")}
          onCopyText={onCopyText}
        />
      )}
    </Section>
  );
}
