import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import {
  deliveredTarget,
  type ExportFormat,
  type ExportProgress,
  type ExportSummary,
  type ExportTarget,
  type ExportWish,
  localTarget,
} from "../features/export";
import { FeatureError, toFailure } from "../features/failures";
import { fileOwner } from "../features/runs";
import type { FrozenSearch } from "../features/search";
import { freezeFile, ownedOf, type SearchFile, searchFileEnding } from "../features/searchFiles";
import { adsOfPage, prices } from "../protocol/credits";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "./exitCodes";
import { agreedCredits } from "./owned";
import { checkFiles, hasError, printProblems, textLine, withPages } from "./planFiles";
import type { Options } from "./options";
import type { Action, Run } from "./action";
import type { Session } from "./action";

/** How many requests to send at once with `--faster`, as in the editor. */
const ahead = 4;

/** A search file to export, with the most it can cost. */
interface Planned {
  readonly path: string;
  readonly file: SearchFile;
  readonly frozen: FrozenSearch;
  /** The owned result to continue; absent: page 1 begins a new one. */
  readonly lastHit?: string;
  readonly to?: number;
  /** Undefined if the end is not known. */
  readonly credits: number | undefined;
}

/** `run`: exports each file as *Export Pages…* does, all together within the agreed credits. */
export const runFiles: Action = async (run, options, paths) => {
  const { screen, session } = run;
  if (options.out !== undefined && paths.length > 1) throw new UsageError("--out works with one search file only.");
  const checked = await checkFiles(run, paths);
  printProblems(run, checked.filter(hasError), textLine, true);
  if (checked.some(hasError)) return exitCodes.problems;
  const planned: Planned[] = [];
  for (const { path, file } of checked) if (file) planned.push(await plan(session, path, file, options));
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
    const ended = await exported(run, each.frozen, wish, options);
    await session.engine.runs.keep(each.frozen.address, fileOwner(resolve(each.path)));
    if (ended === exitCodes.cancelled) return ended;
    if (code === exitCodes.done) code = ended;
  }
  if (gate) screen.note(`${gate.used} of ${gate.cap} credits`);
  return code;
};

async function plan({ engine }: Session, path: string, raw: SearchFile, options: Options): Promise<Planned> {
  const file = withPages(raw, options.pages);
  // A search that may be paid for is checked against the live filters.
  const frozen = await engine.search.freeze((await freezeFile(file, engine.search)).query);
  const owned = options.fresh ? undefined : ownedOf(file, await engine.search.owned(frozen));
  const to = options.pages === "all" ? undefined : (file.pages ?? 1);
  const pages = to === undefined ? undefined : Math.max(0, to - (owned?.pages ?? 0));
  const details = options.details && to !== undefined ? to * adsOfPage * prices.adDetail : 0;
  return {
    ...{ path, file, frozen },
    ...(owned && { lastHit: owned.lastHit }),
    ...(to !== undefined && { to }),
    credits: pages === undefined ? undefined : pages * prices.search + details,
  };
}

/** Leave to spend for everything that is not owned; undefined if everything is. @throws {UsageError | FeatureError} */
async function agreed(session: Session, planned: readonly Planned[], options: Options) {
  const known = planned.every(({ credits }) => credits !== undefined);
  const price = planned.reduce((sum, { credits = 0 }) => sum + credits, 0);
  if (known && price === 0) return undefined;
  if (!known && options.maxCredits === undefined)
    throw new UsageError(
      "Nobody knows in advance where the results end. Set the limit with --max-credits, 100 credits per page.",
    );
  const credits = agreedCredits(options, known ? price : Number.MAX_SAFE_INTEGER);
  const label = planned.map(({ file, path }) => file.name ?? basename(path)).join(", ");
  const gate = await session.engine.wallet.plan(credits, label, session.settings.baseUrl === "sample:");
  if (!gate) throw new FeatureError("declined");
  return gate;
}

type Place = Pick<ExportWish, "target" | "place" | "format">;

function placeOf({ path }: Pick<Planned, "path">, { out, format }: Options, session: Session): Place {
  const ending = format ?? formatIn(out) ?? "ndjson";
  const chosen = formatOf(ending);
  if (out === "-") return { target: standardOutput(session), place: "stdout:", format: chosen };
  const name = basename(path).endsWith(searchFileEnding)
    ? basename(path).slice(0, -searchFileEnding.length)
    : basename(path);
  const file = resolve(out ?? `${name}.${chosen}`);
  return { target: localTarget(file), place: pathToFileURL(file).href, format: chosen };
}

const formatIn = (out: string | undefined) => /\.(json|ndjson|csv)$/.exec(out ?? "")?.[1];

function formatOf(text: string): ExportFormat {
  return text === "json" || text === "csv" ? text : "ndjson";
}

/** A file that is written to stdout once it is finished, so that a pipe never gets a truncated export. */
export function standardOutput({ engine }: Session, growing?: string): ExportTarget {
  const delivery = {
    scratch: engine.journals,
    check: async () => void (await mkdir(engine.journals, { recursive: true })),
    deliver: async (finished: string) => {
      await pipeline(createReadStream(finished), process.stdout, { end: false });
      return { file: "stdout", size: 0, modified: 0 };
    },
    remove: () => Promise.resolve(),
  };
  return growing === undefined ? deliveredTarget(delivery) : deliveredTarget(delivery, growing);
}

/** Runs an export with its progress, and reports how it ended. */
export async function exported(
  { session, screen, signal }: Run,
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
  if (failure !== undefined) screen.warn(toFailure(failure).message);
  // With the ads on stdout, the report must go elsewhere.
  if (json && wish.place !== "stdout:") screen.json(told);
  else screen.note(summaryLine(summary));
  return codeOf(summary);
}

function progressLine({ pages, ads, credits }: ExportProgress, to: number | undefined, ms: number): string {
  const left = to === undefined || pages === 0 ? "" : `, ${Math.ceil((ms / pages / 1000) * (to - pages))} s left`;
  return `${pages}${to === undefined ? "" : ` of ${to}`} pages, ${ads} ads, ${credits} credits${left}`;
}

/** The words for credits that may have been charged. */
export const maybe = (uncertain: number) => (uncertain === 0 ? "" : `, ${uncertain} more may have been charged`);

function summaryLine({ file, ads, pages, credits, uncertain, complete, stopped }: ExportSummary): string {
  if (file === undefined) return `Nothing was exported: ${credits} credits${maybe(uncertain)}.`;
  const rest = complete ? "" : ` Stopped (${stopped}). To continue, run ad-library resume.`;
  return `${file}: ${ads} ads of ${pages} pages, ${credits} credits${maybe(uncertain)}.${rest}`;
}

function codeOf({ complete, stopped, failure, pages }: ExportSummary): ExitCode {
  if (complete) return exitCodes.done;
  if (stopped === "cancelled") return exitCodes.cancelled;
  if (stopped === "cap") return exitCodes.refused;
  const code = failure === undefined ? exitCodes.stopped : exitCodeOf(toFailure(failure), failure);
  return pages === 0 || code === exitCodes.refused ? code : exitCodes.stopped;
}
