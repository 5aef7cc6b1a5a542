import { type AdRef, readAdKey } from "../../src/protocol/ads";
import type { PanelState } from "./panelState";

/**
 * The ads that an action is about, as far as they have an ID: those with these card keys, or all that are selected if
 * it is one of them. Without a key, the selected ones, or else the open one. A key is only a position where the ad has no
 * ID or is there twice.
 */
export function chosenAds({ selected, open }: PanelState, cards?: string): readonly AdRef[] {
  const keys = cards === undefined || selected.has(cards) ? [...selected] : cards.split(" ");
  const ads = keys.flatMap((key) => readAdKey(key) ?? []);
  return keys.length === 0 && open ? [open.ad] : ads;
}
