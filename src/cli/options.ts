import { existsSync, globSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import * as z from "zod";
import { runPattern } from "../protocol/ads";
import { UsageError } from "./exitCodes";
import { printableName } from "./screen";

const text = z.string().optional();
const yes = z.boolean().optional();

/** The options of all commands, as they were typed. */
export const optionShape = z.object({
  ...{ library: text, keyFile: text, data: text, dailyBudget: text, apiVersion: text, timeout: text, json: yes },
  ...{ segment: z.array(z.string()).optional(), linked: z.array(z.string()).optional(), buyAgain: yes },
  ...{ all: yes, run: text, search: text, yes, remove: text },
  ...{ format: text, offline: yes, pages: text, maxCredits: text, out: text, fresh: yes, faster: yes, details: yes },
  ...{ platform: text, limit: text, csv: yes, port: text, moments: yes, since: text, groups: yes },
  ...{ knownPages: text, thumbnails: yes, ads: yes, force: yes, discard: yes, archive: text },
  ...{ strict: yes, baseline: text, md: yes, due: yes, sort: text, semicolon: yes },
});
export type Options = z.infer<typeof optionShape>;

/** Declares the separator of the commands that write CSV. */
export const semicolon = [
  "--semicolon",
  "CSV with semicolons and decimal commas, for Excel where it expects them",
] as const;

/** The options of a command, as they were typed. @throws {UsageError} */
export function optionsOf(command: Command): Options {
  const options = optionShape.parse(command.optsWithGlobals());
  for (const name of ["data", "out", "baseline"] as const)
    if (options[name] === "") throw new UsageError(`--${name} is empty. Name a file or folder, or omit it.`);
  if (options.out === "-" && command.name() !== "run")
    throw new UsageError("Only run writes to stdout with --out -. Name a file or folder.");
  const { format, out = "", csv = format === undefined ? /\.csv$/i.test(out) : format === "csv" } = options;
  if (options.semicolon && !csv) throw new UsageError("--semicolon is for CSV. Choose that format, or omit it.");
  return options;
}

/** The pages that a help names: whoever installed the command has no repository. */
export const docsUrl = "https://github.com/ad-library-explorer/ad-library-explorer/blob/main/docs";

/** A number that is wrong ends a command before it does anything, also a server that would need it only later. */
function wholeText(typed: string): string {
  if (!/^\d{1,9}$/.test(typed)) throw new InvalidArgumentError("It must be a whole number.");
  return typed;
}

/** What a help begins with. */
export const exampleOf = (...examples: readonly [string, string]) =>
  `${examples.map((words, at) => `${at === 0 ? "Examples:" : "         "} ad-library ${words}`).join("\n")}
${docsUrl}/cli.md
`;

/** Adds the options that every command with an engine takes. */
export function shared(command: Command): Command {
  return command
    .optionsGroup("Options of all commands:")
    .helpOption("-h, --help", "show this help")
    .option("--library <url>", "base URL of the library, or sample:")
    .option("--key-file <file>", "a file with the API key, or - for stdin")
    .option("--data <dir>", "folder of the archive, ledger, and unfinished exports")
    .option("--linked <dir>", "a folder with answers of others to look at before paying", (one, all: string[] = []) => [
      ...all,
      one,
    ])
    .option(
      "--daily-budget <n>",
      "credits per day, from midnight in the local time zone (TZ), across all windows and terminals; 0 means no limit",
      wholeText,
    )
    .addOption(new Option("--api-version <version>", "version of the service (default: v2)").choices(["v1", "v2"]))
    .option("--segment <platform=segment>", "use another path segment for a platform", (one, all: string[] = []) => [
      ...all,
      one,
    ])
    .option("--timeout <seconds>", "time limit of one request (default: 30)", wholeText);
}

/** What a word such as `shoes.adsearch.json@2` names: a file, and perhaps a run by its position or snapshot. */
export function fileAndRun(word: string): { readonly file: string; readonly run?: string } {
  const found = runPattern.exec(word);
  return found?.[1] === undefined ? { file: word } : { file: word.slice(0, found.index), run: found[1] };
}

/** What the shells of Windows, and quotes, leave to the program: `ads/*.adsearch.json`. */
const pattern = /[*?[{]/;

/** Arguments that name files or folders which are there: several, or one. */
const several: ReadonlySet<string> = new Set(["files", "runs"]);
const single: ReadonlySet<string> = new Set(["file", "earlier", "newer", "board", "report", "source", "dir"]);

/**
 * The words of a command, with the files that a pattern among them matches, sorted.
 * @throws {UsageError} if it matches none, or several where one is meant
 */
export function wordsOf(command: Command): readonly string[] {
  const { args, registeredArguments } = command;
  return args.flatMap((word, at) => {
    const name = (registeredArguments[at] ?? registeredArguments.at(-1))?.name() ?? "";
    // The file of an export may still be to be made.
    if (!several.has(name) && (!single.has(name) || command.name() === "resume")) return word;
    const { file, run } = fileAndRun(word);
    if (!pattern.test(file) || existsSync(word) || existsSync(file)) return word;
    const found = globSync(file).sort();
    if (found.length === 0) throw new UsageError(`No file matches ${printableName(word)}.`);
    if (found.length > 1 && single.has(name))
      throw new UsageError(`${found.length} files match ${printableName(word)}. Name one of them.`);
    return found.map((each) => (run === undefined ? each : `${each}@${run}`));
  });
}

/** Declares the options of `mcp`, both for the help and for running it. */
export function asMcp(command: Command): Command {
  const own = command
    .addHelpText("before", exampleOf("mcp --max-credits 0", "mcp --library sample: --max-credits 300"))
    .description("Serve the assistant tools over MCP on stdin and stdout.")
    .addOption(
      new Option("--max-credits <n>", "most credits per day for all assistants together")
        .default("0", "0")
        .argParser(wholeText),
    );
  return shared(own);
}
