import { openSettings } from "../settings";
import { tick } from "../walkthrough";
import { archiveCommands } from "./archiveCommands";
import { boardCommands } from "./boardCommands";
import type { CommandHandler, CommandPorts, Commands } from "./commandIds";
import { connectionCommands } from "./connectionCommands";
import { convertCommands } from "./convertCommands";
import { creditsCommands } from "./creditsCommands";
import { datasetCommands } from "./datasetCommands";
import { exportCommands } from "./exportCommands";
import { filterChangeCommands } from "./filterChangeCommands";
import { allowedSearchCommands, ProgramSpending } from "./programSpending";
import { pictureCommands } from "./pictureCommands";
import { reportCommands } from "./reportCommands";
import { leaveCommands } from "./leaveCommands";
import { runCommands } from "./runCommands";
import { savedSearchCommands } from "./savedSearchCommands";
import { searchCommands } from "./searchCommands";
import { searchFileCommands } from "./searchFileCommands";
import { watchCommands } from "./watchCommands";

/** Ticks a step of the walkthrough once something was kept, and not if it was canceled. */
const keeping =
  (command: CommandHandler): CommandHandler =>
  async (argument) => {
    const kept = await command(argument);
    if (kept !== undefined) tick.kept();
    return kept;
  };

/** If a command is missing, this does not compile. */
export function allCommands(given: Omit<CommandPorts, "program">): Commands {
  const ports = { ...given, program: new ProgramSpending(given) };
  const exporting = exportCommands(ports);
  const saving = savedSearchCommands(ports);
  const files = searchFileCommands(ports, exporting.exportPages);
  return {
    ...connectionCommands(ports),
    ...leaveCommands(ports),
    ...searchCommands(ports),
    ...saving,
    ...runCommands(ports),
    ...watchCommands(ports),
    ...exporting,
    ...files,
    ...filterChangeCommands(ports),
    ...archiveCommands(ports),
    ...boardCommands(ports),
    ...reportCommands(ports),
    ...pictureCommands(ports),
    ...datasetCommands(ports),
    ...creditsCommands(ports),
    ...convertCommands(ports),
    ...allowedSearchCommands(ports.allowed, ports.watches),
    saveSearch: keeping(saving.saveSearch),
    saveAsSearchFile: keeping(files.saveAsSearchFile),
    exportResults: keeping(exporting.exportResults),
    exportPages: keeping(exporting.exportPages),
    showLog: () => Promise.resolve(ports.log.show()),
    openSettings: () => openSettings(),
  };
}
