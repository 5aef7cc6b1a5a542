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
  const shown = useRef(found.ads);
  shown.current = found.ads;
  /** Adds ads to those of `from`, at least those of one answer. `anew`: for as many as are shown, which stay until then. */
  const ask = async (from: BoughtAdsState, atMost: number, anew = false) => {
    last.current?.abort();
    clearTimeout(again.current);
    const { signal } = (last.current = new AbortController());
    if (!anew) setFound((before) => ({ ...without(before, "failure"), busy: true }));
    let now = from;
    try {
      for (let left = atMost, goesOn = true; goesOn;) {
        const answer = await find(now.next, signal);
        if (signal.aborted) return;
        const of = answer.ads.map(({ card }) => card.key);
        store.dispatch({ type: "detailsLearned", of, bought: answer.boughtDetails });
        left -= answer.ads.length;
        goesOn = answer.next !== undefined && left > 0;
        now = { ...withAnswer(now, answer), by: find, busy: goesOn };
        const { indexed } = now;
        if (anew && goesOn && indexed) {
          setFound((before) => ({ ...before, indexed }));
          break;
        }
        if (!anew || !goesOn) setFound(now);
      }
    } catch (error) {
      if (signal.aborted) return;
      const failed = { by: find, busy: false, failure: failureOf(error) };
      // What is loaded stays and can be continued.
      setFound((before) => ({ ...(now === nothingFound && !anew ? nothingFound : before), ...failed }));
    }
    if (now.indexed) again.current = setTimeout(() => void ask(nothingFound, shown.current.length, true), indexingMs);
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask(nothingFound, atFirst), restMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(again.current);
      last.current?.abort();
    };
  }, [find]);
  const more = (atMost: number) => () => void (found.next !== undefined && ask(found, atMost));
  return { found, more: more(0), all: more(allAtMost) };
}

/** What is found once another answer has arrived. Ads of an unfinished index are incomplete, whatever follows them. */
function withAnswer({ ads, indexed: before }: BoughtAdsState, answer: Awaited<ReturnType<Find>>) {
  const { next, indexed = before } = answer;
  return {
    ads: [...ads, ...answer.ads.map((ad) => ({ ...ad, page: 1 }))],
    ...(next !== undefined && { next }),
    ...(indexed && { indexed }),
  };
}
