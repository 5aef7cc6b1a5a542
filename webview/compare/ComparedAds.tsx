import * as l10n from "@vscode/l10n";
import type { AdRef } from "../../src/protocol/ads";
import type { OwnedDetail } from "../../src/protocol/panel";
import type { CardContext } from "../cards/cardActs";
import { CardCreative } from "../cards/CardCreative";
import { CardOwner } from "../cards/CardOwner";
import { DetailsButton } from "../cards/DetailsButton";
import { adName } from "../cards/names";
import { PlainButton } from "../controls/Button";
import { CompareAds } from "../detail/CompareAds";
import { isAd, type ShownAd } from "../state/results";
import { comparedRows } from "./comparedRows";

interface ComparedAdsProps {
  readonly ads: readonly ShownAd[];
  /** Details that are there already, by card key. */
  readonly details: ReadonlyMap<string, OwnedDetail>;
  readonly context: CardContext;
  readonly onCopyText: (text: string) => void;
  readonly onClose: () => void;
}

/** How many ads fit side by side and can still be compared. */
const atMost = 8;

/** The selected ads side by side: what their cards say, and below it their details where two or more are there. */
export function ComparedAds(props: ComparedAdsProps) {
  const { ads, details, context, onCopyText, onClose } = props;
  const shown = ads.slice(0, atMost);
  const known = shown.flatMap(({ card }) => {
    const owned = details.get(card.key);
    return owned ? [{ card, owned }] : [];
  });
  const keyOf = (ad: AdRef) => shown.find(({ card }) => isAd(card, ad))?.card;
  return (
    <>
      {ads.length > atMost && <p class="loaded-about">{l10n.t("The first {0} of the selected ads.", atMost)}</p>}
      <CardTable ads={shown} context={context} />
      {known.length > 1 && (
        <CompareAds
          ads={known}
          loadMedia={context.loadMedia}
          onCopyText={onCopyText}
          onOpen={(ad) => {
            const card = keyOf(ad);
            if (card) context.onDetails(card);
          }}
          onRemove={(ad) => {
            const card = keyOf(ad);
            if (card) context.onSelect(card.key, false);
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}

function CardTable({ ads, context }: { readonly ads: readonly ShownAd[]; readonly context: CardContext }) {
  const rows = comparedRows(ads);
  return (
    <div class="compared" tabIndex={0} role="group" aria-label={l10n.t("Ads side by side")}>
      <table class="compared-table">
        <thead>
          <tr>
            <td />
            {ads.map((ad) => (
              <th scope="col" key={ad.card.key}>
                <ComparedHead ad={ad} context={context} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values, best }) => (
            <tr key={name}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {values.map((value, index) => (
                <td key={ads[index]?.card.key} class={index === best ? "compared-best" : ""} dir="auto">
                  {value ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ComparedHead({ ad: { card }, context }: { readonly ad: ShownAd; readonly context: CardContext }) {
  const name = adName(card);
  return (
    <div class="compared-head">
      <CardCreative attachments={card.attachments} title={name} loadMedia={context.loadMedia} tabIndex={0} />
      <span class="card-title" dir="auto" title={name}>
        {name}
      </span>
      <CardOwner card={card} pictures={context.loadMedia === "always"} />
      <span class="compared-acts">
        <DetailsButton
          card={card}
          owned={context.ownedDetails.has(card.key)}
          onDetails={() => {
            context.onDetails(card);
          }}
        />
        <PlainButton
          icon="close"
          label={l10n.t("Take {0} away", name)}
          onPress={() => {
            context.onSelect(card.key, false);
          }}
        />
      </span>
    </div>
  );
}
