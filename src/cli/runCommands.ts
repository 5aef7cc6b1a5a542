import { type Command, Option } from "commander";
import { check } from "./checkForNew";
import { compareFiles, showRuns } from "./compareRuns";
import type { Action } from "./program";

type Handler = (this: Command) => Promise<void>;

/** Commands about runs: what is new, what is kept, what differs. `add` makes one with the options that all have. */
export function addRunCommands(add: (name: string) => Command, acted: (action: Action) => Handler): void {
  add("check")
    .description("With FILES: ads that are new since their last runs. Without: whether each platform works. Free.")
    .argument("[files...]", "search files (*.adsearch.json)")
    .option("--max-credits <n>", "the most credits that may be spent in all; 100 a page")
    .option("--known-pages <n>", "stop after so many pages in a row with only known ads (2)")
    .addOption(new Option("--format <format>", "of the result").choices(["text", "markdown"]))
    .option("--thumbnails", "with the ads' pictures, from the platforms' servers (markdown)")
    .action(acted(check));
  add("runs")
    .description("The runs that are kept of search files. Free, offline.")
    .argument("<files...>", "search files (*.adsearch.json)")
    .option("--ads", "the ads of the newest run, or of FILE@2, as sorted NDJSON that diffs well")
    .action(acted(showRuns));
  add("compare")
    .description("What is new, changed, absent or not covered between two runs. Free, offline.")
    .argument("<earlier>", "FILE.adsearch.json@2, @LAST_HIT, or an exported JSON or NDJSON file")
    .argument("[newer]", "the same; without it, the two newest runs of a search file")
    .addOption(new Option("--format <format>", "of the result").choices(["json", "ndjson", "csv", "markdown"]))
    .option("--force", "also where the runs are not of the same search: nothing is new or absent then")
    .action(acted(compareFiles));
}
