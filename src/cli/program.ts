import { Command, CommanderError, Option } from "commander";
import { exportFormats } from "../features/export";
import { checkConnection, serveSample, showFilters } from "./askLibrary";
import { check } from "./checkForNew";
import { compareFiles, showRuns } from "./compareRuns";
import { verifyReport, writeReport } from "./boardFiles";
import { convertRequestFile, convertResponseFile } from "./convertFiles";
import { adoptDataset, compactDataset, verifyDataset, writeDataset } from "./datasetFiles";
import { showAdvertiser } from "./advertiser";
import { onEndingSignal, stopping } from "./endingSignals";
import { exitCodeOf, exitCodes, tellFailure, UsageError, type ExitCode } from "./exitCodes";
import { resumeExport, runFiles } from "./exportFiles";
import { addCompletion, addHelp, notes, refuseCommand, subcommandTerm } from "./help";
import { lookAtAds } from "./lensFiles";
import { showNews } from "./news";
import { lintFiles, newFile, planFiles } from "./planFiles";
import { asMcp, exampleOf, optionShape, optionsOf, semicolon, shared, wordsOf } from "./options";
import { fetchDetails, findBought, importAnswers, packAnswers, showAd, showCredits } from "./bought";
import { deleteEverything, showPlaces } from "./places";
import { openScreen, type Screen } from "./screen";
import { openSession, useLanguage, type Action, type CliSession } from "./session";

// The MCP server takes its engine from this bundle.
export { openMcpTools } from "./mcpTools";

/** Runs a command line and resolves to its exit code. */
export async function runProgram(argv: readonly string[], version: string): Promise<ExitCode> {
  const screen = openScreen();
  let code: ExitCode = exitCodes.done;
  const program = programOf(screen, (ended) => void (code = ended), version);
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

/** All commands but `help` and `complete`, each with the options that all of them share. */
export function programOf(screen: Screen, end: (code: ExitCode) => void, version: string): Command {
  const program = new Command("ad-library")
    .description("Search, plan, buy, and export ads without an editor.")
    .version(version, "-v, --version")
    .addHelpText("before", exampleOf("doctor --library sample:", "run shoes.adsearch.json --max-credits 200"))
    .addHelpText("after", notes)
    .configureHelp({ subcommandTerm })
    .showHelpAfterError("Run with --help for the options.")
    // An option belongs to the command before it: `dataset` and `dataset verify` both have --data.
    .enablePositionalOptions()
    .exitOverride();
  const declared: Command[] = [];
  const add: Add = (parent, name, examples, action) => {
    const command = typeof name === "string" ? parent.command(name) : name;
    declared.push(command);
    return command.addHelpText("before", exampleOf(...examples)).action(acted(screen, end, action));
  };
  addFileCommands(program, add);
  addRunCommands(program, add);
  addBoughtCommands(program, add);
  addAnswerCommands(program, add);
  addBoardCommands(program, add);
  addDatasetCommands(program, add);
  addOtherCommands(program, add);
  addPlaces(program, screen, end, declared);
  // A help begins with the command's own options.
  for (const command of declared)
    shared(command).option("--json", "print JSON, in the shapes that the address above explains");
  addMcp(program, end, version);
  return program;
}

/** Declares a command that opens the engine, with what comes after `ad-library` in two examples. */
type Add = (parent: Command, name: string | Command, examples: readonly [string, string], action: Action) => Command;

function failed(error: unknown, screen: Screen): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  return exitCodeOf(tellFailure(screen, error), error);
}

const searchFiles = ["<files...>", "search files (*.adsearch.json)"] as const;
const again = ["--buy-again", "agree to buy answers again whose files are gone or can't be read"] as const;
const total = ["--max-credits <n>", "most credits to spend in total"] as const;

