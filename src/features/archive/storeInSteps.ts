import { setImmediate as turn } from "node:timers/promises";
import type { AdCard, Digits } from "../../protocol/ads";
import type { SearchAddress, StoredAnswer } from "./archive";
import type { Intake, Stored } from "./intake";
import { type PlacedAd, rememberAds, storePage } from "./pages";
import { packBeside } from "./payload";
import type { Session } from "./session";

/** Ads of a page that are noted in one step; the service sends 18. */
const adsAtOnce = 100;

export type PageToStore = readonly [
  address: SearchAddress,
  lastHit: Digits,
  page: number,
  answer: StoredAnswer,
  ads: readonly AdCard[],
];

interface Storing {
  readonly intake: Pick<Intake, "store">;
  readonly run: (work: (session: Session) => void) => Promise<void>;
  readonly log: (line: string) => void;
}

/** Stores a page whole in one step, and what its ads say in as many as it takes: a large one holds nothing up. */
export async function storeInSteps(
  { intake, run, log }: Storing,
  ...[address, lastHit, page, { text, receivedAt }, ads]: PageToStore
): Promise<Stored> {
  const packed = await packBeside(text);
  // The last ad first: newest first then lists a page from its first ad.
  const placed: readonly PlacedAd[] = [...ads.entries()].reverse();
  let row: number | undefined;
  const stored = await intake.store((session) => {
    row = storePage(session, address, lastHit, page, { packed, receivedAt }, placed.slice(0, adsAtOnce));
  });
  const noteRest = async () => {
    for (let from = adsAtOnce; from < placed.length && row !== undefined; from += adsAtOnce) {
      const [known, some] = [row, placed.slice(from, from + adsAtOnce)];
      await turn();
      await run((session) => rememberAds(session, address.origin, known, receivedAt, some));
    }
  };
  // The page is stored: where this fails, only a search of the archive does not find the rest.
  const noted = (stored.late ?? Promise.resolve())
    .then(noteRest)
    .catch((error: unknown) => log(`Ads were not noted: ${String(error)}`));
  if (!stored.late) await noted;
  return stored;
}
