import * as l10n from "@vscode/l10n";
import { useMemo, useRef } from "preact/hooks";
import type { OverviewField, View } from "../../src/protocol/panel";
import type { TableLook } from "../../src/protocol/tableLook";
import { formatNumber } from "../charts/numbers";
import { overviewGroup, overviewLabel } from "../charts/overviewGroups";
import { PlainButton, TextButton } from "../controls/Button";
import { closeDialog, Dialog } from "../controls/Dialog";
import { Icon } from "../controls/Icon";
import type { ShownAd } from "../state/results";
import { without } from "../state/without";
import { asNamed } from "./adTexts";
import { columnOf, movedColumn, type TableColumn, widthLimits } from "./tableColumns";
import type { GridKeys } from "./useGridKeys";
import { filterOf, sortedBy, withFilter } from "./viewed";
import { meaningOf } from "../words/meanings";

/** How the table is shown: its order and its columns. */
export interface TableLooking {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
}

interface AdTableHeadProps extends TableLooking {
  /** All loaded ads. */
  readonly all: readonly ShownAd[];
  readonly columns: readonly TableColumn[];
  /** All columns, including hidden ones. */
  readonly ordered: readonly { readonly column: TableColumn }[];
  readonly titleWidth: number;
  readonly grid: Pick<GridKeys, "isActive">;
  /** The look while a pointer is dragging a width; undefined when that has ended. */
  readonly onDrag: (look: TableLook | undefined) => void;
  readonly onChoose: () => void;
  readonly onFilter: (column: TableColumn) => void;
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
      title={[name, meaningOf(name), key.startsWith("stat:") && asNamed()].filter(Boolean).join("\n")}
      aria-label={name}
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
        <span class="one-line">{name}</span>
        {sorted && <Icon name={view.descending ? "arrow-down" : "arrow-up"} />}
      </button>
      {column.field && <ColumnFilter {...props} field={column.field} />}
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

/** Alt with the down arrow opens the filter, as in spreadsheets. Shift with an arrow changes the width of a column, Ctrl and Shift with an arrow its place. */
function changeByKey(event: KeyboardEvent, props: ColumnHeadProps): void {
  const { column, columns, look, onLook } = props;
  if (event.altKey && event.key === "ArrowDown") {
    event.preventDefault();
    if (column.field) props.onFilter(column);
    return;
  }
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
    onDragStart: (event: DragEvent) => event.dataTransfer?.setData(dragType, column.key),
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
      onDblClick={() => onLook({ ...look, widths: without(look.widths ?? {}, column.key) })}
    />
  );
}

/** The most values whose numbers of ads are drawn in a head. */
const drawnValues = 6;

/** How a column's values are distributed among the loaded ads: press it to see only those with one of them. */
function ColumnFilter({ all, column, view, field, onFilter }: ColumnHeadProps & { readonly field: OverviewField }) {
  const { bars } = useMemo(() => overviewGroup(all, field), [all, field]);
  const chosen = filterOf(view, field);
  if (bars.length < 2 && chosen === undefined) return null;
  const most = Math.max(...bars.map(({ count }) => count));
  const label = l10n.t("Filter by {0}", column.name);
  return (
    <PlainButton
      class="column-filter"
      label={label}
      title={chosen === undefined ? label : overviewLabel({ field, value: chosen })}
      tabIndex={-1}
      pressed={chosen !== undefined}
      onPress={() => onFilter(column)}
    >
      {bars.slice(0, drawnValues).map(({ value, count }) => (
        <span
          key={value}
          class={chosen === undefined || chosen === value ? "" : "left-out"}
          style={{ height: `${Math.max(12, (100 * count) / most)}%` }}
        />
      ))}
    </PlainButton>
  );
}

interface ColumnValuesProps extends Pick<AdTableHeadProps, "all" | "view" | "onView"> {
  readonly column: TableColumn;
  readonly field: OverviewField;
  readonly onClose: () => void;
}

/** The values of a column with their numbers of ads. Pressing one leaves only its ads. */
export function ColumnValues({ all, column, field, view, onView, onClose }: ColumnValuesProps) {
  const { bars } = useMemo(() => overviewGroup(all, field), [all, field]);
  const chosen = filterOf(view, field);
  const most = Math.max(...bars.map(({ count }) => count));
  const choose = (event: MouseEvent, value?: string) => {
    closeDialog(event);
    onView(withFilter(view, field, value));
  };
  return (
    <Dialog class="column-values" title={l10n.t("Filter by {0}", column.name)} onClose={onClose}>
      <ul>
        {bars.map(({ value, label, count }) => (
          <li key={value}>
            <PlainButton
              label={l10n.t("{0}, ads: {1}", label, formatNumber(count))}
              pressed={value === chosen}
              onPress={(event) => choose(event, value === chosen ? undefined : value)}
            >
              <span class="value-share" style={{ width: `${(100 * count) / most}%` }} />
              <span class="value-name breaks-anywhere" dir="auto">
                {label}
              </span>
              <span class="value-count">{formatNumber(count)}</span>
            </PlainButton>
          </li>
        ))}
      </ul>
      {chosen !== undefined && <TextButton label={l10n.t("Show all")} onPress={choose} />}
    </Dialog>
  );
}

interface ColumnChoiceProps {
  readonly columns: readonly { readonly column: TableColumn; readonly shown: boolean }[];
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
  readonly onClose: () => void;
}

/** Which columns the table has, and in which order. */
export function ColumnChoice({ columns, look, onLook, onClose }: ColumnChoiceProps) {
  return (
    <Dialog class="column-choice" title={l10n.t("Columns")} onClose={onClose}>
      <ul>
        {columns.map(({ column: { key } }, at) => (
          <Choice key={key} {...{ columns, look, onLook, at }} />
        ))}
      </ul>
      <TextButton label={l10n.t("Reset columns")} onPress={() => onLook({})} />
    </Dialog>
  );
}

function Choice({ columns, look, onLook, at }: Omit<ColumnChoiceProps, "onClose"> & { readonly at: number }) {
  const chosen = columns[at];
  if (!chosen) return null;
  const { key, name } = chosen.column;
  const keys = columns.map(({ column }) => column.key);
  const move = (icon: string, label: string, to: number) => (
    <PlainButton
      icon={icon}
      label={label}
      title={label}
      disabled={to < 0 || to >= keys.length}
      onPress={() => onLook(movedColumn(look, keys, key, to))}
    />
  );
  return (
    <li class="row">
      <label class="row shrinks">
        <input
          type="checkbox"
          class="check-box"
          checked={chosen.shown}
          onChange={({ currentTarget }) => onLook({ ...look, shown: { ...look.shown, [key]: currentTarget.checked } })}
        />
        <span class="breaks-anywhere" dir="auto">
          {name}
        </span>
      </label>
      {move("arrow-left", l10n.t("Move {0} left", name), at - 1)}
      {move("arrow-right", l10n.t("Move {0} right", name), at + 1)}
    </li>
  );
}
