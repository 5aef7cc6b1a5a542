import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { AdCard, Digits } from "../../protocol/ads";
import type { ComparedRun, Comparison, Run, RunDifference, StateCounts } from "../../protocol/runs";
import type { Archive, SearchAddress } from "../archive";
import type { LibraryClients } from "../connection";
import { errorCode } from "../disk";
import { FeatureError } from "../failures";
import type { FrozenSearch, SearchAds } from "../search";
import type { Settings } from "../settings";
import { type ChangesSince, changesSince } from "./changesSince";
import { checkForNew, type CheckResult, type CheckWish, type CheckProgress } from "./checkForNew";
import { CheckNotes } from "./checkNotes";
import type { CommittedRun } from "./committedRun";
import { compareLooks } from "./compareLooks";
import { type RunAds, differencesOf, differenceWords } from "./compareRuns";
import { cardsOf, readableRuns, readRun, type RunSources, runsOf } from "./readRuns";

interface RunPorts {
  readonly folder: string;
  readonly archive: Archive;
  readonly search: SearchAds;
  readonly clients: LibraryClients;
  readonly settings: () => Settings;
  readonly now: () => Date;
}

/** One run by its address: which search, and which snapshot of it. */
export interface RunName {
  readonly address: SearchAddress;
  readonly lastHit: Digits;
}

/** A run, and how it differs from the one before, if there is one. */
export interface RunChanges {
  readonly run: RunAds;
  /** ISO times of this run, and of the one before. */
  readonly fetchedAt: string;
  readonly before?: string;
  readonly counts?: StateCounts;
}

/** Pages in a row without an unknown ad after which a check ends. */
export const usualKnownPages = 2;

/** Runs of searches: which are kept, what is new in the last, and how two of them differ. Only checks may cost. */
export class Runs {
  readonly notes: CheckNotes;
  private readonly sources: RunSources;

  constructor(private readonly ports: RunPorts) {
    this.notes = new CheckNotes(join(ports.folder, "checks"));
    this.sources = {
      archive: ports.archive,
      segments: () => ports.clients.segments,
      readable: (stored) => ports.clients.readable(stored),
    };
  }

  /** The runs of a search that are kept, newest first. */
  list(address: SearchAddress): Promise<readonly Run[]> {
    return runsOf(this.sources, address, this.kept);
  }

  /** How many there are. */
  async count(address: SearchAddress): Promise<number> {
    return Math.min(this.kept, (await this.ports.archive.snapshots(address)).length);
  }

  /** Keeps the newest runs of a search for its owner (saved search or search file), and none of its earlier query. */
  async keep(address: SearchAddress, owner: string): Promise<void> {
    await this.ports.archive.pins.keepNewest(address, owner, this.kept);
  }

  /** Keeps no more runs for this owner. */
  async release(owner: string): Promise<void> {
    await this.ports.archive.pins.drop(owner);
  }

  /** Records that a search file, or a folder of them, has moved. */
  async moved(from: string, to: string): Promise<void> {
    await this.ports.archive.pins.rename(fileOwner(from), fileOwner(to));
  }

  /** Records that a search ran again: every owner of its runs keeps the new one as well and releases the oldest. */
  async ran(address: SearchAddress): Promise<void> {
    for (const { reason } of await this.ports.archive.pins.reasons(address))
      if (isRunOwner(reason)) await this.keep(address, reason);
  }

  /** Releases runs whose saved search or file is gone, once the last of them is old: owners may come back. */
  async letGo(savedIds: ReadonlySet<string>): Promise<void> {
    const { archive, now } = this.ports;
    for (const { reason, newest } of await archive.pins.reasons()) {
      const isOld = now().getTime() - Date.parse(newest) > goneMs;
      if (isOld && isRunOwner(reason) && (await isGone(reason, savedIds))) await this.release(reason);
    }
  }

  /** Looks for ads that no bought run of a search has. Purchases pass the wish's gate. */
  async check(
    frozen: FrozenSearch,
    wish: CheckWish,
    progress: (progress: CheckProgress) => void,
    signal: AbortSignal,
  ): Promise<CheckResult> {
    const { search, now } = this.ports;
    return checkForNew({ ...this.sources, search, notes: this.notes, now }, frozen, wish, progress, signal);
  }

  /**
   * Compares two bought runs: 0 credits. Runs of different searches are refused, or with `different` compared without
   * calling anything new or absent.
   * @throws {FeatureError} `notSameSearch`, or `notFound` if no page of a run is bought
   */
  async compare(earlier: RunName, newer: RunName, different = false): Promise<Comparison> {
    const differs = differencesOf(earlier.address, newer.address);
    if (differs.length > 0 && !different)
      throw new FeatureError("notSameSearch", { specifics: differs.map(differenceWords).join(" ") });
    const from = await this.read(earlier);
    const to = await this.read(newer, from);
    const facts = [await this.factsOf(earlier, from), await this.factsOf(newer, to)] as const;
    if (differs.length > 0) return this.compareRead(facts, [from, to], differs);
    // Named the other way round, the newer run is one of those before.
    const older = await this.before(earlier, { but: newer.lastHit });
    return this.compareRead(facts, [from, to], [], older, await this.between(earlier.address, facts));
  }

  /** Compares runs that were read already, some of them maybe from exported files. */
  async compareRead(
    [earlier, newer]: readonly [ComparedRun, ComparedRun],
    [from, to]: readonly [RunAds, RunAds],
    differs: readonly RunDifference[],
    older: readonly RunAds[] = [],
    between: readonly ReadonlySet<string>[] = [],
  ): Promise<Comparison> {
    const looks = { address: newer, earlier: from, older, newer: to };
    const options = { sameSearch: differs.length === 0, between };
    const { ads, counts } = await compareLooks(this.sources, looks, options);
    return { earlier, newer, differs, counts, ads };
  }

