import * as l10n from "@vscode/l10n";
import type { AdvertiserChange, AdvertiserNews, AdvertiserView } from "../../src/protocol/lens";
import { isNewState } from "../../src/protocol/runs";
import { runningText, stateNames } from "../cards/Changes";
import { ChartFigure } from "../charts/ChartFigure";
import { formatDay } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { formatNumber } from "../charts/numbers";
import { FailureAlert } from "../explorer/FailureAlert";
import type { BoughtPanelProps } from "../panes";
import { useAnswer } from "../session/useAnswer";
import { plural } from "../words/phrases";

interface ChangesProps {
  readonly host: Pick<BoughtPanelProps["host"], "ask">;
  readonly view: AdvertiserView;
}

/** What is new of an advertiser and what was not seen again. Asked for once the page is there, as it reads runs. */
export function AdvertiserChanges({ host, view }: ChangesProps) {
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
