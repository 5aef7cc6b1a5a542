import { type Command, Option } from "commander";
import { check } from "./checkForNew";
import { compareFiles, showRuns } from "./compareRuns";
import type { Action } from "./action";

type Handler = (this: Command) => Promise<void>;

/**
 * Declares the commands about runs: what is new, what is kept, and what differs. `add` makes one with the common
 * options.
 */
export function addRunCommands(add: (name: string) => Command, acted: (action: Action) => Handler): void {
  add("check")
    .description(
      "With FILES, find ads that are new since their last runs, 100 credits per page. Without FILES, check that each platform works. Free.",
    )
    .argument("[files...]", "search files (*.adsearch.json)")
    .option("--max-credits <n>", "most credits to spend in total; 100 per page")
    .option("--known-pages <n>", "stop after this many pages in a row with only known ads (default: 2)")
    .addOption(new Option("--format <format>", "format of the result").choices(["text", "markdown"]))
    .option("--thumbnails", "include the ads' images, from the platforms' servers (markdown)")
    .action(acted(check));
  add("runs")
    .description("List the kept runs of search files. Free, offline.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .option("--ads", "print the ads of the newest run, or of FILE@2, as sorted NDJSON that diffs well")
    .action(acted(showRuns));
  add("compare")
    .description(
      "Compare two runs of a search: which ads are new, changed, absent, unchanged, or not covered. Free, offline.",
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
      new Option("--format <format>", "format of the result; markdown if omitted").choices([
        "json",
        "ndjson",
        "csv",
        "markdown",
      ]),
    )
    .option("--force", "compare runs of different searches, too; then no ad counts as new or absent")
    .action(acted(compareFiles));
}