  /** What a check found to have changed since the runs before, which is `baseline` if no other one can be read. */
  async changes(address: SearchAddress, lastHit: Digits, baseline?: CommittedRun): Promise<RunChanges> {
    const run = await this.read({ address, lastHit });
    const { fetchedAt } = run.look;
    const [earlier = baseline, ...older] = await this.before({ address, lastHit }, { like: run });
    if (!earlier) return { run, fetchedAt };
    const { counts } = await compareLooks(this.sources, { address, earlier, older, newer: run }, { sameSearch: true });
    return { run, fetchedAt, counts, before: earlier.look.fetchedAt };
  }

  /** What the runs after a time brought; if absent, what the newest one did. Undefined without a run. Free. */
  async changesSince(
    address: SearchAddress,
    since?: string,
    of?: ReadonlySet<string>,
  ): Promise<ChangesSince | undefined> {
    return changesSince(this.sources, address, await this.ports.archive.snapshots(address), since, of);
  }

  /** A run's ads as canonical text, for a comparison of texts. */
  async read({ address, lastHit }: RunName, like?: RunAds): Promise<RunAds> {
    const run = await readRun(this.sources, address, lastHit, like);
    if (run.pages === 0) throw new FeatureError("notFound", { specifics: `No page of the run ${lastHit} is bought.` });
    return run;
  }

  /** The cards at some places of a run, each page read once; undefined for those whose page is no longer bought. */
  async cardsAt(
    address: SearchAddress,
    lastHit: Digits | undefined,
    places: readonly { readonly page: number; readonly index: number }[],
  ): Promise<readonly (AdCard | undefined)[]> {
    if (lastHit === undefined) return places.map(() => undefined);
    const pages = new Map<number, readonly AdCard[]>();
    for (const { page } of places)
      if (!pages.has(page)) pages.set(page, await cardsOf(this.sources, address, lastHit, page));
    return places.map(({ page, index }) => pages.get(page)?.[index]);
  }

  dispose(): void {
    this.notes.dispose();
  }

  /** The readable runs before a run, newest first. */
  private async before(
    { address, lastHit }: RunName,
    { but, like }: { readonly but?: Digits; readonly like?: RunAds } = {},
  ): Promise<readonly RunAds[]> {
    const bought = await this.ports.archive.snapshots(address);
    const older = bought.slice(bought.findIndex((each) => each.lastHit === lastHit) + 1);
    const others = older.filter((one) => one.lastHit !== but);
    return readableRuns(this.sources, address, others, like);
  }

  private get kept(): number {
    return this.ports.settings().runsKept;
  }

  /** Ads of those kept runs between two that reached the end: an ad that none of them has may have been stopped. */
  private async between(address: SearchAddress, [from, to]: readonly [ComparedRun, ComparedRun]) {
    if (!to.ended) return [];
    const runs = await this.list(address);
    const placeOf = ({ lastHit }: ComparedRun) => runs.findIndex((one) => one.lastHit === lastHit);
    const [newer, older] = [placeOf(to), placeOf(from)];
    // The earlier run may no longer be kept.
    const inside = newer < 0 ? [] : runs.slice(newer + 1, older < 0 ? undefined : older).filter(({ ended }) => ended);
    const all = await Promise.all(inside.map(({ lastHit }) => readRun(this.sources, address, lastHit)));
    return all.filter(({ ended }) => ended).map(({ prints }) => new Set(prints.keys()));
  }

  private async factsOf({ address, lastHit }: RunName, { pages, ended, prints }: RunAds): Promise<ComparedRun> {
    const { platform, version, body, origin } = address;
    const bought = (await this.ports.archive.snapshots(address)).find((one) => one.lastHit === lastHit);
    const fetchedAt = bought?.fetchedAt ?? "";
    return { platform, version, body, origin, lastHit, fetchedAt, pages, ended, ads: prints.size };
  }
}

/** How long after the last one runs are kept if their file is gone (renamed, on another branch or an offline disk). */
const goneMs = 90 * 86_400_000;

// The owners of kept runs: the reasons for which the archive protects them.

export const savedOwner = (id: string) => `saved ${id}`;

/** A search file by its absolute path, or by its full URI if it is not on this machine's disk. */
export const fileOwner = (path: string) => `file ${path.replace(/^[A-Z](?=:\\)/, lowerCase)}`;

/** VS Code writes the letter of a drive in lowercase, and a terminal as Windows does. */
const lowerCase = (letter: string) => letter.toLowerCase();

const file = /^file (.+)$/s;
const saved = /^saved (.+)$/s;

/** The path of the search file that owns runs; undefined if a saved search does. */
export const fileOfOwner = (owner: string): string | undefined => file.exec(owner)?.[1];

/** Whether a reason is an owner of runs rather than an export. */
const isRunOwner = (reason: string) => file.test(reason) || saved.test(reason);

/** Whether an owner certainly no longer exists. */
async function isGone(owner: string, savedIds: ReadonlySet<string>): Promise<boolean> {
  const [, id] = saved.exec(owner) ?? [];
  if (id !== undefined) return !savedIds.has(id);
  const [, path = ""] = file.exec(owner) ?? [];
  return stat(path).then(
    () => false,
    (error: unknown) => ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? ""),
  );
}
