import type { Command } from "commander";

/** The notes below the list of commands. */
export const notes = `
Library   --library URL or AD_LIBRARY_URL; "sample:" is the built-in sample
          library, which needs no key and charges nothing.
Key       AD_LIBRARY_API_KEY or --key-file. Never an argument.
Data      --data DIR or AD_LIBRARY_DATA: pages bought here are owned in the
          editor and vice versa. VS Code sets it in its terminals.
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
