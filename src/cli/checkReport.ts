import { appendFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import {
  checkMarkdown,
  type CheckResult,
  checksMarkdown,
  checkStopWords,
  type CommittedRun,
  committedRunText,
  type FoundCard,
  newWords,
  notKeptWords,
  readCommittedRun,
  type RunChanges,
  spentWords,
} from "../features/runs";
import type { SearchAddress } from "../features/archive";
import { checkFolder, errorCode, fileError, makeFolder, readText, replaceable, writeOver } from "../features/disk";
import type { FrozenSearch } from "../features/search";
import { type SearchFile, searchFileEnding } from "../features/searchFiles";
import { adStates, type StateCounts } from "../protocol/runs";
import { type ExitCode, failureLines, UsageError } from "./exitCodes";
import { adName } from "./bought";
import { annotation } from "./planFiles";
import type { Options } from "./options";
import { refuseDevice } from "./outPlaces";
import { printable, printableName } from "./screen";
import type { ActionContext } from "./session";

/** A search file or watched search whose check is told. */
export interface Tellable {
  /** Names it: the file's path, or the saved search's name. */
  readonly path: string;
  readonly isSaved?: boolean;
  readonly file: Pick<SearchFile, "name">;
  readonly frozen: Pick<FrozenSearch, "address">;
  /** When it was last looked at, as an ISO time; absent if never. */
  readonly before?: string;
  readonly baseline?: Baseline;
}

/** A search file that can be checked. */
export interface Checked extends Tellable {
  readonly file: SearchFile;
  readonly frozen: FrozenSearch;
  /** Sorts by the last look, by the service's clock if it is known, and then by this machine's; a space if never. */
  readonly looked: string;
}

/** How the check of one file went: `code` if it has problems, `error` if it couldn't begin. */
export interface Outcome {
  readonly code?: ExitCode;
  readonly error?: unknown;
  readonly result?: CheckResult;
  readonly changes?: RunChanges;
}

/** A file with the ads of a search (`--baseline`), and what it has of this search. */
export interface Baseline {
  readonly place: string;
  readonly run?: CommittedRun;
}

/** After how many checks in a row a search that was not reached is worth a warning. */
const missedTooOften = 3;

type Telling = Omit<Options, "knownPages"> & { readonly knownPages: number };

/**
 * The place of each search file's baseline: like its own below the current folder, or its name alone if it lies elsewhere.
 * @throws {UsageError} if two would have the same
 */
export function baselinesOf(paths: readonly string[], { baseline }: Options): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const places = new Map<string, string>();
  for (const path of baseline === undefined ? [] : paths) {
    const local = relative("", path);
    const named = isAbsolute(local) || /^\.\.([\\/]|$)/.test(local) ? basename(path) : local;
    const place = join(baseline ?? "", dirname(named), `${basename(named, searchFileEnding)}.ndjson`);
    const owner = owners.get(place) ?? path;
    if (resolve(owner) !== resolve(path))
      throw new UsageError(`${owner} and ${path} would both have the baseline ${place}. Give them different names.`);
    owners.set(place, path);
    places.set(path, place);
  }
  return places;
}

/** @throws {UsageError | StorageError} if the file is there and is no baseline or can't be replaced, or isn't and can't be written */
export async function readBaseline(place: string, address: SearchAddress): Promise<Baseline> {
  await refuseDevice(place);
  const text = await readText(place).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw fileError(error, place);
  });
  if (text === undefined) {
    await checkFolder(dirname(place));
    return { place };
  }
  await replaceable(place);
  const run = readCommittedRun(text, address, place);
  return { place, ...(run && { run }) };
}

/**
 * Reports the checks in the order of their files, and brings the baselines up to date. Resolves to whether all could be
 * written; what couldn't be is told, and stops nothing else.
 */
