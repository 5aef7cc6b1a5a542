import { FeatureError } from "../../features/failures";
import type { AdDetails } from "../../features/details";
import type { FilterForms } from "../../features/forms";
import type { FrozenSearch, SearchAds } from "../../features/search";
import type { LibraryClients } from "../../features/connection";
import type { Archive, OwnedAds } from "../../features/archive";
import type { Runs } from "../../features/runs";
import type { RecentSearches, SavedSearches } from "../../features/searches";
import type { Settings } from "../../features/settings";
import type { Wallet } from "../../features/wallet";
import type { AdRef } from "../../protocol/ads";
import type { AdCriteria } from "../../protocol/owned";
import type { ConnectionState, PanelCommand } from "../../protocol/panel";
import type { SearchPage } from "../../protocol/search";
import type { KeptMemories } from "./keptMemories";
import type { PanelSession } from "./session";

export interface PanelServices {
  readonly forms: FilterForms;
  readonly search: SearchAds;
  readonly details: AdDetails;
  readonly ownedAds: OwnedAds;
  readonly archive: Pick<Archive, "openSoon">;
  readonly wallet: Wallet;
  readonly runs: Runs;
  readonly saved: SavedSearches;
  readonly recent: RecentSearches;
  readonly clients: LibraryClients;
  readonly settings: () => Settings;
  /** The name of the connected library and version. @throws {FeatureError} `noConnection` */
  readonly library: () => string;
  /** What closed explorers remembered. */
  readonly memories: KeptMemories;
  /** Opens the archive's panel with criteria. */
  readonly showArchive: (criteria: AdCriteria) => Promise<void>;
  readonly connectionState: () => Promise<ConnectionState>;
  /** Called for every page that a panel's search returned. */
  readonly onPage: (frozen: FrozenSearch, page: SearchPage) => void;
  /** Runs a command on behalf of the panel that asked. */
  readonly runCommand: (
    command: PanelCommand,
    session: PanelSession,
    ads: readonly AdRef[] | undefined,
  ) => Promise<void>;
}

/** Refuses to request from one library what was seen in another. @throws {FeatureError} `otherLibrary` */
export function checkShownLibrary({ library }: Pick<PanelServices, "library">, shown: string | undefined): void {
  if (shown !== undefined && shown !== library()) throw new FeatureError("otherLibrary");
}
