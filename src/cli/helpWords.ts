import type { Command } from "commander";

/** Notes below the list of commands. */
export const notes = `
Library   --library URL or AD_LIBRARY_URL; "sample:" is the built-in sample
          library, which needs no key and charges nothing.
Key       AD_LIBRARY_API_KEY or --key-file. Never an argument.
Data      --data DIR or AD_LIBRARY_DATA: pages bought here are owned in the
          editor and the other way round. VS Code sets it in its terminals.
Exit      0 done, 1 problems found, 2 usage, 3 refused by a limit,
          4 connection or key, 5 stopped in between, 6 new ads, 130 canceled.`;

/** A command and its arguments: with "[options]" on each line, 80 columns would have no room for what it does. */
export function subcommandTerm(command: Command): string {
  const named = (name: string, variadic: boolean) => (variadic ? `${name}...` : name);
  const args = command.registeredArguments.map((argument) => {
    const name = named(argument.name(), argument.variadic);
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...args].join(" ");
}
