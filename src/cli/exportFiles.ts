import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { basename, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  beyondWords,
  deliveredTarget,
  type ExportFormat,
  exportFormats,
  type ExportProgress,
  type ExportSummary,
  type ExportTarget,
  type ExportWish,
  endOfExportWords,
  localTarget,
  priceOfPages,
  refusedWords,
  type UnfinishedExport,
  wishOf,
} from "../features/export";
import { mustBeBoughtAgain, toFailure } from "../features/failures";
import { fileOwner } from "../features/runs";
import type { FrozenSearch } from "../features/search";
import { errorCode, fileError, makeFolder } from "../features/disk";
import { boughtOf, checkPinned, type SearchFile, searchFileEnding } from "../features/searchFiles";
import { prices } from "../protocol/credits";
import { exitCodeOf, exitCodes, tellFailure, UsageError, type ExitCode } from "./exitCodes";
import { agreedCredits, maybe, pagesUnknown, planOf } from "./bought";
import { checkFiles, hasError, orNamed, printProblems, readAsIs, textLine, withPages } from "./planFiles";
import type { Options } from "./options";
import { checkOutFile } from "./outPlaces";
import { counted, dataText, printableName, typed } from "./screen";
import { type Action, type ActionContext, type CliSession, wholeNumber } from "./session";

/** How many requests `--faster` sends at once, as in the editor. */
const ahead = 4;

/** A search file to export, with the most it can cost. */
interface Planned {
  readonly path: string;
  readonly file: SearchFile;
  readonly frozen: FrozenSearch;
  /** The snapshot of the bought result to continue; if absent, page 1 begins a new one. */
  readonly lastHit?: string;
  /** The last page; if absent, all pages. */
  readonly to?: number;
  /** The price in credits; undefined if the number of pages is not known in advance. */
  readonly credits: number | undefined;
}

/** `run`: exports each file as *Export Pages…* does, all of them within the agreed credits. */
export const runFiles: Action = async (context, options, named) => {
  const { screen, session } = context;
  await session.engine.exports.clean();
  const paths = [...new Map(named.map((path) => [resolve(path), path])).values()];
  if (options.out !== undefined && paths.length > 1) throw new UsageError("--out works with one search file only.");
  const checked = await checkFiles(context, paths);
  printProblems(context, checked.filter(hasError), textLine, true);
  const planned: Planned[] = [];
  for (const { path, file } of checked) {
    const each = file
      ? await orNamed(context, path, plan(session, path, file, options))
      : await boughtPlan(context, path, options);
    if (each) planned.push(each);
  }
  if (planned.length < checked.length) return exitCodes.problems;
  await checkPlaces(planned, options, session);
  const gate = await agreed(session, planned, options);
  let code: ExitCode = exitCodes.done;
  for (const each of planned) {
    const wish: ExportWish = {
      ...placeOf(each, options, session),
      ...(each.lastHit !== undefined && { lastHit: each.lastHit }),
      ...(each.to !== undefined && { to: each.to }),
      ...(gate && { gate }),
      ...(options.details && { withDetails: true }),
      ...(options.faster && { ahead }),
    };
    const ended = await exported(context, each.frozen, wish, options, each.path);
    if (session.writable) await session.engine.runs.keep(each.frozen.address, fileOwner(resolve(each.path)));
    if (ended === exitCodes.cancelled) return ended;
    if (code === exitCodes.done) code = ended;
  }
  if (gate) screen.note(`${gate.used} of ${gate.cap} credits used`);
  return code;
};

async function plan({ engine }: CliSession, path: string, raw: SearchFile, options: Options): Promise<Planned> {
  const file = withPages(raw, options.pages);
  const { search } = engine;
  const known = await search.ofBody(file);
  const results = options.fresh ? [] : await search.bought(known);
  if (!options.fresh) checkPinned(file, results);
  const bought = boughtOf(file, results);
  const to = options.pages === "all" ? undefined : (file.pages ?? 1);
  const pages = options.details && bought ? await search.boughtPages(known, bought.lastHit) : [];
  const here = {
    bought: bought && to !== undefined ? await search.readablePages(known, bought.lastHit, to) : 0,
    pages,
  };
  const credits = to === undefined ? undefined : await priceOfPages(engine.details, here, to, options.details === true);
  // A search that may be paid for is checked against the live filters. What is bought needs no service.
  const asked = credits === 0 ? known : await search.freeze(known.query);
  return {
    ...{ path, file, credits },
    // What another process stores from here on is as good as what is stored now.
    frozen: options.fresh ? asked : { ...asked, since: "" },
    ...(bought && { lastHit: bought.lastHit }),
    ...(to !== undefined && { to }),
  };
}

