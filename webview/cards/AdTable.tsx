import * as l10n from "@vscode/l10n";
import { useMemo, useRef } from "preact/hooks";
import { plainLabel } from "../charts/label";
import { useWidth } from "../charts/useWidth";
import type { ScrollPlace } from "../../src/protocol/panel";
import type { ShownAd } from "../state/results";
import { statNames } from "../state/view";
import { AdTableRow, type TableColumns } from "./AdTableRow";
import type { CardContext } from "./cardActs";
import { useStartingPlace } from "./scrollPlace";
import { useVirtualRows } from "./useVirtualRows";

interface AdTableProps {
  readonly ads: readonly ShownAd[];
  readonly scroller: { readonly current: HTMLElement | null };
  /** Where to begin; at the top without. */
  readonly startAt: ScrollPlace | undefined;
  readonly context: CardContext;
}

/** Heights of a row and of the head in px; the style sheet holds the same. */
const rowHeight = 44;
const headHeight = 32;

/** Widths of columns in px; the style sheet holds the same. An ad has its picture and some words of its title. */
const columnWidth = { check: 36, ad: 250, details: 122, advertiser: 150, seen: 110, platform: 90, stat: 90 };
const statsAtMost = 6;

/** What fits beside the ad itself, the telling columns first; a platform tells something only beside others. */
function columnsFor(width: number, severalPlatforms: boolean, stats: readonly string[]): TableColumns {
  let room = width - columnWidth.check - columnWidth.ad - columnWidth.details;
  const fits = (needed: number) => {
    if (room < needed) return false;
    room -= needed;
    return true;
  };
  return {
    advertiser: fits(columnWidth.advertiser),
    seen: fits(columnWidth.seen),
    platform: severalPlatforms && fits(columnWidth.platform),
    stats: stats.slice(0, statsAtMost).filter(() => fits(columnWidth.stat)),
  };
}

/** The ads as a compact table; only the rows near the view exist. */
export function AdTable({ ads, scroller, startAt, context }: AdTableProps) {
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const stats = useMemo(() => statNames(ads), [ads]);
  const severalPlatforms = useMemo(() => new Set(ads.map(({ card }) => card.platform)).size > 1, [ads]);
  const columns = columnsFor(width, severalPlatforms, stats);
  const offset = (list.current?.offsetTop ?? 0) + headHeight;
  const { items, height } = useVirtualRows({
    count: ads.length,
    scroller,
    offset,
    keep: undefined,
    estimate: () => rowHeight,
  });
  useStartingPlace(scroller, startAt, (key) => {
    const row = width > 0 ? ads.findIndex(({ card }) => card.key === key) : -1;
    return row < 0 ? undefined : offset + row * rowHeight;
  });
  const above = (items[0]?.start ?? offset) - offset;
  const below = height - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <div ref={list}>
      <table class="ad-table" aria-label={l10n.t("Loaded ads")} aria-rowcount={ads.length + 1}>
        <Head columns={columns} />
        <tbody>
          <Spacer height={above} />
          {items.map(({ index }) => {
            const ad = ads[index];
            return ad && <AdTableRow key={ad.card.key} ad={ad} index={index} columns={columns} context={context} />;
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height: `${height}px` }} /> : null;
}

function Head({ columns: { advertiser, platform, seen, stats } }: { readonly columns: TableColumns }) {
  return (
    <thead>
      <tr>
        <th scope="col" class="col-check">
          <span class="unseen">{l10n.t("Select")}</span>
        </th>
        <th scope="col">{l10n.t("Ad")}</th>
        {advertiser && (
          <th scope="col" class="col-advertiser">
            {l10n.t("Advertiser")}
          </th>
        )}
        {platform && (
          <th scope="col" class="col-platform">
            {l10n.t("Platform")}
          </th>
        )}
        {stats.map((name) => (
          <th scope="col" class="col-number" key={name} title={plainLabel(name, 100)}>
            {plainLabel(name, 40)}
          </th>
        ))}
        {seen && (
          <th scope="col" class="col-seen">
            {l10n.t("Last seen")}
          </th>
        )}
        <th scope="col" class="col-details">
          <span class="unseen">{l10n.t("Details")}</span>
        </th>
      </tr>
    </thead>
  );
}
