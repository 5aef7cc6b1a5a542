import { openSettings } from "../settings";
import { tick } from "../walkthrough";
import { archiveCommands } from "./archiveCommands";
import { addToBoard } from "./boardCommands";
import type { AllHandlers, CommandPorts, Handler } from "./commandIds";
import { connectionCommands } from "./connectionCommands";
import { convertCommands } from "./convertCommands";
import { creditsCommands } from "./creditsCommands";
import { datasetCommands } from "./datasetCommands";
import { exportCommands } from "./exportCommands";
import { filterChangeCommands } from "./filterChangeCommands";
import { ProgramSpending, revokeAllowedSearches } from "./programSpending";
import { keepPictures } from "./pictureCommands";
import { reportCommands } from "./reportCommands";
import { leaveCommands } from "./leaveCommands";
import { runCommands } from "./runCommands";
import { savedSearchCommands } from "./savedSearchCommands";
import { searchCommands } from "./searchCommands";
import { searchFileCommands } from "./searchFileCommands";
import { watchCommands } from "./watchCommands";

/** Ticks a step of the walkthrough once something was kept, and not if it was canceled. */
const keeping =
  (command: Handler): Handler =>
  async (ports, argument) => {
    const kept = await command(ports, argument);
    if (kept !== undefined) tick.kept();
    return kept;
  };

/** If a command is missing, this does not compile. */
const handlers: AllHandlers = {
  ...connectionCommands,
  ...leaveCommands,
  ...searchCommands,
  ...savedSearchCommands,
  ...runCommands,
  ...watchCommands,
  ...exportCommands,
  ...searchFileCommands,
  ...filterChangeCommands,
  ...archiveCommands,
  ...reportCommands,
  ...datasetCommands,
  ...creditsCommands,
  ...convertCommands,
  addToBoard,
  keepPictures,
  revokeAllowedSearches,
  saveSearch: keeping(savedSearchCommands.saveSearch),
  saveAsSearchFile: keeping(searchFileCommands.saveAsSearchFile),
  exportResults: keeping(exportCommands.exportResults),
  exportPages: keeping(exportCommands.exportPages),
  showLog: ({ log }) => Promise.resolve(log.show()),
  openSettings: () => openSettings(),
};

/** Returns a function that runs a command by its name. */
export function allCommands(given: Omit<CommandPorts, "program">) {
  const ports = { ...given, program: new ProgramSpending(given) };
  return (id: keyof AllHandlers, argument: unknown) => handlers[id](ports, argument);
}
