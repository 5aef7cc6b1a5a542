import { access, readFile, unlink, writeFile } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { SearchAddress } from "../features/archive";
import { errorCode, fileError } from "../features/disk";
import { foundInEnglish } from "../features/search";
import {
  checkPinned,
  type Problem,
  ruleText,
  type SearchFile,
  type SearchFileCost,
  searchFileEnding,
  type Severity,
  writeSearchFile,
} from "../features/searchFiles";
import { roughlyDecoded } from "../features/text";
import { prices } from "../protocol/credits";
import { isPlatformToken } from "../protocol/platforms";
import { toFailure } from "../features/failures";
import { type ExitCode, exitCodes, failureLines, unreadable, UsageError } from "./exitCodes";
import { docsUrl } from "./options";
import { refuseDevice } from "./outPlaces";
import { ageInEnglish, counted, printable, printableName, typed } from "./screen";
import { type Action, type ActionContext, atLeastOne } from "./session";

/** The package's version, inserted by the build. */
declare const packageVersion: string;

/** A search file that was read and checked. */
export interface CheckedFile {
  readonly path: string;
  readonly problems: readonly Problem[];
  /** Absent if it has an error. */
  readonly file: SearchFile | undefined;
}

/**
 * `lint`: prints the problems that the editor shows, written for terminals, for code scanning, or for a workflow.
 */
export const lintFiles: Action = async (context, { json, format, offline, strict }, paths) => {
  const { screen } = context;
  const found = await checkFiles(context, paths, offline);
  const isOpen = ({ code }: Problem) => unchecked.has(code);
  const asError = (one: Problem): Problem => (isOpen(one) ? { ...one, severity: "error" } : one);
  const checked = strict ? found.map((each) => ({ ...each, problems: each.problems.map(asError) })) : found;
  if (json) for (const { path, problems } of checked) screen.json({ file: path, problems });
  else if (format === "sarif") screen.json(sarifOf(checked));
  else printProblems(context, checked, format === "github" ? githubLine : textLine);
  if (found.some(hasError)) return exitCodes.problems;
  return strict && found.some(({ problems }) => problems.some(isOpen)) ? exitCodes.connection : exitCodes.done;
};

/** Problems that say what could not be checked. */
const unchecked: ReadonlySet<Problem["code"]> = new Set(["noFilters", "oldFilters", "itemsNotChecked"] as const);

/** `new`: writes a search file to begin with. Never over another file. */
export const newFile: Action = async ({ session, screen }, { json }, [platformName = "", given = ""]) => {
  const platform = session.platform(platformName);
  const name = given.trim() === "" ? undefined : given;
  const slug = (name ?? platform)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  const path = `${slug === "" ? platform : slug}${searchFileEnding}`;
  const text = writeSearchFile({ ...(name !== undefined && { name }), platform, body: {}, pages: 1 });
  await writeFile(path, text, { flag: "wx" }).catch(async (error: unknown) => {
    if (errorCode(error) === "EEXIST") throw new UsageError(`${path} already exists. Choose another name.`);
    // What couldn't be written whole would be in the way of the next try.
    await unlink(path).catch(() => undefined);
    throw fileError(error, resolve(path));
  });
  if (json) screen.json({ file: path, platform });
  else screen.print(printableName(path));
  screen.note(`It searches for everything. For what its body can have: ad-library filters ${platform}`);
  screen.note(`For its price, which is free to ask: ad-library plan ${typed(path)}`);
  return exitCodes.done;
};

/** `plan`: prints what running each file would cost, and what is bought of it. */
export const planFiles: Action = async (context, { json, pages }, paths) => {
  const { screen } = context;
  if (pages === "all")
    throw new UsageError(
      "The price of all pages is unknown, because nobody knows how many there are. ad-library run --pages all spends up to the limit that you set with --max-credits.",
    );
  const checked = await checkFiles(context, paths);
  printProblems(context, checked.filter(hasError), textLine, true);
  const rows: string[][] = [];
  let total = 0;
  let code: ExitCode = exitCodes.done;
  for (const { path, file } of checked) {
    const cost = file && (await orNamed(context, path, costOf(context, withPages(file, pages))));
    if (!cost) {
      code = exitCodes.problems;
      continue;
    }
    total += cost.price;
    if (json) screen.json({ file: path, ...cost });
    else rows.push([path, counted(cost.pages, "page"), creditsWords(cost), boughtWords(cost)]);
  }
  if (!json) screen.table(rows);
  if (!json && rows.length > 1) screen.print(`Total: at most ${total} credits`);
  return code;
};

async function costOf({ session }: ActionContext, file: SearchFile): Promise<SearchFileCost> {
  const cost = await session.engine.files.plan(file);
  checkPinned(file, cost.bought ? [cost.bought] : []);
  return cost;
}

/** Looks at one of several files. If what it pins isn't bought, this is printed with its name, and it is left out. */
export function orNamed<T>({ screen }: ActionContext, path: string, work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (toFailure(error).code !== "notFound") throw error;
    screen.warn(`${printableName(path)}: ${failureLines(error).join(" ")}`);
    return undefined;
  });
}

/** Reads and checks search files. Costs nothing. @throws {UsageError} if one cannot be read */
export async function checkFiles(
  { session }: ActionContext,
  paths: readonly string[],
  offline = false,
): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for (const path of paths)
    checked.push({
      path,
      ...(await session.engine.files.lint(await textOf(path), {
        offline,
        age: ageInEnglish,
        words: (error) => failureLines(error).join(" "),
      })),
    });
  return checked;
}

