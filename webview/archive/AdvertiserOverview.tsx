import * as l10n from "@vscode/l10n";
import { locale } from "../charts/locale";
import { useEffect, useRef } from "preact/hooks";
import type { AdvertiserChange, AdvertiserNews, AdvertiserView, ShareField } from "../../src/protocol/lens";
import { type AdOwner, ownerKey } from "../../src/protocol/bought";
import { labelOfPlatform } from "../../src/protocol/platforms";
import { isNewState } from "../../src/protocol/runs";
import { runningText, stateNames } from "../cards/Changes";
import { BarChart } from "../charts/BarChart";
import { ChartFigure } from "../charts/ChartFigure";
import { formatDay } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { formatNumber } from "../charts/numbers";
import { titleOf } from "../charts/Overview";
import { overviewLabel } from "../charts/overviewGroups";
import type { ChartTable } from "../charts/table";
import { FailureAlert } from "../explorer/FailureAlert";
import type { BoughtPanelProps } from "../panes";
import { useAnswer } from "../session/useAnswer";
import { adsText, plural } from "../words/phrases";
import { Elsewhere } from "./AdvertiserElsewhere";

interface AdvertiserProps extends Pick<BoughtPanelProps, "session" | "store" | "state" | "generation"> {
  readonly host: Pick<BoughtPanelProps["host"], "ask">;
  readonly owner: AdOwner;
}

/** Everything bought of one advertiser at a glance, what it stands on, and where else to look. */
export function AdvertiserOverview(props: AdvertiserProps) {
  const { host, owner, generation, state } = props;
  // After a decision, what was shown stays until the answer is there.
  const { value: view, failure } = useAnswer(
    (signal) => host.ask("advertiser", { owner }, signal),
    [host, owner, generation, state.decided],
    { meanwhile: ({ value }) => (value && ownerKey(value.advertiser) === ownerKey(owner) ? { value } : {}) },
  );
  const head = useRef<HTMLHeadingElement>(null);
  const decided = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone.
    if (decided.current) head.current?.focus();
    decided.current = false;
  }, [view]);
  if (failure) return <FailureAlert failure={failure} />;
  if (!view) return null;
  const { name, platform, id } = view.advertiser;
  return (
    <section class="advertiser" aria-label={l10n.t("Advertiser")}>
      <h2 ref={head} tabIndex={-1}>
        <bdi>{plainLabel(name, 100)}</bdi>
        <span class="muted small">{[labelOfPlatform(platform), id].filter(Boolean).join(" · ")}</span>
      </h2>
      {coverageTexts(view).map((text) => (
        <p key={text} class="loaded-about">
          {text}
        </p>
      ))}
      <Elsewhere {...props} view={view} onDecided={() => (decided.current = true)} />
      <details open>
        <summary>{l10n.t("Overview")}</summary>
        <AdvertiserChanges {...props} view={view} />
        <Figures view={view} />
      </details>
    </section>
  );
}

/** What is new of an advertiser and what was not seen again. Asked for once the page is there, as it reads runs. */
function AdvertiserChanges({ host, view }: Pick<AdvertiserProps, "host"> & { readonly view: AdvertiserView }) {
  const { value: news, failure } = useAnswer(
    (signal) => host.ask("advertiserNews", { owner: view.advertiser }, signal),
    [host, view],
  );
  if (failure) return <FailureAlert failure={failure} />;
  if (!news) return <p class="loaded-about">{l10n.t("Comparing the last two runs of its searches…")}</p>;
  return (
    <>
      {news.ads.length > 0 && (
        <div class="overview">
          <ChartFigure title={l10n.t("Since the run before")} finding={countsText(news)} table={changeTable(news)} />
        </div>
      )}
      <p class="loaded-about">{comparedText(news)}</p>
    </>
  );
}

const stateText = (state: AdvertiserChange["state"], daysRunning: number | undefined) =>
  [stateNames[state](), ...(isNewState(state) ? [runningText(daysRunning)] : [])].join(" · ");

