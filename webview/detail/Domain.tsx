import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AdDetail } from "../../src/protocol/ads";
import { NameMenu } from "../cards/NameMenu";
import { formatDate, formatDay, readDate } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { formatCount } from "../charts/numbers";
import { plotOfBreakdown } from "../charts/plot";
import { TimelineChart } from "../charts/TimelineChart";
import { type LabeledFact, FactTiles, Section } from "./parts";

type DomainProps = Required<Pick<AdDetail, "domain">>;

/** The advertised site: its name, visits, age and traffic over time. */
export function Domain({ domain }: DomainProps): JSX.Element {
  const { name, monthlyVisits, age, timeline } = domain;
  const plot = useMemo(() => timeline && plotOfBreakdown(timeline, l10n.t("Visits")), [timeline]);
  const facts: LabeledFact[] = [];
  if (name) facts.push({ label: l10n.t("Domain"), value: <DomainName name={name} />, title: plainLabel(name, 300) });
  if (monthlyVisits !== undefined) facts.push({ label: l10n.t("Monthly visits"), value: formatCount(monthlyVisits) });
  if (age) facts.push({ label: l10n.t("Age"), value: plainLabel(age, 40) });
  return (
    <Section title={l10n.t("Domain")}>
      <FactTiles facts={facts} />
      <DomainInV1 domain={domain} />
      {plot && <TimelineChart title={l10n.t("Visits to the domain")} plot={plot} />}
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
function DomainInV1({ domain }: DomainProps): JSX.Element | null {
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
      <p class="detail-remark muted small">{onlyInV1()}</p>
      <FactTiles facts={facts} />
    </div>
  );
}

/** A day of a registration, independent of the reader's time zone; anything that is not a date is shown as received. */
function dateFact(label: string, text: string | undefined): readonly LabeledFact[] {
  if (text === undefined) return [];
  const date = readDate(text);
  return [{ label, value: date ? formatDate(date, "day") : formatDay(text), title: plainLabel(text, 40) }];
}

/** The remark next to what V2 does not provide. */
const onlyInV1 = () => l10n.t("V1 only");

/** What V1 says about an ad and V2 does not: when it ran, and what its target site is built with. */
export function OnlyInV1({ technologies, durations }: AdDetail): JSX.Element | null {
  if (!technologies && !durations) return null;
  return (
    <>
      {durations && (
        <Section title={l10n.t("Durations")} mark={onlyInV1()}>
          <FactTiles
            facts={durations.map(({ label, value }) => ({
              label: label === undefined ? l10n.t("Ran") : plainLabel(label, 40),
              value: plainLabel(withDays(value), 120),
              title: plainLabel(value, 300),
            }))}
          />
        </Section>
      )}
      {technologies && (
        <Section title={l10n.t("Site technologies")} mark={onlyInV1()}>
          <ul class="detail-marks row wraps">
            {technologies.slice(0, technologiesAtMost).map(({ name, category }, index) => (
              <li key={index} class="detail-mark" dir="auto">
                {category === undefined
                  ? plainLabel(name, 80)
                  : `${plainLabel(name, 80)} (${plainLabel(category, 40)})`}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** The day of each moment in a text; the whole text is in the tooltip. */
function withDays(text: string): string {
  return text.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?/g, (moment) =>
    readDate(moment) ? formatDay(moment) : moment,
  );
}

const technologiesAtMost = 200;
