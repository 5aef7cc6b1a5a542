import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type AdCard, type AdSighting, type Breakdown, type AdDetail, firstText } from "../../src/protocol/ads";
import type { BoughtDetail } from "../../src/protocol/panel";
import { NameMenu } from "../cards/NameMenu";
import { BreakdownChart } from "../charts/BreakdownChart";
import { TimelineChart } from "../charts/TimelineChart";
import { formatDate, formatDay, formatMoment, readDate, seenText } from "../charts/dates";
import { clipText, plainLabel } from "../charts/label";
import { formatCount, formatNumber } from "../charts/numbers";
import { plotOfBreakdown } from "../charts/plot";
import { PlainButton } from "../controls/Button";
import { usePage } from "../panes";
import { AdHistory } from "./AdHistory";
import { AdTexts } from "./AdTexts";
import { Creatives } from "./Creatives";
import { DetailHeader } from "./DetailHeader";
import { Engagement, Targeting } from "./Engagement";
import { UrlChain } from "./links";
import { FactTiles, Section, type LabeledFact } from "./parts";

interface DetailPaneProps {
  readonly bought: BoughtDetail;
  /** The opened card: it has a few facts that the detail lacks. */
  readonly card?: AdCard;
  /** What fetching again costs, in words ("100 credits"). */
  readonly refreshPrice: string;
  readonly onRaw: () => Promise<string>;
  /** All fetches of the ad, oldest first. */
  readonly onHistory: () => Promise<readonly AdSighting[]>;
  readonly onRefresh: () => void;
}

/** Everything known about one ad; sections that the service did not send are named at the end. */
export function DetailPane(props: DetailPaneProps): JSX.Element {
  const { bought } = props;
  const { platform, id } = bought.detail.ad;
  return (
    <section class="detail shrinks" aria-label={l10n.t("Ad details")}>
      <DetailBody key={`${platform} ${id} ${bought.fetchedAt}`} {...props} />
    </section>
  );
}

/** The details with what only the card says; an empty text says nothing. */
function withCard(detail: AdDetail, card: AdCard | undefined): AdDetail {
  const title = firstText(detail.title, card?.title);
  const postUrl = firstText(detail.postUrl, card?.postUrl);
  const name = firstText(detail.owner?.name, card?.owner?.name);
  const avatarUrl = firstText(detail.owner?.avatarUrl, card?.owner?.avatarUrl);
  return {
    ...detail,
    ...(title && { title }),
    ...(postUrl && { postUrl }),
    owner: { ...card?.owner, ...detail.owner, ...(name && { name }), ...(avatarUrl && { avatarUrl }) },
  };
}

function DetailBody(props: DetailPaneProps): JSX.Element {
  const { bought, card } = props;
  const detail = withCard(bought.detail, card);
  const { impression, targeting, engagement, domain } = detail;
  return (
    <>
      <DetailHeader {...props} bought={{ ...bought, detail }} />
      <div class="detail-hero">
        <Creatives {...detail} />
        <AdTexts {...props} detail={detail} />
      </div>
      <FactTiles facts={adFacts(detail, card)} />
      {engagement && <Engagement engagement={engagement} />}
      <div class="detail-columns">
        {targeting && <Targeting targeting={targeting} />}
        {(impression?.devices ?? domain) && (
          <div class="detail-column">
            {impression?.devices && <Devices devices={impression.devices} />}
            {domain && <Domain domain={domain} />}
          </div>
        )}
      </div>
      <OnlyInV1 {...detail} />
      <AdHistory onHistory={props.onHistory} />
      <UrlChain {...detail} />
      <RawJson onRaw={props.onRaw} />
      <Footer missing={absentNames(detail)} repairs={detail.repairs} />
    </>
  );
}

function Devices({ devices }: { readonly devices: Breakdown }): JSX.Element {
  return (
    <Section title={l10n.t("Devices")}>
      <BreakdownChart title={l10n.t("Devices that showed the ad")} breakdown={devices} />
    </Section>
  );
}

type DomainProps = Required<Pick<AdDetail, "domain">>;

