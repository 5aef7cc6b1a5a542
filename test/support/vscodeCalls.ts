import * as vscode from "vscode";

/** A call from the extension to VS Code: the function's name, then its arguments. */
export type Call = readonly [name: string, ...given: unknown[]];

/**
 * Functions of VS Code through which something leaves the extension, as far as they can be replaced. While they are
 * watched, they do nothing and answer undefined.
 */
const watched = [
  [vscode.window, ["showInformationMessage", "showWarningMessage", "showErrorMessage", "showTextDocument"]],
  [vscode.window, ["createWebviewPanel", "showSaveDialog"]],
  [vscode.commands, ["executeCommand"]],
  [vscode.workspace, ["openTextDocument"]],
] as const;

/** Replaces a function of VS Code. Returns what undoes that. */
export function replaced(owner: object, name: string, value: unknown): () => void {
  const real = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, value });
  return () => {
    if (real) Object.defineProperty(owner, name, real);
    else Reflect.deleteProperty(owner, name);
  };
}

/** Lets each test of the enclosing suite replace functions of VS Code until it is over. */
export function useReplacing() {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo.splice(0).reverse()) step();
  });
  return (owner: object, name: string, value: unknown) => void undo.push(replaced(owner, name, value));
}

/**
 * Runs a test in the real VS Code and records the extension's calls to VS Code instead of carrying them out: a person
 * would have to answer them, a thousand times.
 */
export async function recordingCalls<T>(run: (calls: readonly Call[]) => Promise<T>): Promise<T> {
  const calls: Call[] = [];
  const undo = watched.flatMap(([owner, names]) =>
    names.map((name) =>
      replaced(owner, name, (...given: unknown[]) => (calls.push([name, ...given]), Promise.resolve(undefined))),
    ),
  );
  try {
    return await run(calls);
  } finally {
    for (const step of undo) step();
  }
}

/** Runs something that asks a person to choose, and chooses the first thing offered. */
export async function choosingFirst<T>(run: () => PromiseLike<T>): Promise<T> {
  const first = async (items: Promise<readonly unknown[]> | readonly unknown[]) => (await items)[0];
  const restore = replaced(vscode.window, "showQuickPick", first);
  try {
    return await run();
  } finally {
    restore();
  }
}

/** Runs something that asks for texts one after another, and types them into VS Code's boxes as a person does. */
export async function typing<T>(texts: readonly string[], run: () => PromiseLike<T>): Promise<T> {
  const rest = [...texts];
  const { createInputBox } = vscode.window;
  const restore = replaced(vscode.window, "createInputBox", () => {
    const box = createInputBox();
    const [text] = rest.splice(0, 1);
    if (text !== undefined) setImmediate(() => (box.value = text));
    return box;
  });
  const ended = { yet: false };
  try {
    const done = Promise.resolve(run()).finally(() => (ended.yet = true));
    // A box that isn't shown yet accepts nothing.
    while (!ended.yet) await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    return await done;
  } finally {
    restore();
  }
}

/** The document in the active editor, once it is the wanted one: VS Code tells later than it shows. */
export async function shownDocument(isWanted: (document: vscode.TextDocument) => boolean) {
  const shown = () => {
    const document = vscode.window.activeTextEditor?.document;
    return document && isWanted(document) ? document : undefined;
  };
  const later = new Promise<vscode.TextDocument>((resolve) => {
    const watch = vscode.window.onDidChangeActiveTextEditor(() => {
      const document = shown();
      if (!document) return;
      watch.dispose();
      resolve(document);
    });
  });
  return shown() ?? later;
}
