import { useMediaUrl } from "../media";
import type { ShownAd } from "../state/results";
import type { CardContext } from "./cardContext";
import { DetailsButton } from "./DetailsButton";
import { adName } from "./names";
import { NameMenu } from "./NameMenu";
import { SelectBox } from "./SelectBox";
import type { TableColumn } from "./tableColumns";
import { openOrShowPrice } from "./openOrShowPrice";
import type { GridKeys } from "./useGridKeys";

interface AdTableRowProps {
  readonly ad: ShownAd;
  readonly index: number;
  readonly columns: readonly TableColumn[];
  readonly context: CardContext;
  readonly isActive: GridKeys["isActive"];
}

/** One ad as a row: the contents of its card in one line. */
export function AdTableRow(props: AdTableRowProps) {
  const { ad, index, columns, context, isActive } = props;
  const { card } = ad;
  const selected = context.selected.has(card.key);
  const marks = `${card.key === context.openKey ? "row-open" : ""} ${selected ? "row-selected" : ""}`;
  const row = index + 1;
  const tab = (column: number) => (isActive(row, column) ? 0 : -1);
  return (
    <tr
      class={marks}
      aria-rowindex={row + 1}
      aria-selected={selected}
      data-key={card.key}
      onKeyDown={(event) => onKey(event, card.key, context)}
    >
      <td class="col-check" aria-colindex={1} data-cell={`${row}:0`}>
        <SelectBox card={card} selected={selected} tabIndex={tab(0)} onSelect={context.onSelect} />
      </td>
      <td class="col-ad" aria-colindex={2} data-cell={`${row}:1`} tabIndex={tab(1)}>
        <AdCell {...props} />
      </td>
      {columns.map((column, at) => (
        <td
          key={column.key}
          class={column.numeric ? "col-number" : "col-text"}
          title={column.title?.(ad) ?? column.text(ad)}
          aria-colindex={at + 3}
          data-cell={`${row}:${at + 2}`}
          tabIndex={tab(at + 2)}
        >
          <Cell ad={ad} column={column} />
        </td>
      ))}
    </tr>
  );
}

function Cell({ ad, column }: { readonly ad: ShownAd; readonly column: TableColumn }) {
  const text = column.text(ad);
  const shown = <bdi>{text ?? "–"}</bdi>;
  const { key } = column;
  if (text === undefined || (key !== "advertiser" && key !== "domain")) return shown;
  return (
    <NameMenu kind={key} name={key === "advertiser" ? ad.card.owner?.name : text} tabIndex={-1}>
      {shown}
    </NameMenu>
  );
}

/** Space selects the row of a cell, Enter opens its ad or a name's menu; Escape goes from a button back to its cell. */
function onKey(event: KeyboardEvent, key: string, { selected, ownedDetails, onSelect }: CardContext): void {
  const { target, currentTarget: row } = event;
  if (!(target instanceof HTMLElement) || !(row instanceof HTMLElement)) return;
  const inner = target.closest("button, input");
  if (event.key === "Escape" && inner) inner.closest<HTMLElement>("td[tabindex]")?.focus();
  else if (inner) return;
  else if (event.key === " ") onSelect(key, !selected.has(key));
  else if (event.key === "Enter") {
    const name = target.querySelector<HTMLElement>(".name-button");
    if (name) name.click();
    else openOrShowPrice(row, ownedDetails.has(key));
  } else return;
  event.preventDefault();
}

function AdCell({ ad: { card }, context: { loadMedia, ownedDetails, onDetails } }: AdTableRowProps) {
  const mediaUrl = useMediaUrl();
  const name = adName(card);
  const first = card.attachments[0];
  const picture = mediaUrl(first?.thumbnail ?? (first?.type === "image" ? first.url : undefined));
  const owned = ownedDetails.has(card.key);
  return (
    <span class="row-ad" title={name}>
      <span class="row-picture">
        {picture !== undefined && loadMedia === "always" && (
          <img src={picture} alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" />
        )}
      </span>
      <span class="row-lines">
        <span
          class="row-title"
          dir="auto"
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest("tr");
            if (row) openOrShowPrice(row, owned);
          }}
        >
          {name}
        </span>
        <DetailsButton card={card} owned={owned} tabIndex={-1} onDetails={() => onDetails(card)} />
      </span>
    </span>
  );
}
