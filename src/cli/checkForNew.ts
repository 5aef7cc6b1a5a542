import { basename, resolve } from "node:path";
import { checkMarkdown, checkStopWords, type CheckResult, fileOwner, usualKnownPages } from "../features/runs";
import { toFailure } from "../features/failures";
import type { FrozenSearch } from "../features/search";
import { freezeFile, type SearchFile } from "../features/searchFiles";
import type { AdCard } from "../protocol/ads";
import type { FailureCode } from "../protocol/failure";
import { prices } from "../protocol/credits";
import { checkConnection } from "./askLibrary";
import { counted } from "./counted";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "./exitCodes";
import { tellFailure } from "./failureLines";
import { adName, pagesUnknown, planOf } from "./owned";
import { checkFiles, hasError, printProblems, textLine } from "./planFiles";
import type { Options } from "./options";
import type { Action, ActionContext } from "./action";
import { printable, printableName } from "./screen";
import { atLeastOne, wholeNumber } from "./session";
import { type CliSession } from "./action";

/** `check`: without files, checks the connection; with files, finds what is new in each. */
export const check: Action = (context, options, paths) => {
  if (paths.length > 0) return checkNewAds(context, options, paths);
  const { maxCredits, knownPages, format, thumbnails } = options;
  // A pattern that matched no file must not look like a check that found nothing.
  if ([maxCredits, knownPages, format, thumbnails].some((given) => given !== undefined))
    throw new UsageError("Name the search files to check. Without options, check tests the connection.");
  return checkConnection(context, options, paths);
};

interface Checked {
  readonly path: string;
  readonly file: SearchFile;
  readonly frozen: FrozenSearch;
}

const checkNewAds: Action = async (context, options, paths) => {
  const { screen, session } = context;
  const knownPages = atLeastOne("--known-pages", options.knownPages ?? String(usualKnownPages));
  const codes: ExitCode[] = [];
  const files: Checked[] = [];
  const skip = (path: string) => (error: unknown) => {
    if (paths.length === 1) throw error;
    codes.push(skipped(context, path, error));
  };
  for (const path of paths) {
    const frozen = await frozenFile(context, path).catch(skip(path));
    if (frozen === "problems") codes.push(exitCodes.problems);
    else if (frozen) files.push(frozen);
  }
  const gate = files.length > 0 ? await agreed(session, files, options) : undefined;
  for (const each of files) {
    const result = await checkFile(context, each, gate, knownPages).catch(skip(each.path));
    if (!result) continue;
    await tell(context, each, result, { ...options, knownPages });
    await session.engine.runs.keep(each.frozen.address, fileOwner(resolve(each.path)));
    codes.push(codeOf(result));
    if (result.stopped === "cancelled") break;
  }
  if (gate) screen.note(`${gate.used} of ${gate.cap} credits used`);
  return worst(codes);
};

/** Reads a file and checks it against the live filters, because it may be paid for; prints its problems if it has any. */
async function frozenFile(context: ActionContext, path: string): Promise<Checked | "problems"> {
  const { search } = context.session.engine;
  const checked = await checkFiles(context, [path]);
  printProblems(context, checked.filter(hasError), textLine, true);
  const file = checked[0]?.file;
  return file ? { path, file, frozen: await search.freeze((await freezeFile(file, search)).query) } : "problems";
}

async function checkFile(
  { screen, session, signal }: ActionContext,
  { path, file, frozen }: Checked,
  gate: Awaited<ReturnType<typeof agreed>>,
  knownPages: number,
): Promise<CheckResult> {
  return session.engine.runs.check(
    frozen,
    { knownPages, ...(gate && { gate }), ...(file.snapshot !== undefined && { lastHit: file.snapshot }) },
    ({ pages, newAds }) => screen.progress(`${path}: ${counted(pages, "page")}, ${counted(newAds, "new ad")}`),
    signal,
  );
}

/** Failures that every other file would have as well. */
const ofAllFiles: ReadonlySet<FailureCode> = new Set(["cancelled", "noConnection", "noKey"]);

/** Tells why a file could not be checked; the others still are. @throws the error if it is theirs, too */
function skipped({ screen, signal }: ActionContext, path: string, error: unknown): ExitCode {
  if (signal.aborted || (!(error instanceof UsageError) && ofAllFiles.has(toFailure(error).code))) throw error;
  screen.warn(`${printableName(path)} was not checked:`);
  return exitCodeOf(tellFailure(screen, error), error);
}

/**
 * A plan of credits for all files together; undefined if each file names an owned snapshot.
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

type Telling = Omit<Options, "knownPages"> & { readonly knownPages: number };

async function tell(
  { screen, session }: ActionContext,
  { path, file, frozen }: Checked,
  result: CheckResult,
  { json, format, thumbnails = false, knownPages }: Telling,
): Promise<void> {
  const { found, failure, bought, ...facts } = result;
  const owned = await session.engine.runs.cardsAt(frozen.address, result.lastHit, found);
  const cards = owned.filter((card) => card !== undefined);
  const credits = bought * prices.search;
  if (json) screen.json({ file: path, platform: frozen.address.platform, ...facts, credits, new: cards });
  else if (format === "markdown")
    screen.print(checkMarkdown(file.name ?? basename(path), result, cards, { thumbnails, knownPages }));
  else {
    screen.print(`${printableName(path)}: ${checkStopWords(result, knownPages)} Spent ${credits} credits.`);
    screen.table(cards.map((card) => rowOf(session, card)));
  }
  if (failure !== undefined) tellFailure(screen, failure);
}

const rowOf = (session: CliSession, card: AdCard) => [
  `  ${adName(session, card)}`,
  printable(card.title ?? "Untitled ad"),
  printable(card.owner?.name ?? ""),
];

/** New ads take precedence over a limit that stopped the check, because scripts want to know about them. */
function codeOf({ newAds, stopped, failure }: CheckResult): ExitCode {
  if (stopped === "cancelled") return exitCodes.cancelled;
  if (stopped === "failed") return exitCodeOf(toFailure(failure), failure);
  if (newAds > 0) return exitCodes.newAds;
  return stopped === "cap" ? exitCodes.refused : exitCodes.done;
}

/** The exit code for several files. A failure takes precedence over new ads, and new ads over a refusal. */
function worst(codes: readonly ExitCode[]): ExitCode {
  const order: readonly ExitCode[] = [exitCodes.newAds, exitCodes.refused, exitCodes.done];
  return codes.find((code) => !order.includes(code)) ?? order.find((code) => codes.includes(code)) ?? exitCodes.done;
}
