import * as vscode from "vscode";

/** What left the extension for VS Code: the function's name, then what it was given. */
export type Act = readonly [name: string, ...given: unknown[]];

/** Functions (of those that VS Code lets be replaced) through which something leaves the extension, and what they answer while they are watched. */
const watched = [
  [vscode.window, ["showInformationMessage", "showWarningMessage", "showErrorMessage", "showTextDocument"]],
  [vscode.window, ["createWebviewPanel", "showSaveDialog"]],
  [vscode.commands, ["executeCommand"]],
  [vscode.workspace, ["openTextDocument"]],
] as const;

/**
 * Runs a test in the real VS Code while what leaves the extension for it is written down instead of done:
 * a person would have to answer, and a thousand times.
 */
export async function recordingActs<T>(run: (acts: readonly Act[]) => Promise<T>): Promise<T> {
  const acts: Act[] = [];
  const undo: (() => void)[] = [];
  for (const [owner, names] of watched) {
    for (const name of names) {
      const real = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, {
        configurable: true,
        value: (...given: unknown[]) => (acts.push([name, ...given]), Promise.resolve(undefined)),
      });
      undo.push(() => {
        if (real) Object.defineProperty(owner, name, real);
        else Reflect.deleteProperty(owner, name);
      });
    }
  }
  try {
    return await run(acts);
  } finally {
    for (const step of undo) step();
  }
}

/** Runs what asks a person to choose, where the first thing offered is chosen. */
export async function choosingFirst<T>(run: () => PromiseLike<T>): Promise<T> {
  const real = Object.getOwnPropertyDescriptor(vscode.window, "showQuickPick")!;
  const value = async (items: Promise<readonly unknown[]> | readonly unknown[]) => (await items)[0];
  Object.defineProperty(vscode.window, "showQuickPick", { configurable: true, value });
  try {
    return await run();
  } finally {
    Object.defineProperty(vscode.window, "showQuickPick", real);
  }
}
