import type { VirtualItem } from "@tanstack/virtual-core";
import * as l10n from "@vscode/l10n";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ScrollPlace } from "../../src/protocol/panel";
import type { SearchPage } from "../../src/protocol/search";
import { useWidth } from "../charts/useWidth";
import { keyMoves, nearestPlace } from "../controls/keys";
import { useVirtualRows } from "../controls/useVirtualRows";
import type { WantedAd } from "../state";
import type { ShownAd } from "../state/results";
import { ago, localTime } from "../words/phrases";
import { AdCardView } from "./AdCardView";
import type { CardContext } from "./cardParts";
import { useListPlace } from "./scrollPlace";

interface CardGridProps {
  readonly ads: readonly ShownAd[];
  /** Pages whose beginnings are marked; none if the ads are not in the service's order. */
  readonly pages: readonly SearchPage[];
  readonly scroller: { readonly current: HTMLElement | null };
  /** Where to begin; at the top without. */
  readonly startAt?: ScrollPlace | undefined;
  /** The ad that is to take the focus. */
  readonly wanted?: WantedAd | undefined;
  /** Whether each ad is only a line, next to the details of one, which is kept in view. */
  readonly compact?: boolean;
  readonly context: CardContext;
}

/** px between cards. The style sheet gets it from here. */
const gap = 12;
const markHeight = 44;
/** Height of a card below its creative, in px: a first guess until it is measured. */
const textHeight = 226;
/** Height of an ad in the compact list, in px: a first guess as well. */
const compactHeight = 74;

/** The ads as cards, however many: only those near the view exist. */
export function CardGrid({ ads, pages, scroller, startAt, wanted, compact = false, context }: CardGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const columns = compact ? 1 : columnsFor(width, gap);
  const rows = useMemo(() => gridRows(ads, columns, pages), [ads, columns, pages]);
  const [chosen, setActive] = useState(0);
  const active = Math.max(0, Math.min(chosen, ads.length - 1));
  const cardHeight = compact ? compactHeight : ((width - gap * (columns - 1)) / columns) * 0.75 + textHeight;
  const offset = list.current?.offsetTop ?? 0;
  const estimate = (index: number) => (rows[index]?.kind === "mark" ? markHeight : cardHeight + gap);
  const look = width > 0 ? `${columns} ${width} ${compact}` : undefined;
  const virtual = useVirtualRows({
    count: width > 0 ? rows.length : 0,
    look,
    scroller,
    offset,
    // Without it, Tab could not get back into the grid.
    keep: rowOf(rows, active),
    estimate,
  });
  const keys = useCardKeys({
    ...{ active, setActive, columns, list },
    ...{ count: ads.length, pageKeyStep: columns * 3 },
    reveal: (index) => virtual.scrollTo(rowOf(rows, index)),
  });
  useListPlace(scroller, {
    ...{ ads, startAt, wanted, look, openKey: context.openKey },
    offsetOf: (index) => rows.slice(0, rowOf(rows, index)).reduce((top, _, row) => top + estimate(row), offset),
    focusOn: keys.moveTo,
  });
  const shared = {
    columns,
    compact,
    total: ads.length,
    offset,
    measure: virtual.measure,
    active,
    onActive: setActive,
    context,
  };
  return (
    <div
      ref={list}
      class="grid-space"
      style={{ height: `${virtual.height}px`, "--gap": `${gap}px` }}
      onKeyDown={keys.onKeyDown}
    >
      {virtual.drawn.map((drawn) => (
        <VirtualRow key={drawn.key} {...shared} drawn={drawn} row={rows[drawn.index]} />
      ))}
    </div>
  );
}

function rowOf(rows: readonly GridRow[], index: number): number {
  return rows.findIndex((row) => row.kind === "cards" && index >= row.first && index < row.first + row.ads.length);
}

interface VirtualRowProps {
  readonly drawn: VirtualItem;
  readonly row: GridRow | undefined;
  readonly columns: number;
  readonly compact: boolean;
  readonly total: number;
  readonly offset: number;
  readonly measure: (row: HTMLElement | null) => void;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly context: CardContext;
}

