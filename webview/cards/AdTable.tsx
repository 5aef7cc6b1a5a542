import * as l10n from "@vscode/l10n";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ColumnKey, ScrollPlace, TableLook, View } from "../../src/protocol/panel";
import { useWidth } from "../charts/useWidth";
import type { ShownAd } from "../state/results";
import { AdTableHead, type TableLooking } from "./AdTableHead";
import { AdTableRow } from "./AdTableRow";
import type { CardContext } from "./cardContext";
import { ColumnChoice } from "./ColumnChoice";
import { useStartingPlace } from "./scrollPlace";
import { arranged, columnOf, offeredColumns, type TableColumn, columnWidth } from "./tableColumns";
import { type GridKeys, useGridKeys } from "./useGridKeys";
import { useVirtualRows, type VirtualRows } from "../controls/useVirtualRows";

type Scroller = { readonly current: HTMLElement | null };

interface AdTableProps extends TableLooking {
  readonly ads: readonly ShownAd[];
  /** All loaded ads; their values decide which columns exist. */
  readonly all: readonly ShownAd[];
  readonly scroller: Scroller;
  /** Where to begin; at the top without. */
  readonly startAt: ScrollPlace | undefined;
  readonly context: CardContext;
  /** Columns that are shown here by default. */
  readonly usual?: readonly ColumnKey[] | undefined;
}

/** Heights of a row and of the head, and the width of the boxes, in px. */
const rowHeight = 44;
const headHeight = 32;
const checkWidth = 36;
/** The same for the style sheet. */
const sizes = { "--row": `${rowHeight}px`, "--head": `${headHeight}px`, "--check": `${checkWidth}px` };

/** The ads as a grid that scrolls sideways below its own first column; only the rows near the view exist. */
export function AdTable(props: AdTableProps) {
  const { ads, view, scroller, look, onLook } = props;
  const list = useRef<HTMLDivElement>(null);
  const [choosing, setChoosing] = useState(false);
  const [dragged, setDragged] = useState<TableLook>();
  const { columns, ordered, titleWidth, least } = useColumns(props, dragged ?? look);
  const { grid, rows } = useRows(props, list, columns.length + 2);
  useSortedInView(list, scroller, view);
  const head = { columns, ordered, grid, titleWidth, onDrag: setDragged, onChoose: () => setChoosing(true) };
  return (
    <div ref={list} class="ad-table-space" style={{ ...sizes, minWidth: `${least}px` }}>
      <table
        class="ad-table"
        role="grid"
        aria-label={l10n.t("Loaded ads")}
        aria-rowcount={ads.length + 1}
        aria-colcount={columns.length + 2}
        aria-multiselectable="true"
        // Leftover width goes to the first column, unless a person has set its width.
        style={look.widths?.title === undefined ? {} : { width: `${least}px` }}
        onKeyDown={grid.onKeyDown}
        onFocusIn={grid.onFocusIn}
      >
        <AdTableHead {...props} {...head} />
        <Rows {...props} {...rows} columns={columns} isActive={grid.isActive} />
      </table>
      {choosing && <ColumnChoice columns={ordered} look={look} onLook={onLook} onClose={() => setChoosing(false)} />}
    </div>
  );
}

/** Which rows are drawn, and the keys that move between them. */
function useRows({ ads, scroller, startAt }: AdTableProps, list: RefObject<HTMLDivElement | null>, columns: number) {
  const width = useWidth(list);
  const offset = (list.current?.offsetTop ?? 0) + headHeight;
  const pageKeyStep = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
  const stop = useRef(0);
  const { drawn, height, scrollTo } = useVirtualRows({
    count: ads.length,
    scroller,
    offset,
    // Without it, Tab could not get back into the grid.
    keep: stop.current,
    estimate: () => rowHeight,
  });
  const reveal = (row: number) => {
    stop.current = row - 1;
    scrollTo(row - 1);
  };
  const grid = useGridKeys({ rows: ads.length + 1, columns, pageKeyStep, reveal, grid: list });
  stop.current = Math.max(0, grid.active.row - 1);
  useStartingPlace(scroller, startAt, (key) => {
    const row = width > 0 ? ads.findIndex(({ card }) => card.key === key) : -1;
    return row < 0 ? undefined : offset + row * rowHeight;
  });
  return { grid, rows: { drawn, height, offset } };
}

interface RowsProps extends Pick<AdTableProps, "ads" | "context"> {
  readonly drawn: VirtualRows["drawn"];
  readonly height: number;
  readonly offset: number;
  readonly columns: readonly TableColumn[];
  readonly isActive: GridKeys["isActive"];
}

function Rows({ ads, context, drawn, height, offset, columns, isActive }: RowsProps) {
  return (
    <tbody>
      {drawn.flatMap(({ index, start }, at) => {
        const ad = ads[index];
        const row = { index, columns, context, isActive };
        const gap = start - (drawn[at - 1]?.end ?? offset);
        return ad
          ? [<Spacer key={`above ${index}`} height={gap} />, <AdTableRow key={ad.card.key} ad={ad} {...row} />]
          : [];
      })}
      <Spacer height={height - ((drawn.at(-1)?.end ?? offset) - offset)} />
    </tbody>
  );
}

/** The columns in the person's order with their widths; the sorted one is always shown. */
function useColumns({ all, view, usual }: AdTableProps, look: TableLook) {
  const offered = useMemo(() => offeredColumns(all), [all]);
  const ordered = useMemo(
    () =>
      arranged(offered, all, look, usual).map((each) => ({
        ...each,
        shown: each.shown || each.column.key === view.sort,
      })),
    [offered, all, look, usual, view.sort],
  );
  return useMemo(() => {
    const sized = ({ column }: { readonly column: TableColumn }) => ({
      ...column,
      width: columnWidth(column.key, column.width, look),
    });
    const columns = ordered.filter(({ shown }) => shown).map(sized);
    const titleWidth = columnWidth("title", columnOf("title").width, look);
    return {
      columns,
      ordered,
      titleWidth,
      least: columns.reduce((sum, { width }) => sum + width, checkWidth + titleWidth),
    };
  }, [ordered, look]);
}

/** Scrolls sideways to the sorted column whenever it changes. */
function useSortedInView(list: Scroller, scroller: Scroller, { sort }: View): void {
  useLayoutEffect(() => {
    const head = list.current?.querySelector<HTMLElement>(
      'th:not(.col-ad):is([aria-sort="ascending"], [aria-sort="descending"])',
    );
    const box = scroller.current;
    if (!head || !box) return;
    const { offsetLeft: from, offsetWidth: length } = head;
    const covered = checkWidth + (list.current?.querySelector<HTMLElement>("th.col-ad")?.offsetWidth ?? 0);
    if (from - covered < box.scrollLeft) box.scrollLeft = from - covered;
    else if (from + length > box.scrollLeft + box.clientWidth - 32)
      box.scrollLeft = from + length - box.clientWidth + 32;
  }, [sort]);
}

function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height: `${height}px` }} /> : null;
}
