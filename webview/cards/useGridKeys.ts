import { useLayoutEffect, useRef, useState } from "preact/hooks";

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

export interface GridKeys {
  /** The cell that Tab reaches. */
  readonly active: GridCell;
  readonly isActive: (row: number, column: number) => boolean;
  /** Gives the focus to a cell, as soon as it is drawn. */
  readonly moveTo: (cell: GridCell) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
}

/** Where a key leads from a cell, following ARIA's grid pattern. */
export function gridTarget(
  { key, ctrlKey }: Pick<KeyboardEvent, "key" | "ctrlKey">,
  { row, column }: GridCell,
  { rows, columns, pageKeyStep }: Pick<GridKeysProps, "rows" | "columns" | "pageKeyStep">,
): GridCell | undefined {
  const last = { row: rows - 1, column: columns - 1 };
  switch (key) {
    case "ArrowRight":
      return { row, column: Math.min(last.column, column + 1) };
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "ArrowDown":
      return { row: Math.min(last.row, row + 1), column };
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "PageDown":
      return { row: Math.min(last.row, row + pageKeyStep), column };
    case "PageUp":
      return { row: Math.max(Math.min(1, row), row - pageKeyStep), column };
    case "Home":
      return { row: ctrlKey ? Math.min(1, last.row) : row, column: 0 };
    case "End":
      return { row: ctrlKey ? last.row : row, column: last.column };
    default:
      return undefined;
  }
}

const nameOf = ({ row, column }: GridCell) => `${row}:${column}`;

function cellOf(target: EventTarget | null): GridCell | undefined {
  const name = target instanceof Element ? target.closest<HTMLElement>("[data-cell]")?.dataset.cell : undefined;
  const [row, column] = (name ?? "").split(":").map(Number);
  return name === undefined || row === undefined || column === undefined ? undefined : { row, column };
}

/** Moves the focus cell by cell; a row that is not drawn yet is scrolled to first. */
export function useGridKeys(props: GridKeysProps): GridKeys {
  const { rows, columns, reveal, grid } = props;
  const [chosen, setActive] = useState<GridCell>({ row: 1, column: 1 });
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
  const moveTo = (cell: GridCell) => {
    wanted.current = cell;
    setActive(cell);
    focus();
  };
  return {
    active,
    moveTo,
    isActive: (row, column) => row === active.row && column === active.column,
    onFocusIn: ({ target }) => {
      const cell = cellOf(target);
      if (cell && nameOf(cell) !== nameOf(chosen)) setActive(cell);
    },
    onKeyDown: (event) => {
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