/** The advertised site: its name, visits, age and traffic over time. */
function Domain({ domain }: DomainProps): JSX.Element {
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
function OnlyInV1({ technologies, durations }: AdDetail): JSX.Element | null {
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

function Footer({ missing, repairs }: { missing: readonly string[]; repairs: number }): JSX.Element {
  return (
    <footer class="detail-footer muted">
      {missing.length > 0 && <p>{l10n.t("Not provided: {0}.", missing.join(", "))}</p>}
      {repairs > 0 && <p>{l10n.t("Unreadable fields, not shown: {0}.", formatNumber(repairs))}</p>}
    </footer>
  );
}

/** What the service measured for an ad, most informative first; only what it sent. */
function adFacts({ impression, engagement, domain }: AdDetail, card: AdCard | undefined): readonly LabeledFact[] {
  const facts: LabeledFact[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value !== undefined) facts.push({ label, value });
  };
  const { total, daysRunning, firstSeenAt, lastSeenAt, publishedAt } = impression ?? {};
  add(l10n.t("Times observed"), total === undefined ? undefined : formatCount(total));
  add(l10n.t("Days running"), daysRunning === undefined ? undefined : formatCount(daysRunning));
  add(l10n.t("Engagement score"), engagement?.score === undefined ? undefined : formatCount(engagement.score));
  add(l10n.t("Growth last month"), engagement?.growthLastMonth && plainLabel(engagement.growthLastMonth, 24));
  facts.push(...moment(l10n.t("First seen"), firstSeenAt));
  facts.push(...moment(l10n.t("Last seen"), lastSeenAt));
  if (lastSeenAt === undefined && card?.lastSeen)
    add(l10n.t("Last seen, when searched"), seenText(card.lastSeen, { length: 40 }));
  facts.push(...moment(l10n.t("Published"), publishedAt));
  if (domain?.monthlyVisits === undefined && card?.monthlyTraffic !== undefined) {
    add(l10n.t("Monthly traffic"), formatCount(card.monthlyTraffic));
  }
  return facts;
}

function moment(label: string, text: string | undefined): readonly LabeledFact[] {
  if (text === undefined || text === "") return [];
  if (!readDate(text)) return [{ label, value: formatDay(text) }];
  return [{ label, value: formatDay(text), title: `${formatMoment(text)} (${plainLabel(text, 40)})` }];
}

/** The names of everything that the contract defines for an ad and the service did not send. */
function absentNames(detail: AdDetail): readonly string[] {
  const { impression, targeting, engagement, domain } = detail;
  const rows: readonly (readonly [string, boolean])[] = [
    [l10n.t("title"), Boolean(detail.title)],
    [l10n.t("subtitle"), Boolean(detail.subtitle)],
    [l10n.t("description"), Boolean(detail.description)],
    [l10n.t("call to action"), Boolean(detail.callToAction)],
    [l10n.t("advertiser"), Boolean(detail.owner?.name)],
    [l10n.t("creatives"), detail.attachments.length > 0],
    [l10n.t("post address"), Boolean(detail.postUrl)],
    [l10n.t("times observed"), impression?.total !== undefined],
    [l10n.t("days running"), impression?.daysRunning !== undefined],
    [l10n.t("first seen"), Boolean(impression?.firstSeenAt)],
    [l10n.t("last seen"), Boolean(impression?.lastSeenAt)],
    [l10n.t("devices"), Boolean(impression?.devices?.points.length)],
    [l10n.t("targeting"), Boolean(targeting && targeting.cards.length + targeting.tabs.length > 0)],
    [l10n.t("engagement score"), engagement?.score !== undefined],
    [l10n.t("lifetime engagement"), Boolean(engagement?.lifetime)],
    [l10n.t("last month's engagement"), Boolean(engagement?.lastMonth)],
    [l10n.t("redirects"), detail.urlChain.length > 0],
    [l10n.t("domain"), Boolean(domain?.name)],
    [l10n.t("domain visits"), domain?.monthlyVisits !== undefined],
    [l10n.t("domain age"), Boolean(domain?.age)],
    [l10n.t("domain timeline"), Boolean(domain?.timeline?.points.length)],
  ];
  return rows.filter(([, present]) => !present).map(([name]) => name);
}

/** The most characters shown: more would slow down the page. */
const longestRaw = 300_000;

type Raw =
  | { readonly is: "closed" }
  | { readonly is: "loading" }
  | { readonly is: "open"; readonly text: string }
  | { readonly is: "failed"; readonly text: string };

/** The answer as the service sent it, fetched from what is bought when it is opened. */
function RawJson({ onRaw }: { readonly onRaw: () => Promise<string> }): JSX.Element {
  const { session } = usePage();
  const [raw, setRaw] = useState<Raw>({ is: "closed" });
  function open(): void {
    setRaw({ is: "loading" });
    onRaw().then(
      (text) => setRaw({ is: "open", text }),
      (failure: unknown) => setRaw({ is: "failed", text: messageOf(failure) }),
    );
  }
  const isOpen = raw.is === "open";
  return (
    <Section title={l10n.t("Raw JSON")}>
      <div class="detail-buttons wraps">
        <button
          type="button"
          class="plain-button details-button"
          aria-expanded={isOpen}
          aria-disabled={raw.is === "loading"}
          onClick={() => {
            if (raw.is === "closed" || raw.is === "failed") open();
            else if (isOpen) setRaw({ is: "closed" });
          }}
        >
          {isOpen ? l10n.t("Hide raw JSON") : l10n.t("Show raw JSON")}
        </button>
        {isOpen && (
          <PlainButton class="details-button" label={l10n.t("Copy JSON")} onPress={() => session.copyText(raw.text)} />
        )}
      </div>
      <RawBody raw={raw} />
    </Section>
  );
}

function RawBody({ raw }: { readonly raw: Raw }): JSX.Element | null {
  if (raw.is === "closed") return null;
  if (raw.is === "loading") return <p role="status">{l10n.t("Loading…")}</p>;
  if (raw.is === "failed") {
    return (
      <p role="alert" class="detail-failure">
        {raw.text}
      </p>
    );
  }
  const { length } = raw.text;
  return (
    <>
      <pre class="raw-json" role="region" dir="ltr" tabIndex={0} aria-label={l10n.t("JSON text")}>
        {length > longestRaw ? raw.text.slice(0, longestRaw) : raw.text}
      </pre>
      {length > longestRaw && (
        <p>
          {l10n.t(
            "Showing the first {0} of {1} characters. Copy JSON copies all of them.",
            formatNumber(longestRaw),
            formatNumber(length),
          )}
        </p>
      )}
    </>
  );
}

function messageOf(failure: unknown): string {
  const named = typeof failure === "object" && failure !== null && "message" in failure ? failure.message : undefined;
  return typeof named === "string" && named ? clipText(named, 300) : l10n.t("The raw answer couldn't be read.");
}
