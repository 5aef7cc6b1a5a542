import { Command, CommanderError, Option } from "commander";
import { toFailure } from "../features/failures";
import { showFilters } from "./askLibrary";
import { addCompletion } from "./completion";
import { convertRequestFile, convertResponseFile } from "./convertFiles";
import { addDatasetCommands } from "./datasetFiles";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "./exitCodes";
import { notes, subcommandTerm } from "./helpWords";
import { lintFiles, planFiles } from "./planFiles";
import { fetchDetails, findAds, showAd, showCredits } from "./owned";
import { resumeExport } from "./resumeFiles";
import { runFiles } from "./runFiles";
import { addRunCommands } from "./runCommands";
import { serveSample } from "./serveSample";
import { asMcp, optionShape, shared, type Options } from "./options";
import { openScreen, type Screen } from "./screen";
import { openSession, type Session } from "./session";

/** What a command is given: an open engine, the screen, and the signal of Ctrl+C. */
export interface Run {
  readonly session: Session;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** A command: its arguments in the order in which they were typed. */
export type Action = (run: Run, options: Options, args: readonly string[]) => Promise<ExitCode>;

/** Runs a command line. @returns its exit code */
export async function runProgram(argv: readonly string[], version: string): Promise<ExitCode> {
  const screen = openScreen();
  let code: ExitCode = exitCodes.done;
  const end = (ended: ExitCode) => void (code = ended);
  const program = new Command("ad-library")
    .description("Search ads, plan and buy pages, and export them, without an editor.")
    .version(version)
    .addHelpText("after", notes)
    .configureHelp({ subcommandTerm })
    .showHelpAfterError("Run with --help for the options.")
    .exitOverride();
  addFileCommands(program, screen, end);
  addLibraryCommands(program, screen, end);
  addRunCommands(
    (name) => shared(program.command(name)),
    (action) => acted(screen, end, action),
  );
  addOwnedCommands(program, screen, end);
  addDatasetCommands(program, (command, action) => shared(command).action(acted(screen, end, action)));
  addOtherCommands(program, screen, end);
  addMcp(program, end, version);
  await addCompletion(program, argv);
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    return failed(error, screen);
  }
}

function failed(error: unknown, screen: Screen): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const failure = toFailure(error);
  screen.warn(error instanceof UsageError ? error.message : failure.message);
  for (const problem of failure.problems ?? []) screen.warn(`  ${problem.filter ?? "search"}: ${problem.message}`);
  return exitCodeOf(failure, error);
}

function addFileCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  shared(program.command("lint"))
    .description("Check search files. Free.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .addOption(new Option("--format <format>", "how problems are told").choices(["text", "sarif", "github"]))
    .option("--offline", "ask nobody: check against the filters seen last")
    .action(acted(screen, end, lintFiles));
  shared(program.command("plan"))
    .description("Pages, exact price, and what is owned of search files. Free.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .option("--pages <n>", "number of pages, in place of the file's own")
    .action(acted(screen, end, planFiles));
  shared(program.command("run"))
    .description("Export the ads of search files: owned pages are free, others cost 100 credits.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .option("--max-credits <n>", "the most credits that may be spent in all")
    .option("--pages <n>", "number of pages, or: all")
    .option("--out <file>", "where to write; - is stdout; one search file only")
    .addOption(new Option("--format <format>", "of the file").choices(["json", "ndjson", "csv"]))
    .option("--fresh", "begin a new result, also where one is owned")
    .option("--faster", "several pages at once; may spend 100 credits more")
    .option("--details", "with the details of each ad, 100 credits each unless owned")
    .action(acted(screen, end, runFiles));
  shared(program.command("resume"))
    .description("Go on with an export that was stopped. Without FILE: list them.")
    .argument("[file]", "the file that the export was to write")
    .option("--max-credits <n>", "the most credits that may be spent")
    .action(acted(screen, end, resumeExport));
}

function addLibraryCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  shared(program.command("filters"))
    .description("The filters of a platform, or the items of one filter. Free.")
    .argument("<platform>", "such as tiktok")
    .argument("[filter]", "key of a filter")
    .argument("[text]", "what its items must contain")
    .action(acted(screen, end, showFilters));
}

function addOwnedCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  shared(program.command("find"))
    .description("Find ads among everything that is owned. Free, offline.")
    .argument("<words...>", 'words, "in quotes" where they stand together')
    .option("--platform <platform>", "one platform only")
    .option("--limit <n>", "the most ads to list", "50")
    .action(acted(screen, end, findAds));
  shared(program.command("show"))
    .description("An owned ad with its details and all its sightings. Free, offline.")
    .argument("<platform>", "such as tiktok")
    .argument("<id>", "digits of the ad's ID")
    .action(acted(screen, end, showAd));
  shared(program.command("details"))
    .description("The details of one ad: 100 credits unless owned.")
    .argument("<platform>", "such as tiktok")
    .argument("<id>", "digits of the ad's ID")
    .option("--max-credits <n>", "the most credits that may be spent")
    .action(acted(screen, end, fetchDetails));
  shared(program.command("credits"))
    .description("What was spent on this machine, by day, platform and search. Free.")
    .option("--csv", "every row as CSV")
    .action(acted(screen, end, showCredits));
}

function addOtherCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  const convert = program.command("convert").description("Bring a V1 request or response over to V2. Free.");
  shared(convert.command("request"))
    .description("A V1 search body or cURL command as a V2 request.")
    .argument("<file>", "- is stdin")
    .option("--platform <platform>", "where the request does not name it")
    .action(acted(screen, end, convertRequestFile));
  shared(convert.command("response"))
    .description("Exported V1 cards or details with V2 field names.")
    .argument("<file>", "- is stdin")
    .action(acted(screen, end, convertResponseFile));
  shared(program.command("sample"))
    .description("Serve the sample library until Ctrl+C; prints its URL and key.")
    .option("--port <n>", "0 takes a free one", "0")
    .option("--moments", "stand still until POST /next-moment: then ads appear, change and vanish")
    .action(acted(screen, end, serveSample));
}

/** Mostly `main` runs it without this program: that starts sooner. */
function addMcp(program: Command, end: (code: ExitCode) => void, version: string): void {
  asMcp(program.command("mcp")).action(async function (this: Command) {
    const { runMcp } = await import("./mcp");
    end(await runMcp(optionShape.parse(this.opts()), version));
  });
}

/** Opens the engine, runs a command until it ends or Ctrl+C is pressed, and closes the engine. */
function acted(screen: Screen, end: (code: ExitCode) => void, action: Action) {
  return async function (this: Command): Promise<void> {
    const options = optionShape.parse(this.opts());
    const stop = new AbortController();
    const interrupt = () => {
      screen.warn("Stopping: what was sent is waited for, so that nothing paid for is lost…");
      stop.abort();
    };
    process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
    const session = await openSession(options, screen);
    try {
      end(await action({ session, screen, signal: stop.signal }, options, this.args));
    } finally {
      await session.close();
      process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    }
  };
}