function addFileCommands(program: Command, add: Add): void {
  add(program, "new", ["new tiktok shoes", "new mega shoes"], newFile)
    .description("Write a search file to begin with. Free, offline.")
    .argument("<platform>", "such as tiktok; mega searches all")
    .argument("[name]", "name of the search, and of its file");
  add(program, "lint", ["lint shoes.adsearch.json", "lint --format github *.adsearch.json"], lintFiles)
    .description("Check search files. Free.")
    .argument(...searchFiles)
    .addOption(new Option("--format <format>", "output format").choices(["text", "sarif", "github"]).conflicts("json"))
    .option("--offline", "send nothing; check against the last known filters")
    .option("--strict", "fail if anything could not be checked");
  add(program, "plan", ["plan shoes.adsearch.json --pages 5", "plan --json *.adsearch.json"], planFiles)
    .description("Show the pages of search files, the most they can cost, and what you bought of them. Free.")
    .argument(...searchFiles)
    .option("--pages <n>", "number of pages, instead of the file's own");
  add(
    program,
    "run",
    ["run shoes.adsearch.json --max-credits 200", "run shoes.adsearch.json --out shoes.csv --max-credits 500"],
    runFiles,
  )
    .description("Export the ads of search files. Bought pages are free, others cost 100 credits.")
    .argument(...searchFiles)
    .option(...total)
    .option("--pages <n>", 'number of pages, or "all"')
    .option("--out <file>", "where to write; - for stdout; one search file only")
    .addOption(new Option("--format <format>", "file format").choices([...exportFormats]))
    .option(...semicolon)
    .option("--fresh", "buy a new result, even if you bought one")
    .option("--faster", "request several pages at once; may cost 100 credits more")
    .option("--details", "include the details of each ad, 100 credits each unless bought")
    .option(...again);
  add(program, "resume", ["resume shoes.ndjson --max-credits 200", "resume"], resumeExport)
    .description("Resume an unfinished export. Without FILE, list unfinished exports.")
    .argument("[file]", "the file that the export writes")
    .option("--max-credits <n>", "most credits to spend")
    .addOption(
      new Option("--discard", "remove the unfinished export; what you paid for stays in the archive").conflicts([
        ...["maxCredits", "buyAgain"],
      ]),
    )
    .option(...again);
}

function addRunCommands(program: Command, add: Add): void {
  add(program, "check", ["check ads/*.adsearch.json --max-credits 300", "check --due --max-credits 500"], check)
    .description("Find ads that are new since the last runs of searches. 100 credits per page.")
    .argument("[files...]", "search files (*.adsearch.json)")
    .option("--due", "check the watched searches that are due, each within its own limit")
    .option(...total)
    .option("--known-pages <n>", "stop after this many consecutive pages with only known ads (default: 2)")
    .addOption(
      new Option("--format <format>", "format of the result; github is markdown with annotations on stderr").choices([
        ...["text", "markdown", "github"],
      ]),
    )
    .option("--thumbnails", "include the ads' images, from the platforms' servers (needs --format markdown or github)")
    .option("--baseline <dir>", "a folder with each search's ads as NDJSON: compared with, and brought up to date")
    .option(...again);
  add(program, "runs", ["runs shoes.adsearch.json", "runs shoes.adsearch.json@2 --ads"], showRuns)
    .description("List the kept runs of search files. Free, offline.")
    .argument(...searchFiles)
    .addOption(
      new Option("--ads", "print the ads of the newest run, or of FILE@2, as sorted NDJSON that diffs well").conflicts(
        "json",
      ),
    );
  add(program, "compare", ["compare shoes.adsearch.json", "compare shoes.adsearch.json@2 --format csv"], compareFiles)
    .description(
      "Compare two runs of a search: which ads were launched, first seen, changed, unchanged, absent, or not covered. Free, offline.",
    )
    .argument(
      "<earlier>",
      "the earlier run: FILE.adsearch.json@2 (the second newest), FILE.adsearch.json@LAST_HIT (a snapshot), or an exported JSON or NDJSON file",
    )
    .argument(
      "[newer]",
      "the newer run; if omitted, the newest run of the file. FILE.adsearch.json alone compares its two newest runs",
    )
    .addOption(
      new Option("--format <format>", "format of the result; markdown if omitted")
        .choices([...["json", "ndjson", "csv", "markdown"]])
        .conflicts("json"),
    )
    .option(...semicolon)
    .option("--force", "compare runs of different searches, too; then no ad counts as launched, first seen, or absent");
  add(program, "news", ["news --since 2026-11-01", "news shoes.adsearch.json --md"], showNews)
    .description(
      "Show what checks found in the searches that you watch in the editor, or in search files. Free, offline.",
    )
    .argument("[files...]", "search files, instead of the watched searches")
    .option("--since <day>", "since this day (UTC); if omitted, since you last looked in the editor")
    .addOption(new Option("--md", "print Markdown").conflicts(["csv", "json"]))
    .addOption(new Option("--csv", "print a row for each ad").conflicts(["md", "json"]))
    .option(...semicolon);
}

function addBoardCommands(program: Command, add: Add): void {
  add(
    program,
    "report",
    ["report shoes.adboard.json --out reports", "report shoes.adboard.json --out . --json"],
    writeReport,
  )
    .description("Write a board as a report whose every figure names its source. Free, offline.")
    .argument("<board>", "a board (*.adboard.json)")
    .option("--out <dir>", "folder of the report's HTML and Markdown");
  add(program, "verify", ["verify reports/shoes.report.html", "verify shoes.report.html --json"], verifyReport)
    .description("Make a report again from the stored answers, and name what differs. Free, offline.")
    .argument("<report>", "a report (*.report.html); its Markdown beside it is checked, too");
}

