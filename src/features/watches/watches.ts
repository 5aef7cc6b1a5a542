import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { sampleUrl } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import type { FailureCode } from "../../protocol/failure";
import { sameSearch } from "../../protocol/search";
import type { SearchAddress } from "../archive";
import { type LibraryClients } from "../connection";
import { HeldLock, makeFolder } from "../disk";
import { FeatureError, toFailure } from "../failures";
import type { BodyQuery } from "../forms";
import {
  type CheckResult,
  fileOwner,
  isDone,
  type RanSearches,
  type Runs,
  savedOwner,
  usualKnownPages,
  checkWishOf,
} from "../runs";
import type { FrozenSearch, SearchAds } from "../search";
import { readSearchFile } from "../searchFiles";
import { localDay, roughlyDecoded } from "../text";
import type { SavedSearches } from "../searches";
import type { Agreement, Wallet } from "../wallet";
import { type News, newsOf } from "./news";
import { nextDay } from "./schedule";
import type { Watch, WatchFile } from "./watchFile";

interface WatchPorts {
  readonly file: WatchFile;
  readonly saved: SavedSearches;
  readonly search: SearchAds;
  readonly runs: Runs;
  readonly ran: Pick<RanSearches, "mark">;
  readonly wallet: Pick<Wallet, "plan">;
  readonly clients: Pick<LibraryClients, "nameIfKnown">;
  readonly now: () => Date;
}

/** A watch as it is now. */
export interface Watched extends Watch {
  /** Absent if its saved search or file is gone. */
  readonly query?: BodyQuery;
  /** What its search file says of its check. */
  readonly wish?: ReturnType<typeof checkWishOf>;
  /** Absent also while another library is connected. */
  readonly address?: SearchAddress;
  /** When a check of it last ended, as an ISO time. */
  readonly done?: string;
  /** When it is or was due. */
  readonly next: Date;
  readonly isDue: boolean;
  /** Whether a person allowed exactly this to be checked without a click. */
  readonly isAllowed: boolean;
}

/** What a watch's saved search or file asks for. */
interface FoundSearch {
  readonly name?: string;
  readonly query: BodyQuery;
  readonly wish?: ReturnType<typeof checkWishOf>;
}

/** How the check of one watched search went. */
export interface CheckedWatch {
  readonly owner: string;
  readonly name: string;
  readonly result?: CheckResult;
  readonly failure?: unknown;
}

interface Outcome extends CheckedWatch {
  /** Credits that were, or may have been, charged. */
  readonly used: number;
  readonly code?: FailureCode;
  /** The others would fail as well. */
  readonly isOfAll?: boolean;
}

interface Course {
  /** Whether a person agreed to these credits in a question. */
  readonly agreed: Agreement;
  readonly signal: AbortSignal;
  /** Aborts requests on their way. */
  readonly now?: AbortSignal;
  readonly progress?: (watch: CheckedWatch, pages: number) => void;
}

const largestFile = 1 << 20;

/** Failures that say nothing about the other searches. */
const ofOneSearch: ReadonlySet<FailureCode> = new Set(["invalidRequest", "notFound", "notInV1", "beingChecked"]);

/** What a refusal left of the day's budget: a check with a smaller limit may still fit into it. */
const budgetLeft = (failure: unknown) => (failure instanceof FeatureError ? (failure.more.refusal?.left ?? 0) : 0);

function failed(failure: unknown): Pick<Outcome, "failure" | "code" | "isOfAll"> {
  if (failure === undefined) return {};
  const { code } = toFailure(failure);
  return { failure, code, isOfAll: !ofOneSearch.has(code) && budgetLeft(failure) < prices.search };
}

const hasEnded = (outcome: Outcome | undefined) => outcome?.result !== undefined && isDone(outcome.result);

/** What tries without a click have spent of a check that is still open. */
const spentSince = ({ done, tried }: Pick<Watched, "done" | "tried">) =>
  tried && (done === undefined || done < tried.at) ? tried.spent : 0;

