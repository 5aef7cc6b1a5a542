import { basename, resolve } from "node:path";
import { type SearchAddress, secondOf } from "../features/archive";
import {
  type CheckResult,
  type CommittedRun,
  fileOfOwner,
  fileOwner,
  type Runs,
  usualKnownPages,
  checkWishOf,
} from "../features/runs";
import { FeatureError, toFailure } from "../features/failures";
import type { SpendingPlan } from "../features/wallet";
import type { CheckedWatch, Watched } from "../features/watches";
import { writeExact } from "../protocol/exactJson";
import type { FailureCode } from "../protocol/failure";
import { prices } from "../protocol/credits";
import { baselinesOf, type Checked, type Outcome, readBaseline, type Tellable, tellChecks } from "./checkReport";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "./exitCodes";
import { agreedCredits, pagesUnknown, planOf } from "./bought";
import { checkFiles, hasError, printProblems, textLine } from "./planFiles";
import type { Options } from "./options";
import { counted, printable } from "./screen";
import { atLeastOne, wholeNumber, type Action, type ActionContext, type CliSession } from "./session";

/** `check`: finds what is new in each search file. They take turns, so that the credits reach as many as possible. */
export const check: Action = async (context, options, paths) => {
  const { screen, session, signal } = context;
  if (options.thumbnails && (options.json || (options.format !== "markdown" && options.format !== "github")))
    throw new UsageError("--thumbnails has an effect only with --format markdown or github.");
  if (options.json && options.format !== undefined && options.format !== "github")
    throw new UsageError("--format has no effect with --json. Omit one of them.");
  if (options.due) {
    if (paths.length > 0) throw new UsageError("--due checks the watched searches that are due. Omit the files.");
    for (const name of ["baseline", "knownPages"] as const)
      if (options[name] !== undefined)
        throw new UsageError(`--${name === "baseline" ? name : "known-pages"} has no effect with --due. Omit it.`);
    return checkDue(context, options);
  }
  if (paths.length === 0) throw new UsageError("Name search files, or add --due to check the watched searches.");
  const knownPages = atLeastOne("--known-pages", options.knownPages ?? String(usualKnownPages));
  const baselines = baselinesOf(paths, options);
  const outcomes = new Map<string, Outcome>();
  const files: Checked[] = [];
  for (const path of new Set(paths))
    try {
      const file = await readyFile(context, path, baselines.get(path));
      if (file) files.push(file);
      else outcomes.set(path, { code: exitCodes.problems });
    } catch (error) {
      if (paths.length === 1 || isOfAll(error, signal)) throw error;
      outcomes.set(path, { error });
    }
  const gate = files.length > 0 ? await agreed(session, files, options) : undefined;
  for (const [path, outcome] of await checkAll(context, files, gate, knownPages)) outcomes.set(path, outcome);
  const [only] = outcomes.size === 1 ? outcomes.values() : [];
  if (only?.error instanceof Error && options.format !== "github") throw only.error;
  const areWritten = await tellChecks(context, { ...options, knownPages }, files, outcomes, gate);
  if (gate) screen.note(`${gate.used} of ${gate.cap} credits used`);
  const code = worst([...outcomes.values()]);
  if (gate && code === exitCodes.refused && gate.cap < prices.search)
    screen.warn(`${gate.cap} credits don't pay for a page, which costs ${prices.search}.`);
  return areWritten || (code !== exitCodes.done && code !== exitCodes.newAds) ? code : exitCodes.stopped;
};

/**
 * `check --due`: the watched searches that are due, each within its own limit, as long as the agreed credits cover these
 * limits. An open window and a terminal never check the same search at once.
 */