/** A search that no longer fits the filters, of which everything that is wanted is bought; otherwise undefined. */
async function boughtPlan(context: ActionContext, path: string, options: Options): Promise<Planned | undefined> {
  const { engine } = context.session;
  const file = await readAsIs(context, path);
  if (!file || !(await engine.search.ofBody(file)).unfit) return undefined;
  const planned = await plan(context.session, path, file, options).catch(() => undefined);
  return planned?.credits === 0 ? planned : undefined;
}

/**
 * A plan of credits for everything that is not bought; undefined if everything is. @throws {UsageError | FeatureError}
 */
async function agreed(session: CliSession, planned: readonly Planned[], options: Options) {
  const known = planned.every(({ credits }) => credits !== undefined);
  const price = planned.reduce((sum, { credits = 0 }) => sum + credits, 0);
  if (known && price === 0) return undefined;
  if (!known && options.maxCredits === undefined) throw new UsageError(pagesUnknown);
  const credits = agreedCredits(options, known ? price : Number.MAX_SAFE_INTEGER);
  const label = planned.map(({ file, path }) => file.name ?? basename(path)).join(", ");
  return planOf(session, credits, label);
}

type Place = Pick<ExportWish, "target" | "place" | "format" | "separator">;

function placeOf({ path }: Pick<Planned, "path">, options: Options, session: CliSession): Place {
  const { out } = options;
  const format = formatOf(options);
  const written = { format, separator: session.settings.csvSeparator };
  if (out === "-") return { ...written, target: standardOutput(session), place: "stdout:" };
  const name = basename(path).endsWith(searchFileEnding)
    ? basename(path).slice(0, -searchFileEnding.length)
    : basename(path);
  const file = resolve(out ?? `${name}.${format}`);
  return { ...written, target: localTarget(file), place: pathToFileURL(file).href };
}

/**
 * Nothing may replace a search, a device, or another result of the same command, and all must be writable before any is
 * paid for. @throws {UsageError | StorageError}
 */
async function checkPlaces(planned: readonly Planned[], options: Options, session: CliSession): Promise<void> {
  const writers = new Map<string, string>();
  for (const each of planned) {
    const { place, target } = placeOf(each, options, session);
    const other = writers.get(place);
    if (other !== undefined)
      throw new UsageError(
        `${other} and ${each.path} would both be written to ${basename(place)}. Run them one at a time, with --out.`,
      );
    writers.set(place, each.path);
    if (place !== "stdout:") await checkOutFile(fileURLToPath(place), "another name, or --out - for stdout");
    if (place === pathToFileURL(resolve(each.path)).href)
      throw new UsageError("--out must not be the search file, which would be overwritten. Choose another name.");
    await target.check();
  }
}

/** The format that the options name, or else the ending of the file. */
function formatOf({ out = "", format }: Options): ExportFormat {
  return (
    exportFormats.find((each) => (format === undefined ? out.toLowerCase().endsWith(`.${each}`) : each === format)) ??
    "ndjson"
  );
}

/** A target that is written to stdout once the export is finished, so that a pipe never gets a truncated one. */
function standardOutput({ engine, writable }: CliSession): ExportTarget {
  const scratch = writable ? engine.exportPlans : tmpdir();
  return deliveredTarget({
    scratch,
    check: () => {
      makeFolder(scratch);
      return Promise.resolve(undefined);
    },
    deliver: async (finished: string) => {
      const parts = createReadStream(finished, "utf8").map(dataText);
      await pipeline(parts, process.stdout, { end: false }).catch((error: unknown) => {
        // The reader has seen enough.
        if (errorCode(error) !== "EPIPE") throw fileError(error, "stdout");
      });
      return { file: "stdout", size: 0, modified: 0 };
    },
    remove: () => Promise.resolve(),
  });
}

