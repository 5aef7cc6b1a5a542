import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { OwnedDetail } from "../../src/protocol/panel";
import type { CardContext } from "../cards/cardContext";
import { adName } from "../cards/names";
import { BarChart } from "../charts/BarChart";
import { labelInSentence } from "../charts/label";
import { formatCompact } from "../charts/numbers";
import { csvOfTable } from "../charts/table";
import { TimelineChart } from "../charts/TimelineChart";
import { PlainButton } from "../controls/Button";
import type { ShownAd } from "../state/results";
import { type ComparedRow, comparedRows } from "./comparedRows";
import { ComparedTable } from "./ComparedTable";
import { comparedTimeline } from "./comparedTimeline";

interface ComparedAdsProps {
  readonly ads: readonly ShownAd[];
  /** Details that are already loaded, by card key. */
  readonly details: ReadonlyMap<string, OwnedDetail>;
  readonly context: CardContext;
  readonly onCopyText: (text: string) => void;
}

/** The most ads that can be compared side by side. */
const atMost = 8;

/** The selected ads side by side in one table, with charts below it for what a table does not show well. */
export function ComparedAds({ ads: all, details, context, onCopyText }: ComparedAdsProps) {
  const ads = useMemo(
    () =>
      all.slice(0, atMost).map((shown) => {
        const owned = details.get(shown.card.key);
        return { shown, ...(owned && { owned }) };
      }),
    [all, details],
  );
  const rows = useMemo(() => comparedRows(ads), [ads]);
  const timeline = useMemo(() => comparedTimeline(ads), [ads]);
  const titles = ads.map(({ shown }) => adName(shown.card));
  const copy = () => {
    const cells = rows.map(({ label, cells }) => [label, ...cells.map((cell) => cell?.value ?? cell?.text)]);
    onCopyText(csvOfTable({ head: [l10n.t("Fact"), ...titles], rows: cells, units: [] }));
  };
  return (
    <>
      <div class="loaded-about compared-about">
        <span>
          {all.length > atMost
            ? l10n.t("Showing the first {0} of the selected ads.", atMost)
            : l10n.t("The comparison includes details you own. The highest number in each row is marked.")}
        </span>
        <PlainButton class="text-button" icon="copy" label={l10n.t("Copy as CSV")} onPress={copy}>
          {l10n.t("Copy as CSV")}
        </PlainButton>
      </div>
      <ComparedTable ads={ads} rows={rows} context={context} />
      <div class="compared-charts">
        <Impressions rows={rows} titles={titles} onCopyText={onCopyText} />
        {timeline && <TimelineChart title={l10n.t("Engagement over time")} plot={timeline} onCopyText={onCopyText} />}
      </div>
    </>
  );
}

interface ImpressionsProps {
  readonly rows: readonly ComparedRow[];
  readonly titles: readonly string[];
  readonly onCopyText: (text: string) => void;
}

function Impressions({ rows, titles, onCopyText }: ImpressionsProps) {
  const title = l10n.t("Impressions");
  const cells = rows.find(({ label }) => label === title)?.cells ?? [];
  const bars = cells.flatMap((cell, index) =>
    cell?.value === undefined ? [] : [{ label: titles[index] ?? "", value: cell.value }],
  );
  if (bars.length < 2) return null;
  const top = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  const shared = bars.filter(({ value }) => value === top.value).length;
  const most = formatCompact(top.value);
  return (
    <BarChart
      title={title}
      bars={bars}
      head={[l10n.t("Ad"), title]}
      finding={
        shared > 1
          ? l10n.t("{0} of {1} ads have the most impressions: {2} each.", shared, bars.length, most)
          : l10n.t("{0} has the most impressions: {1}.", labelInSentence(top.label), most)
      }
      onCopyText={onCopyText}
    />
  );
}
