import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CardContext } from "../cards/cardParts";
import { plainLabel } from "../charts/label";
import { useWidth } from "../charts/useWidth";
import { useVirtualRows } from "../controls/useVirtualRows";
import { BoardCard, type BoardActions } from "./BoardCard";
import { ColumnActs, type ColumnHead } from "./ColumnActs";
import { answerOf, type EntryCards, type ShownColumn } from "./boardState";

/** What is called what: entries in no column are not sorted yet. */
export const columnLabel = (name: string): string => (name === "" ? l10n.t("Not sorted") : plainLabel(name, 200));

interface ColumnProps {
  readonly column: ShownColumn;
  readonly cards: EntryCards;
  /** The entry that Tab reaches. */
  readonly active: string | undefined;
  /** Whether it is to get the focus once it is drawn. */
  readonly wanted: { current: boolean };
  readonly context: CardContext;
  readonly actions: BoardActions;
  readonly onFocus: (id: string) => void;
  /** Absent for those in no column. */
  readonly head: ColumnHead | undefined;
  /** A card is dropped here. */
  readonly onDrop: (id: string) => void;
}

/** Tells a dragged card from a text or a file. */
const dragType = "application/x-ad-library-card";

/** px between cards. */
const gap = 10;
/** Heights of a card's text and of what the board says of it, in px: a first guess until it is measured. */
const textHeight = 320;

/** A column of a board. However many entries it has, only those near the view exist. */
export function BoardColumn(props: ColumnProps) {
  const { column, onDrop, head } = props;
  const { name, entries } = column;
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);
  const [over, setOver] = useState(false);
  const label = columnLabel(name);
  return (
    <section
      ref={section}
      class={`board-column column ${over ? "board-over" : ""}`}
      aria-label={label}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(dragType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && section.current?.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const id = event.dataTransfer?.getData(dragType);
        if (!id) return;
        event.preventDefault();
        onDrop(id);
      }}
    >
      <header class="board-column-head row">
        <h2 class="board-column-name row spread shrinks bold" dir="auto" title={label}>
          <span class="one-line">{label}</span>
          <span class="badge">{formatNumber(entries.length)}</span>
        </h2>
        {head && <ColumnActs {...{ name, label, head }} />}
      </header>
      <ColumnCards {...props} near={near} />
    </section>
  );
}

function ColumnCards(props: ColumnProps & { readonly near: boolean }) {
  const { column, cards, active, wanted, near, context, actions, onFocus } = props;
  const { entries } = column;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const at = active === undefined ? -1 : entries.findIndex(({ id }) => id === active);
  const virtual = useVirtualRows({
    count: width > 0 && (near || at >= 0) ? entries.length : 0,
    ...{ scroller, offset: 0, keep: at < 0 ? undefined : at },
    estimate: () => width * 0.75 + textHeight + gap,
    look: String(width),
  });
  useLayoutEffect(() => {
    if (!wanted.current || at < 0) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-card="${at}"]`);
    if (!card) return;
    wanted.current = false;
    virtual.scrollTo(at);
    card.focus({ preventScroll: true });
    card.closest(".board-column")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  return (
    <div ref={scroller} class="board-scroll" tabIndex={entries.length === 0 ? undefined : -1}>
      <div ref={list} class="grid-space" style={{ height: `${virtual.height}px`, "--gap": `${gap}px` }}>
        {virtual.drawn.map(({ index, start }) => {
          const entry = entries[index];
          return (
            entry && (
              <div
                key={entry.id}
                ref={virtual.measure}
                data-index={index}
                class="grid-row"
                style={{ transform: `translateY(${start}px)` }}
                draggable
                onDragStart={(event) => {
                  // Text that is dragged within a field is not the card.
                  if (event.target !== event.currentTarget) return;
                  event.dataTransfer?.setData(dragType, entry.id);
                }}
              >
                <BoardCard
                  {...{ entry, index, context, actions }}
                  known={cards.get(answerOf(entry))}
                  total={entries.length}
                  active={entry.id === active}
                  onFocus={() => onFocus(entry.id)}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Whether a column is in the view or next to it. */
function useNear(section: { readonly current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false);
  useLayoutEffect(() => {
    const observer = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false), {
      rootMargin: "0px 400px",
    });
    if (section.current) observer.observe(section.current);
    return () => observer.disconnect();
  }, [section]);
  return near;
}
