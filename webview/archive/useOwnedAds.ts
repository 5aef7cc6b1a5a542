import { useEffect, useRef, useState } from "preact/hooks";
import type { Failure } from "../../src/protocol/failure";
import type { OwnedAd, OwnedAdsQuery } from "../../src/protocol/owned";
import type { Host } from "../host";
import { failureOf } from "../session/failureOf";
import type { ShownAd } from "../state/results";

/** What was found so far. */
export interface Found {
  readonly ads: readonly ShownAd[];
  readonly ownedDetails: ReadonlySet<string>;
  readonly next?: string;
  readonly busy: boolean;
  readonly failure?: Failure;
}

/** How long typing must rest before the archive is searched. */
const restMs = 120;
const nothing: Found = { ads: [], ownedDetails: new Set(), busy: true };
const shown = ({ card, fetchedAt }: OwnedAd): ShownAd => ({ card, fetchedAt, page: 1 });

/** Owned ads as a query finds them; `generation` changes where they must be found anew. */
export function useOwnedAds(
  host: Pick<Host, "ask">,
  query: OwnedAdsQuery,
  generation: number,
): { readonly found: Found; readonly more: () => void } {
  const [found, setFound] = useState(nothing);
  const run = useRef(0);
  const ask = async (after?: string) => {
    const mine = ++run.current;
    setFound((before) => ({ ...before, busy: true }));
    try {
      const answer = await host.ask("searchArchive", { query, ...(after !== undefined && { after }) });
      if (mine !== run.current) return;
      setFound((before) => ({
        ads: [...(after === undefined ? [] : before.ads), ...answer.ads.map(shown)],
        ownedDetails: new Set([...(after === undefined ? [] : before.ownedDetails), ...answer.ownedDetails]),
        ...(answer.next !== undefined && { next: answer.next }),
        busy: false,
      }));
    } catch (error) {
      if (mine === run.current) setFound({ ...nothing, busy: false, failure: failureOf(error) });
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask(), restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [query, generation]);
  return { found, more: () => void (found.next !== undefined && ask(found.next)) };
}
