import type { ShownAd } from "../state/results";
import type { CardContext } from "./cardContext";
import { CardCreative } from "./CardCreative";
import { CardFacts } from "./CardFacts";
import { CardOwner } from "./CardOwner";
import { DetailsButton } from "./DetailsButton";
import { adName } from "./names";
import { openOrShowPrice } from "./openOrShowPrice";
import { SelectBox } from "./SelectBox";

interface AdCardViewProps {
  readonly ad: ShownAd;
  /** Position among the ads shown, and how many those are. */
  readonly index: number;
  readonly total: number;
  /** Whether the card is the one that Tab reaches. */
  readonly active: boolean;
  readonly context: CardContext;
  readonly onFocus: () => void;
}

/** One ad as a card. */
export function AdCardView({ ad, index, total, active, context, onFocus }: AdCardViewProps) {
  const { card } = ad;
  const name = adName(card);
  const selected = context.selected.has(card.key);
  const owned = context.ownedDetails.has(card.key);
  const tabIndex = active ? 0 : -1;
  return (
    <article
      class={`card ${card.key === context.openKey ? "card-open" : ""} ${selected ? "card-selected" : ""}`}
      aria-label={name}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-card={index}
      data-key={card.key}
      tabIndex={tabIndex}
      onFocusIn={onFocus}
      onKeyDown={(event) => onKey(event, card.key, context)}
    >
      <CardCreative attachments={card.attachments} title={name} loadMedia={context.loadMedia} tabIndex={tabIndex} />
      <SelectBox card={card} selected={selected} tabIndex={tabIndex} onSelect={context.onSelect} />
      <div class="card-body">
        <CardOwner
          card={card}
          fetchedAt={ad.fetchedAt}
          pictures={context.loadMedia === "always"}
          dated={context.dated}
          tabIndex={tabIndex}
        />
        <h2 class="card-title" dir="auto" title={name}>
          {name}
        </h2>
        {context.note?.(card.key)}
        <CardFacts card={card} tabIndex={tabIndex} />
      </div>
      <footer class="card-foot">
        <DetailsButton card={card} owned={owned} tabIndex={tabIndex} onDetails={() => context.onDetails(card)} />
      </footer>
    </article>
  );
}

/** Space selects the ad, Enter opens it or goes to its price. */
function onKey(event: KeyboardEvent, key: string, { selected, ownedDetails, onSelect }: CardContext): void {
  const { target, currentTarget: article } = event;
  if (!(article instanceof HTMLElement) || target !== article) return;
  if (event.key === " ") onSelect(key, !selected.has(key));
  else if (event.key === "Enter") openOrShowPrice(article, ownedDetails.has(key));
  else return;
  event.preventDefault();
}
