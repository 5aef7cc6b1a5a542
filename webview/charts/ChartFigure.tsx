import * as l10n from "@vscode/l10n";
import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Tool } from "../controls/Tool";
import { usePage } from "../panes";
import { plainLabel } from "./label";
import { formatNumber } from "./numbers";
import type { ChartTable } from "./table";

interface ChartFigureProps {
  readonly title: string;
  /** What the chart shows, as a sentence. */
  readonly finding: string;
  readonly table: ChartTable;
  /** Without a drawing, the table is all. */
  readonly children?: ComponentChildren;
}

/** A chart with its caption, and the same numbers as a table or as CSV. */
export function ChartFigure({ title, finding, table, children }: ChartFigureProps): JSX.Element {
  const { session } = usePage();
  const [asTable, setAsTable] = useState(false);
  const caption = useId();
  const name = plainLabel(title);
  const empty = table.rows.length === 0;
  return (
    <figure class="chart shrinks" aria-labelledby={caption}>
      <div class="chart-head spread">
        <figcaption class="shrinks breaks-anywhere" id={caption}>
          <span class="chart-title bold" dir="auto">
            {name}
          </span>{" "}
          <span class="chart-finding muted" dir="auto">
            {finding}
          </span>
        </figcaption>
        {!empty && (
          <div class="tools keeps-size">
            {children !== undefined && (
              <Tool
                icon="table"
                label={l10n.t("Show as table")}
                pressed={asTable}
                onPress={() => setAsTable(!asTable)}
              />
            )}
            <Tool
              icon="copy"
              label={l10n.t("Copy as CSV")}
              onPress={() => session.copyText([table.head, ...table.rows])}
            />
          </div>
        )}
      </div>
      {!empty && (asTable || children === undefined ? <TableTwin table={table} label={name} /> : children)}
    </figure>
  );
}

interface ShowMoreProps {
  /** How many there are, and how many are shown while closed. */
  readonly count: number;
  readonly first: number;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** Opens the rest of a long list; nothing if all of it is already shown. */
export function ShowMore({ count, first, open, onToggle }: ShowMoreProps): JSX.Element | null {
  if (count <= first) return null;
  return (
    <button type="button" class="plain-button text-button show-more" aria-expanded={open} onClick={onToggle}>
      {open ? l10n.t("Show fewer") : l10n.t("Show all {0}", formatNumber(count))}
    </button>
  );
}

const rowsAtOnce = 200;

/** The numbers of a chart as a table: exact, aligned, scrolling inside its own frame. */
function TableTwin({ table, label }: { readonly table: ChartTable; readonly label: string }): JSX.Element {
  const [limit, setLimit] = useState(rowsAtOnce);
  const more = table.rows.length - limit;
  return (
    <div class="chart-table" role="region" aria-label={l10n.t("Values of {0}", label)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.head.map((text, column) => (
              <th key={column} scope="col" class={column > 0 && !table.texts?.includes(column) ? "chart-number" : ""}>
                <bdi>{text}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, limit).map((cells, row) => (
            <Row key={row} cells={cells} {...table} />
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <button type="button" class="plain-button text-button show-more" onClick={() => setLimit(limit + rowsAtOnce)}>
          {l10n.t("Show more rows ({0} left)", formatNumber(more))}
        </button>
      )}
    </div>
  );
}

function Row({
  cells,
  units,
  texts,
}: Pick<ChartTable, "units" | "texts"> & { cells: ChartTable["rows"][number] }): JSX.Element {
  return (
    <tr>
      {cells.map((cell, column) =>
        column === 0 ? (
          <th key={column} scope="row" dir="auto">
            {cell}
          </th>
        ) : (
          <td key={column} class={texts?.includes(column) ? "" : "chart-number"}>
            {typeof cell === "string" ? <bdi>{cell}</bdi> : formatNumber(cell, units[column])}
          </td>
        ),
      )}
    </tr>
  );
}
