import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { keyMoves, nearestPlace } from "../controls/keys";

/** A cell by its row (0 is the head) and column. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

interface GridKeysProps {
  /** Including the head. */
  readonly rows: number;
  readonly columns: number;
  /** How many rows a page key moves by. */
  readonly pageKeyStep: number;
  /** Brings a row into view, so that it is drawn. */
  readonly reveal: (row: number) => void;
  readonly grid: { readonly current: HTMLElement | null };
}

export type GridKeys = ReturnType<typeof useGridKeys>;

/** Where a key leads from a cell, following ARIA's grid pattern. */
export function gridTarget(
  { key, ctrlKey }: Pick<KeyboardEvent, "key" | "ctrlKey">,
  { row, column }: GridCell,
  { rows, columns, pageKeyStep }: Pick<GridKeysProps, "rows" | "columns" | "pageKeyStep">,
): GridCell | undefined {
  const move = keyMoves.get(key);
  if (!move) return undefined;
  const { x, y, page, end } = move;
  // From below, only the arrow key leads to the head.
  const first = page < 0 ? Math.min(1, row) : 0;
  const next = ctrlKey && end !== 0 ? (end < 0 ? 1 : rows) : row + y + page * pageKeyStep;
  return {
    row: Math.max(first, nearestPlace(next, rows)),
    column: nearestPlace(column + x + end * columns, columns),
  };
}

const nameOf = ({ row, column }: GridCell) => `${row}:${column}`;

function cellOf(target: EventTarget | null): GridCell | undefined {
  const name = target instanceof Element ? target.closest<HTMLElement>("[data-cell]")?.dataset.cell : undefined;
  const [row, column] = (name ?? "").split(":").map(Number);
  return name === undefined || row === undefined || column === undefined ? undefined : { row, column };
}

/** Moves the focus cell by cell; a row that is not drawn yet is scrolled to first. */
export function useGridKeys(props: GridKeysProps) {
  const { rows, columns, reveal, grid } = props;
  const [chosen, setActive] = useState<GridCell>({ row: 1, column: 1 });
  /** The cell that Tab reaches. */
  const active = { row: Math.min(chosen.row, rows - 1), column: Math.min(chosen.column, columns - 1) };
  const wanted = useRef<GridCell>(undefined);
  const focus = () => {
    if (!wanted.current) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${nameOf(wanted.current)}"]`);
    const at = cell?.hasAttribute("tabindex") ? cell : cell?.querySelector<HTMLElement>("input, button");
    if (!cell || !at) return;
    wanted.current = undefined;
    at.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  useLayoutEffect(focus);
  /** Gives the focus to a cell, as soon as it is drawn. */
  const moveTo = (cell: GridCell) => {
    wanted.current = cell;
    setActive(cell);
    focus();
  };
  return {
    active,
    moveTo,
    isActive: (row: number, column: number) => row === active.row && column === active.column,
    onFocusIn: ({ target }: FocusEvent) => {
      const cell = cellOf(target);
      if (cell && nameOf(cell) !== nameOf(chosen)) setActive(cell);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const from = cellOf(event.target);
      if (!from || event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey) return;
      const to = gridTarget(event, from, props);
      if (!to) return;
      event.preventDefault();
      if (to.row > 0 && to.row !== from.row) reveal(to.row);
      moveTo(to);
    },
  };
}
