import { useEffect } from "preact/hooks";
import type { PageSession } from "../session";
import type { PanelState } from "../state";

/** How long the form must rest before the draft is checked. */
const restMs = 250;

/**
 * Has the host check each draft that rests (free), so that problems show next to their fields before anything is paid.
 */
export function useDraftCheck({ draft, form }: PanelState, session: PageSession): void {
  const ready = form?.platform === draft.platform;
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void session.checkDraft(), restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [draft, ready, session]);
}