function addBoughtCommands(program: Command, add: Add): void {
  add(
    program,
    "find",
    ["find running shoes --platform tiktok", "find '\"running shoes\"' --limit 200 --json"],
    findBought,
  )
    .description("Search the ads you bought. Free, offline.")
    .argument("<words...>", 'words; put a phrase "in quotes"')
    .option("--platform <platform>", "one platform only")
    .addOption(new Option("--limit <n>", "maximum number of ads to list").default("50", "50"));
  add(
    program,
    "lens",
    ["lens share shoes.adsearch.json", "lens groups --archive 'running shoes' --sort longest"],
    lookAtAds,
  )
    .description(
      "Group the ads you bought by creative, count what was observed, or see where clicks lead. Free, offline.",
    )
    .argument("<view>", "groups, share, or chains")
    .argument("[runs...]", "search files (FILE.adsearch.json, or FILE.adsearch.json@2 for an earlier run)")
    .option("--archive <query>", 'all bought ads with these words, instead of search files; "" for all')
    .addOption(new Option("--csv", "print every row as CSV").conflicts("json"))
    .option(...semicolon)
    .addOption(
      new Option("--sort <order>", "groups with the most ads first, or those that run longest").choices([
        ...["ads", "longest"],
      ]),
    )
    .addOption(
      new Option("--limit <n>", 'rows to show (of share: for each field), or "all"')
        .default("10", "10")
        .conflicts(["csv", "json"]),
    );
  add(program, "advertiser", ["advertiser Acme Shoes", "advertiser Acme Shoes --platform tiktok --md"], showAdvertiser)
    .description("Show everything you bought of an advertiser, where it was seen, and where not. Free, offline.")
    .argument("<name...>", "its name, or its ID as in the JSON of find")
    .option("--platform <platform>", "the platform, if the name or the ID is known on several")
    .addOption(new Option("--md", "print Markdown").conflicts("json"))
    .addOption(new Option("--limit <n>", 'rows of each table, or "all"').default("10", "10"));
  add(program, "show", ["show tiktok 9007199254740993", "show tiktok 9007199254740993 --json"], showAd)
    .description("Show a bought ad with its details and history. Free, offline.")
    .argument("<platform>", "such as tiktok")
    .argument("<id>", "ad ID, a whole number");
  add(
    program,
    "details",
    ["details tiktok 9007199254740993 --max-credits 100", "details tiktok 9007199254740993 --max-credits 100 --json"],
    fetchDetails,
  )
    .description("Show the details of one ad. 100 credits unless bought.")
    .argument("<platform>", "such as tiktok")
    .argument("<id>", "ad ID, a whole number")
    .option("--max-credits <n>", "most credits to spend")
    .option(...again);
}

function addAnswerCommands(program: Command, add: Add): void {
  add(program, "credits", ["credits", "credits --csv"], showCredits)
    .description("Show what was spent on this machine, by day, platform, and search. Free.")
    .addOption(new Option("--csv", "every row as CSV").conflicts("json"))
    .option(...semicolon);
  add(program, "import", ["import answers.zip --yes", "import --remove answers"], importAnswers)
    .description("Show what a folder or zip file of answers has, and import it. Without SOURCE, list imports. Free.")
    .argument("[source]", "a folder with answers, or a file written by pack")
    .option("--yes", "import the answers instead of only showing them")
    .addOption(new Option("--remove <name>", "delete an import").conflicts("yes"));
  add(
    program,
    "pack",
    ["pack --search shoes.adsearch.json --out shoes.zip", "pack --all --out answers.zip"],
    packAnswers,
  )
    .description("Write answers to a zip file that others can import. Free, offline.")
    .option("--out <file>", "the zip file to write")
    .option("--all", "all pages and details")
    .option("--search <file>", "the pages of one search file")
    .addOption(new Option("--run <last_hit>", "only this result of the search file").conflicts("all"));
}

/** Options of `dataset` that its subcommands don't have. */
const ofDataset: ReadonlySet<string> = new Set(["out", "platform", "since", "groups"]);

