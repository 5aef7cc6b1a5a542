import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import type { PaneProps } from "../panes";

/** What the cards and rows of a list share. */
export interface CardContext {
  readonly ownedDetails: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly openKey: string | undefined;
  readonly loadMedia: LoadMedia;
  /** Whether to show the day even for a fresh sighting. */
  readonly dated?: boolean;
  readonly onDetails: (card: AdCard) => void;
  /** What a list says about a card in addition to the ad's own content. */
  readonly note?: (key: string) => ComponentChildren;
  readonly onSelect: (key: string, selected: boolean) => void;
}

const noneSelected: ReadonlySet<string> = new Set();

/** The context of a list of owned ads, which has no selection. `note` must stay the same function. */
export function useOwnedCards(
  { state, session }: Pick<PaneProps, "state" | "session">,
  ownedDetails: ReadonlySet<string>,
  note?: NonNullable<CardContext["note"]>,
): CardContext {
  const { open, loadMedia } = state;
  const openKey = open?.card?.key;
  const arrived = open?.owned && openKey;
  return useMemo(
    () => ({
      ownedDetails: arrived === undefined ? ownedDetails : new Set([...ownedDetails, arrived]),
      selected: noneSelected,
      openKey,
      loadMedia,
      onDetails: (card) => void session.openDetail(card),
      // No selection boxes are shown.
      onSelect: () => undefined,
      ...(note && { note }),
    }),
    [ownedDetails, note, arrived, openKey, loadMedia, session],
  );
}
