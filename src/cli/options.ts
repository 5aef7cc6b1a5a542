import type { Command } from "commander";
import * as z from "zod";

const text = z.string().optional();
const yes = z.boolean().optional();

/** The options of all commands, as they were typed. */
export const optionShape = z.object({
  ...{ library: text, keyFile: text, data: text, dailyBudget: text, apiVersion: text, timeout: text, json: yes },
  segment: z.array(z.string()).optional(),
  ...{ format: text, offline: yes, pages: text, maxCredits: text, out: text, fresh: yes, faster: yes, details: yes },
  ...{ platform: text, limit: text, csv: yes, port: text, moments: yes, since: text },
  ...{ knownPages: text, thumbnails: yes, ads: yes, force: yes },
});
export type Options = z.infer<typeof optionShape>;

/** The options that every command with an engine takes. */
export function shared(command: Command): Command {
  return command
    .option("--library <url>", "base URL of the library, or sample:")
    .option("--key-file <file>", "a file with the API key")
    .option("--data <dir>", "archive, ledger and unfinished exports")
    .option("--daily-budget <n>", "credits a day over all windows and terminals; 0 is none")
    .option("--api-version <version>", "of the service: v2 (default) or v1")
    .option("--segment <platform=segment...>", "another path segment for a platform")
    .option("--timeout <seconds>", "for one answer (30)")
    .option("--json", "for programs: docs/cli.md has the shapes");
}

/** The command `mcp`, for the help and for whoever runs it. */
export function asMcp(command: Command): Command {
  return shared(command)
    .description("Serve the tools for assistants over MCP on stdin and stdout: docs/assistants.md.")
    .option("--max-credits <n>", "the most credits a day that assistants may spend, over all of them", "0");
}
