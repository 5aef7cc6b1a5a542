import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AdRef } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import { BarChart } from "../charts/BarChart";
import { labelInSentence } from "../charts/label";
import { formatCompact } from "../charts/numbers";
import { csvOfTable } from "../charts/table";
import { TimelineChart } from "../charts/TimelineChart";
import { type ComparedAd, type ComparedRow, comparedRows, comparedTimeline, comparedTitle } from "./comparedAds";
import { ComparedTable } from "./ComparedTable";
import { IconButton } from "./IconButton";

export interface CompareAdsProps {
  /** Two or more ads, in the order of their columns. */
  readonly ads: readonly ComparedAd[];
  readonly loadMedia: LoadMedia;
  readonly onCopyText: (text: string) => void;
  readonly onOpen: (ad: AdRef) => void;
  readonly onRemove: (ad: AdRef) => void;
  readonly onClose: () => void;
}

/** Ads side by side: one column for each, the highest number of every row marked, and their curves in one chart. */
export function CompareAds(props: CompareAdsProps): JSX.Element {
  const { ads, onCopyText, onClose } = props;
  const rows = useMemo(() => comparedRows(ads), [ads]);
  const timeline = useMemo(() => comparedTimeline(ads), [ads]);
  const titles = ads.map(comparedTitle);
  const table = {
    head: [l10n.t("Fact"), ...titles],
    rows: rows.map(({ label, cells }) => [label, ...cells.map((cell) => cell?.value ?? cell?.text)]),
    units: [],
  };
  return (
    <section class="detail compare" aria-label={l10n.t("Compare ads")}>
      <header class="detail-top">
        <h2 class="detail-title">{l10n.t("{0} ads side by side", ads.length)}</h2>
        <span class="detail-buttons">
          <IconButton icon="copy" label={l10n.t("Copy as CSV")} onClick={() => onCopyText(csvOfTable(table))} />
          <IconButton icon="close" label={l10n.t("Close comparison")} onClick={onClose} />
        </span>
      </header>
      <ComparedTable {...props} rows={rows} titles={titles} />
      <div class="compare-charts">
        <Impressions rows={rows} titles={titles} onCopyText={onCopyText} />
        {timeline && <TimelineChart title={l10n.t("Engagement over time")} plot={timeline} onCopyText={onCopyText} />}
      </div>
    </section>
  );
}

interface ImpressionsProps {
  readonly rows: readonly ComparedRow[];
  readonly titles: readonly string[];
  readonly onCopyText: (text: string) => void;
}

function Impressions({ rows, titles, onCopyText }: ImpressionsProps): JSX.Element | null {
  const title = l10n.t("Impressions");
  const cells = rows.find(({ label }) => label === title)?.cells ?? [];
  const bars = cells.flatMap((cell, index) =>
    cell?.value === undefined ? [] : [{ label: titles[index] ?? "", value: cell.value }],
  );
  if (bars.length < 2) return null;
  const top = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  return (
    <BarChart
      title={title}
      bars={bars}
      head={[l10n.t("Ad"), title]}
      finding={l10n.t("{0} was seen most: {1}.", labelInSentence(top.label), formatCompact(top.value))}
      onCopyText={onCopyText}
    />
  );
}
