import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import { adsTable } from "../../src/protocol/adFields";
import type { BoughtDetail } from "../../src/protocol/panel";
import { CardOwner } from "../cards/AdCardView";
import { adName } from "../cards/adTexts";
import { CardCreative } from "../cards/CardCreative";
import { type CardContext, DetailsButton } from "../cards/cardParts";
import { BarChart } from "../charts/BarChart";
import { labelInSentence } from "../charts/label";
import { formatCompact } from "../charts/numbers";
import { TimelineChart } from "../charts/TimelineChart";
import { PlainButton, TextButton } from "../controls/Button";
import { usePage } from "../panes";
import type { ShownAd } from "../state/results";
import { meaningOf } from "../words/meanings";
import { type ComparedRow, comparedRows, type AdToCompare, highestCells, comparedTimeline } from "./comparedRows";

interface ComparedAdsProps {
  readonly ads: readonly ShownAd[];
  /** Details that are at hand, by card key. */
  readonly details: ReadonlyMap<string, BoughtDetail>;
  readonly context: CardContext;
}

/** The most ads that can be compared side by side. */
export const comparedAtMost = 8;

/** The selected ads side by side in one table, with charts below it for what a table does not show well. */
export function ComparedAds({ ads: all, details, context }: ComparedAdsProps) {
  const { session } = usePage();
  const ads = useMemo(
    () =>
      all.slice(0, comparedAtMost).map((shown) => {
        const bought = details.get(shown.card.key);
        return { shown, ...(bought && { bought }) };
      }),
    [all, details],
  );
  const rows = useMemo(() => comparedRows(ads), [ads]);
  const timeline = useMemo(() => comparedTimeline(ads), [ads]);
  const titles = ads.map(({ shown }) => adName(shown.card));
  const copy = () => {
    const compared = ads.map(({ shown: { card, fetchedAt }, bought }) => ({ card, fetchedAt, detail: bought }));
    session.copyText(
      adsTable(
        compared,
        compared.some(({ detail }) => detail),
      ),
    );
  };
  return (
    <>
      <div class="loaded-about compared-about wraps spread">
        <span>
          {all.length > comparedAtMost
            ? l10n.t("Showing the first {0} of the selected ads.", comparedAtMost)
            : l10n.t("The comparison includes details you bought. The highest number in each row is marked.")}
        </span>
        <TextButton icon="copy" label={l10n.t("Copy as CSV")} onPress={copy} />
      </div>
      <ComparedTable ads={ads} rows={rows} context={context} />
      <div class="compared-charts">
        <TimesObserved rows={rows} titles={titles} />
        {timeline && <TimelineChart title={l10n.t("Engagement over time")} plot={timeline} />}
      </div>
    </>
  );
}

interface TimesObservedProps {
  readonly rows: readonly ComparedRow[];
  readonly titles: readonly string[];
}

function TimesObserved({ rows, titles }: TimesObservedProps) {
  const title = l10n.t("Times observed");
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
          ? l10n.t("{0} of {1} ads were observed most often: {2} times each.", shared, bars.length, most)
          : l10n.t("{0} was observed most often: {1} times.", labelInSentence(top.label), most)
      }
    />
  );
}

interface ComparedTableProps {
  readonly ads: readonly AdToCompare[];
  readonly rows: readonly ComparedRow[];
  readonly context: CardContext;
}

/** One table of all facts: a column for each ad, all of one width, the highest number of each row marked. */
function ComparedTable({ ads, rows, context }: ComparedTableProps) {
  return (
    <div class="compared" tabIndex={0} role="group" aria-label={l10n.t("Ads side by side")}>
      <table class="compared-table" style={{ "--ads": ads.length }}>
        <thead>
          <tr>
            <td />
            {ads.map(({ shown }) => (
              <th scope="col" key={shown.card.key}>
                <Head ad={shown} context={context} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: ComparedRow }) {
  const highest = highestCells(row);
  return (
    <tr>
      <th scope="row" dir="auto" title={meaningOf(row.label)}>
        {row.label}
      </th>
      {row.cells.map((cell, index) => (
        <td
          key={index}
          class={cell === undefined ? "muted" : highest.has(index) ? "compared-highest" : ""}
          {...(cell === undefined && { title: l10n.t("Not provided") })}
        >
          <bdi>{cell?.text ?? "–"}</bdi>
          {highest.has(index) && <span class="unseen"> {l10n.t("(highest)")}</span>}
        </td>
      ))}
    </tr>
  );
}

function Head({ ad, context }: { readonly ad: ShownAd; readonly context: CardContext }) {
  const { card, fetchedAt } = ad;
  const name = adName(card);
  return (
    <div class="compared-head column">
      <CardCreative attachments={card.attachments} title={name} tabIndex={0} />
      <span class="card-title breaks-anywhere bold" dir="auto" title={name}>
        {name}
      </span>
      <CardOwner card={card} fetchedAt={fetchedAt} />
      <span class="compared-actions row spread">
        <DetailsButton
          card={card}
          bought={context.boughtDetails.has(card.key)}
          onDetails={() => context.onDetails(card)}
        />
        <PlainButton
          icon="close"
          label={l10n.t("Remove {0} from comparison", name)}
          title={l10n.t("Remove {0} from comparison", name)}
          onPress={() => context.onSelect([card.key], false)}
        />
      </span>
    </div>
  );
}
