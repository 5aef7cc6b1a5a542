import vscode = require("vscode");
import type { Engine } from "../features/engine";

/** Steps of the walkthrough: VS Code ticks each when its context is set, and remembers. */
export const tick = {
  searched: () => void vscode.commands.executeCommand("setContext", "adLibrary.searched", true),
  openedAd: () => void vscode.commands.executeCommand("setContext", "adLibrary.openedAd", true),
  kept: () => void vscode.commands.executeCommand("setContext", "adLibrary.kept", true),
};

/** Ticks what was done in earlier windows. */
export async function tickKnown({ recent, saved }: Pick<Engine, "recent" | "saved">): Promise<void> {
  if ((await recent.list()).length > 0) tick.searched();
  if ((await saved.list()).length > 0) tick.kept();
}

/**
 * VS Code never ticks a step whose context was set before it first read the walkthrough, which may be only when somebody
 * opens it. Its tab has no input that an extension knows.
 */
export function tickWhenOpened(): vscode.Disposable {
  const tickNow = (now: boolean) => void vscode.commands.executeCommand("setContext", "adLibrary.tickNow", now);
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    if ([...opened, ...changed].every(({ input }) => input !== undefined)) return;
    tickNow(true);
    tickNow(false);
  });
}
