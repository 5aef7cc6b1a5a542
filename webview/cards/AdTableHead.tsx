import * as l10n from "@vscode/l10n";
import { Icon } from "../controls/Icon";
import type { View } from "../state/view";
import { sortedBy, sortKeyOf, type TableColumn } from "./tableColumns";

interface AdTableHeadProps {
  readonly columns: readonly TableColumn[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The heads of the columns, which sort what is loaded for 0 credits. */
export function AdTableHead({ columns, view, onView }: AdTableHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" class="col-check">
          <span class="unseen">{l10n.t("Select")}</span>
        </th>
        <th scope="col" class="col-ad">
          {l10n.t("Ad")}
        </th>
        <th scope="col" class="col-details">
          <span class="unseen">{l10n.t("Details")}</span>
        </th>
        {columns.map((column) => (
          <ColumnHead key={column.key} column={column} view={view} onView={onView} />
        ))}
      </tr>
    </thead>
  );
}

function ColumnHead({ column, view, onView }: Omit<AdTableHeadProps, "columns"> & { readonly column: TableColumn }) {
  const { name, numeric, width } = column;
  const key = sortKeyOf(column);
  const look = { class: numeric ? "col-number" : "", style: { width: `${width}px` }, title: name };
  if (key === undefined) {
    return (
      <th scope="col" {...look}>
        {name}
      </th>
    );
  }
  const sorted = view.sort === key;
  const direction = view.descending ? "descending" : "ascending";
  return (
    <th scope="col" {...look} aria-sort={sorted ? direction : "none"}>
      <button type="button" class="plain-button sort-button" onClick={() => onView(sortedBy(view, key))}>
        <span class="sort-name">{name}</span>
        {sorted && <Icon name={view.descending ? "arrow-down" : "arrow-up"} />}
      </button>
    </th>
  );
}
