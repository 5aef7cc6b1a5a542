import type { Session } from "../session";
import type { PanelState } from "../state";
import type { Store } from "../store";

/** What every pane of the explorer is given. */
export interface PaneProps {
  readonly state: PanelState;
  readonly session: Session;
  readonly store: Pick<Store, "dispatch">;
}
