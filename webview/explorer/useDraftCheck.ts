import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import type { PanelState } from "../state";

/** How long the form must rest before the draft is looked at. */
const restMs = 250;

/** Has the host look at each draft that rests (free), so that problems show beside their fields before anything is paid. */
export function useDraftCheck({ draft, form }: PanelState, session: Session): void {
  const ready = form?.platform === draft.platform;
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void session.checkDraft(), restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [draft, ready, session]);
}
