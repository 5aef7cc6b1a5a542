import * as l10n from "@vscode/l10n";
import type { CardContext } from "../cards/cardContext";
import { CardCreative } from "../cards/CardCreative";
import { CardOwner } from "../cards/CardOwner";
import { DetailsButton } from "../cards/DetailsButton";
import { adName } from "../cards/names";
import { PlainButton } from "../controls/Button";
import type { ShownAd } from "../state/results";
import { type AdToCompare, type ComparedRow, highestCells } from "./comparedRows";

interface ComparedTableProps {
  readonly ads: readonly AdToCompare[];
  readonly rows: readonly ComparedRow[];
  readonly context: CardContext;
}

/** One table of all facts: a column for each ad, all of one width, the highest number of each row marked. */
export function ComparedTable({ ads, rows, context }: ComparedTableProps) {
  return (
    <div class="compared" tabIndex={0} role="group" aria-label={l10n.t("Ads side by side")}>
      <table class="compared-table" style={{ "--ads": ads.length }}>
        <thead>
          <tr>
            <td />
            {ads.map(({ shown }) => (
              <th scope="col" key={shown.card.key}>
                <Head ad={shown} context={context} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: ComparedRow }) {
  const highest = highestCells(row);
  return (
    <tr>
      <th scope="row" dir="auto">
        {row.label}
      </th>
      {row.cells.map((cell, index) => (
        <td
          key={index}
          class={cell === undefined ? "compared-absent" : highest.has(index) ? "compared-highest" : ""}
          {...(cell === undefined && { title: l10n.t("Not provided") })}
        >
          <bdi>{cell?.text ?? "–"}</bdi>
          {highest.has(index) && <span class="unseen"> {l10n.t("(highest)")}</span>}
        </td>
      ))}
    </tr>
  );
}

function Head({ ad, context }: { readonly ad: ShownAd; readonly context: CardContext }) {
  const { card, fetchedAt } = ad;
  const name = adName(card);
  return (
    <div class="compared-head">
      <CardCreative attachments={card.attachments} title={name} loadMedia={context.loadMedia} tabIndex={0} />
      <span class="card-title" dir="auto" title={name}>
        {name}
      </span>
      <CardOwner card={card} fetchedAt={fetchedAt} pictures={context.loadMedia === "always"} />
      <span class="compared-actions">
        <DetailsButton
          card={card}
          owned={context.ownedDetails.has(card.key)}
          onDetails={() => {
            context.onDetails(card);
          }}
        />
        <PlainButton
          icon="close"
          label={l10n.t("Remove {0} from comparison", name)}
          title={l10n.t("Remove {0} from comparison", name)}
          onPress={() => {
            context.onSelect(card.key, false);
          }}
        />
      </span>
    </div>
  );
}
