import type { ComponentChildren } from "preact";
import type { AdCard } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";

/** What the cards and rows of a list share. */
export interface CardContext {
  readonly ownedDetails: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly openKey: string | undefined;
  readonly loadMedia: LoadMedia;
  readonly onDetails: (card: AdCard) => void;
  /** What a list says of a card beside what the ad itself says. */
  readonly note?: (key: string) => ComponentChildren;
  readonly onSelect: (key: string, selected: boolean) => void;
}
