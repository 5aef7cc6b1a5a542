import type { AdCard, Digits } from "../../protocol/ads";
import { prices, type Spent } from "../../protocol/credits";
import type { CheckStop, NewState } from "../../protocol/runs";
import { type ExportedPage, pagesToExport, takePages } from "../export";
import { FeatureError } from "../failures";
import type { FrozenSearch, SearchAds } from "../search";
import { checkPinned, type SearchFile } from "../searchFiles";
import { abortedBy, type SpendingPlan } from "../wallet";
import { type AdPrint, isUnnamed, type Look } from "./adPrint";
import type { BegunCheck, CheckNotes } from "./checkNotes";
import type { RunAds } from "./compareRuns";
import { newState, withDetails } from "./newAds";
import { addPrints, detailRunning, readRun, type RunSources } from "./readRuns";

export interface CheckWish {
  /** Pays for pages; absent: only bought pages are examined. */
  readonly gate?: Pick<SpendingPlan, "spend" | "used">;
  /** Aborts the request on its way, which a cancel lets finish. */
  readonly now?: AbortSignal;
  /** A check ends after this many pages in a row without an unknown ad. */
  readonly knownPages: number;
  /** The snapshot to check (again) instead of a new one. */
  readonly lastHit?: Digits;
  /** The most pages of a first check, which has nothing to stop at; absent: no limit. */
  readonly firstPages?: number;
  /** Asked once no other process checks this search, because one may just have: if not, the check is left out. */
  readonly isWanted?: () => Promise<boolean>;
  /** What counts as known if no earlier run is bought. */
  readonly baseline?: RunAds;
}

/** What a search file says of its check. */
export const checkWishOf = ({ pages = 1, snapshot }: Pick<SearchFile, "pages" | "snapshot">) => ({
  firstPages: pages,
  ...(snapshot !== undefined && { lastHit: snapshot }),
});

export interface CheckResult extends CheckProgress, Spent {
  /** Absent if no page came. */
  readonly lastHit?: Digits;
  readonly stopped: CheckStop;
  /** Nothing of this search was bought before: everything is its baseline, and nothing is called new. */
  readonly first: boolean;
  /** Where the unknown ads are, in order; empty for a first check. */
  readonly found: readonly FoundAd[];
  /** When the earlier, unfinished check that this one continued began. */
  readonly resumedFrom?: string;
  /** An earlier, unfinished check has a stored page that can't be read: this one begins anew. */
  readonly startedOver?: true;
  /** How many checks in a row, this one included, had no credits left for its first page. */
  readonly missed?: number;
  readonly failure?: unknown;
  /** Credits of paid pages that could not be stored. */
  readonly notKept?: number;
}

/** An ad that no run before has, as a comparison tells it. */
export interface FoundAd extends Pick<AdPrint, "ad" | "page" | "index"> {
  readonly state: NewState;
  readonly daysRunning?: number;
  /** Its card, if its page could not be stored: nothing else has it. */
  readonly card?: AdCard;
}

interface CheckPorts extends RunSources {
  readonly search: Pick<SearchAds, "fetch">;
  readonly notes: CheckNotes;
  readonly now: () => Date;
}

/** How long a killed check can be continued; a later check, or one of a clock set back, is about what is new since then. */
const resumableMs = 12 * 3_600_000;

/**
 * Looks for ads that no bought run of a search has, page by page, until its findings stop it. Bought pages cost nothing,
 * so a killed check continues where it was.
 * @throws {FeatureError} `beingChecked` by another process, or `notFound` if the snapshot to check isn't bought
 */