function VirtualRow(props: VirtualRowProps) {
  const { drawn, row, columns, compact, total, offset, measure, active, onActive, context } = props;
  if (!row) return null;
  const place = { transform: `translateY(${drawn.start - offset}px)` };
  if (row.kind === "mark") {
    return (
      <div ref={measure} data-index={drawn.index} class="grid-row" style={place}>
        <PageMark page={row.page} />
      </div>
    );
  }
  const grid = { ...place, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
  return (
    <div ref={measure} data-index={drawn.index} class="grid-row grid-cards" style={grid}>
      {row.ads.map((ad, at) => (
        <AdCardView
          key={ad.card.key}
          ad={ad}
          index={row.first + at}
          total={total}
          active={active === row.first + at}
          compact={compact}
          context={context}
          onFocus={() => onActive(row.first + at)}
        />
      ))}
    </div>
  );
}

/** Where a page begins: its number, and whether it was fetched now or bought already. */
function PageMark({ page }: { readonly page: SearchPage }) {
  const { fetchedAt } = page;
  return (
    <div class="page-mark row small bold">
      <span>{l10n.t("Page {0}", page.page)}</span>
      <span class="page-mark-time muted" title={localTime(fetchedAt)}>
        {page.bought ? l10n.t("bought, fetched {0}", ago(fetchedAt)) : l10n.t("fetched {0}", ago(fetchedAt))}
      </span>
    </div>
  );
}

/** A row of the grid: the mark at which a page begins, or cards side by side. */
type GridRow =
  | { readonly kind: "mark"; readonly page: SearchPage }
  | { readonly kind: "cards"; readonly first: number; readonly ads: readonly ShownAd[] };

const narrowest = 240;

/** How many cards of an acceptable width fit side by side. */
export function columnsFor(width: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
}

/** The ads in rows. With `pages`, each page after the first starts a new row below its mark. */
export function gridRows(ads: readonly ShownAd[], columns: number, pages: readonly SearchPage[]): readonly GridRow[] {
  const marks = new Map(pages.slice(1).map((page) => [page.page, page]));
  const rows: GridRow[] = [];
  let row: ShownAd[] = [];
  let first = 0;
  ads.forEach((ad, index) => {
    const mark = marks.get(ad.page);
    if (mark) marks.delete(ad.page);
    if (row.length === columns || (mark && row.length > 0)) {
      rows.push({ kind: "cards", first, ads: row });
      row = [];
    }
    if (mark) rows.push({ kind: "mark", page: mark });
    if (row.length === 0) first = index;
    row.push(ad);
  });
  if (row.length > 0) rows.push({ kind: "cards", first, ads: row });
  return rows;
}

interface CardKeysProps {
  /** The card that Tab reaches. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly count: number;
  readonly columns: number;
  /** How many cards a page key moves by. */
  readonly pageKeyStep: number;
  /** Brings the card's row into view, so that it is drawn. */
  readonly reveal: (index: number) => void;
  readonly list: { readonly current: HTMLElement | null };
}

function target(key: string, { active, count, columns, pageKeyStep }: CardKeysProps): number | undefined {
  const move = keyMoves.get(key);
  if (!move) return undefined;
  const { x, y, page, end } = move;
  // An arrow key beyond the end does nothing.
  if (x !== 0 || y !== 0) return active + x + y * columns;
  return nearestPlace(active + page * pageKeyStep + end * count, count);
}

/** Moves the focus card by card with the arrow keys; a card that is not drawn yet is scrolled to first. */
function useCardKeys(props: CardKeysProps) {
  const { active, setActive, count, reveal, list } = props;
  const wanted = useRef<number>(undefined);
  const focus = () => {
    const card = list.current?.querySelector<HTMLElement>(`[data-card="${wanted.current}"]`);
    if (!card) return;
    wanted.current = undefined;
    card.focus({ preventScroll: true });
  };
  useLayoutEffect(focus);
  /** Gives the focus to a card, as soon as it is drawn. */
  const moveTo = (index: number) => {
    wanted.current = index;
    setActive(index);
    focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target: at } = event;
    const isCard = at instanceof HTMLElement && at.dataset.card !== undefined;
    if (!isCard || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = target(event.key, props);
    if (next === undefined || next < 0 || next >= count || next === active) return;
    event.preventDefault();
    reveal(next);
    moveTo(next);
  };
  return { moveTo, onKeyDown };
}
