import { useEffect, useState } from "preact/hooks";
import type { Failure } from "../../src/protocol/failure";
import type { LensOfPanel } from "../../src/protocol/lens";
import type { PageSession } from "../session";
import { failureOf } from "../session/failureOf";
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
): { readonly seen?: LensOfPanel; readonly of?: readonly ShownAd[]; readonly failure?: Failure } {
  const [known, setKnown] = useState<ReturnType<typeof useLens>>({});
  useEffect(() => {
    const ends = new AbortController();
    const ask = async () => {
      try {
        const seen = await session.lens(
          ads.map(({ card }) => card.key),
          ends.signal,
        );
        if (!ends.signal.aborted) setKnown({ seen, of: ads });
      } catch (error) {
        if (!ends.signal.aborted) setKnown({ failure: failureOf(error) });
      }
    };
    const timer = setTimeout(() => void ask(), known.seen ? restMs : 0);
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, [session, ads, boughtDetails, decided]);
  return known;
}
