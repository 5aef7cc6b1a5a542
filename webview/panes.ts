import { createContext } from "preact";
import type { Host } from "./host";
import type { PageSession } from "./session";
import type { PanelStore } from "./store";
import type { PanelState } from "./state";

/** What every pane of the explorer is given. */
export interface PaneProps {
  readonly state: PanelState;
  readonly session: PageSession;
  readonly store: Pick<PanelStore, "dispatch">;
}

/** What a panel of owned ads is drawn with. */
export interface OwnedPanelProps extends PaneProps {
  readonly host: Host;
  /** Changes with the library, because its ads differ. */
  readonly generation: number;
}

/** Private hosts from which pictures may be loaded: the person named them in a setting. */
export const MediaHosts = createContext<readonly string[]>([]);
