import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  deliveredTarget,
  type ExportFormat,
  exportFormats,
  type ExportSummary,
  type ExportTarget,
  type ExportWish,
  localTarget,
  priceOfPages,
} from "../features/export";
import { toFailure } from "../features/failures";
import { fileOwner } from "../features/runs";
import type { FrozenSearch } from "../features/search";
import { errorCode, fileError, isDevice } from "../features/disk";
import { freezeFile, ownedOf, type SearchFile, searchFileEnding } from "../features/searchFiles";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "./exitCodes";
import { tellFailure } from "./failureLines";
import { progressLine, summaryLine } from "./exportWords";
import { agreedCredits, pagesUnknown, planOf } from "./owned";
import { checkFiles, hasError, printProblems, textLine, withPages } from "./planFiles";
import type { Options } from "./options";
import type { Action, ActionContext } from "./action";
import type { CliSession } from "./action";

/** How many requests `--faster` sends at once, as in the editor. */
const ahead = 4;

/** A search file to export, with the most it can cost. */
interface Planned {
  readonly path: string;
  readonly file: SearchFile;
  readonly frozen: FrozenSearch;
  /** The snapshot of the owned result to continue; if absent, page 1 begins a new one. */
  readonly lastHit?: string;
  /** The last page; if absent, all pages. */
  readonly to?: number;
  /** The price in credits; undefined if the number of pages is not known in advance. */
  readonly credits: number | undefined;
}

/** `run`: exports each file as *Export Pages…* does, all of them within the agreed credits. */
export const runFiles: Action = async (context, options, named) => {
  const { screen, session } = context;
  const paths = [...new Map(named.map((path) => [resolve(path), path])).values()];
  if (options.out !== undefined && paths.length > 1) throw new UsageError("--out works with one search file only.");
  const checked = await checkFiles(context, paths);
  printProblems(context, checked.filter(hasError), textLine, true);
  if (checked.some(hasError)) return exitCodes.problems;
  const planned: Planned[] = [];
  for (const { path, file } of checked) if (file) planned.push(await plan(session, path, file, options));
  await checkPlaces(planned, options, session);
  const gate = await agreed(session, planned, options);
  let code: ExitCode = exitCodes.done;
  for (const each of planned) {
    const { target, place, format } = placeOf(each, options, session);
    const wish: ExportWish = {
      ...{ format, target, place },
      ...(each.lastHit !== undefined && { lastHit: each.lastHit }),
      ...(each.to !== undefined && { to: each.to }),
      ...(gate && { gate }),
      ...(options.details && { withDetails: true }),
      ...(options.faster && { ahead }),
    };
    const ended = await exported(context, each.frozen, wish, options);
    await session.engine.runs.keep(each.frozen.address, fileOwner(resolve(each.path)));
    if (ended === exitCodes.cancelled) return ended;
    if (code === exitCodes.done) code = ended;
  }
  if (gate) screen.note(`${gate.used} of ${gate.cap} credits used`);
  return code;
};

async function plan({ engine }: CliSession, path: string, raw: SearchFile, options: Options): Promise<Planned> {
  const file = withPages(raw, options.pages);
  // A search that may be paid for is checked against the live filters.
  const frozen = await engine.search.freeze((await freezeFile(file, engine.search)).query);
  const owned = options.fresh ? undefined : ownedOf(file, await engine.search.owned(frozen));
  const to = options.pages === "all" ? undefined : (file.pages ?? 1);
  const pages = options.details && owned ? await engine.search.ownedPages(frozen, owned.lastHit) : [];
  const known = { owned: owned?.pages ?? 0, pages };
  return {
    ...{ path, file, frozen },
    ...(owned && { lastHit: owned.lastHit }),
    ...(to !== undefined && { to }),
    credits: to === undefined ? undefined : await priceOfPages(engine.details, known, to, options.details === true),
  };
}

/**
 * A plan of credits for everything that is not owned; undefined if everything is. @throws {UsageError | FeatureError}
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

type Place = Pick<ExportWish, "target" | "place" | "format">;

function placeOf({ path }: Pick<Planned, "path">, options: Options, session: CliSession): Place {
  const { out } = options;
  const format = formatOf(options);
  if (out === "-") return { target: standardOutput(session), place: "stdout:", format };
  const name = basename(path).endsWith(searchFileEnding)
    ? basename(path).slice(0, -searchFileEnding.length)
    : basename(path);
  const file = resolve(out ?? `${name}.${format}`);
  return { target: localTarget(file), place: pathToFileURL(file).href, format };
}

/** Nothing may replace a search, a device, or another result of the same command. @throws {UsageError} */
async function checkPlaces(planned: readonly Planned[], options: Options, session: CliSession): Promise<void> {
  const writers = new Map<string, string>();
  for (const each of planned) {
    const { place } = placeOf(each, options, session);
    const other = writers.get(place);
    if (other !== undefined)
      throw new UsageError(
        `${other} and ${each.path} would both be written to ${basename(place)}. Run them one at a time, with --out.`,
      );
    writers.set(place, each.path);
    if (place === pathToFileURL(resolve(each.path)).href || place.endsWith(searchFileEnding))
      throw new UsageError("--out must not be a search file, which would be overwritten. Choose another name.");
    if (place !== "stdout:" && (await isDevice(fileURLToPath(place))))
      throw new UsageError(`${fileURLToPath(place)} is not a file. Choose another name, or --out - for stdout.`);
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
export function standardOutput({ engine }: CliSession, growing?: string): ExportTarget {
  const delivery = {
    scratch: engine.journals,
    check: async () => void (await mkdir(engine.journals, { recursive: true })),
    deliver: async (finished: string) => {
      await pipeline(createReadStream(finished), process.stdout, { end: false }).catch((error: unknown) => {
        // The reader has seen enough.
        if (errorCode(error) !== "EPIPE") throw fileError(error, "stdout");
      });
      return { file: "stdout", size: 0, modified: 0 };
    },
    remove: () => Promise.resolve(),
  };
  return growing === undefined ? deliveredTarget(delivery) : deliveredTarget(delivery, growing);
}

/** Runs an export, shows its progress, and reports how it ended. Resolves to the exit code. */
export async function exported(
  { session, screen, signal }: ActionContext,
  frozen: FrozenSearch,
  wish: ExportWish,
  { json }: Options,
) {
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
  if (json && wish.place !== "stdout:") screen.json(told);
  else screen.note(summaryLine(summary, wish.place));
  return codeOf(summary);
}

function codeOf({ complete, stopped, failure, pages }: ExportSummary): ExitCode {
  if (complete) return exitCodes.done;
  if (stopped === "cancelled") return exitCodes.cancelled;
  if (stopped === "cap") return exitCodes.refused;
  const code = failure === undefined ? exitCodes.stopped : exitCodeOf(toFailure(failure), failure);
  return pages === 0 || code === exitCodes.refused ? code : exitCodes.stopped;
}
