import type { PageSession } from "../session";
import { useAnswer } from "../session/useAnswer";
import type { PanelState } from "../state";
import type { ShownAd } from "../state/results";

/** How long the ads must stay the same before the host is asked again, in ms: a filter changes them with each letter. */
const restMs = 120;

/** What the lens sees in some ads; that of the ads before, while it is asked. */
export function useLens(
  session: Pick<PageSession, "lens">,
  ads: readonly ShownAd[],
  /** What changes the answer: details that were bought, and what a person decided. */
  { boughtDetails, decided }: Pick<PanelState, "boughtDetails" | "decided">,
) {
  const keys = () => ads.map(({ card }) => card.key);
  const { value, failure } = useAnswer(
    async (signal) => ({ seen: await session.lens(keys(), signal), of: ads }),
    [session, ads, boughtDetails, decided],
    { meanwhile: (before) => before, restMs },
  );
  return { ...value, failure };
}
