import * as l10n from "@vscode/l10n";
import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Icon } from "../controls/Icon";
import { plainLabel } from "./label";
import { type ChartTable, csvOfTable } from "./table";
import { TableTwin } from "./TableTwin";

export interface ChartFigureProps {
  readonly title: string;
  /** What the chart shows, as a sentence. */
  readonly finding: string;
  readonly table: ChartTable;
  readonly onCopyText: (text: string) => void;
  readonly children: ComponentChildren;
}

/** A chart with its caption, and the same numbers as a table or as CSV. */
export function ChartFigure({ title, finding, table, onCopyText, children }: ChartFigureProps): JSX.Element {
  const [asTable, setAsTable] = useState(false);
  const caption = useId();
  const name = plainLabel(title);
  const empty = table.rows.length === 0;
  return (
    <figure class="chart" aria-labelledby={caption}>
      <div class="chart-head">
        <figcaption id={caption}>
          <span class="chart-title" dir="auto">
            {name}
          </span>{" "}
          <span class="chart-finding" dir="auto">
            {finding}
          </span>
        </figcaption>
        {!empty && (
          <div class="chart-tools">
            <Tool icon="table" label={l10n.t("Show as table")} pressed={asTable} onClick={() => setAsTable(!asTable)} />
            <Tool icon="copy" label={l10n.t("Copy as CSV")} onClick={() => onCopyText(csvOfTable(table))} />
          </div>
        )}
      </div>
      {!empty && (asTable ? <TableTwin table={table} label={name} /> : children)}
    </figure>
  );
}

interface ToolProps {
  readonly icon: string;
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

function Tool({ icon, label, pressed, onClick }: ToolProps): JSX.Element {
  return (
    <button type="button" class="chart-tool" title={label} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
