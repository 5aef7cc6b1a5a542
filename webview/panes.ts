import type { Host } from "./host";
import type { Session } from "./session";
import type { Store } from "./store";
import type { PanelState } from "./state";

/** What every pane of the explorer is given. */
export interface PaneProps {
  readonly state: PanelState;
  readonly session: Session;
  readonly store: Pick<Store, "dispatch">;
}

/** What a panel of owned ads is drawn with. */
export interface OwnedPanelProps extends PaneProps {
  readonly host: Host;
  /** Changes with the library, because its ads differ. */
  readonly generation: number;
}