function countsText({ ads }: AdvertiserNews): string {
  const count = (state: AdvertiserChange["state"]) => formatNumber(ads.filter((one) => one.state === state).length);
  return l10n.t(
    "{0} launched, {1} first seen, {2} absent, {3} not covered",
    ...[count("launched"), count("firstSeen"), count("absent"), count("notCovered")],
  );
}

/** What could be compared, and what can therefore not be said. */
function comparedText({ searches, compared, ads }: AdvertiserNews): string {
  const of = formatNumber(searches);
  const about = plural(searches, {
    one: compared === 0 ? l10n.t("Its only search has no second run.") : l10n.t("Its only search was compared."),
    other:
      compared === 0
        ? l10n.t("None of its {0} searches has a second run.", of)
        : compared === searches
          ? l10n.t("Each of its {0} searches was compared.", of)
          : l10n.t(
              "Of its {0} searches, only {1} could be compared: no other has a second run.",
              of,
              formatNumber(compared),
            ),
  });
  if (compared === 0) return `${about} ${l10n.t("So no ad can be called new or absent.")}`;
  return ads.length > 0 ? about : `${about} ${l10n.t("No ads are new or absent.")}`;
}

const changeTable = ({ ads }: AdvertiserNews) => ({
  head: [l10n.t("Title"), l10n.t("Difference"), l10n.t("Search"), l10n.t("Compared with"), l10n.t("Checked")],
  rows: ads.map(({ ad, title, state, daysRunning, search, before, checked }) => [
    ...[
      plainLabel(title, 100) || ad,
      stateText(state, daysRunning),
      plainLabel(search, 200),
      formatDay(before),
      formatDay(checked),
    ],
  ]),
  ...{ units: [], texts: [1, 2, 3, 4] },
});

/** What the figures stand on, and what they leave out. */
function coverageTexts({ coverage, unseen }: AdvertiserView): readonly string[] {
  const { from, to, searches = 0, unfinished = 0 } = coverage;
  const [first, last] = [formatDay(from), formatDay(to)];
  const when = first === last ? first : l10n.t("{0} to {1}", first, last);
  const named = (some: AdvertiserView["unseen"]) =>
    new Intl.ListFormat(locale(), { type: "conjunction" }).format(
      some.map(({ platform }) => labelOfPlatform(platform)),
    );
  const searched = unseen.filter((one) => one.searches > 0);
  const never = unseen.filter((one) => one.searches === 0);
  const seen = plural(searches, {
    one: l10n.t("{0} in 1 search, {1}.", adsText(coverage.ads), when),
    other: l10n.t("{0} in {1} searches, {2}.", adsText(coverage.ads), formatNumber(searches), when),
  });
  const open = plural(unfinished, {
    one: l10n.t("1 search stopped before its end, so it may have more ads."),
    other: l10n.t("{0} searches stopped before their end, so they may have more ads.", formatNumber(unfinished)),
  });
  return [
    unfinished === 0 ? seen : `${seen} ${open}`,
    ...(searched.length > 0 ? [l10n.t("Not seen in your searches on {0}.", named(searched))] : []),
    ...(never.length > 0 ? [l10n.t("Not covered, because you bought no search there: {0}.", named(never))] : []),
  ];
}

const fields: readonly ShareField[] = ["mediaType", "format", "country", "language", "callToAction", "domain"];

/** The charts with their tables, and the tables of creatives, ads, and searches. */
function Figures({ view }: { readonly view: AdvertiserView }) {
  const { coverage, shares, groups } = view;
  const ofDetails = l10n.t(
    "You bought the details of {0} of {1} ads. They often name languages and calls to action that cards lack.",
    ...[coverage.details, coverage.ads].map((count) => formatNumber(count)),
  );
  const charts = fields.flatMap((field) => {
    const bars = shares.filter((share) => share.field === field);
    // How many ads have the field.
    const [whole] = bars.map(({ ads, ofAds }) => Math.round(ads / ofAds));
    return whole === undefined ? [] : [{ field, bars, whole }];
  });
  return (
    <>
      {charts.some(({ field }) => field === "language" || field === "callToAction") && (
        <p class="loaded-about">{ofDetails}</p>
      )}
      <div class="overview">
        {charts.map(({ field, bars, whole }) => (
          <BarChart
            key={field}
            title={titleOf(field)}
            head={[titleOf(field), l10n.t("Ads")]}
            bars={bars.map(({ value, ads }) => ({ label: overviewLabel({ field, value }), value: ads }))}
            whole={whole}
            first={6}
          />
        ))}
      </div>
      <div class="overview clicks">
        <ChartFigure
          title={l10n.t("Creatives")}
          finding={formatNumber(groups.length)}
          table={seenTable(groups.map((group) => ({ ...group, ads: group.ads.length })))}
        />
        <ChartFigure title={l10n.t("Ads")} finding={adsText(view.ads.length)} table={seenTable(view.ads)}>
          <Strip ads={view.ads} />
        </ChartFigure>
        <ChartFigure
          title={l10n.t("Searches it was seen in")}
          finding={formatNumber(view.searches.length)}
          table={searchTable(view)}
        />
      </div>
    </>
  );
}

