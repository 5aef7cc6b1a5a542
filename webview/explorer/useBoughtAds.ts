import { useEffect, useRef, useState } from "preact/hooks";
import type { Failure } from "../../src/protocol/failure";
import type { FoundAds } from "../../src/protocol/bought";
import type { PaneProps } from "../panes";
import { failureOf } from "../session/failureOf";
import type { ShownAd } from "../state/results";
import { without } from "../state/without";

/** Finds the ads after a mark, or the first ones. Another function finds other ads. */
export type Find = (
  after: string | undefined,
  signal: AbortSignal,
) => Promise<Omit<FoundAds, "ads"> & { readonly ads: readonly Omit<ShownAd, "page">[] }>;

/** What was found so far. */
export interface BoughtAdsState {
  readonly ads: readonly ShownAd[];
  readonly next?: string;
  /** How many answers are indexed, while not all are. */
  readonly indexed?: { readonly done: number; readonly of: number };
  readonly busy: boolean;
  readonly failure?: Failure;
  /** What found it. */
  readonly by?: Find;
}

export interface FoundBought {
  readonly found: BoughtAdsState;
  readonly more: () => void;
  readonly all: () => void;
}

/** How long after an answer from an unfinished index the ads are searched again. */
const indexingMs = 1000;
/** The most ads that are loaded at once; more need another press. */
export const allAtMost = 5_000;
export const nothingFound: BoughtAdsState = { ads: [], busy: true };

interface FindWish {
  /** Learns which of the found ads have bought details. */
  readonly store: PaneProps["store"];
  /** How long `find` must stay the same before it is called. */
  readonly restMs: number;
  /** How many ads to load without a press; at least those that one call finds. */
  readonly atFirst: number;
}

/** The bought ads that `find` finds; searched again when it changes. */
export function useBoughtAds(find: Find, { store, restMs, atFirst }: FindWish): FoundBought {
  const [found, setFound] = useState(nothingFound);
  const last = useRef<AbortController>(undefined);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = async (after?: string, atMost = 0) => {
    last.current?.abort();
    clearTimeout(again.current);
    const { signal } = (last.current = new AbortController());
    setFound((before) => ({ ...without(before, "failure"), busy: true }));
    try {
      const answer = await find(after, signal);
      if (signal.aborted) return;
      const of = answer.ads.map(({ card }) => card.key);
      store.dispatch({ type: "detailsLearned", of, bought: answer.boughtDetails });
      const left = atMost - answer.ads.length;
      const goesOn = answer.next !== undefined && left > 0;
      setFound((before) => ({
        by: find,
        ads: [...(after === undefined ? [] : before.ads), ...answer.ads.map((ad) => ({ ...ad, page: 1 }))],
        ...(answer.next !== undefined && { next: answer.next }),
        ...(answer.indexed && { indexed: answer.indexed }),
        busy: goesOn,
      }));
      if (answer.indexed && after === undefined && !goesOn) again.current = setTimeout(() => void ask(), indexingMs);
      if (goesOn) await ask(answer.next, left);
    } catch (error) {
      const failed = { by: find, busy: false, failure: failureOf(error) };
      // What is loaded stays and can be continued.
      if (!signal.aborted) setFound((before) => ({ ...(after === undefined ? nothingFound : before), ...failed }));
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask(undefined, atFirst), restMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(again.current);
      last.current?.abort();
    };
  }, [find]);
  const more = (atMost: number) => () => void (found.next !== undefined && ask(found.next, atMost));
  return { found, more: more(0), all: more(allAtMost) };
}