/** Runs an export, shows its progress, and reports how it ended. Resolves to the exit code. */
async function exported(
  context: ActionContext,
  frozen: FrozenSearch,
  wish: ExportWish,
  options: Options,
  search?: string,
) {
  const { session, screen, signal } = context;
  const { json } = options;
  const start = Date.now();
  const summary = await session.engine.exports.run(
    frozen,
    wish,
    (progress) => screen.progress(progressLine(progress, wish.to, Date.now() - start)),
    signal,
  );
  const { failure, ...told } = summary;
  if (failure !== undefined) tellFailure(screen, failure);
  // If the ads are on stdout, the report must go to stderr.
  if (json && wish.place !== "stdout:") screen.json({ ...(search !== undefined && { search }), ...told });
  else screen.note(summaryLine(summary, wish, options));
  return codeOf(summary);
}

function codeOf({ complete, stopped, failure, pages }: ExportSummary): ExitCode {
  if (complete) return exitCodes.done;
  if (stopped === "cancelled") return exitCodes.cancelled;
  if (stopped === "cap") return exitCodes.refused;
  const code = failure === undefined ? exitCodes.stopped : exitCodeOf(toFailure(failure), failure);
  return pages === 0 || code === exitCodes.refused ? code : exitCodes.stopped;
}

/** `resume`: lists unfinished exports, or continues or discards one. */
export const resumeExport: Action = async (context, options, [file]) => {
  const { screen, session } = context;
  await session.engine.exports.clean();
  const unfinished = await session.engine.exports.unfinished();
  if (file === undefined) {
    if (options.discard) throw new UsageError("--discard needs the file of the export to discard.");
    const meant = options.buyAgain ? "--buy-again" : options.maxCredits === undefined ? undefined : "--max-credits";
    if (meant !== undefined) throw new UsageError(`${meant} needs the file of the export to continue.`);
    if (unfinished.length === 0) screen.note("There are no unfinished exports.");
    for (const { plan, pages, credits, uncertain } of unfinished) {
      const target = placeName(plan.target);
      const { platform, body, startedAt } = plan.about;
      if (options.json) screen.json({ file: target, platform, body, startedAt, pages, credits, uncertain });
      else {
        const got = `${counted(pages, "page")} bought`;
        screen.print(`${printableName(target)}  ${got}, ${credits} credits so far${maybe(uncertain)}  ${startedAt}`);
      }
    }
    return exitCodes.done;
  }
  const name = file === "-" ? file : resolve(file);
  const named = unfinished.filter(({ plan: { target, left } }) => placeName(target) === name || left?.file === name);
  const [resume] = named;
  if (!resume)
    throw new UsageError(
      `There is no unfinished export of ${file}, or another window or terminal is writing it. To list unfinished exports, run ad-library resume.`,
    );
  if (named.length > 1)
    screen.warn(
      `${named.length} unfinished exports have this name. This ${options.discard ? "discards" : "continues"} the newest one, begun at ${resume.plan.about.startedAt}, of ${searchWords(resume)}.`,
    );
  if (!options.discard) return goOn(context, resume, options);
  await session.engine.exports.discard(resume);
  screen.note(`Discarded the export of ${printableName(name)}. What you paid for stays in the archive.`);
  return exitCodes.done;
};

const searchWords = ({ plan: { about } }: UnfinishedExport) => `${about.platform} ${about.body}`;

const placeName = (target: string) =>
  target === "stdout:" ? "-" : target.startsWith("file:") ? fileURLToPath(target) : target;

