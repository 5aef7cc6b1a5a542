import * as l10n from "@vscode/l10n";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ColumnKey, ScrollPlace, View } from "../../src/protocol/panel";
import type { TableLook } from "../../src/protocol/tableLook";
import { useWidth } from "../charts/useWidth";
import { PlainButton } from "../controls/Button";
import { useVirtualRows } from "../controls/useVirtualRows";
import { SmallPicture } from "./CardCreative";
import type { WantedAd } from "../state";
import type { ShownAd } from "../state/results";
import { AdTableHead, ColumnChoice, ColumnValues, type TableLooking } from "./AdTableHead";
import { adName } from "./adTexts";
import { adContext, type CardContext, DetailsButton, SelectBox, openOrShowPrice } from "./cardParts";
import { advertiserOf, NameMenu } from "./NameMenu";
import { useListPlace } from "./scrollPlace";
import { arranged, columnOf, offeredColumns, type TableColumn, columnWidth } from "./tableColumns";
import { type GridKeys, useGridKeys } from "./useGridKeys";
import { adsText } from "../words/phrases";

type Scroller = { readonly current: HTMLElement | null };

interface AdTableProps extends TableLooking {
  readonly ads: readonly ShownAd[];
  /** All loaded ads; their values decide which columns exist. */
  readonly all: readonly ShownAd[];
  readonly scroller: Scroller;
  /** Where to begin; at the top without. */
  readonly startAt: ScrollPlace | undefined;
  /** The ad that is to take the focus. */
  readonly wanted: WantedAd | undefined;
  readonly context: CardContext;
  /** Columns that are shown here by default. */
  readonly usual?: readonly ColumnKey[] | undefined;
  /** Present if the rows are creatives, some with their ads below them. */
  readonly creatives?: OpenCreatives;
}

interface OpenCreatives {
  /** One row for each creative; their values decide which columns exist. */
  readonly rows: readonly ShownAd[];
  /** Keys of the rows whose ads are shown. */
  readonly open: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
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
  const [filtered, setFiltered] = useState<TableColumn>();
  const [dragged, setDragged] = useState<TableLook>();
  const { columns, ordered, titleWidth, least } = useColumns(props, dragged ?? look);
  const { grid, rows } = useRows(props, list, columns.length + 2);
  useSortedInView(list, scroller, view);
  const opening = { onChoose: () => setChoosing(true), onFilter: setFiltered };
  const head = { columns, ordered, grid, titleWidth, onDrag: setDragged, ...opening };
  return (
    <div ref={list} class="ad-table-space" style={{ ...sizes, minWidth: `${least}px` }}>
      <table
        class="ad-table"
        role={props.creatives ? "treegrid" : "grid"}
        aria-label={props.creatives ? l10n.t("Creatives of loaded ads") : l10n.t("Loaded ads")}
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
      {filtered?.field && (
        <ColumnValues {...props} column={filtered} field={filtered.field} onClose={() => setFiltered(undefined)} />
      )}
    </div>
  );
}

/** Which rows are drawn, and the keys that move between them. */
function useRows(props: AdTableProps, list: RefObject<HTMLDivElement | null>, columns: number) {
  const { ads, scroller, startAt, wanted, context } = props;
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
  useListPlace(scroller, {
    ...{ ads, startAt, wanted, openKey: context.openKey },
    look: width > 0 ? `${width}` : undefined,
    offsetOf: (row) => offset + row * rowHeight,
    focusOn: (row) => {
      stop.current = row;
      grid.moveTo({ row: row + 1, column: 1 });
    },
    covered: headHeight,
  });
  return { grid, rows: { drawn, height, offset } };
}

interface RowsProps extends Pick<AdTableProps, "ads" | "context" | "creatives"> {
  readonly drawn: ReturnType<typeof useVirtualRows>["drawn"];
  readonly height: number;
  readonly offset: number;
  readonly columns: readonly TableColumn[];
  readonly isActive: GridKeys["isActive"];
}

