import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { VirtualItem } from "@tanstack/virtual-core";
import type { ScrollPlace } from "../../src/protocol/panel";
import type { SearchPage } from "../../src/protocol/search";
import { useWidth } from "../charts/useWidth";
import type { ShownAd } from "../state/results";
import { AdCardView } from "./AdCardView";
import type { CardContext } from "./cardContext";
import { PageMark } from "./PageMark";
import { columnsFor, gridRows, type GridRow } from "./rows";
import { useStartingPlace } from "./scrollPlace";
import { useCardKeys, type CardKeys } from "./useCardKeys";
import { useVirtualRows } from "../controls/useVirtualRows";

interface CardGridProps {
  readonly ads: readonly ShownAd[];
  /** Pages whose beginnings are marked; none if the ads are not in the service's order. */
  readonly pages: readonly SearchPage[];
  readonly scroller: { readonly current: HTMLElement | null };
  /** Where to begin; at the top without. */
  readonly startAt?: ScrollPlace | undefined;
  readonly context: CardContext;
}

/** px between cards. The style sheet gets it from here. */
const gap = 12;
const markHeight = 44;
/** Height of a card below its creative, in px: a first guess until it is measured. */
const textHeight = 226;

/** The ads as cards, however many: only those near the view exist. */
export function CardGrid({ ads, pages, scroller, startAt, context }: CardGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const columns = columnsFor(width, gap);
  const rows = useMemo(() => gridRows(ads, columns, pages), [ads, columns, pages]);
  const [focused, setFocused] = useState<number>();
  const cardRow = ((width - gap * (columns - 1)) / columns) * 0.75 + textHeight + gap;
  const offset = list.current?.offsetTop ?? 0;
  const estimate = (index: number) => (rows[index]?.kind === "mark" ? markHeight : cardRow);
  const virtual = useVirtualRows({
    count: width > 0 ? rows.length : 0,
    scroller,
    offset,
    keep: focused === undefined ? undefined : rowOf(rows, focused),
    estimate,
  });
  const reveal = (index: number) => {
    setFocused(index);
    virtual.scrollTo(rowOf(rows, index));
  };
  const keys = useCardKeys({ count: ads.length, columns, pageKeyStep: columns * 3, reveal, list });
  useLayoutEffect(virtual.remeasure, [width, columns]);
  useStartingPlace(scroller, startAt, (key) => (width > 0 ? startOf(rows, key, offset, estimate) : undefined));
  const shared = { columns, total: ads.length, offset, measure: virtual.measure, keys, context, onFocus: setFocused };
  return (
    <div
      ref={list}
      class="grid-space"
      style={{ height: `${virtual.height}px`, "--gap": `${gap}px` }}
      onKeyDown={keys.onKeyDown}
      onFocusOut={() => {
        setFocused(undefined);
      }}
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

/** Where the row of a card begins, by the guessed heights. */
function startOf(
  rows: readonly GridRow[],
  key: string,
  offset: number,
  estimate: (index: number) => number,
): number | undefined {
  const row = rows.findIndex((each) => each.kind === "cards" && each.ads.some(({ card }) => card.key === key));
  return row < 0 ? undefined : rows.slice(0, row).reduce((top, _, index) => top + estimate(index), offset);
}

interface VirtualRowProps {
  readonly drawn: VirtualItem;
  readonly row: GridRow | undefined;
  readonly columns: number;
  readonly total: number;
  readonly offset: number;
  readonly measure: (row: HTMLElement | null) => void;
  readonly keys: CardKeys;
  readonly context: CardContext;
  readonly onFocus: (index: number) => void;
}

function VirtualRow({ drawn, row, columns, total, offset, measure, keys, context, onFocus }: VirtualRowProps) {
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
          active={keys.active === row.first + at}
          context={context}
          onFocus={() => {
            keys.setActive(row.first + at);
            onFocus(row.first + at);
          }}
        />
      ))}
    </div>
  );
}
