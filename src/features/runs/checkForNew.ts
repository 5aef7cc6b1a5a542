import type { Digits } from "../../protocol/ads";
import type { CheckStop } from "../../protocol/runs";
import { type ExportStop, type Gate, isCap, pagesToExport } from "../export";
import type { FrozenSearch, SearchAds } from "../search";
import type { AdPrint } from "./adPrint";
import { readRun, type RunSources } from "./readRuns";
import type { BegunCheck, CheckNotes } from "./checkNotes";
import { type CheckProgress, type KnownAds, SeenAds } from "./seenAds";

export interface CheckWish {
  /** Pays for pages; absent: only owned pages are examined. */
  readonly gate?: Gate;
  /** A check ends after this many pages in a row without an unknown ad. */
  readonly knownPages: number;
  /** The snapshot to check (again) instead of a new one. */
  readonly lastHit?: Digits;
}

export interface CheckResult extends CheckProgress {
  /** Absent if no page came. */
  readonly lastHit?: Digits;
  readonly stopped: CheckStop;
  /** Pages that were bought; the others were owned. */
  readonly bought: number;
  /** Nothing of this search was owned before: everything is its baseline, and nothing is called new. */
  readonly first: boolean;
  /** Where the unknown ads are, in order; empty for a first check. */
  readonly found: readonly Pick<AdPrint, "ad" | "page" | "index">[];
  /** When the earlier, unfinished check that this one continued began. */
  readonly resumedFrom?: string;
  readonly failure?: unknown;
}

export interface CheckPorts extends RunSources {
  readonly search: Pick<SearchAds, "fetch">;
  readonly notes: CheckNotes;
  readonly now: () => Date;
}

/** How long a killed check can be continued; a later check is about what is new since then. */
const resumableMs = 12 * 3_600_000;

/**
 * Looks for ads that no owned run of a search has, page by page, until its findings stop it. Owned pages cost nothing,
 * so a killed check continues where it was. @throws {FeatureError} `beingChecked` by another process
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
    const snapshots = (await archive.snapshots(address)).map(({ lastHit }) => lastHit);
    const recent = unended && now().getTime() - Date.parse(unended.at) < resumableMs ? unended : undefined;
    const begun = recent ?? { at: now().toISOString(), before: snapshots };
    const resumed = wish.lastHit === undefined ? snapshots.find((one) => !begun.before.includes(one)) : undefined;
    const lastHit = wish.lastHit ?? resumed;
    if (wish.lastHit === undefined) await notes.begin(address, begun);
    const known = await knownAds(ports, frozen, snapshots, lastHit);
    const going = { ...wish, ...(recent && { since: recent.at }), ...(lastHit !== undefined && { lastHit }) };
    const result = await walk(ports, frozen, going, known, { progress, signal });
    const told = { ...result, ...(resumed !== undefined && { resumedFrom: begun.at }) };
    if (wish.lastHit === undefined) await noteEnd(ports, frozen, told, begun);
    return told;
  });
}

async function noteEnd({ notes, now }: CheckPorts, { address }: FrozenSearch, result: CheckResult, begun: BegunCheck) {
  const { lastHit, newAds, stopped } = result;
  const unended = stopped === "cancelled" || stopped === "failed";
  const last = { at: now().toISOString(), newAds, stopped, looked: newAds === 0 };
  await notes.end(address, { ...last, ...(lastHit !== undefined && { lastHit }) }, unended ? begun : undefined);
}

/** Ads of all owned runs before this one; undefined if there are none. */
async function knownAds(ports: CheckPorts, { address }: FrozenSearch, snapshots: readonly Digits[], but?: Digits) {
  // Newest first: those older than the one being checked.
  const others = snapshots.slice(but === undefined ? 0 : snapshots.indexOf(but) + 1);
  if (others.length === 0) return undefined;
  const ads = new Set<string>();
  let depth = 0;
  for (const lastHit of others) {
    const { prints, pages, ended } = await readRun(ports, address, lastHit);
    for (const ad of prints.keys()) ads.add(ad);
    depth = Math.max(depth, ended ? Infinity : pages);
  }
  return { ads, depth };
}

interface Course {
  readonly progress: (progress: CheckProgress) => void;
  readonly signal: AbortSignal;
}

/** A check, and the ISO time since which an interrupted one may have bought its page 1. */
type Going = CheckWish & { readonly since?: string };

async function walk(
  ports: CheckPorts,
  frozen: FrozenSearch,
  wish: Going,
  known: KnownAds | undefined,
  { progress, signal }: Course,
): Promise<CheckResult> {
  const seen = new SeenAds(known);
  const pages = pagesOf(ports, frozen, wish, seen, signal);
  let ended: Pick<CheckResult, "stopped" | "failure"> = { stopped: "known" };
  try {
    for (;;) {
      const { done, value } = await pages.next();
      if (done) {
        ended = { stopped: stopOf(value) };
        break;
      }
      const inARow = seen.add(value);
      progress(seen.progress);
      if (inARow >= wish.knownPages) break;
    }
  } catch (failure) {
    ended = isCap(failure) ? { stopped: "cap" } : { stopped: "failed", failure };
    if (signal.aborted) ended = { stopped: "cancelled" };
  } finally {
    await pages.return("cancelled");
  }
  const { lastHit, bought, found } = seen;
  return {
    ...{ ...seen.progress, ...ended, bought, first: known === undefined },
    ...(lastHit !== undefined && { lastHit }),
    found: found.map(({ ad, page, index }) => ({ ad, page, index })),
  };
}

function pagesOf(
  { archive, search }: CheckPorts,
  frozen: FrozenSearch,
  { gate, lastHit, since }: Going,
  seen: { bought: number },
  signal: AbortSignal,
) {
  const { address, request, segments } = frozen;
  const wanted = {
    ...{ platform: request.platform, version: address.version, segments, ownedOnly: gate === undefined },
    ...(lastHit !== undefined && { lastHit }),
  };
  return pagesToExport(
    {
      owned: (page, snapshot) => archive.page(address, snapshot, page),
      fetchPage: async (cursor) => {
        // Without a gate, only owned pages are taken, so this is never called.
        if (!gate) throw new Error("A check of owned pages asked for another one.");
        const { answer, content, lasting, waits, owned } = await search.fetch(frozen, cursor, signal, gate, since);
        if (!owned) seen.bought += 1;
        await lasting;
        await waits;
        return { ...answer, content };
      },
    },
    wanted,
    signal,
  );
}

function stopOf(stop: ExportStop): CheckStop {
  if (stop === "end" || stop === "cancelled") return stop;
  // If only owned pages are examined, the last of them is the agreed limit.
  return stop === "asked" || stop === "missing" ? "cap" : "unclear";
}