async function checkDue(context: ActionContext, { maxCredits, ...options }: Options): Promise<ExitCode> {
  const { screen, session, signal } = context;
  const { watches, runs } = session.engine;
  const due = await watches.due();
  if (due.length === 0) screen.note("No watched search is due.");
  if (due.length === 0) return exitCodes.done;
  const cap = agreedCredits(
    { maxCredits },
    due.reduce((sum, { credits }) => sum + credits, 0),
  );
  let free = cap;
  const covered = due.filter(({ credits }) => credits <= free && (free -= credits) >= 0);
  const paths = pathsOf(await watches.list());
  const pathOf = ({ owner, name }: CheckedWatch) => paths.get(owner) ?? name;
  for (const one of due.filter((each) => !covered.includes(each)))
    screen.warn(
      `${printable(pathOf(one))} was not checked: its limit of ${one.credits} credits is more than --max-credits covers.`,
    );
  if (covered.length === 0) return exitCodes.refused;
  const plan = await planOf(session, cap - free, covered.map(pathOf).join(", "));
  await plan.end();
  const owners = new Set(covered.map(({ owner }) => owner));
  const progress = (one: CheckedWatch, pages: number) => screen.progress(counted(pages, "page"), pathOf(one));
  const checked = await watches.check(owners, { agreed: plan.agreed !== undefined, signal, progress });
  if (!checked) throw new FeatureError("beingChecked");
  const isLeft = ({ owner }: Watched) => owners.has(owner) && !checked.some((one) => one.owner === owner);
  const left = (await watches.due()).filter(isLeft).map((one) => printable(pathOf(one)));
  const told: Tellable[] = [];
  const outcomes = new Map<string, Outcome>();
  for (const one of checked) {
    const { owner, name, failure } = one;
    const { address, done } = covered.find((each) => each.owner === owner) ?? {};
    const isSaved = fileOfOwner(owner) === undefined;
    const path = pathOf(one);
    const { result } = one;
    const outcome = result && address && (await withChanges(runs, address, withFailure(result, failure)));
    outcomes.set(path, outcome ?? { error: failure });
    const more = { isSaved, ...(done !== undefined && { before: done }) };
    if (address) told.push({ path, file: { name: isSaved ? path : name }, frozen: { address }, ...more });
  }
  if (outcomes.size === 0) {
    // Another window has just checked them all.
    screen.note("No watched search is due.");
    return exitCodes.done;
  }
  await tellChecks(context, { ...options, knownPages: usualKnownPages }, told, outcomes, undefined);
  if (left.length > 0) screen.warn(`Not started: ${left.join(", ")}.`);
  return worst([...outcomes.values()]);
}

/** What tells watched searches apart: a file's path, or a saved search's name, with a number if another one has it. */
function pathsOf(watched: readonly Watched[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const { owner, name } of watched) {
    let path = fileOfOwner(owner) ?? name;
    for (let nth = 2; [...paths.values()].includes(path); nth += 1) path = `${name} (${nth})`;
    paths.set(owner, path);
  }
  return paths;
}

/** Failures that every other file would have as well. */
const ofAllFiles: ReadonlySet<FailureCode> = new Set(["cancelled", "noConnection", "noKey"]);
const isOfAll = (error: unknown, signal: AbortSignal) =>
  signal.aborted || (!(error instanceof UsageError) && ofAllFiles.has(toFailure(error).code));

/** Reads a file and checks it against the live filters, because it may be paid for; prints its problems if it has any. */
async function readyFile(context: ActionContext, path: string, place?: string): Promise<Checked | undefined> {
  const { search } = context.session.engine;
  const checked = await checkFiles(context, [path]);
  printProblems(context, checked.filter(hasError), textLine, true);
  const file = checked[0]?.file;
  if (!file) return undefined;
  const frozen = await search.freeze((await search.ofBody(file)).query);
  const baseline = place === undefined ? undefined : await readBaseline(place, frozen.address);
  const [newest] = await search.bought(frozen);
  const before = newest?.fetchedAt ?? baseline?.run?.fetchedAt;
  const second = secondOf(newest?.lastHit);
  const looked = [second === undefined ? before : new Date(second * 1000).toISOString(), before].join(" ");
  return { path, file, frozen, looked, ...(before !== undefined && { before }), ...(baseline && { baseline }) };
}

/**
 * A plan of credits for all files together; undefined if each file names a bought snapshot.
 * @throws {UsageError | FeatureError}
 */
async function agreed(session: CliSession, files: readonly Checked[], { maxCredits }: Options) {
  if (maxCredits === undefined) {
    if (files.every(({ file }) => file.snapshot !== undefined)) return undefined;
    throw new UsageError(pagesUnknown);
  }
  const label = files.map(({ file, path }) => file.name ?? basename(path)).join(", ");
  return planOf(session, wholeNumber("--max-credits", maxCredits), label);
}

/** A place in a line. Whoever has the turn passes it on to the one that has waited longest. */
class Line {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves when it is this one's turn, to what ends the turn. */
  async turn(): Promise<() => void> {
    const before = this.last;
    let end: () => void = () => undefined;
    this.last = new Promise<void>((resolve) => (end = resolve));
    await before;
    return end;
  }
}

