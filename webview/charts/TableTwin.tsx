import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatNumber } from "./numbers";
import type { ChartTable } from "./table";

const rowsAtOnce = 200;

/** The numbers of a chart as a table: exact, aligned, scrolling inside its own frame. */
export function TableTwin({ table, label }: { readonly table: ChartTable; readonly label: string }): JSX.Element {
  const [limit, setLimit] = useState(rowsAtOnce);
  const more = table.rows.length - limit;
  return (
    <div class="chart-table" role="region" aria-label={l10n.t("Values of {0}", label)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.head.map((text, column) => (
              <th key={column} scope="col" class={column > 0 ? "chart-number" : ""}>
                <bdi>{text}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, limit).map((cells, row) => (
            <Row key={row} cells={cells} units={table.units} />
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <button type="button" class="chart-more" onClick={() => setLimit(limit + rowsAtOnce)}>
          {l10n.t("Show more rows ({0} left)", formatNumber(more))}
        </button>
      )}
    </div>
  );
}

function Row({ cells, units }: { cells: ChartTable["rows"][number]; units: ChartTable["units"] }): JSX.Element {
  return (
    <tr>
      {cells.map((cell, column) =>
        column === 0 ? (
          <th key={column} scope="row" dir="auto">
            {cell}
          </th>
        ) : (
          <td key={column} class="chart-number">
            {typeof cell === "string" ? <bdi>{cell}</bdi> : formatNumber(cell, units[column])}
          </td>
        ),
      )}
    </tr>
  );
}
