import { openSession } from "./session";
import { type Action } from "./action";
import { Command, CommanderError, Option } from "commander";
import { showFilters } from "./askLibrary";
import { addCompletion } from "./completion";
import { convertRequestFile, convertResponseFile } from "./convertFiles";
import { addDatasetCommands } from "./datasetFiles";
import { exitCodeOf, exitCodes, type ExitCode } from "./exitCodes";
import { exportFormats } from "../features/export";
import { tellFailure } from "./failureLines";
import { addHelp, notes, subcommandTerm } from "./helpWords";
import { lintFiles, planFiles } from "./planFiles";
import { fetchDetails, findOwned, recoverArchive, showAd, showCredits } from "./owned";
import { resumeExport } from "./resumeFiles";
import { runFiles } from "./runFiles";
import { addRunCommands } from "./runCommands";
import { serveSample } from "./serveSample";
import { asMcp, optionShape, shared } from "./options";
import { openScreen, type Screen } from "./screen";

/** Runs a command line and resolves to its exit code. */
export async function runProgram(argv: readonly string[], version: string): Promise<ExitCode> {
  const screen = openScreen();
  let code: ExitCode = exitCodes.done;
  const end = (ended: ExitCode) => void (code = ended);
  const program = new Command("ad-library")
    .description("Search, plan, buy, and export ads without an editor.")
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
  addHelp(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    code = failed(error, screen);
  }
  const unwritten = await screen.unwritten();
  if (!unwritten) return code;
  // `run --out -` has already said so.
  if (code !== exitCodes.stopped) screen.warn(`The results couldn't be written to stdout: ${unwritten.message}.`);
  return exitCodes.stopped;
}

function failed(error: unknown, screen: Screen): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  return exitCodeOf(tellFailure(screen, error), error);
}

function addFileCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  shared(program.command("lint"))
    .description("Check search files. Free.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .addOption(new Option("--format <format>", "how to print problems").choices(["text", "sarif", "github"]))
    .option("--offline", "send nothing; check against the last known filters")
    .action(acted(screen, end, lintFiles));
  shared(program.command("plan"))
    .description("Show the pages of search files, the most they can cost, and what you own of them. Free.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .option("--pages <n>", "number of pages, instead of the file's own")
    .action(acted(screen, end, planFiles));
  shared(program.command("run"))
    .description("Export the ads of search files. Owned pages are free, others cost 100 credits.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .option("--max-credits <n>", "most credits to spend in total")
    .option("--pages <n>", 'number of pages, or "all"')
    .option("--out <file>", "where to write; - for stdout; one search file only")
    .addOption(new Option("--format <format>", "file format").choices([...exportFormats]))
    .option("--fresh", "buy a new result, even if you own one")
    .option("--faster", "request several pages at once; may cost 100 credits more")
    .option("--details", "include the details of each ad, 100 credits each unless owned")
    .action(acted(screen, end, runFiles));
  shared(program.command("resume"))
    .description("Resume an unfinished export. Without FILE, list unfinished exports.")
    .argument("[file]", "the file that the export writes")
    .option("--max-credits <n>", "most credits to spend")
    .action(acted(screen, end, resumeExport));
}

function addLibraryCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  shared(program.command("filters"))
    .description("List the filters of a platform, or the items of a filter. Free.")
    .argument("<platform>", "such as tiktok")
    .argument("[filter]", "key of a filter")
    .argument("[text]", "text that the items must contain")
    .action(acted(screen, end, showFilters));
}

function addOwnedCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  shared(program.command("find"))
    .description("Search the ads you own. Free, offline.")
    .argument("<words...>", 'words; put a phrase "in quotes"')
    .option("--platform <platform>", "one platform only")
    .addOption(new Option("--limit <n>", "maximum number of ads to list").default("50", "50"))
    .action(acted(screen, end, findOwned));
  shared(program.command("show"))
    .description("Show an owned ad with its details and history. Free, offline.")
    .argument("<platform>", "such as tiktok")
    .argument("<id>", "ad ID, digits only")
    .action(acted(screen, end, showAd));
  shared(program.command("details"))
    .description("Show the details of one ad. 100 credits unless owned.")
    .argument("<platform>", "such as tiktok")
    .argument("<id>", "ad ID, digits only")
    .option("--max-credits <n>", "most credits to spend")
    .action(acted(screen, end, fetchDetails));
  shared(program.command("credits"))
    .description("Show what was spent on this machine, by day, platform, and search. Free.")
    .option("--csv", "every row as CSV")
    .action(acted(screen, end, showCredits));
  shared(program.command("recover"))
    .description("Recover answers from an older or damaged archive. Without FILE, list such archives. Free, offline.")
    .argument("[file]", "a copy of the archive, or a damaged one that was set aside")
    .action(acted(screen, end, recoverArchive));
}

function addOtherCommands(program: Command, screen: Screen, end: (code: ExitCode) => void): void {
  const convert = program.command("convert").description("Convert a V1 request or response to V2. Free.");
  shared(convert.command("request"))
    .description("Convert a V1 search body or cURL command to a V2 request.")
    .argument("<file>", "file, or - for stdin")
    .option("--platform <platform>", "platform, if the request doesn't name it")
    .action(acted(screen, end, convertRequestFile));
  shared(convert.command("response"))
    .description("Convert exported V1 cards or details to V2 field names.")
    .argument("<file>", "file, or - for stdin")
    .action(acted(screen, end, convertResponseFile));
  shared(program.command("sample"))
    .description("Serve the sample library until Ctrl+C; prints its URL and key.")
    .addOption(new Option("--port <n>", "port; 0 for any free one").default("0", "0"))
    .option("--moments", "freeze the library until POST /next-moment; then ads appear, change, and vanish")
    .action(acted(screen, end, serveSample));
}

/** Declares `mcp` for the help. Usually `main` runs it without this program, which starts faster. */
function addMcp(program: Command, end: (code: ExitCode) => void, version: string): void {
  asMcp(program.command("mcp")).action(async function (this: Command) {
    const { runMcp } = await import("./mcp");
    end(await runMcp(optionShape.parse(this.opts()), version));
  });
}

/** Opens the engine, runs a command until it ends or Ctrl+C stops it, and closes the engine. */
function acted(screen: Screen, end: (code: ExitCode) => void, action: Action) {
  return async function (this: Command): Promise<void> {
    const options = optionShape.parse(this.opts());
    const stop = new AbortController();
    const interrupt = () => {
      screen.warn("Stopping. Waiting for requests in progress, so that nothing you paid for is lost…");
      stop.abort();
    };
    screen.unread.addEventListener("abort", () => stop.abort());
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
