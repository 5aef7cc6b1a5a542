import type { Command } from "commander";
import { nearest } from "../features/searchFiles";
import { exampleOf } from "./options";

/** The notes below the list of commands. */
export const notes = `
Library   --library URL or AD_LIBRARY_URL; "sample:" is the built-in sample
          library, which needs no key and charges nothing.
Key       AD_LIBRARY_API_KEY or --key-file. Never an argument.
Data      --data DIR or AD_LIBRARY_DATA: pages bought here count in the
          editor and vice versa. VS Code sets it in its terminals. "where"
          lists the places.
Exit      0 done, 1 problems found, 2 usage, 3 refused by a limit,
          4 connection or key, 5 stopped partway, 6 new ads, 130 canceled.`;

/**
 * A command with its arguments, for the list of commands. Options are left out: if each line had "[options]", 80
 * columns would leave no room for what the command does.
 */
export function subcommandTerm(command: Command): string {
  const named = (name: string, variadic: boolean) => (variadic ? `${name}...` : name);
  const args = command.registeredArguments.map((argument) => {
    const name = named(argument.name(), argument.variadic);
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...args].join(" ");
}

/**
 * Replaces `help [COMMAND]` of the program and of commands with subcommands. Unlike commander's own, it finds
 * subcommands, and refuses a word that is no command.
 */
export function addHelp(program: Command): void {
  for (const parent of [program, ...program.commands.filter(({ commands }) => commands.length > 0)])
    parent
      .helpCommand(false)
      .command("help")
      .description("Show the help of a command.")
      .argument("[command...]", "such as run, or dataset compact")
      .action((words: readonly string[]) => words.reduce(subcommandNamed, parent).help());
}

function subcommandNamed(parent: Command, name: string): Command {
  return parent.commands.find((command) => command.name() === name) ?? refuseCommand(parent, name);
}

/** Ends with what commander says of an unknown command, which it doesn't say below a command that runs by itself. */
export function refuseCommand(parent: Command, name: string): never {
  const [meant] = nearest(
    name,
    parent.commands.map((command) => ({ name: command.name() })),
  );
  return parent.error(`error: unknown command '${name}'${meant ? `\n(Did you mean ${meant.name}?)` : ""}`, {
    code: "commander.unknownCommand",
  });
}

/** Adds `complete SHELL`. What it does is loaded only for that command. */
export async function addCompletion(program: Command, argv: readonly string[]): Promise<void> {
  if (argv[2] === "complete") await (await import("./completion")).addShells(program, argv.at(-1) ?? "");
  else program.command("complete").argument("[shell]", "bash, zsh, fish, or powershell");
  program.commands
    .find((command) => command.name() === "complete")
    ?.description("Print the completion script of a shell: bash, zsh, fish, or powershell.")
    .addHelpText("before", exampleOf("complete bash", "complete fish"));
}