function Rows({ ads, context, creatives, drawn, height, offset, columns, isActive }: RowsProps) {
  return (
    <tbody>
      {drawn.flatMap(({ index, start }, at) => {
        const ad = ads[index];
        const row = { index, columns, context, isActive, ...(creatives && { creatives }) };
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
function useColumns({ all, creatives, view, usual }: AdTableProps, look: TableLook) {
  const some = creatives?.rows ?? all;
  const offered = useMemo(() => offeredColumns(some), [some]);
  const ordered = useMemo(
    () =>
      arranged(offered, some, look, usual).map((each) => ({
        ...each,
        shown: each.shown || each.column.key === view.sort,
      })),
    [offered, some, look, usual, view.sort],
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

interface AdTableRowProps extends Pick<RowsProps, "columns" | "context" | "isActive" | "creatives"> {
  readonly ad: ShownAd;
  readonly index: number;
}

/** The ads that a row stands for, by their keys. */
const keysOf = ({ card, group }: ShownAd) => group?.ads ?? [card.key];

/** Whether a row is a creative of several ads. */
const opens = ({ group }: ShownAd) => group !== undefined && group.ads.length > 1;

/** One ad or creative as a row: the contents of its card in one line. */
function AdTableRow(props: AdTableRowProps) {
  const { ad, index, columns, context, isActive, creatives } = props;
  const { card } = ad;
  const keys = keysOf(ad);
  const selected = keys.every((key) => context.selected.has(key));
  const marks = [
    card.key === context.openKey ? "row-open" : "",
    selected ? "row-selected" : "",
    creatives && !ad.group ? "row-inside" : "",
  ].join(" ");
  const row = index + 1;
  const tab = (column: number) => (isActive(row, column) ? 0 : -1);
  return (
    <tr
      class={marks}
      aria-rowindex={row + 1}
      aria-selected={selected}
      {...(creatives && { "aria-level": ad.group ? 1 : 2 })}
      {...(creatives && opens(ad) && { "aria-expanded": creatives.open.has(card.key) })}
      data-key={card.key}
      data-ads={keys.join(" ")}
      data-vscode-context={adContext(keys.join(" "))}
      onKeyDown={(event) => onKey(event, props, selected)}
    >
      <td class="col-check" aria-colindex={1} data-cell={`${row}:0`}>
        <SelectBox
          card={card}
          selected={selected}
          mixed={!selected && keys.some((key) => context.selected.has(key))}
          tabIndex={tab(0)}
          onSelect={(on) => context.onSelect(keys, on)}
        />
      </td>
      <td class="col-ad" aria-colindex={2} data-cell={`${row}:1`} tabIndex={tab(1)}>
        <AdCell {...props} />
      </td>
      {columns.map((column, at) => (
        <td
          key={column.key}
          class={column.numeric ? "col-number" : "col-text"}
          title={column.title?.(ad) ?? column.text(ad)}
          aria-colindex={at + 3}
          data-cell={`${row}:${at + 2}`}
          tabIndex={tab(at + 2)}
        >
          <Cell ad={ad} column={column} />
        </td>
      ))}
    </tr>
  );
}

function Cell({ ad, column }: { readonly ad: ShownAd; readonly column: TableColumn }) {
  const text = column.text(ad);
  const more = column.more?.(ad);
  const shown = (
    <>
      <bdi>{text ?? "–"}</bdi>
      {more !== undefined && <span class="cell-more one-line muted">{more}</span>}
    </>
  );
  const { key } = column;
  if (text === undefined || opens(ad) || (key !== "advertiser" && key !== "domain")) return shown;
  const { platform, owner } = ad.card;
  const whose = key === "advertiser" ? { name: owner?.name, owner: advertiserOf(platform, owner) } : { name: text };
  return (
    <NameMenu kind={key} {...whose} tabIndex={-1}>
      {shown}
    </NameMenu>
  );
}

/** Space selects the row of a cell, Enter opens its ad or a name's menu; Escape goes from a button back to its cell. */
function onKey(event: KeyboardEvent, { ad, context, creatives }: AdTableRowProps, selected: boolean): void {
  const { target, currentTarget: row } = event;
  if (!(target instanceof HTMLElement) || !(row instanceof HTMLElement)) return;
  const inner = target.closest("button, input");
  if (event.key === "Escape" && inner) inner.closest<HTMLElement>("td[tabindex]")?.focus();
  else if (inner) return;
  else if (event.key === " ") context.onSelect(keysOf(ad), !selected);
  else if (event.key === "Enter") {
    const name = target.querySelector<HTMLElement>(".name-button");
    if (name) name.click();
    else if (creatives && opens(ad)) creatives.onToggle(ad.card.key);
    else openOrShowPrice(row, ad.card, context);
  } else return;
  event.preventDefault();
}

function AdCell({ ad, context, creatives }: AdTableRowProps) {
  const { card } = ad;
  const { boughtDetails, onDetails } = context;
  const name = adName(card);
  const bought = boughtDetails.has(card.key);
  const creative = creatives && opens(ad) ? creatives : undefined;
  return (
    <span class="row-ad row" title={name}>
      <SmallPicture card={card} />
      <span class="row-lines column shrinks">
        <span
          class="row-title one-line"
          dir="auto"
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest("tr");
            if (creative) creative.onToggle(card.key);
            else if (row) openOrShowPrice(row, card, context);
          }}
        >
          {name}
        </span>
        {creative ? (
          <OpenButton {...creative} of={card.key} ads={keysOf(ad).length} />
        ) : (
          <DetailsButton card={card} bought={bought} tabIndex={-1} onDetails={() => onDetails(card)} />
        )}
      </span>
    </span>
  );
}

/** Shows or hides the ads of a creative. */
function OpenButton({ open, onToggle, of, ads }: OpenCreatives & { readonly of: string; readonly ads: number }) {
  return (
    <PlainButton
      class="details-button"
      icon={open.has(of) ? "chevron-up" : "chevron-down"}
      label={adsText(ads)}
      text={adsText(ads)}
      expanded={open.has(of)}
      tabIndex={-1}
      onPress={() => onToggle(of)}
    />
  );
}