export function checkForNew(
  ports: CheckPorts,
  frozen: FrozenSearch,
  wish: CheckWish,
  progress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { notes, archive, now } = ports;
  const { address } = frozen;
  return notes.alone(address, async (unended) => {
    if (wish.isWanted && !(await wish.isWanted())) throw new FeatureError("beingChecked");
    const bought = await archive.snapshots(address);
    checkPinned({ snapshot: wish.lastHit }, bought);
    const snapshots = bought.map(({ lastHit }) => lastHit);
    const recent = unended && Math.abs(now().getTime() - Date.parse(unended.at)) < resumableMs ? unended : undefined;
    const unfinished =
      wish.lastHit === undefined && recent ? snapshots.find((one) => !recent.before.includes(one)) : undefined;
    const isOver = unfinished !== undefined && (await isUnreadable(ports, frozen, unfinished));
    const resumed = isOver ? undefined : unfinished;
    const begun = { at: recent && !isOver ? recent.at : now().toISOString(), before: recent?.before ?? snapshots };
    const lastHit = wish.lastHit ?? resumed;
    if (wish.lastHit === undefined) await notes.begin(address, begun);
    // What an unfinished check found is still new.
    const known = (await knownAds(ports, frozen, isOver ? begun.before : snapshots, lastHit)) ?? knownIn(wish.baseline);
    const since = recent && !isOver && { since: recent.at };
    const going = { ...wish, ...since, ...(lastHit !== undefined && { lastHit }) };
    const result = await walk(ports, frozen, going, known, { progress, signal });
    const isMissed = result.pages === 0 && result.stopped === "cap";
    const missed = isMissed && { missed: ((await notes.last(address))?.missed ?? 0) + 1 };
    const resuming = resumed !== undefined && { resumedFrom: begun.at };
    const told = { ...result, ...missed, ...resuming, ...(isOver && { startedOver: true as const }) };
    if (wish.lastHit === undefined) await noteEnd(ports, frozen, told, begun);
    return told;
  });
}

/** Whether a run has a stored page that can't be read, so that none after it can be bought. */
async function isUnreadable(ports: CheckPorts, { address }: FrozenSearch, lastHit: Digits): Promise<boolean> {
  const { pages, ended } = await readRun(ports, address, lastHit);
  return !ended && (await ports.archive.page(address, lastHit, pages + 1)) !== undefined;
}

async function noteEnd({ notes, now }: CheckPorts, { address }: FrozenSearch, result: CheckResult, begun: BegunCheck) {
  const { lastHit, newAds, stopped, missed } = result;
  const unended = stopped === "cancelled" || stopped === "failed";
  const last = {
    at: now().toISOString(),
    newAds,
    stopped,
    looked: newAds === 0,
    ...(missed !== undefined && { missed }),
  };
  await notes.end(address, { ...last, ...(lastHit !== undefined && { lastHit }) }, unended ? begun : undefined);
}

/** Ads of all readable runs before this one; undefined if there are none. */
async function knownAds(ports: CheckPorts, { address }: FrozenSearch, snapshots: readonly Digits[], but?: Digits) {
  // Newest first: those older than the one being checked.
  const others = snapshots.slice(but === undefined ? 0 : snapshots.indexOf(but) + 1);
  const ads = new Set<string>();
  const looks: Look[] = [];
  let depth = 0;
  for (const lastHit of others) {
    const { prints, pages, ended, look } = await readRun(ports, address, lastHit);
    if (pages === 0) continue;
    for (const ad of prints.keys()) ads.add(ad);
    depth = Math.max(depth, ended ? Infinity : pages);
    looks.push(look);
  }
  const [look] = looks;
  return look && { ads, depth, look };
}

const knownIn = (run: RunAds | undefined): KnownAds | undefined =>
  run && { ads: new Set(run.prints.keys()), depth: run.ended ? Infinity : run.pages, look: run.look };

/** The cards of paid pages that could not be stored. */
type UnstoredPages = Map<number, readonly AdCard[]>;

interface Course {
  readonly progress: (progress: CheckProgress) => void;
  readonly signal: AbortSignal;
}

/** A check, and the ISO time since which an interrupted one may have bought its page 1. */
type Going = CheckWish & { readonly since?: string; readonly to?: number };

async function walk(
  ports: CheckPorts,
  frozen: FrozenSearch,
  wish: Going,
  known: KnownAds | undefined,
  { progress, signal }: Course,
): Promise<CheckResult> {
  const seen = new SeenAds(known);
  const spent = { credits: 0, uncertain: 0, notKept: 0 };
  const unstored: UnstoredPages = new Map();
  const to = known === undefined ? wish.firstPages : undefined;
  const pages = pagesOf(ports, frozen, { ...wish, ...(to !== undefined && { to }) }, { spent, unstored }, signal);
  const read = (page: ExportedPage) => {
    const inARow = seen.add(page);
    progress(seen.progress);
    return inARow;
  };
  const { stopped, ...ended } = await takePages(pages, signal, read, (_, inARow) =>
    inARow >= wish.knownPages ? { stopped: seen.withoutNewAds } : undefined,
  );
  const { lastHit } = seen;
  return {
    // If only bought pages are examined, the last of them is the agreed limit.
    ...{ ...seen.progress, ...ended, stopped: stopped === "missing" ? "cap" : stopped },
    ...{ ...spent, first: known === undefined },
    ...(lastHit !== undefined && { lastHit }),
    found: known ? await foundAds(ports, frozen, { seen, unstored }, known) : [],
  };
}