/** The check that was last looked at the longest time ago begins; each buys one page, and is then last in line. */
async function checkAll(
  context: ActionContext,
  files: readonly Checked[],
  gate: SpendingPlan | undefined,
  knownPages: number,
): Promise<ReadonlyMap<string, Outcome>> {
  const line = new Line();
  // Files with the same request share one check.
  const groups = new Map<string, Checked[]>();
  for (const each of files) {
    const request = writeExact([each.frozen.address, each.file.snapshot]);
    groups.set(request, [...(groups.get(request) ?? []), each]);
  }
  const order = [...groups.values()].sort(([one], [other]) => {
    const [before, after] = [one?.looked ?? "", other?.looked ?? ""];
    return before < after ? -1 : before > after ? 1 : 0;
  });
  const outcomes = await Promise.all(
    order.map(async ([first, ...same]): Promise<readonly (readonly [string, Outcome])[]> => {
      if (!first) return [];
      const outcome = await checkFile(context, first, line, gate, knownPages);
      const all = [first, ...same].map(async ({ path, frozen }, index) => {
        const { result } = outcome;
        if (!result) return [path, outcome] as const;
        const failure = await keepRun(context, frozen.address, path);
        const told = withFailure(index === 0 ? result : { ...result, credits: 0, uncertain: 0 }, failure);
        return [path, { ...outcome, result: told }] as const;
      });
      return Promise.all(all);
    }),
  );
  return new Map(outcomes.flat());
}

/** Resolves to why the runs of a file's search can't be kept, if they can't. */
async function keepRun({ session }: ActionContext, address: SearchAddress, path: string): Promise<unknown> {
  if (!session.writable) return undefined;
  return session.engine.runs.keep(address, fileOwner(resolve(path))).catch((failure: unknown) => failure);
}

async function checkFile(
  { screen, session, signal }: ActionContext,
  { path, file, frozen, baseline }: Checked,
  line: Line,
  plan: SpendingPlan | undefined,
  knownPages: number,
): Promise<Outcome> {
  const { runs } = session.engine;
  let end = await line.turn();
  try {
    if (signal.aborted) throw new FeatureError("cancelled");
    const gate = plan && inTurns(plan, async () => (end(), (end = await line.turn())));
    const result = await runs.check(
      frozen,
      {
        ...{ ...checkWishOf(file), knownPages, ...(gate && { gate }) },
        ...(baseline?.run && { baseline: baseline.run }),
      },
      ({ pages, newAds }) => screen.progress(`${counted(pages, "page")}, ${counted(newAds, "new ad")}`, path),
      signal,
    );
    return await withChanges(runs, frozen.address, result, baseline?.run);
  } catch (error) {
    return { error };
  } finally {
    end();
  }
}

/** What it found may be only here, and it may have cost credits: so a check is told whatever fails after it. */
const withFailure = (result: CheckResult, failure: unknown): CheckResult => ({
  ...result,
  failure: result.failure ?? failure,
});

async function withChanges(runs: Runs, address: SearchAddress, result: CheckResult, before?: CommittedRun) {
  const { lastHit, notKept = 0 } = result;
  try {
    const changes = lastHit === undefined ? undefined : await runs.changes(address, lastHit, before);
    return { result, ...(changes && { changes }) };
  } catch (failure) {
    return { result: notKept > 0 ? result : withFailure(result, failure) };
  }
}

/** The same plan for one of several checks: before each purchase but the first, the others get their turn. */
function inTurns(plan: SpendingPlan, next: () => Promise<unknown>): Pick<SpendingPlan, "spend" | "used" | "ofPlan"> {
  let used = 0;
  let isFirst = true;
  const spend: SpendingPlan["spend"] = async (act, signal, call, now) => {
    if (!isFirst) await next();
    isFirst = false;
    const before = plan.used;
    try {
      return await plan.spend(act, signal, call, now);
    } finally {
      used += plan.used - before;
    }
  };
  return {
    spend,
    ofPlan: plan,
    get used() {
      return used;
    },
  };
}

function codeOf({ code, error, result }: Outcome): ExitCode {
  if (code !== undefined) return code;
  if (error !== undefined) return exitCodeOf(toFailure(error), error);
  if (result?.stopped === "cancelled") return exitCodes.cancelled;
  if (result?.notKept) return exitCodes.stopped;
  const failed = result?.failure === undefined ? undefined : exitCodeOf(toFailure(result.failure), result.failure);
  const found = result && result.newAds > 0 ? exitCodes.newAds : exitCodes.done;
  return failed === exitCodes.refused && found === exitCodes.newAds ? found : (failed ?? found);
}

/**
 * The exit code for all files. A failure takes precedence over new ads, and new ads over a refusal: by the daily budget, or
 * by the agreed credits if they did not pay for a single page.
 */
function worst(outcomes: readonly Outcome[]): ExitCode {
  const codes = outcomes.map(codeOf);
  const failure = codes.find((code) => !noFailures.has(code));
  if (failure !== undefined) return failure;
  if (codes.includes(exitCodes.newAds)) return exitCodes.newAds;
  const isUnpaid = outcomes.every(({ result }) => result?.stopped === "cap" && result.pages === 0);
  return isUnpaid || codes.includes(exitCodes.refused) ? exitCodes.refused : exitCodes.done;
}

const noFailures: ReadonlySet<ExitCode> = new Set([exitCodes.done, exitCodes.newAds, exitCodes.refused]);
