import * as l10n from "@vscode/l10n";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useWidth } from "../charts/useWidth";
import type { ScrollPlace } from "../../src/protocol/panel";
import type { ShownAd } from "../state/results";
import type { View } from "../state/view";
import { AdTableHead } from "./AdTableHead";
import { AdTableRow } from "./AdTableRow";
import type { CardContext } from "./cardActs";
import { useStartingPlace } from "./scrollPlace";
import { fixedWidths, tableColumns } from "./tableColumns";
import { useVirtualRows } from "./useVirtualRows";

type Scroller = { readonly current: HTMLElement | null };

interface AdTableProps {
  readonly ads: readonly ShownAd[];
  readonly scroller: Scroller;
  /** Where to begin; at the top without. */
  readonly startAt: ScrollPlace | undefined;
  readonly context: CardContext;
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** Heights of a row and of the head in px; the style sheet holds the same. */
const rowHeight = 44;
const headHeight = 32;

/** The ads as a table that scrolls sideways below its own first column; only the rows near the view exist. */
export function AdTable({ ads, scroller, startAt, context, view, onView }: AdTableProps) {
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const columns = useMemo(() => tableColumns(ads), [ads]);
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
  useSortedInView(list, scroller, view);
  const above = (items[0]?.start ?? offset) - offset;
  const below = height - ((items.at(-1)?.end ?? offset) - offset);
  const { check, ad: title, details } = fixedWidths;
  const least = columns.reduce((all, column) => all + column.width, check + title + details);
  return (
    <div ref={list} class="ad-table-space" style={{ minWidth: `${least}px` }}>
      <table class="ad-table" aria-label={l10n.t("Loaded ads")} aria-rowcount={ads.length + 1}>
        <AdTableHead columns={columns} view={view} onView={onView} />
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

/** Scrolls sideways to the column that the ads are sorted by, whenever that is another one. */
function useSortedInView(list: Scroller, scroller: Scroller, { sort }: View): void {
  useLayoutEffect(() => {
    const head = list.current?.querySelector<HTMLElement>('[aria-sort="ascending"], [aria-sort="descending"]');
    const box = scroller.current;
    if (!head || !box) return;
    const hidden = fixedWidths.check + fixedWidths.ad;
    const { offsetLeft: from, offsetWidth: length } = head;
    if (from - hidden < box.scrollLeft) box.scrollLeft = from - hidden;
    else if (from + length > box.scrollLeft + box.clientWidth - 32)
      box.scrollLeft = from + length - box.clientWidth + 32;
  }, [sort]);
}

function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height: `${height}px` }} /> : null;
}
