import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdDetail } from "../../src/protocol/ads";
import { NameMenu } from "../cards/NameMenu";
import { formatDate, readDate } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { formatCount } from "../charts/numbers";
import { BreakdownTimeline } from "../charts/ServiceTimeline";
import { type LabeledFact, FactTiles } from "./FactTiles";
import { onlyInV1 } from "./OnlyInV1";
import { Section } from "./Section";

export interface DomainProps {
  readonly domain: NonNullable<AdDetail["domain"]>;
  readonly onCopyText: (text: string) => void;
}

/** The advertised site: its name, visits, age and traffic over time. */
export function Domain({ domain, onCopyText }: DomainProps): JSX.Element {
  const { name, monthlyVisits, age, timeline } = domain;
  const facts: LabeledFact[] = [];
  if (name) facts.push({ label: l10n.t("Domain"), value: <DomainName name={name} />, title: plainLabel(name, 300) });
  if (monthlyVisits !== undefined) facts.push({ label: l10n.t("Monthly visits"), value: formatCount(monthlyVisits) });
  if (age) facts.push({ label: l10n.t("Age"), value: plainLabel(age, 40) });
  return (
    <Section title={l10n.t("Domain")}>
      <FactTiles facts={facts} />
      <DomainInV1 domain={domain} />
      {timeline && (
        <BreakdownTimeline
          title={l10n.t("Visits to the domain")}
          breakdown={timeline}
          metric={l10n.t("Visits")}
          onCopyText={onCopyText}
        />
      )}
    </Section>
  );
}

function DomainName({ name }: { readonly name: string }): JSX.Element {
  return (
    <NameMenu kind="domain" name={name}>
      {plainLabel(name, 80)}
    </NameMenu>
  );
}

/** What V1 says about the site and V2 does not. */
function DomainInV1({ domain }: Pick<DomainProps, "domain">): JSX.Element | null {
  const { dailyVisits, createdAt, updatedAt, expiresAt } = domain;
  const facts = [
    ...(dailyVisits === undefined ? [] : [{ label: l10n.t("Daily visits"), value: formatCount(dailyVisits) }]),
    ...dateFact(l10n.t("Registered"), createdAt),
    ...dateFact(l10n.t("Registration updated"), updatedAt),
    ...dateFact(l10n.t("Registration expires"), expiresAt),
  ];
  if (facts.length === 0) return null;
  return (
    <div role="group" aria-label={onlyInV1()}>
      <p class="detail-remark">{onlyInV1()}</p>
      <FactTiles facts={facts} />
    </div>
  );
}

/** A day of a registration, independent of the reader's time zone; anything that is not a date is shown as received. */
function dateFact(label: string, text: string | undefined): readonly LabeledFact[] {
  if (text === undefined) return [];
  const date = readDate(text);
  return [{ label, value: date ? formatDate(date, "day") : plainLabel(text, 40), title: plainLabel(text, 40) }];
}
