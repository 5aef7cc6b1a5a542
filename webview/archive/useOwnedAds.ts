import { useEffect, useRef, useState } from "preact/hooks";
import type { Failure } from "../../src/protocol/failure";
import type { OwnedAd, AdCriteria } from "../../src/protocol/owned";
import type { Host } from "../host";
import { failureOf } from "../session/failureOf";
import type { ShownAd } from "../state/results";
import { without } from "../state/without";

/** What was found so far. */
export interface OwnedAdsState {
  readonly ads: readonly ShownAd[];
  readonly ownedDetails: ReadonlySet<string>;
  readonly next?: string;
  readonly busy: boolean;
  readonly failure?: Failure;
}

/** How long typing must pause before the archive is searched. */
const restMs = 120;
/** The most ads that one press loads; more need another press. */
const allAtMost = 5_000;
const nothing: OwnedAdsState = { ads: [], ownedDetails: new Set(), busy: true };
const shown = ({ card, fetchedAt }: OwnedAd): ShownAd => ({ card, fetchedAt, page: 1 });

/** The owned ads that match the criteria; `generation` changes when they must be searched again. */
export function useOwnedAds(
  host: Pick<Host, "ask">,
  criteria: AdCriteria,
  generation: number,
): { readonly found: OwnedAdsState; readonly more: () => void; readonly all: () => void } {
  const [found, setFound] = useState(nothing);
  const last = useRef<AbortController>(undefined);
  const ask = async (after?: string, atMost = 0) => {
    last.current?.abort();
    const { signal } = (last.current = new AbortController());
    setFound((before) => ({ ...without(before, "failure"), busy: true }));
    try {
      const answer = await host.ask("searchArchive", { criteria, ...(after !== undefined && { after }) }, signal);
      if (signal.aborted) return;
      const left = atMost - answer.ads.length;
      const goesOn = answer.next !== undefined && left > 0;
      setFound((before) => ({
        ads: [...(after === undefined ? [] : before.ads), ...answer.ads.map(shown)],
        ownedDetails: new Set([...(after === undefined ? [] : before.ownedDetails), ...answer.ownedDetails]),
        ...(answer.next !== undefined && { next: answer.next }),
        busy: goesOn,
      }));
      if (goesOn) await ask(answer.next, left);
    } catch (error) {
      const failed = { busy: false, failure: failureOf(error) };
      // What is loaded stays and can be continued.
      if (!signal.aborted) setFound((before) => ({ ...(after === undefined ? nothing : before), ...failed }));
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask(), restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [criteria, generation]);
  const more = (atMost: number) => () => void (found.next !== undefined && ask(found.next, atMost));
  return { found, more: more(0), all: more(allAtMost) };
}
