import * as l10n from "@vscode/l10n";
import { useRef } from "preact/hooks";
import type { TableLook, View } from "../../src/protocol/panel";
import { PlainButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { sortedBy } from "./viewed";
import { without } from "../state/without";
import { columnOf, movedColumn, type TableColumn, widthLimits } from "./tableColumns";
import type { GridKeys } from "./useGridKeys";

/** How the table is shown: its order and its columns. */
export interface TableLooking {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
}

interface AdTableHeadProps extends TableLooking {
  readonly columns: readonly TableColumn[];
  /** All columns, including hidden ones. */
  readonly ordered: readonly { readonly column: TableColumn }[];
  readonly titleWidth: number;
  readonly grid: Pick<GridKeys, "isActive">;
  /** The look while a pointer is dragging a width; undefined when that has ended. */
  readonly onDrag: (look: TableLook | undefined) => void;
  readonly onChoose: () => void;
}

/** px that a key changes a width by. */
const widthStep = 16;

/** The heads of the columns: press to sort what is loaded for 0 credits, drag an edge for the width, drag the rest for the order. */
export function AdTableHead(props: AdTableHeadProps) {
  const { columns, titleWidth, grid, onChoose } = props;
  const title: TableColumn = { ...columnOf("title"), key: "title", width: titleWidth };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" class="col-check" data-cell="0:0" aria-colindex={1}>
          <PlainButton
            icon="settings"
            class="choose-columns"
            label={l10n.t("Choose columns…")}
            title={l10n.t("Choose columns…")}
            tabIndex={grid.isActive(0, 0) ? 0 : -1}
            onPress={onChoose}
          />
        </th>
        <ColumnHead {...props} column={title} at={1} class="col-ad" />
        {columns.map((column, index) => (
          <ColumnHead
            key={column.key}
            {...props}
            column={column}
            at={index + 2}
            class={column.numeric ? "col-number" : ""}
          />
        ))}
      </tr>
    </thead>
  );
}

interface ColumnHeadProps extends AdTableHeadProps {
  readonly column: TableColumn;
  readonly at: number;
  readonly class: string;
}

function ColumnHead(props: ColumnHeadProps) {
  const { column, at, view, look, onView, grid } = props;
  const { key, name, width } = column;
  const sorted = view.sort === key;
  const direction = view.descending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      class={props.class}
      style={key === "title" && look.widths?.title === undefined ? {} : { width: `${width}px` }}
      title={name}
      aria-sort={sorted ? direction : "none"}
      aria-colindex={at + 1}
      data-cell={`0:${at}`}
      data-column={key}
      onKeyDown={(event) => changeByKey(event, props)}
      {...(key !== "title" && dragging(props))}
    >
      <button
        type="button"
        class="plain-button sort-button"
        tabIndex={grid.isActive(0, at) ? 0 : -1}
        onClick={() => onView(sortedBy(view, key))}
      >
        <span class="sort-name">{name}</span>
        {sorted && <Icon name={view.descending ? "arrow-down" : "arrow-up"} />}
      </button>
      <WidthGrip {...props} />
    </th>
  );
}

const withWidth = (look: TableLook, key: string, width: number): TableLook => ({
  ...look,
  widths: { ...look.widths, [key]: Math.round(Math.max(widthLimits.least, Math.min(widthLimits.most, width))) },
});

/** Moves a column to another one's position. */
function moved({ look, ordered }: ColumnHeadProps, key: string, over: string): TableLook {
  const keys: readonly string[] = ordered.map(({ column }) => column.key);
  return movedColumn(look, keys, key, keys.indexOf(over));
}

/** Shift with an arrow changes the width of a column, Ctrl and Shift with an arrow its place. */
function changeByKey(event: KeyboardEvent, props: ColumnHeadProps): void {
  const { column, columns, look, onLook } = props;
  const direction = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (direction === 0 || !event.shiftKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.ctrlKey) return onLook(withWidth(look, column.key, column.width + direction * widthStep));
  const at = columns.findIndex(({ key }) => key === column.key);
  const over = columns[at + direction];
  if (at >= 0 && over) onLook(moved(props, column.key, over.key));
}

const dragType = "application/x-ad-library-column";

/** Drags a column to another one's place. */
function dragging(props: ColumnHeadProps) {
  const { column, onLook } = props;
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer?.setData(dragType, column.key);
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer?.types.includes(dragType)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const from = event.dataTransfer?.getData(dragType);
      if (from === undefined || from === "" || from === column.key) return;
      event.preventDefault();
      onLook(moved(props, from, column.key));
    },
  };
}

/** The edge of a column: drag to change its width, double-click to reset it. */
function WidthGrip({ column, look, onLook, onDrag }: ColumnHeadProps) {
  const from = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const lookAt = (event: PointerEvent) =>
    from.current && withWidth(look, column.key, from.current.width + event.clientX - from.current.x);
  return (
    <span
      class="width-grip"
      aria-hidden="true"
      // Prevents the drag that moves the column.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, width: column.width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const next = lookAt(event);
        if (next) onDrag(next);
      }}
      onPointerUp={(event) => {
        const next = lookAt(event);
        const changed = from.current?.x !== event.clientX;
        from.current = undefined;
        onDrag(undefined);
        if (next && changed) onLook(next);
      }}
      onPointerCancel={() => {
        from.current = undefined;
        onDrag(undefined);
      }}
      onDblClick={() => {
        onLook({ ...look, widths: without(look.widths ?? {}, column.key) });
      }}
    />
  );
}