/** Searches that a person watches: when they are due, and their checks, which no two processes make at once. */
export class Watches {
  constructor(private readonly ports: WatchPorts) {}

  get onChanged() {
    return this.ports.file.onChanged;
  }

  /** Notifies of what changes with the time. */
  get changed() {
    return this.ports.file.changed;
  }

  async list(): Promise<readonly Watched[]> {
    const { watches } = await this.ports.file.read();
    return Promise.all(watches.map((watch) => this.watched(watch)));
  }

  /** Those that are due in the connected library, the longest due first. */
  async due(): Promise<readonly Watched[]> {
    return (await this.list()).filter(({ isDue }) => isDue).sort((one, other) => +one.next - +other.next);
  }

  /** Watches a search from now on, or changes its watch. Whatever was allowed is no longer. */
  async set(watch: Pick<Watch, "owner" | "name" | "library" | "every" | "credits">): Promise<void> {
    const added = { ...watch, name: watch.name.slice(0, 300), from: this.ports.now().toISOString() };
    const isIt = ({ owner }: Watch) => owner === watch.owner;
    await this.ports.file.change((state) => ({
      ...state,
      watches: [...state.watches.filter((one) => !isIt(one)), { ...added, seen: state.watches.find(isIt)?.seen }],
    }));
  }

  async remove(owner: string): Promise<void> {
    await this.ports.file.change((state) => {
      const watches = state.watches.filter((each) => each.owner !== owner);
      return watches.length === state.watches.length ? state : { ...state, watches };
    });
  }

  /** Records that a person allowed this search to be checked up to its limit without a click. Nothing else may call this. */
  allow(owner: string, { origin, version, platform, body }: SearchAddress): Promise<void> {
    const address = { origin, version, platform, body };
    return this.ports.file.changeOne(owner, (one) => ({ ...one, allowed: { address, credits: one.credits } }));
  }

  revoke(owner: string): Promise<void> {
    return this.ports.file.changeOne(owner, (one) => ({ ...one, allowed: undefined }));
  }

  /** Records that a search file, or a folder of them, has moved. */
  async moved(from: string, to: string): Promise<void> {
    const before = fileOwner(from);
    const isMoved = ({ owner }: Watch) =>
      owner === before || owner.startsWith(`${before}/`) || owner.startsWith(`${before}\\`);
    const renamed = (one: Watch) => ({ ...one, owner: fileOwner(to) + one.owner.slice(before.length) });
    if ((await this.ports.file.read()).watches.some(isMoved))
      await this.ports.file.change((state) => ({
        ...state,
        watches: state.watches.map((one) => (isMoved(one) ? renamed(one) : one)),
      }));
  }

  /**
   * Whether this process is to tell a person of due searches: once for all processes, and again only when another one
   * became due.
   */
  async tells(due: readonly Watched[]): Promise<boolean> {
    const { now, file } = this.ports;
    const newest = Math.max(...due.map(({ next }) => +next));
    let tells = false;
    await file.change((state) => {
      const told = state.told === undefined ? -Infinity : Date.parse(state.told);
      tells = due.length > 0 && (told < newest || told > +now());
      return tells ? { ...state, told: now().toISOString() } : state;
    });
    return tells;
  }

  /**
   * What is new in all watched searches since a time, or since a person last looked. Until another check has ended, that
   * is what they looked at then. @param looks whether they look now
   */
  async news({ since, looks = false }: { readonly since?: string; readonly looks?: boolean } = {}): Promise<News> {
    const { runs, file } = this.ports;
    const all = await Promise.all(
      (await this.list()).map(async (watch) => ({ watch, newest: await this.newest(watch) })),
    );
    const isNews = all.some(({ watch, newest }) => newest !== undefined && newest !== watch.seen?.at);
    const wishes = all.map(({ watch }) => ({
      ...watch,
      since: since ?? (isNews ? watch.seen?.at : watch.seen?.since),
    }));
    const news = await newsOf(runs, wishes, since);
    if (!looks) return news;
    for (const { address } of wishes) if (address) await runs.notes.looked(address);
    const seen = new Map(
      all.map(({ watch: { owner, seen }, newest: at }) => [owner, at ? { at, since: seen?.at } : seen]),
    );
    if (isNews)
      await file.change((state) => ({
        ...state,
        watches: state.watches.map((one) => ({ ...one, seen: seen.get(one.owner) })),
      }));
    return news;
  }

