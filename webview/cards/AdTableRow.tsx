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
import { mediaUrl } from "./mediaUrl";
import { adName, platformLabel } from "./names";
import { SelectBox } from "./SelectBox";

/** What the table has room for beside the ad itself. */
export interface TableColumns {
  readonly advertiser: boolean;
  readonly platform: boolean;
  readonly seen: boolean;
  readonly stats: readonly string[];
}

interface AdTableRowProps {
  readonly ad: ShownAd;
  readonly index: number;
  readonly columns: TableColumns;
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
      <Facts ad={ad} columns={columns} />
      <td class="col-details">
        <DetailsButton
          card={card}
          owned={ownedDetails.has(card.key)}
          onDetails={() => {
            onDetails(card);
          }}
        />
      </td>
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

function Facts({ ad: { card, fetchedAt }, columns }: Pick<AdTableRowProps, "ad" | "columns">) {
  const { advertiser, platform, seen, stats } = columns;
  return (
    <>
      {advertiser && (
        <td>
          <bdi>{card.owner?.name === undefined ? "–" : plainLabel(card.owner.name)}</bdi>
        </td>
      )}
      {platform && <td class="col-platform">{platformLabel(card)}</td>}
      {stats.map((column) => {
        const value = card.stats.find((stat) => statName(stat) === column)?.value;
        return (
          <td class="col-number" key={column} title={formatCount(value)}>
            {formatCompact(countValue(value))}
          </td>
        );
      })}
      {seen && (
        <td class="col-seen" title={l10n.t("As of {0}", localTime(fetchedAt))}>
          {card.lastSeen === undefined ? "–" : seenText(card.lastSeen, { fetchedAt })}
        </td>
      )}
    </>
  );
}
