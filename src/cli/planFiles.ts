import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Problem, SearchFile, SearchFileCost, Severity } from "../features/searchFiles";
import { prices } from "../protocol/credits";
import { ageInEnglish, counted } from "./counted";
import { exitCodes, UsageError, type ExitCode } from "./exitCodes";
import type { Action, ActionContext } from "./action";
import { printable, printableName } from "./screen";
import { atLeastOne } from "./session";

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
export const lintFiles: Action = async (context, { json, format, offline }, paths) => {
  const { screen } = context;
  const checked = await checkFiles(context, paths, offline);
  if (json) for (const { path, problems } of checked) screen.json({ file: path, problems });
  else if (format === "sarif") screen.json(sarifOf(checked));
  else printProblems(context, checked, format === "github" ? githubLine : textLine);
  return codeOf(checked);
};

/** `plan`: prints what running each file would cost, and what is owned of it. */
export const planFiles: Action = async (context, { json, pages }, paths) => {
  const { screen, session } = context;
  const checked = await checkFiles(context, paths);
  printProblems(context, checked.filter(hasError), textLine, true);
  const rows: string[][] = [];
  let total = 0;
  for (const { path, file } of checked) {
    if (!file) continue;
    const cost = await session.engine.files.plan(withPages(file, pages));
    total += cost.credits;
    if (json) screen.json({ file: path, ...cost });
    else rows.push([path, counted(cost.pages, "page"), creditsWords(cost), ownedWords(cost)]);
  }
  if (!json) screen.table(rows);
  if (!json && rows.length > 1) screen.print(`Total: at most ${total} credits`);
  return codeOf(checked);
};

/** Reads and checks search files. Costs nothing. @throws {UsageError} if one cannot be read */
export async function checkFiles(
  { session }: ActionContext,
  paths: readonly string[],
  offline = false,
): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for (const path of paths) {
    const text = await readFile(path, "utf8").catch(() => {
      throw new UsageError(`${path} can't be read.`);
    });
    checked.push({ path, ...(await session.engine.files.lint(text, { offline, age: ageInEnglish })) });
  }
  return checked;
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

const codeOf = (checked: readonly CheckedFile[]): ExitCode =>
  checked.some(hasError) ? exitCodes.problems : exitCodes.done;

export function textLine(path: string, { range, severity, message, code }: Problem): string {
  return `${printableName(path)}:${range.line}:${range.column}: ${severity}: ${printable(message)} [${code}]`;
}

/** A problem as a workflow command of GitHub. A line break or colon in foreign text must not begin another command. */
function githubLine(path: string, { range, severity, message }: Problem): string {
  const kind = { error: "error", warning: "warning", info: "notice" }[severity];
  const escaped = (text: string) => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  const property = (text: string) => escaped(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
  const place = `line=${range.line},col=${range.column},endLine=${range.endLine},endColumn=${range.endColumn}`;
  return `::${kind} file=${property(path)},${place}::${escaped(printable(message))}`;
}

const sarifLevels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

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
  const driver = { name: "ad-library lint", rules: [...codes].map((id) => ({ id })) };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
  };
}

function uriOf(path: string): string {
  const local = relative(process.cwd(), path);
  return local.startsWith("..") ? pathToFileURL(path).href : encodeURI(local.replaceAll("\\", "/"));
}

/** The file with the number of pages that the command line asks for. @throws {UsageError} */
export function withPages(file: SearchFile, pages: string | undefined): SearchFile {
  return pages === undefined || pages === "all" ? file : { ...file, pages: atLeastOne("--pages", pages) };
}

const creditsWords = ({ credits, freshCredits }: SearchFileCost) =>
  credits === freshCredits ? `${credits} credits` : `${credits} credits (${freshCredits} for a new result)`;

const ownedWords = ({ owned }: SearchFileCost) =>
  owned ? `${owned.pages} owned, ${ageInEnglish(owned.fetchedAt)}` : `nothing owned, ${prices.search} credits per page`;