  /** When the newest run began, unless its check goes on. */
  private async newest({ address }: Watched): Promise<string | undefined> {
    if (!address || (await this.ports.runs.notes.isOpen(address))) return undefined;
    return (await this.ports.runs.list(address))[0]?.fetchedAt;
  }

  /**
   * Checks due searches one after another, each once whichever process is first, and each within its own limit. The
   * first failure that the others would have as well ends it.
   * @param owners which; absent: those that are allowed, at most once a day
   * @returns undefined if another process is checking
   */
  async check(owners: ReadonlySet<string> | undefined, course: Course): Promise<readonly CheckedWatch[] | undefined> {
    const { folder } = this.ports.file;
    makeFolder(folder);
    using lock = HeldLock.take(join(folder, "checking.db"));
    if (!lock) return undefined;
    const checked: Outcome[] = [];
    const begun = owners ? (await this.due()).filter(({ owner }) => owners.has(owner)) : await this.begin();
    for (const before of begun) {
      const watch = (await this.list()).find(({ owner }) => owner === before.owner);
      const isOver = course.signal.aborted || (checked.at(-1)?.isOfAll ?? false);
      const isGranted = owners !== undefined || watch?.isAllowed === true;
      const outcome = watch && isGranted && !isOver ? await this.checkOne(watch, before, course) : undefined;
      if (!owners) await this.end(before, outcome);
      else if (hasEnded(outcome)) await this.endClicked(before);
      // Otherwise, another process has just checked it, or does.
      if (outcome && outcome.code !== "beingChecked") checked.push(outcome);
    }
    return checked;
  }

  private async checkOne(watch: Watched, before: Watched, course: Course): Promise<Outcome> {
    const { runs, wallet, clients, search } = this.ports;
    const { owner, name, query, address } = watch;
    let used = 0;
    try {
      if (!query || !address || clients.nameIfKnown() !== watch.library) throw new FeatureError("otherLibrary");
      const frozen = await search.freeze(await search.fromBody(query.platform, query.body));
      const { origin, version } = frozen.address;
      if (origin !== address.origin || version !== address.version) throw new FeatureError("otherLibrary");
      // The filters have changed since they were last seen. What is allowed is another search.
      if (!sameSearch(frozen.address, address))
        throw new FeatureError("invalidRequest", {
          specifics: l10n.t(
            "The platform has changed its filters, so this search now sends something else. Check it again.",
          ),
        });
      const most = Math.min(before.credits, watch.credits) - spentSince(before);
      const gate = await wallet.plan(most, name, watch.library === sampleUrl, course.agreed);
      if (!gate) throw new FeatureError("declined");
      const wish = {
        ...{ ...watch.wish, gate, knownPages: usualKnownPages },
        ...(course.now && { now: course.now }),
        isWanted: async () => (await runs.notes.done(address)) === before.done,
      };
      const told = (progress: { readonly pages: number }) => course.progress?.(watch, progress.pages);
      const checking = runs.check(frozen, wish, told, course.signal);
      const result = await checking.finally(async () => ((used = gate.used), gate.end()));
      const unkept = await this.keep(watch, frozen, result).catch((failure: unknown) => failure);
      return { owner, name, used, result, ...failed(result.failure ?? unkept) };
    } catch (failure) {
      return { owner, name, used, ...failed(failure) };
    }
  }

  private async keep({ owner }: Watched, frozen: FrozenSearch, { lastHit }: CheckResult): Promise<void> {
    if (lastHit === undefined) return;
    const { runs, ran, saved, now } = this.ports;
    const own = await saved.get(owner.slice(savedOwner("").length));
    if (own) await ran.mark(own, frozen, { lastHit, fetchedAt: now().toISOString() });
    else await runs.keep(frozen.address, owner);
  }

