import * as l10n from "@vscode/l10n";
import type { AdCard } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { seenText } from "../charts/seenText";
import { countValue, formatCompact, formatCount } from "../charts/numbers";
import { localTime } from "../explorer/time";
import type { ShownAd } from "../state/results";
import { statName } from "../state/view";
import type { CardContext } from "./cardActs";
import { DetailsButton } from "./DetailsButton";
import { mediaUrl } from "../../src/protocol/mediaUrl";
import { adName, platformLabel } from "./names";
import { SelectBox } from "./SelectBox";
import type { TableColumn } from "./tableColumns";

interface AdTableRowProps {
  readonly ad: ShownAd;
  readonly index: number;
  readonly columns: readonly TableColumn[];
  readonly context: CardContext;
}

/** One ad as a row: what its card says, in one line. */
export function AdTableRow({ ad, index, columns, context }: AdTableRowProps) {
  const { card } = ad;
  const { openKey, selected, ownedDetails, loadMedia, onDetails, onSelect } = context;
  const marks = `${card.key === openKey ? "row-open" : ""} ${selected.has(card.key) ? "row-selected" : ""}`;
  return (
    <tr class={marks} aria-rowindex={index + 2} data-key={card.key}>
      <td class="col-check">
        <SelectBox card={card} selected={selected.has(card.key)} onSelect={onSelect} />
      </td>
      <td class="col-ad">
        <AdCell card={card} pictures={loadMedia === "always"} />
      </td>
      <td class="col-details">
        <DetailsButton
          card={card}
          owned={ownedDetails.has(card.key)}
          onDetails={() => {
            onDetails(card);
          }}
        />
      </td>
      {columns.map((column) => (
        <Cell key={column.key} ad={ad} column={column} />
      ))}
    </tr>
  );
}

function AdCell({ card, pictures }: { readonly card: AdCard; readonly pictures: boolean }) {
  const name = adName(card);
  const first = card.attachments[0];
  const picture = mediaUrl(first?.thumbnail ?? (first?.type === "image" ? first.url : undefined));
  return (
    <span class="row-ad" title={name}>
      <span class="row-picture">
        {picture !== undefined && pictures && (
          <img src={picture} alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" />
        )}
      </span>
      <span class="row-title" dir="auto">
        {name}
      </span>
    </span>
  );
}

function Cell({ ad: { card, fetchedAt }, column }: { readonly ad: ShownAd; readonly column: TableColumn }) {
  const { key, numeric } = column;
  if (numeric) {
    const stat = card.stats.find((each) => `stat:${statName(each) ?? ""}` === key);
    const value = key === "traffic" ? card.monthlyTraffic : stat?.value;
    return (
      <td class="col-number" title={formatCount(value)}>
        {value === undefined ? "–" : formatCompact(countValue(value))}
      </td>
    );
  }
  if (key === "platform") return <td class="col-text">{platformLabel(card)}</td>;
  if (key === "seen") {
    return (
      <td class="col-text" title={l10n.t("As of {0}", localTime(fetchedAt))}>
        {card.lastSeen === undefined ? "–" : seenText(card.lastSeen, { fetchedAt })}
      </td>
    );
  }
  const owner = card.owner?.name === undefined ? "–" : plainLabel(card.owner.name);
  return (
    <td class="col-text" title={owner}>
      <bdi>{owner}</bdi>
    </td>
  );
}
