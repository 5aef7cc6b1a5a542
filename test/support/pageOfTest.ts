import * as vscode from "vscode";

/** How many listeners are registered and not yet disposed, over all panels from this file. */
export const listening = { count: 0 };

function counted<T>({ event }: vscode.EventEmitter<T>): vscode.Event<T> {
  return (listener, self, disposables) => {
    const registered = event(listener, self, disposables);
    listening.count += 1;
    let ended = false;
    return new vscode.Disposable(() => {
      if (!ended) listening.count -= 1;
      ended = true;
      registered.dispose();
    });
  };
}

/**
 * Makes a panel for which the test acts as the page: `say` sends what a page would, `heard` is what the page was sent.
 */
export function openPageOfTest(viewType = "adLibrary.explorer") {
  const [message, gone, state] = [
    new vscode.EventEmitter<unknown>(),
    new vscode.EventEmitter<void>(),
    new vscode.EventEmitter<never>(),
  ];
  const before = listening.count;
  const heard: unknown[] = [];
  const webview = {
    html: "",
    options: {},
    cspSource: "https://*.vscode-cdn.net",
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: counted(message),
    postMessage: (frame: unknown) => (heard.push(frame), Promise.resolve(true)),
  };
  const panel = {
    viewType,
    title: "",
    active: true,
    visible: true,
    options: {},
    viewColumn: undefined,
    webview,
    onDidDispose: counted(gone),
    onDidChangeViewState: counted(state),
    reveal: () => undefined,
    dispose: () => {
      gone.fire();
      // VS Code drops the listeners of a panel that is gone.
      for (const emitter of [message, gone, state]) emitter.dispose();
      listening.count = before;
    },
  };
  return { panel: panel satisfies vscode.WebviewPanel, heard, say: (frame: unknown) => message.fire(frame) };
}