function addDatasetCommands(program: Command, add: Add): void {
  const folder = ["<dir>", "folder of the dataset"] as const;
  const dataset = program.command("dataset");
  add(
    program,
    dataset,
    ["dataset --out ads", "dataset --out tiktok --platform tiktok --since 2026-11-01"],
    writeDataset,
  )
    .description(
      "Write everything you bought as Parquet files for DuckDB, ClickHouse, Spark, and pandas. Free, offline.",
    )
    .option("--out <dir>", "folder of the dataset; later runs add what is new")
    .option("--platform <platform>", "only searches and details of this platform")
    .option("--since <day>", "only what was received since this day (UTC), such as 2026-11-01")
    .option("--groups", "group creatives even if you bought more than 3,000 pages and details")
    // It takes no arguments, so a word after it is a mistyped subcommand.
    .allowExcessArguments()
    .hook("preAction", ({ args: [word] }, command) => {
      if (command === dataset && word !== undefined) refuseCommand(dataset, word);
      const meaningless = command === dataset ? [] : Object.keys(dataset.opts()).filter((name) => ofDataset.has(name));
      if (meaningless.length > 0) throw new UsageError(`--${meaningless[0]} has no effect here. Omit it.`);
    });
  add(dataset, "compact", ["dataset compact ads", "dataset compact ads --json"], compactDataset)
    .description("Merge the small files of past months. Free, offline.")
    .argument(...folder);
  add(dataset, "adopt", ["dataset adopt ads", "dataset adopt ads --json"], adoptDataset)
    .description("Make the manifest of a dataset that lost it, from its files. Free, offline.")
    .argument(...folder);
  add(dataset, "verify", ["dataset verify ads", "dataset verify ads --json"], verifyDataset)
    .description("Check every file of a dataset against its manifest. Free, offline.")
    .argument(...folder);
}

function addOtherCommands(program: Command, add: Add): void {
  add(program, "filters", ["filters tiktok interests running", "filters tiktok"], showFilters)
    .description("List the filters of a platform, or the items of a filter. Free.")
    .argument("<platform>", "such as tiktok")
    .argument("[filter]", "key of a filter")
    .argument("[text]", "text that the items must contain");
  add(program, "doctor", ["doctor", "doctor --library sample:"], checkConnection).description(
    "Check that each platform works with this library and key. Free.",
  );
  const convert = program
    .command("convert")
    .addHelpText("before", exampleOf("convert request v1.json", "convert response v1.json"))
    .description("Convert a V1 request or response to V2. Free.");
  add(
    convert,
    "request",
    ["convert request v1.json --platform native", "convert request - --platform native < v1.json"],
    convertRequestFile,
  )
    .description("Convert a V1 search body or cURL command to a V2 request.")
    .argument("<file>", "file, or - for stdin")
    .option("--platform <platform>", "platform, if the request doesn't name it");
  add(convert, "response", ["convert response v1.json", "convert response - < v1.json"], convertResponseFile)
    .description("Convert exported V1 cards or details to V2 field names.")
    .argument("<file>", "file, or - for stdin");
  add(program, "sample", ["sample --port 8080", "sample --moments"], serveSample)
    .description("Serve the sample library until Ctrl+C; prints its URL and key.")
    .addOption(new Option("--port <n>", "port; 0 for any free one").default("0", "0"))
    .option("--moments", "freeze the library until POST /next-moment; then ads appear, change, and vanish");
}

/** Declares the commands that open no engine, because that makes folders and files. */
function addPlaces(program: Command, screen: Screen, end: (code: ExitCode) => void, declared: Command[]): void {
  const add = (name: string, work: typeof showPlaces, example: string) => {
    const command = program.command(name);
    declared.push(command);
    return command.addHelpText("before", exampleOf(name, example)).action(async function (this: Command) {
      end(await work(optionsOf(this), screen));
    });
  };
  add("where", showPlaces, "where --json").description(
    "List every place that is read or written, with sizes. Free, offline.",
  );
  add("delete-everything", deleteEverything, "delete-everything --yes")
    .description("Show what is stored in the data folder, and delete it. Free, offline.")
    .option("--yes", "delete it instead of only showing it");
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
    useLanguage();
    const options = optionsOf(this);
    const words = wordsOf(this);
    const stop = new AbortController();
    let ended = false;
    const interrupt = () => {
      stop.abort();
      setImmediate(() => void (ended || screen.warn(stopping)));
    };
    screen.unread.addEventListener("abort", () => stop.abort());
    const ignoreSignals = onEndingSignal(interrupt);
    let session: CliSession | undefined;
    try {
      session = await openSession(options, screen, stop.signal);
      end(await action({ session, screen, signal: stop.signal }, options, words));
    } finally {
      ended = true;
      await session?.close();
      ignoreSignals();
    }
  };
}