  /**
   * The searches to be checked without a click. They are noted first as if they had been: after a crash, they wait for
   * their next day.
   */
  private async begin(): Promise<readonly Watched[]> {
    const at = this.ports.now().toISOString();
    const isToday = (time: string) => localDay(new Date(time)) === localDay(this.ports.now());
    const allowed = (await this.due()).filter(({ isAllowed, tried }) => isAllowed && !(tried && isToday(tried.at)));
    const begun = allowed.map((watch) => ({ ...watch, tried: { at, spent: spentSince(watch) } }));
    for (const { owner, tried } of begun)
      await this.ports.file.changeOne(owner, (one) => ({ ...one, from: at, tried }));
    return begun;
  }

  /** A check that did not end stays due, until there are no credits left for it. */
  private async end({ owner, from, done, tried, credits, address }: Watched, outcome?: Outcome): Promise<void> {
    const spent = (tried?.spent ?? 0) + (outcome?.used ?? 0);
    const ended = address && (await this.ports.runs.notes.done(address));
    const isOpen = ended === done && !hasEnded(outcome) && credits - spent >= prices.search;
    await this.ports.file.changeOne(owner, ({ tried: noted, ...one }) => ({
      ...{ ...one, from: isOpen ? from : one.from },
      ...(noted && { tried: { ...noted, spent: isOpen ? spent : 0 } }),
    }));
  }

  /** The notes of runs don't tell of the check of a pinned snapshot. */
  private async endClicked({ owner }: Watched): Promise<void> {
    const from = this.ports.now().toISOString();
    await this.ports.file.changeOne(owner, ({ tried, ...one }) => ({
      ...{ ...one, from },
      ...(tried && { tried: { ...tried, spent: 0 } }),
    }));
  }

  private async watched(watch: Watch): Promise<Watched> {
    const { clients, search, runs, now } = this.ports;
    const found = await this.searchOf(watch.owner).catch(() => undefined);
    const isHere = clients.nameIfKnown() === watch.library;
    const address = found && isHere ? await search.address(found.query) : undefined;
    const done = address && (await runs.notes.done(address).catch(() => undefined));
    const from = await this.countedFrom(watch, done);
    const next = nextDay(watch.every, from);
    const { allowed } = watch;
    const isAllowed =
      !!address && !!allowed && allowed.credits >= watch.credits && sameSearch(allowed.address, address);
    return {
      ...{ ...watch, ...found, ...(address && { address }), ...(done !== undefined && { done }), next, isAllowed },
      isDue: address !== undefined && next <= now(),
    };
  }

  /** The last check, or when the watch was set. If the clock was set back, this moment is noted instead. */
  private async countedFrom({ owner, from, ahead }: Watch, done: string | undefined): Promise<Date> {
    const now = this.ports.now();
    const at = now.toISOString();
    const isAhead = done !== undefined && done > at;
    if (from > at || (isAhead && done !== ahead)) {
      const noted = this.ports.file.changeOne(owner, (one) => ({ ...one, from: at, ...(isAhead && { ahead: done }) }));
      // In read-only storage, nothing can be checked anyway.
      await noted.catch(() => undefined);
      return now;
    }
    return new Date(done !== undefined && !isAhead && done > from ? done : from);
  }

  /** What a saved search or a search file asks for now. */
  private async searchOf(owner: string): Promise<FoundSearch | undefined> {
    if (owner.startsWith(savedOwner(""))) {
      const saved = await this.ports.saved.get(owner.slice(savedOwner("").length));
      return saved && { name: saved.name, query: saved.query };
    }
    const path = owner.slice(fileOwner("").length);
    const found = await stat(path);
    // Reading a named pipe would wait for somebody to write to it.
    if (!found.isFile() || found.size > largestFile) return undefined;
    const { file } = readSearchFile(roughlyDecoded(await readFile(path)));
    const named = file?.name === undefined ? {} : { name: file.name };
    return file && { ...named, wish: checkWishOf(file), query: { platform: file.platform, body: file.body } };
  }
}
