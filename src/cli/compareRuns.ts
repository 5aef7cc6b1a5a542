import {
  canonicalNdjson,
  type ComparisonFormat,
  comparisonText,
  differencesOf,
  differenceWords,
  type ExportedRun,
  readExportedRun,
  type RunAds,
} from "../features/runs";
import { FeatureError } from "../features/failures";
import { searchFileEnding } from "../features/searchFiles";
import type { Run as KeptRun } from "../protocol/runs";
import { ageInEnglish, counted, dataText, printableName, typed } from "./screen";
import { exitCodes, UsageError } from "./exitCodes";
import { fileAndRun } from "./options";
import { addressOf, checkReadable } from "./planFiles";
import type { Action, ActionContext } from "./session";

/** `runs`: lists the kept runs of each search file, or prints the ads of one run in a form that diffs well. */
export const showRuns: Action = async (context, { json, ads }, paths) => {
  const { screen, session } = context;
  for (const path of paths) {
    if (ads) {
      const { ads: read } = await boughtRun(context, path, 0);
      process.stdout.write(dataText(canonicalNdjson(read)));
      continue;
    }
    const { file } = fileAndRun(path);
    const runs = await session.engine.runs.list(await addressOf(context, file));
    if (json) screen.json({ file, runs });
    else screen.table(runs.map((each, index) => [`${file}@${index + 1}`, ...factsOf(each)]));
    if (!json && runs.length === 0) screen.note(`${file}: you bought no runs of this search. Run it first.`);
  }
  return exitCodes.done;
};

const factsOf = ({ lastHit, fetchedAt, pages, ended, from }: KeptRun) => [
  ageInEnglish(fetchedAt),
  `${counted(pages, "page")}${ended ? ", to the end" : ""}${from === undefined ? "" : `, from ${printableName(from)}`}`,
  lastHit,
];

/** `compare`: compares two bought runs or exported files, for 0 credits. */
export const compareFiles: Action = async (context, { json, format, force }, [first = "", second]) => {
  const [earlier, newer] =
    second === undefined
      ? [await boughtRun(context, first, 1), await boughtRun(context, fileAndRun(first).file, 0)]
      : [await runNamed(context, first), await runNamed(context, second)];
  const differs = differencesOf(earlier.address, newer.address);
  if (differs.length > 0 && !force)
    throw new FeatureError("notSameSearch", {
      specifics: [...differs.map(differenceWords), "To compare them anyway, add --force."].join(" "),
    });
  const { engine, settings } = context.session;
  const { runs } = engine;
  const bought = earlier.bought && newer.bought && differs.length === 0;
  const compared = bought
    ? await runs.compare(nameOf(earlier), nameOf(newer))
    : await runs.compareRead([earlier.facts, newer.facts], [earlier.ads, newer.ads], differs);
  const sides: readonly [RunAds, RunAds] = [earlier.ads, newer.ads];
  const text = comparisonText(compared, sides, json ? "json" : formatOf(format), settings.csvSeparator);
  process.stdout.write(dataText(text));
  return exitCodes.done;
};

const nameOf = ({ address, facts }: NamedRun) => ({ address, lastHit: facts.lastHit });

const formatOf = (format: string | undefined): ComparisonFormat =>
  format === "json" || format === "csv" || format === "ndjson" ? format : "markdown";

/** A run that the command line names, with what it is compared by. */
interface NamedRun extends ExportedRun {
  readonly bought: boolean;
}

/**
 * Reads the run that a name stands for: `FILE.adsearch.json` (the newest run), `FILE.adsearch.json@2` (the second
 * newest), `FILE.adsearch.json@LAST_HIT`, or an exported file.
 */
async function runNamed(context: ActionContext, name: string): Promise<NamedRun> {
  if (isSearchFile(fileAndRun(name).file)) return boughtRun(context, name, 0);
  await checkReadable(name);
  return { ...(await readExportedRun(name, context.session.settings.segments)), bought: false };
}

const isSearchFile = (file: string) => file.endsWith(searchFileEnding);

/**
 * The bought run that a name stands for; without an `@`, the run at position `usual` (0 is the newest).
 * @throws {UsageError | FeatureError} if there is no such run
 */
export async function boughtRunOf(context: ActionContext, name: string, usual: number) {
  const { file: path, run: wanted } = fileAndRun(name);
  if (!isSearchFile(path)) throw new UsageError(`${name} is not a search file (*${searchFileEnding}).`);
  const address = await addressOf(context, path);
  const { runs } = context.session.engine;
  const kept = await runs.list(address);
  const at = wanted === undefined ? usual : Number(wanted) - 1;
  const found = kept.find(({ lastHit }) => lastHit === wanted) ?? kept[at];
  if (!found && kept.length > 0 && wanted !== undefined)
    throw new UsageError(`${path} has no run ${wanted}. To list its runs, use ad-library runs ${typed(path)}.`);
  if (!found) {
    const many = kept.length === 0 ? "no run yet" : kept.length === 1 ? "only one run" : `only ${kept.length} runs`;
    const one = kept.length === 0 ? "one" : "another one";
    const specifics = `${path} has ${many}. To buy ${one}, use ad-library check ${typed(path)} --max-credits N.`;
    throw new FeatureError("notFound", { specifics });
  }
  return { address, run: found };
}

async function boughtRun(context: ActionContext, name: string, usual: number): Promise<NamedRun> {
  const { address, run } = await boughtRunOf(context, name, usual);
  const ads = await context.session.engine.runs.read({ address, lastHit: run.lastHit });
  const { platform, version, body, origin } = address;
  return { address, ads, bought: true, facts: { ...run, platform, version, body, origin, ads: ads.prints.size } };
}