async function goOn(context: ActionContext, resume: UnfinishedExport, options: Options): Promise<ExitCode> {
  const { session, screen } = context;
  const { target } = resume.plan;
  const { frozen, lost, price } = await session.engine.exports.rest(resume);
  const names = [
    ...lost.pages.map((page) => `page ${page}`),
    ...lost.details.map(({ id }) => `the details of ad ${id}`),
  ];
  if (names.length > 0)
    screen.warn(
      `These answers may have been charged but aren't in the archive, and the export needs them: ${names.join(", ")}.`,
    );
  if (price === undefined && options.maxCredits === undefined) throw new UsageError(pagesUnknown);
  const credits =
    price === 0 ? 0 : agreedCredits(options, price ?? wholeNumber("--max-credits", options.maxCredits ?? ""));
  const gate = await planOf(session, credits, "Resume an export");
  const place = target === "stdout:" ? standardOutput(session) : localTarget(fileURLToPath(target));
  const code = await exported(context, frozen, wishOf(resume, place, gate), options);
  if (credits > 0) screen.note(`${gate.used} of ${gate.cap} credits used`);
  return code;
}

/** The progress of an export on one line, with the time left if its last page is known. */
function progressLine({ pages, ads, credits }: ExportProgress, to: number | undefined, ms: number): string {
  const left = to === undefined || pages === 0 ? "" : `, ${Math.ceil((ms / pages / 1000) * (to - pages))} s left`;
  const reached = to === undefined ? counted(pages, "page") : `${pages} of ${counted(to, "page")}`;
  return `${reached}, ${counted(ads, "ad")}, ${credits} credits${left}`;
}

/** The command that continues an export, with the options of this one that say where its answers are, and its limits. */
function resumeCommand(
  { place, to, withDetails }: Pick<ExportWish, "place" | "to" | "withDetails">,
  { pages, failure }: ExportSummary,
  options: Options,
): string {
  const { library, keyFile, data, apiVersion, dailyBudget, timeout, segment = [], linked = [] } = options;
  const given = Object.entries({
    ...{ library, "key-file": keyFile, data, "api-version": apiVersion },
    ...{ "daily-budget": dailyBudget, timeout },
  });
  const credits = to === undefined || withDetails ? "N" : String(Math.max(1, to - pages) * prices.search);
  const words = [
    ...["ad-library", "resume", place === "stdout:" ? "-" : fileURLToPath(place), "--max-credits", credits],
    ...(mustBeBoughtAgain(failure) ? ["--buy-again"] : []),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
    ...segment.flatMap((one) => ["--segment", one]),
    ...linked.flatMap((one) => ["--linked", one]),
  ];
  return words.map(typed).join(" ");
}

/** How an export to `place` (a URL, or `stdout:`) ended, on one line. */
function summaryLine(
  summary: ExportSummary,
  wish: Pick<ExportWish, "place" | "to" | "withDetails" | "resume">,
  options: Options,
): string {
  const { file, ads, pages, details, credits, uncertain, complete, stopped, resumable } = summary;
  const { pagesBeyond = [], kept, refused = [] } = summary;
  const goOn = ` To continue, run: ${resumeCommand(wish, summary, options)}`;
  if (file === undefined) {
    const name = wish.place === "stdout:" ? "stdout" : printableName(fileURLToPath(wish.place));
    const why =
      stopped !== "cap"
        ? endOfExportWords(summary)
        : "What is left of the agreed credits doesn't pay for a page, which costs 100.";
    return [
      `${name}: Nothing was exported.`,
      why,
      beyondWords(pagesBeyond),
      `Spent ${credits} credits${maybe(uncertain)}.`,
    ]
      .filter(Boolean)
      .join(" ");
  }
  const what = `${counted(ads, "ad")} from ${counted(pages, "page")}${details === undefined ? "" : `, ${details} with details`}`;
  const ahead = beyondWords(pagesBeyond);
  const rest = complete ? "" : ` ${endOfExportWords(summary)}${ahead && ` ${ahead}`}${resumable ? goOn : ""}`;
  const other = kept === undefined ? "" : ` ${printableName(kept)} has changed since the export began, so it was kept.`;
  const without = refused.length === 0 ? "" : ` ${refusedWords(refused)}`;
  // Those of earlier tries count as well.
  const inAll = wish.resume === undefined ? "" : " in all";
  return `${printableName(file)}: ${what}, ${credits} credits${inAll}${maybe(uncertain)}.${without}${other}${rest}`;
}
