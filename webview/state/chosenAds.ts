import type { AdRef } from "../../src/protocol/ads";
import { platforms } from "../../src/protocol/platforms";
import type { PanelState } from "./panelState";

/**
 * The ads that an action is about, as far as they have an ID: those with these card keys, or all that are selected if
 * it is one of them. Without a key, the selected ones, or else the open one.
 */
export function chosenAds({ selected, open }: PanelState, cards?: string): readonly AdRef[] {
  const keys = cards === undefined || selected.has(cards) ? [...selected] : cards.split(" ");
  const ads = keys.flatMap((key) => refOf(key) ?? []);
  return keys.length === 0 && open ? [open.ad] : ads;
}

/** The ad that a card's key names; a key is only a position where the ad has no ID or is there twice. */
function refOf(key: string): AdRef | undefined {
  const [, name, id] = /^([a-z]+):(-?\d+)$/.exec(key) ?? [];
  const platform = platforms.find(({ token, hasDetails }) => hasDetails && token === name);
  return platform && id !== undefined ? { platform: platform.token, id } : undefined;
}