async function foundAds(
  ports: CheckPorts,
  { address }: FrozenSearch,
  { seen, unstored }: { readonly seen: SeenAds; readonly unstored: UnstoredPages },
  { look }: KnownAds,
) {
  const told = await withDetails(detailRunning(ports), address, seen.found, [look, seen.look ?? look]);
  return told.map(({ ad, page, index, running }): FoundAd => {
    const card = unstored.get(page)?.[index];
    return {
      ...{ ad, page, index, state: newState(running, look) },
      ...(running && { daysRunning: running.days }),
      ...(card && { card }),
    };
  });
}

function pagesOf(
  { archive, search, now: clock }: CheckPorts,
  frozen: FrozenSearch,
  { gate, now, lastHit, since, to }: Going,
  { spent, unstored }: { readonly spent: Record<keyof Spent | "notKept", number>; readonly unstored: UnstoredPages },
  signal: AbortSignal,
) {
  const { address, request, segments } = frozen;
  // A later check asks for another answer than the one that can't be read.
  const unreadSince = new Date(clock().getTime() - resumableMs).toISOString();
  const wanted = {
    ...{ platform: request.platform, version: address.version, segments, boughtOnly: gate === undefined },
    ...(lastHit !== undefined && { lastHit }),
    ...(to !== undefined && { to }),
  };
  return pagesToExport(
    {
      bought: (page, snapshot) => archive.page(address, snapshot, page),
      fetchPage: async (cursor) => {
        // Without a gate, only bought pages are taken, so this is never called.
        if (!gate) throw new Error("A check of bought pages asked for another one.");
        const before = gate.used;
        let answered = 0;
        const { answer, content } = await search
          .fetch(frozen, cursor, signal, abortedBy(gate, now), since, unreadSince)
          .then((page) => {
            // The last attempt was answered; those before it may have been charged. Joined acts take nothing.
            if (!page.kept) {
              spent.notKept += prices.search;
              unstored.set(cursor?.page ?? 1, page.content.ads);
            }
            if (!page.bought) answered = Math.min(prices.search, gate.used - before);
            return page;
          })
          .finally(() => {
            spent.credits += answered;
            spent.uncertain += gate.used - before - answered;
          });
        return { ...answer, content };
      },
    },
    wanted,
    signal,
  );
}

export interface CheckProgress {
  readonly pages: number;
  readonly ads: number;
  readonly newAds: number;
  /** Unknown ads on pages that no earlier run covered, so it is unclear whether they are new. */
  readonly beyond: number;
}

/** The ads of earlier runs of a search, and how many pages the deepest one has; infinite if it saw all. */
interface KnownAds {
  readonly ads: ReadonlySet<string>;
  readonly depth: number;
  /** The last of these looks. */
  readonly look: Look;
}

/** What a check has seen so far. */
class SeenAds {
  private beyond = 0;
  readonly prints = new Map<string, AdPrint>();
  readonly found: AdPrint[] = [];
  pages = 0;
  lastHit: Digits | undefined;
  look: Look | undefined;
  private inARow = 0;
  /** Why the pages in a row had no unknown ad: `empty` if any had no ad, or only ads of earlier pages. */
  withoutNewAds: Extract<CheckStop, "known" | "empty" | "noId"> = "known";

  constructor(private readonly known: KnownAds | undefined) {}

  /** Returns how many pages in a row had no unknown ad. */
  add({ page, lastHit, fetchedAt, content }: ExportedPage): number {
    const before = this.prints.size;
    this.look ??= { fetchedAt, ...(lastHit !== undefined && { lastHit }) };
    addPrints(this.prints, content.ads, { page, look: this.look });
    const added = [...this.prints.values()].slice(before);
    const missing = this.known ? added.filter(({ ad }) => !this.known?.ads.has(ad)) : [];
    const unknown = missing.filter(({ ad }) => !isUnnamed(ad));
    if (page <= (this.known?.depth ?? 0)) this.found.push(...unknown);
    else this.beyond += unknown.length;
    this.pages += 1;
    this.lastHit ??= lastHit;
    this.inARow = this.known && unknown.length === 0 ? this.inARow + 1 : 0;
    if (this.inARow <= 1) this.withoutNewAds = "known";
    if (missing.length > unknown.length) this.withoutNewAds = "noId";
    else if (added.length === 0 && this.withoutNewAds === "known") this.withoutNewAds = "empty";
    return this.inARow;
  }

  get progress(): CheckProgress {
    return { pages: this.pages, ads: this.prints.size, newAds: this.found.length, beyond: this.beyond };
  }
}