interface SeenRow {
  readonly title: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly ads?: number;
}

/** What was seen from when to when; with a number of ads if the rows are creatives. */
function seenTable(rows: readonly SeenRow[]): ChartTable {
  const counted = rows.some(({ ads }) => ads !== undefined);
  return {
    head: [l10n.t("Title"), l10n.t("First seen"), l10n.t("Last seen"), ...(counted ? [l10n.t("Ads")] : [])],
    rows: rows.map(({ title, firstSeen, lastSeen, ads }) => [
      ...[plainLabel(title, 100), formatDay(firstSeen), formatDay(lastSeen), ...(counted ? [ads] : [])],
    ]),
    ...{ units: [], texts: [1, 2] },
  };
}

/** How many ads the drawing has. */
const mostInStrip = 30;

/** From when to when each ad was seen, the newest first. The table says the same, of all. */
function Strip({ ads }: Pick<AdvertiserView, "ads">) {
  const days = ads.flatMap(({ firstSeen, lastSeen }) => [Date.parse(firstSeen), Date.parse(lastSeen)]);
  const known = days.filter((day) => !Number.isNaN(day));
  const [from, to] = [Math.min(...known), Math.max(...known)];
  // An ad of a single moment is still seen.
  const percent = (ms: number) => (to > from ? ((ms - from) / (to - from)) * 98 : 0);
  const bars = ads.slice(0, mostInStrip).flatMap(({ ad, title, firstSeen, lastSeen }) => {
    const [begin, end] = [percent(Date.parse(firstSeen)), percent(Date.parse(lastSeen))];
    return Number.isNaN(begin) || Number.isNaN(end) ? [] : [{ ad, title, firstSeen, lastSeen, begin, end }];
  });
  const left = ads.length - bars.length;
  return (
    <div class="strip" aria-hidden="true">
      {bars.map(({ ad, title, firstSeen, lastSeen, begin, end }) => (
        <div key={ad} title={l10n.t("{0} to {1}", formatDay(firstSeen), formatDay(lastSeen))}>
          <bdi class="one-line">{plainLabel(title, 60) || ad}</bdi>
          <span class="strip-track">
            <span style={{ marginInlineStart: `${begin}%`, inlineSize: `${Math.max(0, end - begin) + 2}%` }} />
          </span>
        </div>
      ))}
      {bars.length > 0 && (
        <p class="muted">
          <span>{formatDay(new Date(from).toISOString())}</span>
          <span>{formatDay(new Date(to).toISOString())}</span>
        </p>
      )}
      {left > 0 && (
        <p class="chart-note">
          {plural(left, {
            one: l10n.t("1 more is in the table."),
            other: l10n.t("{0} more are in the table.", formatNumber(left)),
          })}
        </p>
      )}
    </div>
  );
}

const searchTable = ({ searches }: AdvertiserView): ChartTable => ({
  head: [l10n.t("Search"), l10n.t("Platform"), l10n.t("First seen"), l10n.t("Last seen"), l10n.t("Ads")],
  rows: searches.map(({ platform, label, ads, from, to }) => [
    ...[plainLabel(label, 200), labelOfPlatform(platform), formatDay(from), formatDay(to), ads],
  ]),
  ...{ units: [], texts: [1, 2, 3] },
});
