import { type Command, Option } from "commander";
import * as z from "zod";

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
  ...{ strict: yes, baseline: text, md: yes, due: yes, sort: text },
});
export type Options = z.infer<typeof optionShape>;

/** What a help begins with. */
export const exampleOf = (...examples: readonly [string, string]) =>
  `${examples.map((words, at) => `${at === 0 ? "Examples:" : "         "} ad-library ${words}`).join("\n")}
https://github.com/ad-library-explorer/ad-library-explorer/blob/main/docs/cli.md
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
    .option("--daily-budget <n>", "credits per day across all windows and terminals; 0 means no limit")
    .option("--api-version <version>", "version of the service, v1 or v2 (default: v2)")
    .option("--segment <platform=segment>", "use another path segment for a platform", (one, all: string[] = []) => [
      ...all,
      one,
    ])
    .option("--timeout <seconds>", "time limit of one request (default: 30)")
    .option("--json", "print JSON, in the shapes of docs/cli.md");
}

/** Declares the options of `mcp`, both for the help and for running it. */
export function asMcp(command: Command): Command {
  const own = command
    .addHelpText("before", exampleOf("mcp --max-credits 0", "mcp --library sample: --max-credits 300"))
    .description("Serve the assistant tools over MCP on stdin and stdout; see docs/assistants.md.")
    .addOption(new Option("--max-credits <n>", "most credits per day for all assistants together").default("0", "0"));
  return shared(own);
}
