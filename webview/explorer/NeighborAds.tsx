import * as l10n from "@vscode/l10n";
import type { AdRef } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import { adName } from "../cards/names";
import { PlainButton } from "../controls/Button";
import type { PageSession } from "../session";
import { adRef, isAd, type ShownAd } from "../state/results";

/** The ads before and after the open one, as in the list next to it. */
export interface Neighbors {
  readonly previous?: ShownAd;
  readonly next?: ShownAd;
}

/** Finds them; ads without details are skipped. */
export function neighborsOf(ads: readonly ShownAd[], open: AdRef): Neighbors {
  const withDetails = ads.filter(({ card }) => adRef(card) !== undefined);
  const at = withDetails.findIndex(({ card }) => isAd(card, open));
  if (at < 0) return {};
  const [previous, next] = [withDetails[at - 1], withDetails[at + 1]];
  return { ...(previous && { previous }), ...(next && { next }) };
}

interface NeighborAdsProps extends Neighbors {
  readonly ownedDetails: ReadonlySet<string>;
  readonly onOpen: PageSession["openDetail"];
}

/** Opens the ad before or after, with what that costs. */
export function NeighborAds({ previous, next, ownedDetails, onOpen }: NeighborAdsProps) {
  if (!previous && !next) return null;
  const step = (shown: ShownAd | undefined, icon: string, name: string, priced: (price: string) => string) => {
    const owned = shown !== undefined && ownedDetails.has(shown.card.key);
    const label = priced(owned ? l10n.t("owned") : l10n.t("{0} credits", prices.adDetail));
    return (
      <PlainButton
        class="neighbor"
        icon={icon}
        label={shown ? label : name}
        disabled={shown === undefined}
        {...(shown && { title: adName(shown.card) })}
        onPress={() => {
          if (shown) void onOpen(shown.card);
        }}
      >
        {shown ? label : name}
      </PlainButton>
    );
  };
  return (
    <nav class="neighbors" aria-label={l10n.t("Other ads in the list")}>
      {step(previous, "arrow-up", l10n.t("Previous ad"), (price) => l10n.t("Previous ad, {0}", price))}
      {step(next, "arrow-down", l10n.t("Next ad"), (price) => l10n.t("Next ad, {0}", price))}
    </nav>
  );
}

const steps: Readonly<Record<string, keyof Neighbors>> = {
  j: "next",
  k: "previous",
  ArrowRight: "next",
  ArrowLeft: "previous",
};

/** Elements in the details for which arrows and letters have another meaning. */
const busy = "input, textarea, select, video, [role=slider], [role=tab], [data-stop], [role=region], pre";

/**
 * J and K, or the right and left arrow, open the next or previous ad if it is owned; otherwise they only move to the
 * button with the price.
 */
export function stepByKey(event: KeyboardEvent, neighbors: Neighbors, props: Omit<NeighborAdsProps, keyof Neighbors>) {
  const which = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  const { target, currentTarget } = event;
  if (which === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(target instanceof Element) || !(currentTarget instanceof Element) || target.closest(busy)) return;
  const shown = neighbors[which];
  if (!shown) return;
  event.preventDefault();
  if (props.ownedDetails.has(shown.card.key)) void props.onOpen(shown.card);
  else currentTarget.querySelector<HTMLElement>(`.neighbor:nth-child(${which === "previous" ? 1 : 2})`)?.focus();
}