export async function tellChecks(
  context: ActionContext,
  options: Telling,
  files: readonly Tellable[],
  outcomes: ReadonlyMap<string, Outcome>,
  gate: { readonly used: number; readonly cap: number } | undefined,
): Promise<boolean> {
  const { screen } = context;
  let areWritten = true;
  const written = (path: string, work: Promise<void>) =>
    work.catch((error: unknown) => {
      areWritten = false;
      warn(context, options, path, "error", failureLines(error));
    });
  const isMarkdown = options.format === "markdown" || options.format === "github";
  if (isMarkdown && !options.json) screen.print(checksMarkdown(summaryOf(files, outcomes), gate));
  for (const [path, { error }] of outcomes)
    if (error !== undefined) warn(context, options, path, "error", failureLines(error), `${path} was not checked:`);
  for (const file of files) {
    const { result, changes } = outcomes.get(file.path) ?? {};
    if (!result) continue;
    await tellCheck(context, file, result, { ...options, ...(changes?.counts && { counts: changes.counts }) });
    if (result.failure !== undefined) warn(context, options, file.path, "error", failureLines(result.failure));
    const { missed = 0 } = result;
    if (missed >= missedTooOften)
      warn(context, options, file.path, "warning", [
        `${file.path} was not reached by the last ${missed} checks, because the credits were used up. Agree to more credits, or check fewer files at a time.`,
      ]);
    if (file.baseline && changes) await written(file.path, writeBaseline(file.baseline, file.frozen.address, changes));
  }
  const { GITHUB_OUTPUT: place = "" } = process.env;
  if (options.format === "github" && place !== "") await written(place, appendFile(place, outputsOf(outcomes)));
  return areWritten;
}

/** What later steps of a workflow can use: sums over all searches. */
function outputsOf(outcomes: ReadonlyMap<string, Outcome>): string {
  const sum = (of: (outcome: Outcome) => number | undefined) =>
    [...outcomes.values()].reduce((total, outcome) => total + (of(outcome) ?? 0), 0);
  const numbers = {
    ...Object.fromEntries(adStates.map((state) => [state, sum(({ changes }) => changes?.counts?.[state])])),
    ...{ credits: sum(({ result }) => result?.credits), uncertain: sum(({ result }) => result?.uncertain) },
  };
  const named = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.entries(numbers)
    .map(([name, number]) => `${named(name)}=${number}\n`)
    .join("");
}

function summaryOf(files: readonly Tellable[], outcomes: ReadonlyMap<string, Outcome>) {
  return [...outcomes].map(([path, { error, result, changes }]) => {
    const { file, before } = files.find((one) => one.path === path) ?? {};
    const failure = error ?? result?.failure;
    const unkept = result?.notKept ? notKeptWords(result.notKept) : undefined;
    const why = failure === undefined ? unkept : failureLines(failure).join(" ");
    return {
      name: file?.name ?? basename(path),
      ...(before !== undefined && { before }),
      ...(changes && { changes }),
      ...(result || why !== undefined ? why !== undefined && { failure: why } : { failure: "It has problems." }),
    };
  });
}

/** A person reads the lines, and a workflow turns them into annotations of the file. */
function warn(
  { screen }: ActionContext,
  { format }: Telling,
  path: string,
  kind: "error" | "warning",
  lines: readonly string[],
  head?: string,
): void {
  if (format === "github") screen.warn(annotation(kind, path, lines.join(" ")));
  else
    for (const line of [...(head === undefined ? [] : [printableName(head)]), ...lines]) screen.warn(printable(line));
}

async function tellCheck(
  { screen, session }: ActionContext,
  { path, isSaved, file, frozen }: Tellable,
  result: CheckResult,
  { json, format, thumbnails = false, knownPages, counts }: Telling & { readonly counts?: StateCounts },
): Promise<void> {
  const { found, ...facts } = result;
  const bought = await session.engine.runs.cardsAt(frozen.address, result.lastHit, found);
  const cards = found.flatMap((ad, at): readonly FoundCard[] => {
    const card = ad.card ?? bought[at];
    return card ? [{ ...ad, card }] : [];
  });
  const about = { ...(isSaved ? { saved: path } : { file: path }), platform: frozen.address.platform };
  if (json)
    screen.json({
      ...{ ...about, ...facts, ...(counts && { counts }), failure: undefined, newAds: undefined },
      found: cards.map(({ card, state, daysRunning }) => ({ state, daysRunning, ...card })),
    });
  else if (format === "markdown" || format === "github")
    screen.print(checkMarkdown(file.name ?? basename(path), result, cards, { thumbnails, knownPages }));
  else {
    screen.print(`${printableName(path)}: ${checkStopWords(result, knownPages)} ${spentWords(result)}`);
    screen.table(cards.map(rowOf));
  }
}

const rowOf = ({ card, ...ad }: FoundCard) => [
  `  ${adName(card)}`,
  newWords(ad) ?? "",
  printable(card.title ?? "Untitled ad"),
  printable(card.owner?.name ?? ""),
];

/** @throws {StorageError} */
async function writeBaseline({ place, run: before }: Baseline, address: SearchAddress, { run, fetchedAt }: RunChanges) {
  try {
    makeFolder(resolve(place, ".."), 0o777);
    await writeOver(place, committedRunText(address, run, fetchedAt, before));
  } catch (error) {
    throw fileError(error, place);
  }
}
