import { useEffect, useRef, useState } from "preact/hooks";
import type { Failure } from "../../src/protocol/failure";
import type { AdState, ComparedCard } from "../../src/protocol/runs";
import type { Host } from "../host";
import { failureOf } from "../session/failureOf";
import type { ShownAd } from "../state/results";

/** The ads of one state, as far as requested. */
export interface FoundCompared {
  readonly ads: readonly ShownAd[];
  readonly byKey: ReadonlyMap<string, ComparedCard>;
  readonly ownedDetails: ReadonlySet<string>;
  /** How many were requested: the pages of some may be gone. */
  readonly asked: number;
  readonly busy: boolean;
  readonly failure?: Failure;
}

const nothing: FoundCompared = { ads: [], byKey: new Map(), ownedDetails: new Set(), asked: 0, busy: true };
/** How many the host returns at once. */
const atOnce = 60;

export function useComparedAds(host: Pick<Host, "ask">, state: AdState, generation: number) {
  const wanted = `${state} ${generation}`;
  const [kept, keep] = useState({ of: wanted, found: nothing });
  // As another state is chosen, the ads of the one before are gone at once.
  const found = kept.of === wanted ? kept.found : nothing;
  const setFound = (found: FoundCompared) => keep({ of: wanted, found });
  const turn = useRef(0);
  const ask = async (from: number, before: FoundCompared) => {
    const mine = ++turn.current;
    setFound({ ...before, busy: true });
    try {
      const answer = await host.ask("comparedAds", { state, from });
      if (mine !== turn.current) return;
      const cards = answer.ads.map(({ card, fetchedAt }): ShownAd => ({ card, fetchedAt, page: 1 }));
      setFound({
        ads: [...before.ads, ...cards],
        byKey: new Map([...before.byKey, ...answer.ads.map((ad) => [ad.card.key, ad] as const)]),
        ownedDetails: new Set([...before.ownedDetails, ...answer.ownedDetails]),
        asked: from + atOnce,
        busy: false,
      });
    } catch (error) {
      if (mine === turn.current) setFound({ ...before, busy: false, failure: failureOf(error) });
    }
  };
  useEffect(() => void ask(0, nothing), [state, generation]);
  return { found, more: () => void ask(found.asked, found) };
}
