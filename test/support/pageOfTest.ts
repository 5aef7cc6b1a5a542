import * as vscode from "vscode";

/** Listeners that are registered and not disposed, over all panels of this file. */
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

/** A panel whose page is the test: `say` sends what a page would, `heard` is what it was sent. */
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
      // VS Code forgets the listeners of a panel that is gone.
      for (const emitter of [message, gone, state]) emitter.dispose();
      listening.count = before;
    },
  };
  return { panel: panel satisfies vscode.WebviewPanel, heard, say: (frame: unknown) => message.fire(frame) };
}