/**
 * Reads a search file to look at what is bought of it, which has nothing to do with today's filters. Free, offline.
 * @returns undefined if it is no search; then its problems are printed
 * @throws {UsageError} if it cannot be read
 */
export async function readSearch(context: ActionContext, path: string): Promise<SearchFile | undefined> {
  const file = await readAsIs(context, path);
  if (!file) printProblems(context, await checkFiles(context, [path], true), textLine, true);
  return file;
}

/** The same without a word about its problems. */
export const readAsIs = async ({ session }: ActionContext, path: string): Promise<SearchFile | undefined> =>
  session.engine.files.read(await textOf(path));

/** The archive address of a search file's search. @throws {UsageError} if this is not a valid search file */
export async function addressOf(context: ActionContext, path: string): Promise<SearchAddress> {
  const file = await readSearch(context, path);
  if (!file) throw new UsageError(`${path} is not a valid search file. Check it with ad-library lint.`);
  return context.session.engine.search.address(file);
}

/** @throws {UsageError} */
async function textOf(path: string): Promise<string> {
  await refuseDevice(path);
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === "EISDIR")
      throw new UsageError(`${path} is a folder. Name its search files: ${join(path, "*.adsearch.json")}`);
    if (errorCode(error) === "ENOENT" && isPlatformToken(path))
      throw new UsageError(`${path} is a platform, not a search file. Make one first: ad-library new ${path}`);
    throw unreadable(path, error);
  });
  return roughlyDecoded(bytes);
}

/** @throws {UsageError} if this is not a file or folder that can be read */
export async function checkReadable(path: string): Promise<void> {
  await refuseDevice(path);
  await access(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

/** Prints problems on stdout, or on stderr if stdout has another result (`beside`). */
export function printProblems(
  { screen }: Pick<ActionContext, "screen">,
  checked: readonly CheckedFile[],
  line: (path: string, problem: Problem) => string,
  beside = false,
): void {
  for (const { path, problems } of checked)
    for (const problem of problems) {
      if (beside) screen.warn(line(path, problem));
      else screen.print(line(path, problem));
    }
}

export const hasError = ({ problems }: CheckedFile) => problems.some(({ severity }) => severity === "error");

export function textLine(path: string, { range, severity, message, code }: Problem): string {
  return `${printableName(path)}:${range.line}:${range.column}: ${severity}: ${printable(message)} [${code}]`;
}

function githubLine(path: string, { range, severity, message }: Problem): string {
  const kind = { error: "error", warning: "warning", info: "notice" } as const;
  const place = `,line=${range.line},col=${range.column},endLine=${range.endLine},endColumn=${range.endColumn}`;
  return annotation(kind[severity], path, message, place);
}

/** A workflow command of GitHub about a file. A line break or colon in foreign text must not begin another command. */
export function annotation(kind: "error" | "warning" | "notice", path: string, message: string, place = ""): string {
  const escaped = (text: string) => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  const property = (text: string) => escaped(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
  return `::${kind} file=${property(path)}${place}::${escaped(printable(message))}`;
}

const sarifLevels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Where people read about search files and their problems. */
const help = `${docsUrl}/guide.md#keep-searches-as-files`;

/** The problems as SARIF 2.1.0, which code scanning accepts. */
function sarifOf(checked: readonly CheckedFile[]): unknown {
  const codes = new Set(checked.flatMap(({ problems }) => problems.map(({ code }) => code)));
  const results = checked.flatMap(({ path, problems }) =>
    problems.map(({ code, severity, message, range }) => ({
      ruleId: code,
      level: sarifLevels[severity],
      message: { text: message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(path) },
            region: {
              startLine: range.line,
              startColumn: range.column,
              endLine: range.endLine,
              endColumn: range.endColumn,
            },
          },
        },
      ],
    })),
  );
  const rules = [...codes].map((id) => ({ id, shortDescription: { text: ruleText(id) }, helpUri: help }));
  const driver = { name: "ad-library lint", version: packageVersion, informationUri: help, rules };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
  };
}

/** A file's address by RFC 3986: relative to the working folder where it is inside, whatever characters its name has. */
function uriOf(path: string): string {
  const local = relative(process.cwd(), path);
  const isOutside = isAbsolute(local) || /^\.\.(?:[\\/]|$)/.test(local);
  // URLs leave characters alone that URIs don't have.
  if (isOutside) return pathToFileURL(path).href.replace(/[[\]|^]/g, encodeURIComponent);
  return local
    .split(sep)
    .map((part) => encodeURIComponent(Buffer.from(part).toString()))
    .join("/");
}

/** The file with the number of pages that the command line asks for. @throws {UsageError} */
export function withPages(file: SearchFile, pages: string | undefined): SearchFile {
  return pages === undefined || pages === "all" ? file : { ...file, pages: atLeastOne("--pages", pages) };
}

const creditsWords = ({ price, freshPrice }: SearchFileCost) =>
  price === freshPrice ? `${price} credits` : `${price} credits (${freshPrice} for a new result)`;

const boughtWords = ({ bought }: SearchFileCost) =>
  bought
    ? `${bought.pages} bought, ${foundInEnglish(bought, ageInEnglish)}`
    : `nothing bought, ${prices.search} credits per page`;
